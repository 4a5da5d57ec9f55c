"""Moves at a table that may not be watched, or with deals still in play elsewhere, show nowhere else.

Two worlds differ in what happens there: an accusa or none, a high or a low bid, an abandoned deal, another
scarto. People who may not watch get the same from both, at every address and by every doorbell, notice and
mail.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.db import transaction
from django.test import Client, TestCase
from django.utils import timezone

from games.models import Event as Happened
from games.models import Happening, Match
from games.play import actions, doorbell, live, lobby
from games.play.consumers import TableConsumer
from ludocards.engine.game import CLOCK, Command
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, Token
from ludopoli.api.oauth import signing
from ludopoli.notices import pushes
from ludopoli.notices.models import Notice
from ludopoli.sockets.layers import OneProcess
from ludopoli.webhooks.models import Delivery, Webhook
from tests.lists import LISTS
from tests.proofs import PASSWORD
from tests.security.matrix import API, routes_to_read
from tests.security.readings import Readings, differences
from tests.security.test_side_channels import exchange, know, seen
from tests.security.world import address, begin, parameters
from tests.tournaments.evening import Evening
from tournaments import actions as events

pytestmark = pytest.mark.usefixtures("bare_requests")

Act = Callable[[Match], None]

QUERIES = (
    "/api/v1/matches/?status=playing", "/api/v1/tables/?free=false", "/tavoli/elenco/?n=5",
    "/tornei/{event}/?da=0", "/api/v1/tournaments/?mine=true",
)  # fmt: skip

ABOUT = re.compile(r"<\w+:(code|match|event|name)>|(?:api/v1/)?(?:me|tables|matches|tournaments|series)/\b")
"""Routes about a match, an event, people, or the reader's own account."""


@dataclass
class Readers:
    """A match in play, the clients that may not watch it, and the parameters of their requests."""

    match: Match
    clients: dict[str, Client]
    places: dict[str, Any]
    of_robot: str
    """The role of the person whose program the robot is."""

    def __post_init__(self) -> None:
        self.readings = Readings(
            {f"{role}: {path}": (self.clients[role], path) for role, path in self.asked()}
        )

    def everything(self) -> dict[str, tuple[Any, ...]]:
        know(self.match)
        return self.readings.read()

    def asked(self) -> list[tuple[str, str]]:
        """Return what is asked by whom; not at addresses of what is not in this world, such as a club.

        The API answers a person and that person's program alike.
        """
        here = {"match": self.match.pk, "code": self.match.table.code, "game": self.match.game, **self.places}
        routes = (route for route in routes_to_read() if route in LISTS or ABOUT.search(route))
        paths = [address(route, here) for route in routes if parameters(route) <= here.keys()]
        paths += [path.format(**here) for path in QUERIES if "event" in here or "{event}" not in path]
        return [
            (role, path)
            for role in self.clients
            for path in dict.fromkeys(paths)
            if path.startswith(f"/{API}") == (role == "robot") or role not in ("robot", self.of_robot)
        ]


def sent() -> dict[str, Any]:
    """Return all that has been sent to people and programs."""
    return {
        "happenings": [*Happening.objects.order_by("pk").values_list("user", "kind", "data")],
        "deliveries": [*Delivery.objects.order_by("made_at").values_list("webhook", "kind")],
        "notices": [*Notice.objects.order_by("pk").values_list("user", "kind", "facts")],
        "mails": [(each.to, each.subject, each.body) for each in mail.outbox],
    }


def worlds(monkeypatch: pytest.MonkeyPatch, readers: Readers, *acts: Act) -> list[dict[str, Any]]:
    """Return everything the readers get in each of several worlds, one for each of these acts."""
    pushes.public_key()  # made at the first use, as the next one
    signing.public_keys()
    monkeypatch.setattr(lobby, "PEOPLE_SEEN", timedelta(days=1))  # however long it takes to read a world
    found = []
    for act in acts:
        rung: list[str] = []
        monkeypatch.setattr(doorbell, "ring_group", lambda group, _message, rung=rung: rung.append(group))
        with transaction.atomic():
            mail.outbox.clear()
            live.empty_cache()
            with TestCase.captureOnCommitCallbacks(execute=True):
                act(readers.match)
            own = doorbell.table_group(readers.match.table_id)
            heard = {name: (each,) for name, each in sent().items()}
            bells = [group for group in rung if group != own]
            found.append({**readers.everything(), **heard, "bells": (bells,)})
            transaction.set_rollback(True)
    return found


def assert_alike(found: Sequence[dict[str, tuple[Any, ...]]]) -> None:
    for other in found[1:]:
        assert differences(found[0], other) == []


# ---- what is done


