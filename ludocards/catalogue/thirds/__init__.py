"""The family of games that count in thirds of a point: what Tressette and Maraffone have in common.

This is no game. Its modules are named as those of a game, and belong to all games of the family.
"""
