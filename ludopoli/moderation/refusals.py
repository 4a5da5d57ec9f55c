"""Every refusal of the moderators' desk: its code, its text and its HTTP status."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ludopoli.http.refusals import REFUSALS, Refusal

APP_REFUSALS = {
    # reporting
    "no_reason": Refusal(_("Choose what it is about."), 400),
    "bad_report_text": Refusal(_("Write what has happened, in %(most)d characters at most.")),
    "many_reports": Refusal(_("You have sent many reports just now. Wait a few minutes."), 429),
    "reports_waiting": Refusal(_("Many of your reports are still waiting. Let us look at them first."), 429),
    "already_reported": Refusal(_("You have already reported this. We are looking into it.")),
    # deciding
    "moderators_only": Refusal(_("Only moderators decide."), 403),
    "administrators_only": Refusal(_("Only an administrator decides about members of staff."), 403),
    "about_you": Refusal(_("This is about you: somebody else must decide.")),
    "own_match": Refusal(_("You have played this match: somebody else must decide.")),
    "account_deleted": Refusal(_("This account is deleted.")),
    "bad_reason": Refusal(_("Give a reason, in %(most)d characters at most: the person reads it."), 400),
    "bad_decision": Refusal(_("Choose what to do, to whom and for how long, and say why."), 400),
    "not_in_this_case": Refusal(_("This case is not about that person."), 400),
    "mute_for_good": Refusal(_("A mute cannot be for good: choose for how long."), 400),
    "report_closed": Refusal(_("This report has already been decided.")),
    "not_in_force": Refusal(_("This measure is no longer in force.")),
    "match_not_over": Refusal(_("This match is not over yet.")),
    "already_annulled": Refusal(_("This match has already been annulled.")),
    "not_annulled": Refusal(_("This match already counts.")),
}

REFUSALS.add(APP_REFUSALS)
