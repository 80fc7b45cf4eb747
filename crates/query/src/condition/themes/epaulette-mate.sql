-- A queen two squares before a king on the edge of the board mates it; its own pieces stand on both sides of it.
position(
    is_mate AND pieces('Q@') = 1 AND pieces('k1 k8 ka kh') = 1
    AND pattern('aka?????/????????/?Q??????/*/*/*/*/*', turned => true, shifted => true),
    either_color => true
)
