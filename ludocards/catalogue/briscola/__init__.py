"""Briscola: two, three, or four in pairs; forty Italian cards, a turned trump, and a stock to draw from."""
