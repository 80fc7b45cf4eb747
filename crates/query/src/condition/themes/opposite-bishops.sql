-- Besides kings and pawns only one bishop each is left, of squares of different colours.
position(has_opposite_bishops AND pieces('[QRNqrn]') = 0)
