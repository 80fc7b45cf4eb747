-- The sides castle to opposite wings.
position(castling = 'O-O' AND mover = 'white') AND position(castling = 'O-O-O' AND mover = 'black')
OR position(castling = 'O-O-O' AND mover = 'white') AND position(castling = 'O-O' AND mover = 'black')
