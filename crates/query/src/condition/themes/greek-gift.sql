-- A bishop is given up on h7, or h2, to draw the castled king out to a check by the knight on g5, or g4.
streak(
    piece = 'B' AND mover = 'white' AND to_square = 'h7' AND is_capture AND pieces('kg8') = 1,
    piece = 'K' AND captured = 'B',
    piece = 'N' AND to_square = 'g5' AND is_check,
    either_color => true
)
