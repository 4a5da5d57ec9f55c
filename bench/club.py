"""The pages of a club of 5,000 members and of its evenings: `python -m bench club`.

Half of the members have an account. Three hundred evenings of twenty pairs are over, and the first round of
another is paired. The club's owner requests every page of the club, the latest two and the door. Printed
are the pages that take the most processor time, beside the same of a club of 50, and the most queries.
It fails if a page asks the database more often of the larger club.
"""

from __future__ import annotations

import logging
import statistics
import sys
import time
from dataclasses import dataclass
from itertools import product
from typing import Any

from bench.fresh_database import run_inside, set_up_django

SMALL, LARGE, PAIRS, EVENINGS, TIMES = 50, 5_000, 20, 300, 3
SLOWEST = 12
"""The number of pages that are printed."""

FIRST = (
    "Ada", "Anna", "Bruno", "Carla", "Dario", "Elena", "Fulvio", "Gina", "Ivo", "Lia", "Lucia", "Mario",
    "Nicolò", "Nora", "Olga", "Piero", "Rosa", "Ugo",
)  # fmt: skip
BEGINNINGS = (
    "Bar", "Bel", "Bor", "Cal", "Car", "D’An", "Fer", "Fon", "Gal", "Gar", "Mar", "Mon", "Pal", "Ric", "San",
    "Sar", "Ser", "Tor",
)  # fmt: skip
ENDINGS = (
    "ari", "ella", "etti", "gelo", "ieri", "inelli", "ini", "oli", "oni", "otti", "rari", "sani", "tori",
    "ucci", "uti", "uzzi", "vani", "zano",
)  # fmt: skip


def main() -> None:
    run_inside("bench.club")


def inside() -> None:
    set_up_django()

    from django.conf import settings

    settings.ALLOWED_HOSTS = ["testserver"]
    logging.disable(logging.WARNING)  # of addresses that are no pages
    few, many = (costs(members) for members in (SMALL, LARGE))
    most = max(many, key=lambda name: many[name].queries)
    print(f"club of {LARGE} members: {len(many)} pages, at most {many[most].queries} queries ({most}):")
    for name in sorted(many, key=lambda name: many[name].ms, reverse=True)[:SLOWEST]:
        print(
            f"{many[name].ms:8.0f} ms ({few[name].ms:.0f} with {SMALL}), {many[name].queries} queries: {name}"
        )
    growing = [name for name in many if many[name].queries > few[name].queries]
    for name in growing:
        print(f"more queries with more members: {few[name].queries}, {many[name].queries}: {name}")
    if growing:
        sys.exit(1)


@dataclass(frozen=True, slots=True)
class PageCost:
    ms: float
    """The median time of the processor, without the database's, in milliseconds."""
    queries: int


def costs(members: int) -> dict[str, PageCost]:
    """Return what each page of a new club of so many members costs, by its address without codes."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tests.tournaments.test_event_costs import addresses_of

    owner, club, over, tonight = build(members)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    client = Client()
    client.force_login(owner)
    door = f"/tornei/{tonight}/direzione/chi/"
    addresses = [
        *addresses_of(tonight, club),
        *addresses_of(over, club),
        *(f"/circoli/{club}/soci/{query}" for query in ("?q=anna", "?pagina=2")),
        *(f"{door}{query}" for query in ("?q=anna", "?q=anna&con=1007")),
        *(f"/api/v1/clubs/{club}/{part}" for part in ("", "members/", "records/", "fame/")),
        f"/api/v1/clubs/{club}/leaderboards/tressette/",
    ]
    found = {}
    for address in dict.fromkeys(addresses):
        if client.get(address).status_code != 200:
            continue
        times = []
        for _ in range(TIMES):
            start = time.process_time()
            client.get(address)
            times.append(1000 * (time.process_time() - start))
        with CaptureQueriesContext(connection) as asked:
            client.get(address)
        name = address.replace(tonight, "tonight").replace(over, "over").replace(club, "club")
        found[name] = PageCost(statistics.median(times), len(asked))
    return found


def build(members: int) -> tuple[Any, str, str, str]:
    """Return the owner of a new club, and the codes of the club, of an evening that is over, and of another
    whose first round is paired."""
    from django.utils import timezone

    from clubs import actions as clubs
    from clubs.models import Member
    from ludopoli.accounts.models import User
    from tests.tournaments.conftest import on_thursday
    from tests.tournaments.test_event_costs import play_round
    from tournaments import actions

    owner = User.objects.create(username=f"Titolare {members}", password="!")
    club = clubs.create_club(owner, name=f"Circolo dei {members}")
    names = [f"{first} {one}{two}" for one, two, first in product(BEGINNINGS, ENDINGS, FIRST)][:members]
    accounts = User.objects.bulk_create(
        User(username=f"{name} {members}", password="!") for name in names[::2]
    )
    Member.objects.bulk_create(
        Member(
            club=club,
            number=2 + at,
            user=None if at % 2 else accounts[at // 2],
            name=name,
            card=f"{1_000 + at}",
            since=timezone.now(),
        )
        for at, name in enumerate(names)
    )
    codes = []
    for rounds in (2, 0):
        evening = on_thursday(owner, venue="real", club=club)
        lines = (f"{names[at]},{names[-1 - at]}" for at in range(PAIRS))
        actions.import_entries(owner, evening.event, "\n".join(["nome,compagno", *lines]), now=evening.now)
        evening.draw()
        evening.at(seconds=1)
        for _ in range(rounds):
            play_round(evening)
        codes.append(evening.fresh().code)
    over, tonight = codes
    repeat_evening(club, over)
    return owner, club.code, over, tonight


def repeat_evening(club: Any, over: str) -> None:
    """Add evenings of other members to the one that is over."""
    from games.models import table_code
    from tournaments.models import Entry, Event, Member

    lines = [*club.members.exclude(name="")]
    held = Event.objects.get(code=over)
    before = [*Entry.objects.filter(event=held).order_by("pk")]
    people = [*Member.objects.filter(event=held).order_by("pk")]
    for at in range(1, EVENINGS):
        event = Event.objects.get(code=over)
        event.pk, event.code = None, table_code()
        event.save()
        entries = Entry.objects.bulk_create(
            Entry(event=event, number=each.number, place=each.place, score=each.score) for each in before
        )
        of_former = {former.pk: new for former, new in zip(before, entries, strict=True)}
        Member.objects.bulk_create(
            Member(
                event=event,
                entry=of_former[each.entry_id],
                place=each.place,
                club_line=(line := lines[(2 * PAIRS * at + number) % len(lines)]),
                name=line.name,
                here=True,
            )
            for number, each in enumerate(people)
        )


if __name__ == "__main__":
    inside() if sys.argv[1:] == ["inside"] else main()
