-- A queen mates from a square diagonally beside the king and guards all others alone, except two that the king's own pieces take.
position(
    is_mate AND pieces('Q@~k') = 1 AND pieces('kb-g2-7') = 1 AND attackers('[_a]~k', '[KRBNP]') = 0
    AND attacked_by('a~k', 'Q') = 0
    AND pattern('?a??????/?ka?????/Q???????/*/*/*/*/*', turned => true, shifted => true),
    either_color => true
)
