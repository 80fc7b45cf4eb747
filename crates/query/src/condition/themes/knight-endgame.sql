-- Only kings, pawns and knights are left.
position(pieces('[Nn]') >= 1 AND pieces('[QRBqrb]') = 0)
