"""People after finished matches: results, ratings, standings, profiles, leaderboards; and challenges."""
