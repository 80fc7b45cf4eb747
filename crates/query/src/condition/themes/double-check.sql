-- Two pieces give check at once.
position(is_double_check)
