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
    "round_missed": _("Entry %(entry)s misses the round"),
    "restored": _("What was played counts again"),
    "scores_corrected": _("The scores were corrected"),
    "part_forfeited": _("Part %(part)s was forfeited"),
    "part_played": _("Part %(part)s counts as it is played"),
    "deal_annulled": _("Deal %(deal)s was annulled"),
    "deal_restored": _("Deal %(deal)s counts again"),
}
"""The text of a ruling, shown beside its table."""


def names_listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return gettext("%(these)s and %(last)s") % {"these": ", ".join(names[:-1]), "last": names[-1]}


def ruling_text(what: str, facts: Mapping[str, Any]) -> str:
    """Return a ruling in the active language, with the values before and after."""
    return str(RULINGS[what]) % facts + values_of(facts)


def values_of(facts: Mapping[str, Any]) -> str:
    """Return the values that a ruling has changed; older log entries lack them."""
    text = f" ({table_score(facts['scores'])})" if "scores" in facts else ""
    changes = (f"{row}: {_score(before)} → {_score(after)}" for row, before, after in facts.get("scored", ()))
    text += "".join(f" ({each})" for each in changes)
    if facts.get("first_round", 1) > 1:
        text += " " + _("from round %(n)d on") % {"n": facts["first_round"]}
    if "points_before" in facts:
        text += f": {by_place(facts['points_before'])} → {by_place(facts['points_after'])}"
    return text


def _score(scores: Sequence[int] | None) -> str:
    return "–" if scores is None else table_score(scores)
