-- The side that wins gives up its queen for much less.
streak(piece = 'Q' AND sacrifice >= 4 AND mover = 'white', captured = 'Q') AND result = '1-0'
OR streak(piece = 'Q' AND sacrifice >= 4 AND mover = 'black', captured = 'Q') AND result = '0-1'
