-- Both bishops are given up before the castled king: one on h7, and after a check by the queen the other one on g7.
streak(
    piece = 'B' AND mover = 'white' AND to_square = 'h7' AND is_capture AND pieces('kg8') = 1,
    piece = 'K' AND captured = 'B',
    piece = 'Q' AND is_check,
    piece = 'K',
    piece = 'B' AND to_square = 'g7',
    either_color => true
)
