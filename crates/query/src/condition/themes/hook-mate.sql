-- A rook beside the king mates; a knight beside the king protects the rook, and a pawn the knight.
position(
    is_mate AND pieces('R@~k') = 1 AND attackers('R@', 'N~k') >= 1 AND attackers('N~k', 'P') >= 1,
    either_color => true
)
