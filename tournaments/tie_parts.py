"""The parts of an event's ties: their games, their rows on a score sheet, their names, and who deals first.

An event whose ties have one part is the list of one. `formats.parts` says which are played, and who wins.
People read of a *meeting*, since a tie may also be a draw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import texts
from ludocards.engine.registry import GAMES
from tournaments.formats.catalog import FORMATS
from tournaments.formats.parts import SIDES, PartsPlan, TieCourse, follow_parts
from tournaments.formats.scoring import Scores
from tournaments.formats.standings import lot_of
from tournaments.models import Event, TournamentTable

MOST_PARTS = 5
"""The most parts of a tie."""


@dataclass(frozen=True, slots=True)
class TiePart:
    """A part of the ties of an event, as announced."""

    at: int
    """Its place among the parts, from 0."""
    game: str
    rules: Mapping[str, Any]
    rules_name: str
    deals: int
    """The rows of its score sheet; 1 where only the result of a match is written down."""
    is_bella: bool = False

    @property
    def preset(self) -> str:
        return str(self.rules["preset"])

    @property
    def called(self) -> str:
        """The name of its game and rules."""
        return texts.title_of_rules(self.game, self.preset, self.rules_name)

    @property
    def lead(self) -> str:
        """The word before its name in a list of the parts."""
        if self.is_bella:
            return pgettext("parts", "decider:")
        return pgettext("parts", "then") if self.at else ""

    @property
    def game_name(self) -> str:
        return texts.game_name(self.game, self.preset)


def parts_of_event(event: Event) -> tuple[TiePart, ...]:
    """Return the parts of the event's ties in their order; one for most events."""
    last = len(event.later_parts)
    first = TiePart(0, event.game, event.rules, event.rules_name, event.settings.get("deals", 1))
    later = [
        TiePart(
            at, each["game"], each["rules"], each["rules_name"], each["deals"], event.bella and at == last
        )
        for at, each in enumerate(event.later_parts, start=1)
    ]
    return (first, *later)


def plan_of_event(event: Event) -> PartsPlan:
    return PartsPlan(tuple(each.deals for each in parts_of_event(event)), event.bella)


def part_of_event(event: Event, at: int | None) -> TiePart:
    """Return a part by its number, from 0; a play-off has the game of the last one."""
    parts = parts_of_event(event)
    return parts[-1] if at is None or at >= len(parts) else parts[at]


def part_of_row(event: Event, row: int) -> TiePart:
    """Return the part of a row of a score sheet, from 0."""
    return part_of_event(event, plan_of_event(event).part_of(row))


def results_by_label(
    event: Event, labels: Sequence[str], deals: Mapping[str, Sequence[int] | None]
) -> dict[str, Scores | None]:
    """Return the scores of deals as results, of which more is better, each by the game of its part."""
    parts, plan = parts_of_event(event), plan_of_event(event)
    rows = {label: row for row, label in enumerate(labels)}
    found: dict[str, Scores | None] = {}
    for label, scores in deals.items():
        part = parts[min(plan.part_of(rows.get(label, len(labels))), len(parts) - 1)]
        found[label] = None if scores is None else GAMES[part.game].results(scores)
    return found


def course_of_table(
    table: TournamentTable, deals: Mapping[str, Sequence[int] | None] | None = None
) -> TieCourse:
    """Return the course of the tie at a table, by its scores that count, or by others."""
    event = table.round.event
    boards = results_by_label(event, table.labels, table.deals if deals is None else deals)
    return follow_parts(plan_of_event(event), table.labels, boards, table.forfeits)


def part_title(event: Event, at: int) -> str:
    """Return the name of a part on a score sheet."""
    part = part_of_event(event, at)
    if at > part.at:
        return _("Play-off: %(game)s") % {"game": part.game_name}
    return _("Decider: %(game)s") % {"game": part.game_name} if part.is_bella else part.game_name


def deal_number(table: TournamentTable, row: int) -> int:
    """Return the number of a row's deal, from 1; where sets go from table to table, from the last of the set
    before."""
    event = table.round.event
    if not event.is_real or not FORMATS[event.format].sets_travel:
        return row + 1
    before = int(table.labels[0].partition("-")[0]) - 1
    return before * parts_of_event(event)[0].deals + row + 1


def row_title(table: TournamentTable, row: int) -> str:
    """Return the name of a row of a score sheet, from 0: of its part, with its deal if there are several."""
    event = table.round.event
    if event.scores == Event.Scores.MATCH and not event.is_mixed:
        return _("Match")
    if not event.is_mixed:
        return _("Deal %(n)d") % {"n": deal_number(table, row)}
    plan = plan_of_event(event)
    at = plan.part_of(row)
    title, number = part_title(event, at), row - plan.first_row(at) + 1
    has_several = number > 1 or (at < len(plan.rows) and plan.rows[at] > 1)
    return f"{title}, {number}" if has_several else title


def first_to_deal(table: TournamentTable, at: int) -> int:
    """Return the side that deals first in a part: the one named first and the other in turn; in the bella and
    in a play-off by lot."""
    event = table.round.event
    parts = parts_of_event(event)
    if at < len(parts) and not parts[at].is_bella:
        return at % SIDES
    lot = f"{event.draw_seed}/{table.round.number}/{at}"
    return min(range(SIDES), key=lambda side: lot_of(lot, table.places[side]))


def title_of_event(event: Event) -> str:
    """Return what is played at an event: all its parts, with their rules."""
    return ", ".join(f"{each.lead} {each.called}".strip() for each in parts_of_event(event))
