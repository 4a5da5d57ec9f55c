"""Every refusal of practice: its code, its text and its HTTP status."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from ludopoli.http.refusals import REFUSALS, Refusal

APP_REFUSALS: Mapping[str, Refusal] = {
    "no_puzzle": Refusal(_("Puzzle not found: choose another."), 404),
    "no_puzzle_left": Refusal(_("You have solved all puzzles of this kind. New ones come every night."), 404),
    "no_step": Refusal(_("Step not found: choose one from the lessons."), 404),
    "no_such_answer": Refusal(_("Choose at least one answer.")),
    "no_mistake": Refusal(_("This mistake is not one of yours."), 404),
    "nothing_due": Refusal(_("No position is due. Come back on another day, or have a match reviewed.")),
    "not_answered": Refusal(_("Answer the puzzle first.")),
    "no_such_choice": Refusal(_("This is not one of the choices here.")),
}

REFUSALS.add(APP_REFUSALS)
