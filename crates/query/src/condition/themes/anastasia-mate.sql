-- A queen or rook mates a king along the edge of the board. A knight three squares off the king guards two squares beside it, and one of
-- its own pieces stands between the two.
position(
    is_mate
    AND (pieces('kh2-7') = 1 AND pieces('[QR]h@') = 1 OR pieces('ka2-7') = 1 AND pieces('[QR]a@') = 1)
    AND pattern('????N?ak/*/*/*/*/*/*/*', mirrored => true, shifted => true),
    either_color => true
)
