"""Live play: matches as this process last saw them, their clocks and windows, the sockets, who is around."""
