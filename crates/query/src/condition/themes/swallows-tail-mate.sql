-- A queen mates from the square before the king, whose own pieces take the two squares diagonally behind it.
position(
    is_mate AND pieces('Q@~k') = 1
    AND pattern('a?a?????/?k??????/?Q??????/*/*/*/*/*', turned => true, shifted => true),
    either_color => true
)
