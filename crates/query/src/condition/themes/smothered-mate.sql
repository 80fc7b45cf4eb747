-- A knight mates a king whose own pieces leave it no square.
position(is_mate AND piece = 'N' AND pieces('[_A]~k') = 0, either_color => true)
