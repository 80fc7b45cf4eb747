-- Only kings, pawns and bishops are left.
position(pieces('[Bb]') >= 1 AND pieces('[QRNqrn]') = 0)
