"""Whist of Ludopoli: two to six alone, a French deck, tricks said beforehand and made exactly."""
