"""The exam of the players: duels, positions with known best cards, exploitability, and times."""