def do(match: Match, seat: int, command: Command, ms: int = 0) -> None:
    now = live.load_match(match.pk)
    assert now.row.turn_at is not None
    at = now.row.turn_at + timedelta(milliseconds=ms)
    sent = (match.pk, seat, command, f"{now.version}", now.version)
    actions.submit_command(*sent, now=at)


def first_card(match: Match, *, last: bool = False) -> None:
    now = live.load_match(match.pk)
    [seat] = now.to_act()
    plays = [command for command in now.game.legal(now.state, seat) if command.do in ("play", "discard")]
    do(match, seat, plays[-1 if last else 0])


def accuse(match: Match) -> None:
    now = live.load_match(match.pk)
    [seat] = now.to_act()
    do(match, seat, next(each for each in now.game.legal(now.state, seat) if each.do == "accuse"))
    assert Happened.objects.filter(match=match, kind="accused").exists()
    assert any(live.load_match(match.pk).game.totals(live.load_match(match.pk).state)), "it counts at once"


def accuse_and_play(match: Match) -> None:
    accuse(match)
    first_card(match)


def bid(number: int) -> Act:
    def bids(match: Match) -> None:
        do(match, live.load_match(match.pk).to_act()[0], Command.of("bid", tricks=number))

    return bids


def word(match: Match, seat: int, call: str) -> None:
    """Make a call in the bidding, and let its moment pass."""
    now = live.load_match(match.pk)
    window = now.window()
    assert window is not None
    assert now.row.turn_at is not None
    said = now.row.turn_at + timedelta(milliseconds=window.open_ms + 1)
    command = Command.of("call", call=call)
    actions.try_command(match.pk, seat, command, f"{seat}", now.version, now=said)
    actions.time_out(match.pk, said + timedelta(milliseconds=window.batch_ms + 1))


def silence(match: Match) -> None:
    deadline = live.load_match(match.pk).row.deadline_at
    assert deadline is not None
    assert actions.time_out(match.pk, deadline + timedelta(seconds=5)) is not None
    assert live.load_match(match.pk).to_act()[0] != CLOCK


def silence_and_scarto(match: Match) -> None:
    silence(match)
    first_card(match)


def tengo_and_other_scarto(match: Match) -> None:
    word(match, 1, "tengo")
    first_card(match, last=True)
    assert Happened.objects.filter(match=match, kind="called").exists()


def abandoned(match: Match) -> None:
    for seat in range(3):
        word(match, seat, "vado")
    assert live.load_match(match.pk).row.snapshot["fair"]["deal"] == 1, "the next deal is there"


DONE: dict[str, tuple[Act, ...]] = {
    "tressette": (first_card, accuse_and_play),
    "whist": (bid(0), bid(3)),
    "tarocchi": (silence_and_scarto, tengo_and_other_scarto, abandoned),
}


def give_three_aces(match: Match) -> None:
    """Give the seat on turn an accusa, as if it had been dealt that way."""
    row = Match.objects.get(pk=match.pk)
    hands, [seat] = row.snapshot["state"]["hands"], live.load_match(match.pk).to_act()
    for suit in "DCS":
        ace, holder = f"A{suit}", next(at for at, hand in enumerate(hands) if f"A{suit}" in hand)
        if holder != seat:
            given = next(card for card in hands[seat] if card[0] != "A")
            hands[seat][hands[seat].index(given)] = ace
            hands[holder][hands[holder].index(ace)] = given
    row.save(update_fields=["snapshot"])
    live.empty_cache()


# ---- at the tables of an event


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    client.post("/account/conferma/", {"password": PASSWORD})
    return client


def program(person: User) -> Client:
    secret = Token.make(person.pk, "tutto", list(Scope))[1]
    return Client(headers={"Authorization": f"Bearer {secret}"})


def person(name: str, **fields: Any) -> User:
    return User.objects.create_user(name, f"{name}@example.org", PASSWORD, **fields)


