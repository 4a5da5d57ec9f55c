"""What every socket needs: waking it, sending it away, and its session."""
