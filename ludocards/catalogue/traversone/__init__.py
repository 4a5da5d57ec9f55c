"""Tressette a perdere (Traversone, Ciapanò, Rovescino): everybody alone, and the fewest points win."""
