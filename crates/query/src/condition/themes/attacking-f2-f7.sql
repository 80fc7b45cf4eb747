-- A piece takes on f7, or f2, beside a king that is on its first square.
position(is_capture AND pieces('Af7@') = 1 AND pieces('ke8') = 1, either_color => true)
