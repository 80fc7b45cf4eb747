-- A pawn promotes.
position(promotion IS NOT NULL)
