"""The pages of puzzles, below `giocate/`."""

from __future__ import annotations

from django.urls import path

from practice.pages import mistakes, puzzles

urlpatterns = [
    path("", puzzles.puzzles, name="puzzles"),
    path("altra/<slug:game>/", puzzles.another, name="next-puzzle"),
    path("errori/", mistakes.mistakes, name="mistakes"),
    path("errori/prossimo/", mistakes.next_mistake, name="next-mistake"),
    path("errori/<slug:code>/", mistakes.mistake, name="mistake"),
    path("<slug:code>/", puzzles.puzzle, name="puzzle"),
]
