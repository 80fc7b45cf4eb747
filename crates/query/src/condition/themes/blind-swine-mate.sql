-- Two rooks side by side mate a king beside them.
position(
    is_mate AND pieces('R@') = 1
    AND pattern('RR??????/k???????/*/*/*/*/*/*', mirrored => true, turned => true, shifted => true),
    either_color => true
)
