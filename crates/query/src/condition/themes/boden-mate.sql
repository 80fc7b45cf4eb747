-- Two bishops mate on diagonals that cross: one comes from the left of the king and one from its right.
position(
    is_mate AND mover = 'white' AND attackers('k ~k', 'B') >= 2 AND attackers('k ~k', '[KQRNP]') = 0
    AND (
        pieces('kb') = 1 AND pieces('Ba') >= 1 AND pieces('Bc-h') >= 1
        OR pieces('kc') = 1 AND pieces('Ba-b') >= 1 AND pieces('Bd-h') >= 1
        OR pieces('kd') = 1 AND pieces('Ba-c') >= 1 AND pieces('Be-h') >= 1
        OR pieces('ke') = 1 AND pieces('Ba-d') >= 1 AND pieces('Bf-h') >= 1
        OR pieces('kf') = 1 AND pieces('Ba-e') >= 1 AND pieces('Bg-h') >= 1
        OR pieces('kg') = 1 AND pieces('Ba-f') >= 1 AND pieces('Bh') >= 1
    ),
    either_color => true
)
