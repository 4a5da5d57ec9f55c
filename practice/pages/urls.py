"""The pages of puzzles, below `giocate/`."""

from __future__ import annotations

from django.urls import path

from practice.pages import levels, mistakes, puzzles

urlpatterns = [
    path("", puzzles.puzzles_page, name="puzzles"),
    path("altra/<slug:game>/", puzzles.another_puzzle, name="next-puzzle"),
    path("livello/", levels.level_page, name="my-level"),
    path("errori/", mistakes.mistakes_page, name="mistakes"),
    path("errori/prossimo/", mistakes.next_mistake, name="next-mistake"),
    path("errori/<slug:code>/", mistakes.mistake_page, name="mistake"),
    path("<slug:code>/", puzzles.puzzle_page, name="puzzle"),
]
