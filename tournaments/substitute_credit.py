"""Credit for the place of an entry where substitutes came: which of its people it counts for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from tournaments.formats import season
from tournaments.models import Entry, Member, TournamentTable

Row = TypeVar("Row", bound=Member)


def credited_members(members: Iterable[Row], credit: str = season.HALF) -> list[Row]:
    """Return the members, present and former, for whom the places of their entries count by a rule of
    `season.CREDITS`, in their order: for each person in an entry the last row.

    Two queries, if substitutes came anywhere.
    """
    found = list(members)
    changed = {each.entry_id for each in found if each.last_round is not None or each.first_round > 1}
    if not changed:
        return found
    played = _rounds_played(changed)
    rows: dict[tuple[object, ...], list[Row]] = defaultdict(list)
    for each in found:
        rows[each.entry_id, each.user_id, each.club_line_id, each.name].append(each)
    credited = set()
    for its in rows.values():
        entry, rounds = its[-1].entry_id, played.get(its[-1].entry_id, ())
        own = sum(any(_plays_in(each, number) for each in its) for number in rounds)
        stays = any(each.last_round is None for each in its)
        if entry not in changed or season.has_credit(credit, own, len(rounds), is_present=stays):
            credited.add(its[-1].pk)
    return [each for each in found if each.pk in credited]


def _plays_in(member: Member, number: int) -> bool:
    return member.first_round <= number and (member.last_round is None or number <= member.last_round)


def _rounds_played(changed: Collection[int]) -> Mapping[int, set[int]]:
    """Return the rounds in which entries had a table, by the key of the entry."""
    rows = Entry.objects.filter(pk__in=changed).values_list("event", "number", "pk")
    entries = {(event, number): entry for event, number, entry in rows}
    tables = TournamentTable.objects.filter(round__event__in={event for event, _number in entries})
    found: dict[int, set[int]] = defaultdict(set)
    for event, number, places in tables.values_list("round__event", "round__number", "places"):
        for each in places:
            if (event, each) in entries:
                found[entries[event, each]].add(number)
    return found
