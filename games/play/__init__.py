"""Live play: matches in progress, their clocks and windows, the sockets, and who is around."""
