"""The needs of every socket: waking it, sending it away, and its session."""
