-- A move opens the line of a piece that then gives check.
position(is_discovered_check)