def round_of(game: str) -> tuple[Evening, dict[str, Client]]:
    """Return a round of two tables with the same deals, and the clients that may not watch the first."""
    players = {"tressette": 4, "whist": 4, "tarocchi": 3}[game]
    club = [person(name) for name in ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fulvio", "Gina", "Ivo")]
    organiser, now = person("Ugo"), timezone.now()
    shape = {"format": "swiss"} if game == "tressette" else {"format": "tables", "unit": "single"}
    event = events.create_event(
        organiser,
        now=now,
        name="Torneo del giovedì",
        game=game,
        rules={},
        players=players,
        starts_at=now + timedelta(hours=3),
        break_seconds=60,
        pace=0.0,
        settings={"rounds": 1, **({"duplicate": True} if game == "whist" else {"deals": 3})},
        **shape,
    )
    night = Evening(event, organiser, now)
    if game == "tressette":
        night.pairs(club)
    else:
        night.enter(*([each] for each in club[: 2 * players]))
    night.start()
    first, second = (table.table for table in night.tables())
    assert first is not None
    assert second is not None
    elsewhere, directs, watches = (*(seat.user for seat in second.seats.all()[:2]), person("Nora"))
    assert elsewhere is not None
    assert directs is not None
    events.add_director(organiser, night.event, directs)
    actions.choose_vantage(watches, second, 1)
    staff, stranger = person("Capo", is_staff=True, is_superuser=True), person("Rosa")
    guest = User.objects.create(username="Ospite 1234", is_guest=True)
    for each in (elsewhere, stranger):
        Webhook.objects.create(user=each, url="https://hooks.example.org/", kinds=["match_started"])
    return night, {
        "anonymous": Client(),
        "guest": signed_in(guest),
        "stranger": signed_in(stranger),
        "staff": signed_in(staff),
        "elsewhere": signed_in(elsewhere),
        "director": signed_in(directs),
        "watcher": signed_in(watches),
        "robot": program(elsewhere),
    }


@pytest.mark.parametrize("game", DONE)
def test_play_of_closed_deals_is_visible_nowhere(
    db: None, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    night, clients = round_of(game)
    table = night.tables()[0].table
    assert table is not None
    assert table.match is not None
    if game == "tressette":
        give_three_aces(table.match)
    name = table.match.players[live.load_match(table.match.pk).to_act()[0]]["name"]
    numbers = dict.fromkeys(("round", "table", "entry", "number", "one"), 1)
    if game != "tressette":  # access rules are the same for all games
        clients = {role: clients[role] for role in ("elsewhere", "director", "robot")}
    places = {"event": night.event.code, "name": name, "other": "Ugo", "label": table.labels[0], **numbers}
    assert_alike(worlds(monkeypatch, Readers(table.match, clients, places, "elsewhere"), *DONE[game]))


def test_a_team_learns_nothing_of_the_other_room(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    organiser, now = person("Ugo"), timezone.now()
    event = events.create_event(
        organiser, now=now, name="Lega", game="tressette", rules={}, players=4, format="robin", unit="team",
        starts_at=now + timedelta(hours=3), break_seconds=60, pace=0.0, settings={"deals": 2},
    )  # fmt: skip
    night = Evening(event, organiser, now)
    one, other = ([person(f"{team} {n}") for n in range(5)] for team in ("Onda", "Vela"))
    for name, people in (("Onda", one), ("Vela", other)):
        events.enter_members(organiser, event, people, name, now=now)
    night.start()
    table = night.tables()[0].table
    assert table is not None
    assert table.match is not None
    assert {seat.user for seat in table.seats.all()} == {one[0], one[1], other[0], other[1]}
    give_three_aces(table.match)
    acting = table.match.players[live.load_match(table.match.pk).to_act()[0]]["name"]
    team = one if acting.startswith("Onda") else other
    mate, substitute = team[2], team[4]
    clients = {"mate": signed_in(mate), "substitute": signed_in(substitute), "robot": program(mate)}
    numbers = dict.fromkeys(("round", "table", "entry", "number", "one"), 1)
    places = {"event": event.code, "name": acting, "other": "Ugo", "label": table.labels[0], **numbers}
    assert_alike(worlds(monkeypatch, Readers(table.match, clients, places, "mate"), *DONE["tressette"]))


def test_a_sealed_line_up_is_seen_nowhere(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    organiser, now = person("Ugo"), timezone.now()
    event = events.create_event(
        organiser, now=now, name="Lega", game="tressette", rules={}, players=4, format="robin", unit="team",
        starts_at=now + timedelta(hours=3), break_seconds=60, pace=0.0, sealed=True,
        settings={"deals": 1, "twice": True},
    )  # fmt: skip
    night = Evening(event, organiser, now)
    one, other = ([person(f"{team} {n}") for n in range(5)] for team in ("Onda", "Vela"))
    entries = [
        events.enter_members(organiser, event, team, team[0].username, now=now) for team in (one, other)
    ]
    night.start()
    night.play()
    assert night.round.number == 2
    captain, theirs = one[0], entries[1]
    events.add_director(organiser, night.event, captain)
    Webhook.objects.create(user=captain, url="https://hooks.example.org/", kinds=["event_round_drawn"])
    [match] = Match.objects.filter(table__tournament__round__number=1, table__tournament__number=1)
    numbers = dict.fromkeys(("round", "entry", "number", "one"), 2) | {"table": 1}
    places = {"event": event.code, "name": other[0].username, "other": "Ugo", "label": "2-1", **numbers}

    def handed_in(*order: int) -> Act:
        def hands_in(_match: Match) -> None:
            events.hand_in_line_up(other[0], theirs, order, now=night.now)

        return hands_in

    clients = {"captain": signed_in(captain), "robot": program(captain)}
    acts = (handed_in(0, 1, 2, 3), handed_in(4, 3, 2, 1))
    assert_alike(worlds(monkeypatch, Readers(match, clients, places, "captain"), *acts))


def test_play_at_an_unwatchable_table_is_visible_nowhere(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin([person(name) for name in ("Anna", "Bruno", "Carla", "Dario")], watchable=False)
    give_three_aces(match)
    stranger = person("Rosa")
    clients = {"anonymous": Client(), "stranger": signed_in(stranger), "robot": program(stranger)}
    places = {"name": "Anna", "other": "Bruno"}
    assert_alike(worlds(monkeypatch, Readers(match, clients, places, "stranger"), *DONE["tressette"]))


@pytest.mark.django_db(transaction=True)
async def test_an_earlier_socket_receives_nothing_of_a_closed_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def made() -> Match:
        begun = begin([person(name) for name in ("Anna", "Bruno", "Carla", "Dario")], watchable=False)
        give_three_aces(begun)
        accuse_and_play(begun)
        return Match.objects.select_related("table").get(pk=begun.pk)

    match = await sync_to_async(made)()
    sent: list[dict[str, Any]] = []
    reader = TableConsumer()
    reader.channel_layer, reader.channel_name = OneProcess(), "here"

    async def emit_text(text: str) -> None:
        sent.append(json.loads(text))

    monkeypatch.setattr(reader, "emit_text", emit_text)
    reader.table, reader.user, reader.language, reader.revision = match.table, AnonymousUser(), "it", 0
    reader.match = reader.watched = reader.viewer = reader.vantage = None
    reader.have, reader.chat, reader.seated, reader.has_place = 0, 0, False, False
    await reader.doorbell({"match": str(match.pk), "version": match.version})
    assert sent == []
    await reader.ping()
    await reader.resume(1)
    assert [frame["t"] for frame in sent] == ["table", "pong", "table"]
    assert sent[1] == {"t": "pong", "version": 0, "rev": match.table.revision}


# ---- a hand, as the others at the table see it


def playing(game: str, players: int) -> Match:
    """Begin a match with people at every seat, which anybody may watch."""
    table = actions.host_table(
        game=game, rules={}, sitters=[person(name) for name in ("Anna", "Bruno", "Carla", "Dario")[:players]]
    )
    match = actions.begin_hosted(table)
    return match


def test_bids_and_cards_of_whist_show_no_hand_of_others(db: None) -> None:
    match = playing("whist", 4)
    now = live.load_match(match.pk)
    for _ in range(2):
        do(match, now.to_act()[0], Command.of("bid", tricks=0))
        now = live.load_match(match.pk)
    one, other = (seat for seat in range(4) if now.state.bids_by_seat[seat] is None)
    viewers = [None, *(seat for seat in range(4) if seat not in (one, other))]
    before, own = [seen(match, viewer) for viewer in viewers], seen(match, one)
    exchange(match, one, other)
    assert seen(match, one) != own, "the test would see a difference"
    assert [seen(match, viewer) for viewer in viewers] == before


def test_the_scarto_of_tarocchi_shows_to_the_dealer_alone(db: None) -> None:
    match = playing("tarocchi", 3)
    silence(match)
    [dealer] = live.load_match(match.pk).to_act()
    viewers = [None, *(seat for seat in range(3) if seat != dealer)]
    others, own = [], []
    for last in (False, True):
        with transaction.atomic():
            live.empty_cache()
            first_card(match, last=last)
            others.append([seen(match, viewer) for viewer in viewers])
            own.append(seen(match, dealer))
            transaction.set_rollback(True)
    assert own[0] != own[1], "the test would see a difference"
    assert others[0] == others[1]


def test_during_the_bidding_of_tarocchi_later_cards_are_unknown(db: None) -> None:
    match = playing("tarocchi", 3)
    before = [seen(match, viewer) for viewer in (None, 0, 1, 2)]
    row = Match.objects.get(pk=match.pk)
    state = row.snapshot["state"]
    state["later"] = state["later"][1:] + state["later"][:1]
    state["monte"], state["later"][0][:3] = state["later"][0][:3], state["monte"]
    row.save(update_fields=["snapshot"])
    live.empty_cache()
    assert [seen(match, viewer) for viewer in (None, 0, 1, 2)] == before
