-- Only kings, pawns, one queen and rooks are left.
position(pieces('[Qq]') = 1 AND pieces('[Rr]') >= 1 AND pieces('[BNbn]') = 0)
