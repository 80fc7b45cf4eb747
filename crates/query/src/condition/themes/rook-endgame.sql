-- Only kings, pawns and rooks are left.
position(pieces('[Rr]') >= 1 AND pieces('[QBNqbn]') = 0)
