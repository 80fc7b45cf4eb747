-- A side castles.
position(is_castling)
