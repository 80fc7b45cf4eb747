-- A pawn comes to the last rank but one, or promotes.
position(piece = 'P' AND pieces('A7-8@') = 1, either_color => true)
