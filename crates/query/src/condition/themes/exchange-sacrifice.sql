-- A rook is given up for a bishop or knight, or for one and a pawn, and that piece takes it.
streak(piece = 'R' AND sacrifice BETWEEN 1 AND 2, captured = 'R' AND piece IN ('B', 'N'))
