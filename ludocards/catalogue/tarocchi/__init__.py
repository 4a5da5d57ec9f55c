"""Tarocchi siciliani for three, as played in Calatafimi: sixty-three cards, each for himself."""
