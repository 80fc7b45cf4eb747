-- Two bishops mate from the same side, and nothing else guards a square beside the king.
position(
    is_mate AND mover = 'white' AND attackers('k ~k', 'B') >= 2 AND attackers('k ~k', '[KQRNP]') = 0,
    either_color => true
)
AND NOT theme('boden-mate')
