-- Only kings and pawns are left.
position(pieces('[QRBNqrbn]') = 0 AND pieces('[Pp]') >= 1)
