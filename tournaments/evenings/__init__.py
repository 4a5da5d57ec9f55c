"""An evening at real tables as a file, and the differences of a newer version."""
