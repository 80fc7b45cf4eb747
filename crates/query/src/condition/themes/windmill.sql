-- A rook or knight opens the line of a checking piece and takes something, comes back with check, and opens the line once more.
streak(
    is_discovered_check AND is_capture AND piece IN ('R', 'N'),
    TRUE,
    is_check AND NOT is_discovered_check AND piece IN ('R', 'N'),
    TRUE,
    is_discovered_check AND piece IN ('R', 'N')
)
