"""Live play: matches in progress, their clocks and bidding windows, the sockets, and who is around."""
