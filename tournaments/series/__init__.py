"""The seasons of a series of events, and its rules in words."""
