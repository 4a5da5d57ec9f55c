"""Tressette: four in pairs or three alone, forty Italian cards, no trumps."""
