"""The desk of the moderators of games: reports about matches, what is decided, and what follows from it."""
