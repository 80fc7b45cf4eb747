-- A knight mates a king on the edge of the board, and a queen or rook guards squares that it could go to.
position(
    is_mate AND pieces('N@') = 1 AND pieces('k1 k8 ka kh') = 1 AND attacked_by('_~k', '[QR]') >= 1,
    either_color => true
)
