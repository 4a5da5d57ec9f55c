"""Clients generated from the document of the API: linted, typed strictly, and playing a match of every game.

`python -m tests.clients` needs npm and the package registries, so it is no part of the suite.
"""
