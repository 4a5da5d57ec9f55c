"""What follows from finished matches for people: results, ratings, profiles, leaderboards, challenges."""
