"""The lobby as each of its open pages shows it, read at once for all readers of a process.

Tables are read once for each filter, people and counts once; lines are rendered once for each state and
language (`listing.py`). What differs between readers is chosen from that: tables at which they sit, friends,
blocks, the counts without themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import get_language, override

from games.models import Seat, Table
from games.pages import listing
from games.pages.listing import ListedLine, WantedList
from games.play import lobby, online, selectors
from games.play.lobby import Counts
from games.play.online import Around, Ties

MAX_PEOPLE = 20
"""The most people around that the lobby names; of the others it shows the number."""

MAX_OWN_TABLES = 3
"""The most tables of the reader's own that a page shows, apart from those that only they can end."""


@dataclass(frozen=True, slots=True)
class LobbyReader:
    """A person with a page of the lobby, or a stranger (`user_id` is None)."""

    user_id: int | None
    name: str
    language: str
    wanted: WantedList
    sees_people: bool
    """True if the page shows counts and people besides the tables."""


class LiveList(NamedTuple):
    lines: tuple[ListedLine, ...]
    rest: str
    """The markup after the lines, or in their place if there are none."""


class ShownLobby(NamedTuple):
    tables: LiveList
    people: LiveList | None = None
    counts: str | None = None


def read_tables(readers: Collection[LobbyReader]) -> dict[LobbyReader, LiveList]:
    """Read the tables that each reader's page lists: three queries for each filter among them."""
    wishes = {(reader.wanted.game, reader.wanted.free_only): reader.wanted for reader in readers}
    rows = {
        wish: lobby.rows_of_lobby(wanted.tables, wanted.free_only, listing.MOST_TABLES)
        for wish, wanted in wishes.items()
    }
    found = {}
    for language, group in _by_language(readers):
        with override(language):
            made = {wish: [lobby.lobby_table(row) for row in listed] for wish, listed in rows.items()}
            lists: dict[tuple[WantedList, str], LiveList] = {}
            for reader in group:
                wanted = reader.wanted
                tables = made[wanted.game, wanted.free_only][: wanted.limit]
                name = reader.name if any(reader.name in table.people for table in tables) else ""
                if (wanted, name) not in lists:
                    lines = listing.lines_of_tables(tables, name)
                    lists[wanted, name] = LiveList(lines, "" if lines else _no_tables(wanted, language))
                found[reader] = lists[wanted, name]
    return found


def read_people(readers: Collection[LobbyReader]) -> dict[LobbyReader, tuple[LiveList, str]]:
    """Read the people around as each reader is shown them, and the counts: ten queries for all readers."""
    ids = {reader.user_id for reader in readers if reader.user_id is not None}
    held: dict[int | None, list[Seat]] = {None: [], **(selectors.seats_held_by(ids) if ids else {})}
    ties = online.ties_of(ids) if ids else {}
    counts = lobby.count_others(lobby.site_counts(), held)
    around = online.people_around()
    found = {}
    for language, group in _by_language(readers):
        with override(language):
            neighbourhood = _Neighbourhood(around)
            for reader in group:
                own = held[reader.user_id]
                people = neighbourhood.shown_to(
                    reader.user_id,
                    ties.get(reader.user_id or 0, online.NO_TIES),
                    table_to_fill(own, reader.user_id),
                )
                has_tables = any(seat.table.status != Table.Status.OVER for seat in own)
                found[reader] = people, counts_text(counts[reader.user_id], has_tables, language)
    return found


def table_to_fill(held: Sequence[Seat], reader: int | None) -> Table | None:
    """Return the table of a reader with these seats to which they can invite people around."""
    own = [seat.table for seat in held if seat.user_id == reader]
    return next((table for table in own[:MAX_OWN_TABLES] if selectors.can_invite(table)), None)


class _Neighbourhood:
    """The people around, for readers of one language."""

    def __init__(self, around: Around) -> None:
        self._around = around
        self._strangers = online.people_besides(None, around, online.NO_TIES)
        self._ids = frozenset(user.pk for user in around)
        self._made: dict[tuple[object, ...], LiveList] = {}

    def shown_to(self, reader: int | None, ties: Ties, asks_to: Table | None) -> LiveList:
        """The list for a reader, made once for all who see the same."""
        if self._ids.isdisjoint(ties.friends) and self._ids.isdisjoint(ties.apart):
            first = [each for each in self._strangers[: MAX_PEOPLE + 1] if each.user.pk != reader][
                :MAX_PEOPLE
            ]
            more = len(self._strangers) - (reader in self._ids) - len(first)
        else:
            people = online.people_besides(reader, self._around, ties)
            first, more = people[:MAX_PEOPLE], len(people[MAX_PEOPLE:])
        key = tuple((each.user.pk, each.is_friend) for each in first), more, asks_to and asks_to.pk
        if key not in self._made:
            lines = listing.lines_of_people(first, asks_to)
            self._made[key] = LiveList(lines, rest_of_people(bool(first), more, get_language()))
        return self._made[key]


def _by_language(readers: Collection[LobbyReader]) -> Iterator[tuple[str, list[LobbyReader]]]:
    for language in {reader.language for reader in readers}:
        yield language, [reader for reader in readers if reader.language == language]


@lru_cache(maxsize=100)
def _no_tables(wanted: WantedList, _language: str) -> str:
    shown = {"cards": "", "filtered": wanted.is_filtered}
    return listing.strip_indentation(render_to_string("games/_tables.html", shown))


@lru_cache(maxsize=500)
def rest_of_people(around: bool, more: int, _language: str | None) -> str:
    shown = {"around": around, "more_around": more}
    return listing.strip_indentation(render_to_string("games/_around_rest.html", shown))


@lru_cache(maxsize=500)
def counts_text(counts: Counts, has_tables: bool, _language: str) -> str:
    shown = render_to_string("games/_counts_text.html", {"counts": counts, "own_tables": has_tables})
    return listing.strip_indentation(shown).strip()
