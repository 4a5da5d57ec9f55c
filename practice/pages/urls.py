"""The pages of puzzles, below `giocate/`."""

from __future__ import annotations

from django.urls import path

from practice.pages import puzzles

urlpatterns = [
    path("", puzzles.puzzles, name="puzzles"),
    path("altra/<slug:game>/", puzzles.another, name="next-puzzle"),
    path("<slug:code>/", puzzles.puzzle, name="puzzle"),
]
