"""The standing of people after finished matches: results, ratings, profiles, leaderboards, challenges."""
