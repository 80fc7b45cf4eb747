-- A move opens the line of a piece that then gives check, or with the next move takes something.
position(is_discovered_check) OR streak(is_discovered_attack, TRUE, piece IN ('Q', 'R', 'B') AND is_capture)
