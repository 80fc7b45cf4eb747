-- A piece attacks two pieces at once, and takes one of them with its next move.
streak(is_fork AND piece = 'Q' AND sacrifice = 0, TRUE, piece = 'Q' AND is_capture)
OR streak(is_fork AND piece = 'R' AND sacrifice = 0, TRUE, piece = 'R' AND is_capture)
OR streak(is_fork AND piece = 'B' AND sacrifice = 0, TRUE, piece = 'B' AND is_capture)
OR streak(is_fork AND piece = 'N' AND sacrifice = 0, TRUE, piece = 'N' AND is_capture)
OR streak(is_fork AND piece = 'P' AND sacrifice = 0, TRUE, piece = 'P' AND is_capture)
