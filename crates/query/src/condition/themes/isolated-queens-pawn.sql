-- A pawn on d4, or d5, has no pawn of its side beside it and none of the other side before it, for ten half-moves.
position(pieces('Pd4') = 1 AND pieces('Pc Pe pd') = 0, stable => 10, either_color => true)
