-- A queen mates the king on its first square along the diagonal that its own pawns have opened, in the first seven moves.
position(
    is_mate AND move_number <= 7 AND pieces('Qh5@ Qg6@') = 1 AND pieces('ke8') = 1 AND pieces('_f7') = 1,
    either_color => true
)
