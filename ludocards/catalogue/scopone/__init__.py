"""Scopone scientifico and Scopa: two, three, or four in pairs; cards capture cards from the table."""
