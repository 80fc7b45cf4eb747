-- A pawn takes another one en passant.
position(is_en_passant)
