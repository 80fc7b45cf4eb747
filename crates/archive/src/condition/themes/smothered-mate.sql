-- A knight mates a king whose own pieces leave it no square.
position(is_mate AND piece = 'N' AND attacked_by('[_A]', 'k') = 0 AND mover = 'white', either_color => true)
