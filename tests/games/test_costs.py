"""Lists and pages with tables cost the same number of queries however long or many they are."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from analysis.models import Study
from clubs import actions as clubs
from clubs import dates, federations, scorepads
from clubs.models import Club, ClubMessage, ClubRules, ClubTable, Scorepad, ScorepadSeat
from games.archive import monthly_files
from games.models import Challenge, HouseRules, Message, Rating, Seat, Standing, Table, Visit
from games.play import actions
from ludopoli.accounts.models import Tie, User
from ludopoli.api.models import Scope, Token
from ludopoli.moderation.models import Act, Report, Sanction
from ludopoli.notices.models import Notice
from ludopoli.webhooks.models import Delivery, Webhook
from practice.models import Mistake
from tests.clubs.conftest import federated, licensed
from tests.games.ladder import played, score
from tests.lists import LISTS, OTHERS, routes
from tests.practice.making import studied
from tests.tournaments.growing import Tournament
from tournaments.models import Event, Phase

FEW, MANY = 2, 6
MOST = 25
"""The largest number of queries for a list."""

ADDRESSES = [address for addresses in LISTS.values() for address in addresses]


class World:
    """A person who appears in every list, with more entries as the world grows."""

    def __init__(self) -> None:
        self.size = 0
        self.me = User.objects.create_superuser("Anna", password=None)
        self.others = [User.objects.create_user(name, password=None) for name in ("Bruno", "Carla")]
        self.table = self.open_table(self.me)
        club = clubs.create_club(self.me, name="Circolo Garibaldi")
        assert isinstance(club, Club), club
        self.club = club
        self.tournament = Tournament(self.me, club)
        self.federation = federated(self.me, club)
        self.webhook = Webhook.objects.create(user=self.me, url="https://example.org/", kinds=["match"])

    def addresses(self) -> dict[str, object]:
        """The values for the names in the addresses of lists."""
        return {
            "name": self.me.username,
            "game": "tressette",
            "code": self.table.code,
            "report": Report.objects.earliest("pk").pk,
            "webhook": self.webhook.pk,
            "club": self.club.code,
            "federation": self.federation.slug,
            "year": timezone.localdate().year,
            **self.tournament.addresses(),
        }

    def grow(self, until: int) -> None:
        for number in range(self.size, until):
            self.add(number)
        self.size = until
        Rating.objects.update(listed=True)
        Standing.objects.update(listed=True)

    def add(self, number: int) -> None:
        me, now = self.me, timezone.now()
        names = (f"{name} {number}" for name in ("Livia", "Marco", "Nadia"))
        friend, asking, blocked = (User.objects.create_user(name, password=None) for name in names)
        Tie.objects.bulk_create(
            [
                Tie(person=me, other=friend, kind=Tie.Kind.FRIEND),
                Tie(person=friend, other=me, kind=Tie.Kind.FRIEND),
                Tie(person=me, other=friend, kind=Tie.Kind.FOLLOW),
                Tie(person=asking, other=me, kind=Tie.Kind.ASKED),
                Tie(person=me, other=blocked, kind=Tie.Kind.BLOCK),
            ]
        )
        left, right = self.others
        row, results = played([me, left, friend, right], at=now - timedelta(microseconds=MANY - number))
        score((row, results))
        Mistake.objects.create(
            studied=studied(me, row), game=row.game, at="s1-p1-c1", loss=1.5, answers=[], losses=[],
            tempting={}, facts=[], themes=" lead ",
        )  # fmt: skip
        Study.objects.create(match=row, deal=0, owner=me, name=f"Analisi {number}")
        around = User.objects.create_user(f"Olga {number}", password=None)
        Visit.objects.create(user=around, seen_at=now + timedelta(hours=1))  # longer than the test takes
        theirs = self.open_table(friend)
        theirs.seats.filter(number=1).update(user=me)
        Message.objects.create(table=self.table, user=me, name=me.username, seat=0, text="Ciao")
        HouseRules.objects.create(owner=me, game="tressette", name=f"Casa {number}", rules=self.table.rules)
        Token.make(me.pk, f"prova {number}", [Scope.READ])
        User.objects.create(username=f"Automa {number}", is_bot=True, owner=me)
        Notice.objects.create(user=me, kind="invited", actor=friend, url="/", facts={"game": "tressette"})
        Delivery.objects.create(
            webhook=self.webhook, kind="match.finished", body="{}", due_at=now, made_at=now
        )
        Webhook.objects.create(user=me, url=f"https://example.org/{number}/", kinds=["match"])
        Challenge.objects.create(table=theirs, challenger=friend, challenged=me)
        at_table = {"subject": me, "table": self.table.code, "text": "…"}
        Report.objects.create(reporter=friend, reason="words", **at_table)
        Report.objects.create(reporter=self.me, subject=friend, reason="words")
        Report.objects.create(reporter=asking, reason="words", closed_at=now, **at_table)
        Sanction.objects.create(user=me, kind=Sanction.Kind.WARNING, reason="…", confirmed_at=now)
        Act.objects.create(by=me, what=Act.What.WARN, subject=me, reason="…")
        clubs.create_club(me, name=f"Circolo {number}")
        clubs.join_by_link(friend, self.club, self.club.secret)
        clubs.ask_to_join(asking, self.club)
        line = clubs.add_member(me, self.club, f"Socio {number}")
        licensed(self.federation, line, f"{number}")
        federations.invite_club(me, self.federation, Club.objects.get(name=f"Circolo {number}"))
        federations.create_federation(me, name=f"Federazione {number}", slug=f"f-{number}")
        ClubMessage.objects.create(club=self.club, user=friend, text=f"Riga {number}")
        HouseRules.objects.create(game="tressette", name=f"Club {number}", rules=self.table.rules)
        ClubRules.objects.create(club=self.club, house=HouseRules.objects.latest("pk"))
        ClubTable.objects.create(club=self.club, table=theirs)
        self.add_scorepad(friend, number)
        dates.add_dates(me, self.club, title=f"Cena {number}", starts_at=now + timedelta(days=1))
        monthly_files.write_volume(f"20{number + 10}-01")
        self.tournament.add(number, (friend, asking), theirs)
        over = Event.objects.get(name=f"Coppa {number}")
        Phase.objects.create(event=over, federation=self.federation, level=Phase.Level.CLUB)

    def add_scorepad(self, friend: User, number: int) -> None:
        names = ["Anna", f"Bruno {number}", "Carla", "Dino"]
        pad = scorepads.open_pad(self.me, "", "tressette", {"preset": "classico"}, names, self.club)
        assert isinstance(pad, Scorepad)
        for seat, person in enumerate((self.me, friend)):
            scorepads.claim_seat(person, pad, seat)
        ScorepadSeat.objects.update(place=1)

    def open_table(self, host: User) -> Table:
        table = Table.objects.create(game="tressette", rules={"preset": "classico"}, players=4, host=host)
        seats = [Seat(table=table, number=number, user=None if number else host) for number in range(4)]
        Seat.objects.bulk_create(seats)
        return table


@pytest.fixture
def world(db: None, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr("rest_framework.views.APIView.throttle_classes", [])
    return World()


def test_every_route_is_classified_by_whether_it_lists_something() -> None:
    known = LISTS.keys() | OTHERS
    assert not LISTS.keys() & OTHERS
    assert sorted({*routes()} - known) == []
    assert sorted(known - {*routes()}) == []


def test_a_list_costs_the_same_at_any_length(world: World) -> None:
    client = Client()
    client.force_login(world.me)
    world.grow(FEW)
    short = {}
    for address in ADDRESSES:
        answered(client, world, address)  # fills the caches, so that they do not count
        short[address] = answered(client, world, address)
    world.grow(MANY)
    for address in ADDRESSES:
        few, length = short[address]
        many, longer = answered(client, world, address)
        if len(many) > len(few):  # as long as it fills caches
            many, longer = answered(client, world, address)
        assert longer > length, f"the list of {address} has not grown: this proves nothing"
        assert len(many) <= len(few) <= MOST, "\n".join([address, *many])


def answered(client: Client, world: World, address: str) -> tuple[list[str], int]:
    """Return the queries and the length of a response."""
    url = address.format(**world.addresses())
    with CaptureQueriesContext(connection) as queries:
        page = client.get(url)
    assert page.status_code == 200, url
    return [query["sql"] for query in queries.captured_queries], len(page.content)


# ---- pages that show tables

TABLE_QUERIES = 3
"""One query each for tables, seats and people."""
HOME_QUERIES = TABLE_QUERIES + 2
"""Two more for the next tournaments and those of the day."""
LOBBY_QUERIES = TABLE_QUERIES + 5
"""Five more for the counts and the people around."""
MEANWHILE = 2
"""For the wait lately, once a minute in a process, and the tournaments of the day."""
SIGNED_IN_QUERIES = 9
"""For session, person, own tables, last match, house rules, bell, friends and blocked people, the answers to
the puzzles of the days, and the table with today's deal."""


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


@pytest.mark.parametrize(
    ("path", "most"),
    [("/", HOME_QUERIES), ("/tavoli/", LOBBY_QUERIES + MEANWHILE), ("/tavoli/elenco/", LOBBY_QUERIES)],
)
def test_pages_cost_the_same_with_many_tables(db: None, path: str, most: int) -> None:
    cache.clear()
    for number in range(12):
        host = User.objects.create_user(f"Host {number}", f"{number}@example.org")
        table = actions.open_table(host, game="tressette", rules={"preset": "classico"}, players=4)
        if number % 2:
            actions.fill_with_bots(host, table)
    anna = Client()
    anna.force_login(User.objects.create_user("Anna", "anna@example.org"))
    Client().get(path)  # the first of a minute reads what is the same for all today
    assert queries(Client(), path) <= most
    assert queries(anna, path) <= most + SIGNED_IN_QUERIES
