"""The server's texts about tournaments, translated when they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ludopoli.http.refusals import ActionRefused
from tournaments.scores.amounts import by_place, table_score

TOO_FEW = _("Not enough people had entered.")
"""The reason of a cancellation without a director."""

REASONS = (
    _("by the rules of the tournament"),
    _("absence"),
    _("slow play"),
    _("connection lost"),
    _("wrong result"),
    _("agreed by both sides"),
    _("bad weather"),
    _("taken back"),
)
"""Ready-made reasons, which muted directors can give, too, since a ruling must always be possible."""


LOG: Mapping[str, str | Promise] = {
    "created": _("The tournament was announced"),
    "changed": _("Changed: %(fields)s"),
    "cancelled": _("The tournament was cancelled"),
    "registration": _("Registration was opened"),
    "check_in": _("Check-in was opened"),
    "started": _("The tournament began, with %(entries)s entries"),
    "too_few": _("Too few came: the tournament was cancelled"),
    "director": _("%(who)s is a director"),
    "no_director": _("%(who)s is no longer a director"),
    "invited": _("%(who)s was invited"),
    "uninvited": _("The invitation of %(who)s was withdrawn"),
    "hands_shown": _("%(who)s may see a hand while it is played"),
    "hands_hidden": _("%(who)s may no longer see a hand"),
    "entered": _("Entry %(entry)s came"),
    "accepted": _("The partner of entry %(entry)s said yes"),
    "declined": _("The partner of entry %(entry)s said no"),
    "member_asked": _("Entry %(entry)s asked somebody to join the team"),
    "deals_taken": _("A director took the deals of all rounds to print them"),
    "deals_seen": _("The deals of round %(round)s were seen"),
    "dealt_anew": _("Round %(round)s has other deals, because the former ones had been seen"),
    "line_ups_open": _("Round %(round)s, table %(table)s: the line-ups were opened"),
    "represents": _("Entry %(entry)s changed the club for which it plays"),
    "lined_up": _("Entry %(entry)s changed its line-up"),
    "link_renewed": _("Entry %(entry)s has a new seat link"),
    "checked_in": _("Entry %(entry)s has checked in"),
    "withdrawn": _("Entry %(entry)s withdrew"),
    "left_partner": _("Entry %(entry)s: one partner withdrew"),
    "seeks_partner": _("Entry %(entry)s looks for a partner"),
    "returned": _("Entry %(entry)s is back"),
    "reinstated": _("Entry %(entry)s was put back"),
    "removed": _("Entry %(entry)s was taken out"),
    "paired": _("Entry %(entry)s was drawn as a pair"),
    "seeded": _("The seeds were put in order"),
    "drawn": _("Round %(round)s was drawn"),
    "redrawn": _("Round %(round)s was drawn again"),
    "round_began": _("Round %(round)s began"),
    "table_over": _("Round %(round)s, table %(table)s is over"),
    "played_on": _("Round %(round)s, table %(table)s is level and plays on"),
    "scored": _("Round %(round)s, table %(table)s: scores were written down"),
    "written": _("Round %(round)s, table %(table)s: entry %(entry)s wrote scores"),
    "imported": _("The evening came from another site"),
    "renewed": _(
        "A newer version of the evening came (changes of names: %(names)s, of scores: %(scores)s, "
        "of places: %(places)s, of other things: %(others)s)"
    ),
    "listed": _("%(entries)s entries came from a list"),
    "scores_corrected": _("Round %(round)s, table %(table)s: scores were corrected"),
    "broken_off": _("Round %(round)s, table %(table)s was stopped early"),
    "round_over": _("Round %(round)s is over"),
    "finished": _("The tournament is over"),
    "archived": _("The tournament went to the archive"),
    "paused": _("The tournament was stopped"),
    "resumed": _("The tournament goes on"),
    "downtime": _("Nobody could play for %(seconds)s seconds: everything moves back by as much"),
    "open_longer": _("Open for %(minutes)s minutes more"),
    "extended": _("Round %(round)s has %(minutes)s minutes more"),
    "swapped": _("Round %(round)s: entries %(one)s and %(other)s have changed places"),
    "substituted": _("Entry %(entry)s: %(who)s took the place of %(before)s"),
    "adjusted": _("Round %(round)s, table %(table)s: the result was set"),
    "penalised": _("Round %(round)s, table %(table)s: points were taken away"),
    "annulled": _("Round %(round)s, table %(table)s was annulled"),
    "restored": _("Round %(round)s, table %(table)s counts as played"),
    "deal_annulled": _("Round %(round)s, table %(table)s: deal %(deal)s was annulled"),
    "deal_restored": _("Round %(round)s, table %(table)s: deal %(deal)s counts again"),
    "forbidden": _("Entries %(one)s and %(other)s do not meet"),
    "allowed": _("Entries %(one)s and %(other)s may meet again"),
    "nudged": _("Round %(round)s, table %(table)s was asked to speed up"),
    "claimed": _("Round %(round)s, table %(table)s: a director was called"),
    "claim_accepted": _("Round %(round)s, table %(table)s: the call was upheld"),
    "claim_rejected": _("Round %(round)s, table %(table)s: the call was rejected"),
    "announced": _("The directors made an announcement"),
}
"""The text of a log entry, by `what`, with its facts as values."""


@cache
def listed_reasons() -> frozenset[str]:
    """Return the ready-made reasons in every language."""
    found: set[str] = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found |= {str(each) for each in REASONS}
    return frozenset(found)


class ReasonRefused(ActionRefused):
    """A muted director's own words were refused as a reason; one from the list would do."""

    def __init__(self, why: ActionRefused) -> None:
        super().__init__(why.code, **{**why.details, "reasons": [str(each) for each in REASONS]})

    def __str__(self) -> str:
        listed = gettext("A ruling can still be made with a reason from the list.")
        return f"{super().__str__()} {listed}"


VALUES = ("scores", "scored", "points_before", "points_after")
"""The facts of a ruling that reveal results."""

RULINGS: Mapping[str, str | Promise] = {
    "adjusted": _("The result was set"),
    "penalised": _("Points were taken away"),
    "annulled": _("The table was annulled"),
    "restored": _("What was played counts again"),
    "scores_corrected": _("The scores were corrected"),
    "deal_annulled": _("Deal %(deal)s was annulled"),
    "deal_restored": _("Deal %(deal)s counts again"),
}
"""The text of a ruling, shown beside its table."""


def logged(what: str, facts: Mapping[str, Any]) -> str:
    """Return a log entry in the active language."""
    template = LOG.get(what)
    return what if template is None else str(template) % facts + _values(facts)


def ruled(what: str, facts: Mapping[str, Any]) -> str:
    """Return a ruling in the active language, with the values before and after."""
    return str(RULINGS[what]) % facts + _values(facts)


def _values(facts: Mapping[str, Any]) -> str:
    """Return the values that a ruling has changed; older log entries lack them."""
    text = f" ({table_score(facts['scores'])})" if "scores" in facts else ""
    changes = (f"{row}: {_score(before)} → {_score(after)}" for row, before, after in facts.get("scored", ()))
    text += "".join(f" ({each})" for each in changes)
    if "points_before" in facts:
        text += f": {by_place(facts['points_before'])} → {by_place(facts['points_after'])}"
    return text


def _score(scores: Sequence[int] | None) -> str:
    return "–" if scores is None else table_score(scores)
