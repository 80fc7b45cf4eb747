-- A pawn goes from its first square to promotion in moves that come one after the other.
streak(
    piece = 'P' AND from_square LIKE '_2' AND to_square LIKE '_4' AND mover = 'white', TRUE,
    piece = 'P' AND from_square LIKE '_4', TRUE,
    piece = 'P' AND from_square LIKE '_5', TRUE,
    piece = 'P' AND from_square LIKE '_6', TRUE,
    promotion IS NOT NULL,
    either_color => true
)
