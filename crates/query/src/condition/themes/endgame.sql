-- At most six pieces are left besides kings and pawns.
position(pieces('[QRBNqrbn]') <= 6)
