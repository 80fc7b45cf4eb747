-- A pawn becomes a rook, bishop or knight.
position(promotion IN ('R', 'B', 'N'))
