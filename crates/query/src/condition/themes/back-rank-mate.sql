-- A queen or rook mates on the back rank a king that its own pieces, none of which is attacked, keep from leaving it.
position(
    is_mate AND pieces('k8') = 1 AND pieces('[_A]7~k') = 0
    AND attackers('k8', '[QR]8') >= 1 AND attacked_by('[a]7~k', 'A') = 0,
    either_color => true
)
