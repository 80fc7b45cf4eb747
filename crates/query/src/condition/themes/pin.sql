-- A piece is pinned to its king and lost.
position(is_pin)
