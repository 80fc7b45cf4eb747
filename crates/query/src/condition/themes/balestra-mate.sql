-- A bishop mates, and a queen guards all squares that the king could go to.
position(
    is_mate AND pieces('B@') = 1 AND attacked_by('_~k', 'Q') >= 1 AND attackers('_~k', '[KRN]') = 0,
    either_color => true
)
