"""Italian card games as a library: the rules of each game, their common parts, and bots.

It stands alone (`docs/library.md`): the rules need the standard library only, the players numpy and numba.
"""

__version__ = "0.1.0"
