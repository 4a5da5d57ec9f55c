"""The rows of the tables on the desk of a director, and the alarms about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import TournamentTable
from tournaments.pages.display import TableShown
from tournaments.scores import score_sheets
from tournaments.scores.amounts import table_score

TableStatus = TournamentTable.Status


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A table as the director sees it."""

    shown: TableShown
    deals: int | None
    """The number of finished deals; None if it is hidden from a director who plays (`Desk.hides`)."""
    of: int
    score: str
    missing: tuple[str, ...]
    """The absent people, for whom bots play."""
    is_slow: bool
    sheet: score_sheets.Sheet = ()
    """The score sheet of a real table that is being played."""
    gone: tuple[int, ...] = ()
    """The entries that have left a real table that is not over."""

    @property
    def row(self) -> TournamentTable:
        return self.shown.row

    @property
    def disputed(self) -> tuple[int, ...]:
        """The deals of which the sides of a real table have written different scores."""
        return tuple(each.number for each in self.sheet if each.is_disputed)

    @property
    def unconfirmed(self) -> tuple[score_sheets.SheetRow, ...]:
        """The rows of a real table that one side has written and no other has confirmed or contradicted."""
        return () if self.deals is None else tuple(each for each in self.sheet if each.unconfirmed)

    @property
    def unconfirmed_text(self) -> str:
        """The unconfirmed scores by row: "1: 8–3; 2: 6–5"."""
        return "; ".join(f"{each.number}: {table_score(each.unconfirmed or ())}" for each in self.unconfirmed)

    @property
    def written_by(self) -> str:
        """The names of the sides that have written the unconfirmed scores."""
        sides = {side for each in self.unconfirmed for side in each.written}
        return ", ".join(self.shown.sides[side].names for side in sorted(sides))

    @property
    def is_over(self) -> bool:
        return self.row.status == TableStatus.OVER

    @property
    def looks(self) -> bool:
        """True if a director should have a look at the table."""
        return not self.is_over and (self.is_slow or bool(self.missing or self.disputed or self.gone))

    @property
    def filter(self) -> str:
        """The group of the table, for the filter buttons."""
        return "look" if self.looks else "over" if self.is_over else "going"


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that needs the director; `place` is where they can act on it."""

    title: str
    text: str
    place: tuple[str, int, int]
    """"table" with round and number, or "entry" with the number and 0."""
    table: TournamentTable | None = None
    """A table at which a side has left, about which the director has to choose."""


def alarms_of_row(row: DeskRow, gone: Sequence[str], missing: int | None) -> Iterator[Alarm]:
    """Yield the alarms about a table; `gone` are the names of the entries that have left it, `missing` is the
    first entry with somebody absent."""
    place = ("table", row.row.round.number, row.row.number)
    at = _("Table %(n)d") % {"n": row.row.number}
    if gone:
        yield Alarm(
            _("%(table)s: %(names)s have left") % {"table": at, "names": ", ".join(gone)},
            _(
                "The others can sit out and score their average. For a substitute, first put "
                "the entry back on its page."
            ),
            ("entry", row.gone[0], 0),
            row.row,
        )
    elif missing is not None and not row.is_over:
        yield Alarm(
            _("%(table)s: %(names)s not here") % {"table": at, "names": ", ".join(row.missing)},
            _("A bot plays in the meantime. You can put a substitute in."),
            ("entry", missing, 0),
        )
    if row.disputed:
        deals = ", ".join(map(str, row.disputed))
        yield Alarm(
            _("%(table)s: the sides disagree") % {"table": at},
            _("They have entered different scores (%(deals)s). Yours count.") % {"deals": deals},
            place,
        )
    if row.is_slow:
        progress = _("Deals finished: %(done)d of %(all)d, behind the others.")
        progress %= {"done": row.deals, "all": row.of}
        yield Alarm(_("%(table)s: slow") % {"table": at}, progress, place)
