"""The log of an event, as its directors read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from ludopoli.accounts.models import User
from ludopoli.text.word_filter import mask_words
from tournaments import roles
from tournaments.club_lines import listed_name
from tournaments.models import Event, LogEntry, Member
from tournaments.outlets import happenings
from tournaments.selectors import hidden_rounds
from tournaments.texts import VALUES, values_of

NAMED = ("who", "before")
"""The facts of log entries that refer to a player: the id of a person, or a bot's policy."""

TEXTS: Mapping[str, str | Promise] = {each.what: each.text for each in happenings.ALL}


@dataclass(frozen=True, slots=True)
class LogLine:
    at: datetime
    by: str
    """Empty: the sequencer."""
    what: str
    said: str
    """In the active language."""
    reason: str


def read_log(event: Event, reader: User, most: int | None = None) -> list[LogLine]:
    """Return the log for a director, most recent first, at most `most` lines."""
    return lines_of(list(rows_of(event)[:most]), reader, hidden_rounds(reader, event))


def rows_of(event: Event) -> QuerySet[LogEntry]:
    return event.log.select_related("by").order_by("-pk")


def lines_of(rows: Sequence[LogEntry], reader: User, without: Sequence[int]) -> list[LogLine]:
    """Return lines with people's present names, in one query, hiding other directors' words on rounds
    `without`."""
    ids = {row.facts[name] for row in rows for name in NAMED if type(row.facts.get(name)) is int}
    names: dict[int | str, str] = dict(User.objects.filter(pk__in=ids).values_list("pk", "username"))
    by_name = _by_name(rows)
    return [
        LogLine(
            row.at,
            row.by.username if row.by else "",
            row.what,
            _said(
                row,
                names | by_name.get(row.pk, {}),
                hidden=is_hidden,
            ),
            "" if is_hidden else mask_words(row.reason),
        )
        for row in rows
        for is_hidden in (row.facts.get("round") in without and row.by_id != reader.pk,)
    ]


def _by_name(rows: Sequence[LogEntry]) -> dict[int, dict[int | str, str]]:
    """Return by the id of a log entry the names of substitutes and of those before them without an account.

    The log itself does not name them: they can be forgotten. One query at most.
    """
    about = [row for row in rows if row.what == happenings.SUBSTITUTED.what and row.facts.get("first_round")]
    if not any(happenings.NOBODY in (row.facts["who"], row.facts["before"]) for row in about):
        return {}
    known = Member.everybody.filter(event__in={row.event_id for row in about}, user=None, bot="")
    found: dict[tuple[str, int, int, int], str] = {}
    for each in known.select_related("entry", "club_line__user"):
        name, at = listed_name(each), (each.entry.number, each.place)
        found["who", *at, each.first_round] = name
        if each.last_round is not None:
            found["before", *at, each.last_round + 1] = name
    return {
        row.pk: {
            name: text
            for name in NAMED
            if (text := found.get((name, row.facts["entry"], row.facts["place"], row.facts["first_round"])))
        }
        for row in about
    }


def _said(row: LogEntry, names: Mapping[int | str, str], *, hidden: bool) -> str:
    """Return a log entry in words; if `hidden`, without the values of a ruling."""
    people = {
        name: (names.get(row.facts[name]) or names.get(name) or _("Somebody"))
        if type(row.facts[name]) is int
        else _("a bot")
        for name in NAMED
        if name in row.facts
    }
    facts = {name: fact for name, fact in row.facts.items() if not (hidden and name in VALUES)}
    return logged(row.what, {**facts, **people})


def logged(what: str, facts: Mapping[str, Any]) -> str:
    """Return a log entry in the active language."""
    text = TEXTS.get(what)
    if role := roles.ROLES.get(facts.get("role", "")):
        text = role.given_in_log if what == happenings.DIRECTOR_ADDED.what else role.taken_in_log
    return what if text is None else str(text) % facts + values_of(facts)
