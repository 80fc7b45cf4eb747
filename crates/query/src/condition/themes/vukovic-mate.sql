-- A rook beside a king on the edge of the board mates, protected by another piece than a knight; a knight two squares before
-- the king guards its squares.
position(
    is_mate AND pieces('R@~k') = 1 AND attackers('R@', '[KQRBP]') >= 1 AND pieces('k1 k8 ka kh') = 1
    AND pattern('k???????/????????/N???????/*/*/*/*/*', turned => true, shifted => true),
    either_color => true
)
