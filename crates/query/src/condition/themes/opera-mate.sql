-- A rook beside the king mates, and a bishop protects it.
position(is_mate AND pieces('R@~k') = 1 AND attackers('R@', 'B') >= 1, either_color => true)
