-- A queen, rook or bishop attacks a piece that must go, and takes the lesser one behind it.
streak(is_skewer AND sacrifice = 0, NOT is_mate, piece IN ('Q', 'R', 'B') AND captured <> 'P')
