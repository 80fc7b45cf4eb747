-- A bishop mates, and a rook guards squares that the king could go to.
position(is_mate AND pieces('B@') = 1 AND attacked_by('_~k', 'R') >= 1, either_color => true)
