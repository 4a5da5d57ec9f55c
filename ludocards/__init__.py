"""Italian card games as a library: the rules of each, what rules share, and who plays them without a screen.

It stands by itself. The rules need the standard library only, the players numpy and, to think fast, numba.
"""
