-- A move gives up two points at least, the other side takes, and the game goes on.
streak(sacrifice >= 2, is_capture, TRUE)
