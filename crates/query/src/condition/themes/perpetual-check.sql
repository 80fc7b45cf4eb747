-- A position comes for the third time, and one side has given check with each of its last moves.
streak(is_check, TRUE, is_check, TRUE, is_check, TRUE, is_check, TRUE, is_check AND repetitions >= 3)
