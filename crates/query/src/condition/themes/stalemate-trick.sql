-- A side gives up a piece, and is stalemated when it is taken.
streak(sacrifice >= 3, is_capture AND is_stalemate)
