"""Ratings from the results of matches: what a match does to them, and all of them from an archive."""
