"""Tarocchi siciliani for three, as played in Calatafimi: sixty-three cards, everybody alone."""
