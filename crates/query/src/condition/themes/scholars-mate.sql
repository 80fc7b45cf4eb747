-- A queen mates on f7, or f2, in the first seven moves, protected by a bishop.
position(
    is_mate AND move_number <= 7 AND pieces('Qf7@') = 1 AND pieces('ke8') = 1 AND attackers('f7', 'B') >= 1,
    either_color => true
)
