-- A knight leaves the pin, the bishop takes the queen, and three minor pieces mate the king in the middle of the board.
streak(
    piece = 'N' AND mover = 'white',
    piece = 'B' AND captured = 'Q',
    piece = 'B' AND to_square = 'f7' AND is_check,
    piece = 'K' AND to_square = 'e7',
    is_mate AND piece IN ('N', 'B'),
    either_color => true
)
