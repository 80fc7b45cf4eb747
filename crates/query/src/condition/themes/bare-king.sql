-- A side has nothing left but its king, and the other one has more.
position(pieces('a') = 1 AND pieces('A') >= 2, either_color => true)
