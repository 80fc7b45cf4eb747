-- A rook mates, and a bishop guards squares that the king could go to.
position(is_mate AND pieces('R@') = 1 AND attacked_by('_~k', 'B') >= 1, either_color => true)
