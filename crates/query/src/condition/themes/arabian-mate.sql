-- A rook beside a king in the corner mates it; a knight protects the rook and guards the last square.
position(
    is_mate AND pieces('R@~k') = 1
    AND pattern('???????k/???????R/?????N??/*/*/*/*/*', mirrored => true, turned => true),
    either_color => true
)
