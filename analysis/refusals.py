"""Every refusal of the analysis board: its code, its text and its HTTP status."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from ludopoli.http.refusals import REFUSALS, Refusal

APP_REFUSALS: Mapping[str, Refusal] = {
    "no_study": Refusal(_("Study not found: it may no longer be shared."), 404, _("Nothing here")),
    "no_branch": Refusal(_("Branch not found: it may have been deleted."), 404),
    "no_such_deal": Refusal(_("The match does not have that deal."), 404, _("Nothing here")),
    "study_account": Refusal(_("Sign in to keep a study."), 403),
    "study_closed": Refusal(_("Only the person whose study this is can do that."), 403),
    "deal_over": Refusal(_("This deal is over: go back to a card to play on from it.")),
    "long_line": Refusal(_("A branch has at most %(most)d cards and words.")),
    "empty_branch": Refusal(_("This branch is the match itself: play another card first.")),
    "bad_study_name": Refusal(_("A name has 1 to %(most)d readable characters.")),
    "many_studies": Refusal(_("You already have %(most)d studies. Delete one first.")),
    "many_branches": Refusal(_("This study has %(most)d branches. Delete one first.")),
    "no_comment": Refusal(_("This comment is gone."), 404),
    "many_comments": Refusal(_("This study has %(most)d comments. Delete one first.")),
    "not_on_turn": Refusal(_("It is not the turn of this seat.")),
}

REFUSALS.add(APP_REFUSALS)
