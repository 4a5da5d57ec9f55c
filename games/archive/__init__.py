"""Finished matches: replays, records, pictures, shared links, exports and imports, the archive."""
