"""Maraffone, or Beccaccino: four in pairs, forty Italian cards, one player names the trumps."""
