"""The moderators' desk for games: reports about matches, decisions, and their effects."""
