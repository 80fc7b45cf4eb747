-- Only kings, pawns and queens are left.
position(pieces('[Qq]') >= 1 AND pieces('[RBNrbn]') = 0)
