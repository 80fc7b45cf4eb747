-- A queen diagonally beside the king mates. The rook that protects it is diagonally beside the king, too, two squares away
-- on one file or rank with the queen.
position(
    is_mate AND pieces('Q@~k') = 1
    AND pattern('R???????/?k??????/Q???????/*/*/*/*/*', mirrored => true, turned => true, shifted => true),
    either_color => true
)
