"""Replays: every position is the engine's, and readers see only what they may."""

from __future__ import annotations

import gzip
import io
import json
import uuid
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from games.archive import finished_matches, replay
from games.archive.replay import Logged, Stretch
from games.models import Match
from games.play import live
from ludocards.engine import referee
from ludocards.engine.game import Event, Json
from tests.engine.matches import Played, playing

JSON = {"Accept": "application/json"}
LARGEST = 300_000
"""The most bytes that the JSON of a long match may have."""

MATCHES: dict[str, tuple[str, int, dict[str, Json]]] = {
    "tressette": ("tressette", 4, {"preset": "classico"}),
    "declarations": ("tressette", 4, {"preset": "ludopoli"}),
    "signals": ("tressette", 4, {"preset": "bredese"}),
    "alone": ("tressette", 3, {"preset": "classico"}),
    "whist": ("whist", 6, {"preset": "andata_ritorno"}),
    "two": ("whist", 2, {"preset": "andata", "briscola": False}),
    "tarocchi": ("tarocchi", 3, {"preset": "calatafimi"}),
    "shown": ("tarocchi", 3, {"preset": "calatafimi", "deals": 3, "monteShown": True}),
    "maraffone": ("maraffone", 4, {}),
    "traversone": ("traversone", 4, {}),
    "ciapano": ("traversone", 3, {"preset": "ciapano"}),
    "scopone": ("scopone", 4, {"preset": "nove_carte"}),
    "scopa": ("scopone", 3, {"preset": "scopa"}),
    "briscola": ("briscola", 3, {"exchange": "two", "exchange_until": "stock"}),
    "osteria": ("briscola", 4, {"preset": "osteria"}),
}


@cache
def logged(name: str, seed: int = 7) -> tuple[Played, list[Logged], list[Any]]:
    """Return a random match, its log, and the state after each step."""
    game, players, options = MATCHES[name]
    log: list[Logged] = []
    states: list[Any] = []
    done = 0
    seen = 0
    for played in playing(game, players, seed, **options):
        new = played.events[seen:]
        seen = len(played.events)
        if not new:
            continue
        acts = sum(len(did) for _, did in played.deals)
        first = Logged(new[0])
        if acts > done:
            last = played.deals[-1][1][-1]
            first = Logged(new[0], last.seat, last.command)
        done = acts
        log += [first, *map(Logged, new[1:])]
        states.append(played.state)
    return played, log, states


@cache
def document_of(name: str, *eyes: int) -> dict[str, Json]:
    """The data of a viewer who sees these hands of a random match; no test changes it."""
    played, log, _ = logged(name)
    return document(played, log, eyes)


def document(played: Played, log: list[Logged], eyes: replay.Eyes) -> dict[str, Json]:
    """The data of the viewer, after a round trip through JSON."""
    sent = replay.replay_document(played.game, played.rules, played.players, Stretch.whole(log), eyes)
    read: dict[str, Json] = json.loads(json.dumps(sent))
    return read


def patched(value: Json, patch: Json) -> Json:
    """Apply a patch, as static/js/replay/positions.js does."""
    if isinstance(patch, dict):
        kept = {name: old for name, old in value.items() if patch.get(name) != ["-"]}
        return kept | {name: patched(value.get(name), new) for name, new in patch.items() if new != ["-"]}
    if patch[0] == "=":
        return patch[1]
    _, start, count, items = patch
    return value[:start] + items + value[start + count :]


def positions(sent: dict[str, Json]) -> list[Json]:
    """Return the positions that result from the patches."""
    made: list[Json] = []
    for frame in sent["frames"]:
        if "patch" in frame:
            made.append(patched(made[-1] if made else {}, frame["patch"]))
    return made


def known(view: Json, deck: frozenset[str]) -> set[str]:
    """Return the cards that are named anywhere in a value."""
    if isinstance(view, dict):
        return set().union(*(known(value, deck) for value in view.values()))
    if isinstance(view, list):
        return set().union(*(known(value, deck) for value in view))
    return {view} & deck if isinstance(view, str) else set()


# ---- positions


@pytest.mark.parametrize("name", MATCHES)
@pytest.mark.parametrize("whose", ["all", "one", "none"])
def test_every_position_is_that_of_the_engine(name: str, whose: str) -> None:
    played, _, states = logged(name)
    eyes = {"all": range(played.players), "one": [1], "none": []}[whose]
    made = positions(document_of(name, *eyes))
    assert len(made) == len(states)
    for position, state in zip(made, states, strict=True):
        own, _so_far = position.pop("own"), position.pop("so_far")
        assert position == played.game.view(state, None)
        assert set(own) == {str(seat) for seat in eyes}
        for seat in eyes:
            view = played.game.view(state, seat)
            assert own[str(seat)] == {name: view[name] for name in played.game.own if name in view}


@pytest.mark.parametrize(
    ("name", "worth"),
    [
        ("osteria", {"A": 11, "3": 10, "R": 4, "C": 3, "F": 2}),
        ("maraffone", {"A": 3, **dict.fromkeys("32RCF", 1)}),
        ("ciapano", {"A": 3, **dict.fromkeys("32RCF", 1)}),
        ("scopone", None),
        ("tarocchi", None),
    ],
)
def test_a_position_has_the_points_so_far_where_everybody_can_count_them(
    name: str, worth: dict[str, int] | None
) -> None:
    for position in positions(document_of(name)):
        counted = None
        if worth is not None and position["phase"] == "play":
            counted = [0] * len({*position["sides"]})
            for presa in position["tricks"]:
                counted[position["sides"][presa["winner"]]] += sum(
                    worth.get(card[0], 0) for card in presa["cards"]
                )
        assert position["so_far"] == counted


@pytest.mark.parametrize("name", MATCHES)
def test_from_one_seat_nothing_is_shown_before_that_seat_knows_it(name: str) -> None:
    played, _, states = logged(name)
    deck = frozenset(played.game.deck.cards)
    sent = document_of(name, 1)
    after = iter(states)
    met: set[str] = set()
    for frame in sent["frames"]:
        if frame["at"].count("-") == 0:
            met = set()
        if not frame["at"].endswith("-fine"):
            state = next(after)
            met |= known(played.game.view(state, 1), deck) | known(played.game.view(state, None), deck)
            met |= known(
                [event for event in frame["events"] if event["kind"] in ("played", "taken", "uncovered")],
                deck,
            )
        assert known(frame, deck) <= met, frame
    assert next(after, None) is None


def test_frames_contain_only_the_public_events() -> None:
    """Frames have only the public part of events: the cards of a hand are in its position."""
    played, _, _ = logged("declarations")
    sent = [event for frame in document_of("declarations", *range(4))["frames"] for event in frame["events"]]
    assert sent == [{"kind": event.kind, **event.public} for event in played.events]


# ---- the names of frames


def test_every_frame_has_a_unique_name() -> None:
    for name in MATCHES:
        names = [frame["at"] for frame in document_of(name)["frames"]]
        assert len(set(names)) == len(names)


def test_names_count_deals_tricks_and_cards_from_one() -> None:
    frames = document_of("two")["frames"]
    names = [frame["at"] for frame in frames]
    assert names[:6] == ["s1", "s1-a1", "s1-a2", "s1-p1-c1", "s1-p1-c2", "s1-p2-c1"]
    assert names[names.index("s2") - 2 : names.index("s2")] == ["s1-p4-c2", "s1-fine"]
    assert names[-1] == "s7-fine"


def test_the_last_card_of_a_deal_and_its_points_are_two_frames() -> None:
    frames = {frame["at"]: frame for frame in document_of("tressette")["frames"]}
    card, points = frames["s1-p10-c4"], frames["s1-fine"]
    assert [event["kind"] for event in card["events"]] == ["played", "taken"]
    assert "patch" not in card
    assert [event["kind"] for event in points["events"]] == ["scored"]
    assert [event["kind"] for event in list(frames.values())[-1]["events"]] == ["scored", "finished"]


def test_an_abandoned_deal_shows_its_calls_and_points() -> None:
    frames = document_of("tarocchi")["frames"]
    at = next(at for at, frame in enumerate(frames) if frame["events"][-1].get("result") == "abandon")
    assert frames[at]["at"].split("-")[1].startswith("a")
    assert frames[at + 1]["at"].endswith("-fine")


# ---- logs


def test_events_of_the_spine_belong_to_their_step() -> None:
    played, log, _ = logged("tressette")
    promise = Logged(Event("committed", {"deal": 0, "commitment": "ab"}, sealed={"seed": "cd"}))
    seed = Logged(Event("revealed", {"deal": 0, "seed": "cd"}))
    overtime = replace(log[1], event=Event("timed_out", {"seat": log[1].seat}))
    left = Logged(Event("left", {"seat": 2}))
    sent = document(played, [promise, log[0], overtime, Logged(log[1].event), left, seed, *log[2:]], range(4))
    kinds = [[event["kind"] for event in frame["events"]] for frame in sent["frames"][:2]]
    assert kinds[0] == ["dealt"]
    assert [kinds[1][0], kinds[1][-1]] == ["timed_out", "left"]
    assert sent["fair"]["0"] == {"commitment": "ab", "seed": "cd"}
    assert sent["fair"]["1"] == {"commitment": None, "seed": None}


def test_only_readers_of_every_hand_see_a_seed() -> None:
    """The seed would reveal the hands."""
    played, log, _ = logged("tressette")
    seed = Logged(Event("revealed", {"deal": 0, "seed": "cd"}))
    assert document(played, [*log, seed], range(4))["fair"]["0"]["seed"] == "cd"
    assert document(played, [*log, seed], [0, 1, 2])["fair"]["0"]["seed"] is None


def test_a_log_that_breaks_the_rules_is_refused() -> None:
    played, log, _ = logged("tressette")
    cards = [at for at, each in enumerate(log) if each.command and each.command.do == "play"]
    twice = [*log[: cards[4] + 1], *log[cards[0] :]]
    with pytest.raises(replay.DoesNotReplay, match="step"):
        document(played, twice, [])
    with pytest.raises(replay.DoesNotReplay, match="before the first deal"):
        document(played, [Logged(Event("left", {"seat": 0})), *log], [])


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_is_small_enough_to_be_sent_at_once(name: str) -> None:
    played, _, _ = logged(name)
    text = json.dumps(document_of(name, *range(played.players)))
    assert len(text) < LARGEST, f"{len(text)} bytes for {len(played.deals)} deals"


# ---- patches

JSONS = st.recursive(
    st.none() | st.integers(0, 3) | st.sampled_from("abc=~-"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
)


@given(st.dictionaries(st.sampled_from("xyz"), JSONS), st.dictionaries(st.sampled_from("xyz"), JSONS))
def test_a_patch_turns_one_view_into_the_next(before: Json, after: Json) -> None:
    assert patched(before, replay.patch(before, after)) == after


def test_a_patch_contains_only_changes() -> None:
    before = {"deal": 1, "trick": {"leader": 0, "cards": ["3B"]}, "hand": ["2B", "AB", "RB"], "bids": None}
    after = {"deal": 1, "trick": {"leader": 0, "cards": ["3B", "AB"]}, "hand": ["2B", "RB"]}
    assert replay.patch(before, after) == {
        "trick": {"cards": ["~", 1, 0, ["AB"]]},
        "hand": ["~", 1, 1, []],
        "bids": ["-"],
    }


# ---- the pages


def shown(page: Any) -> dict[str, Any]:
    frame: dict[str, Any] = page.context["frame"]
    return frame


def test_anyone_can_replay_a_public_match(finished: Callable[..., Match], readers: dict[str, Client]) -> None:
    row = finished()
    for reader, seat in (("player", 1), ("another", None), ("nobody", None)):
        page = readers[reader].get(f"/partita/{row.pk}/")
        assert page.status_code == 200
        frame = shown(page)
        assert frame["eyes"] == [0, 1, 2, 3]
        assert frame["me"] == seat
        assert [each["name"] for each in frame["seats"]] == ["Anna", "Bruno", "Carla", "Dario"]
        assert frame["frames"][-1]["events"][-1]["kind"] == "finished"
        assert "Anna e Carla" in page.content.decode()


@pytest.mark.parametrize("options", [{"private": True}, {"watchable": False}], ids=["private", "unwatched"])
def test_only_players_can_replay_a_closed_match(
    finished: Callable[..., Match], readers: dict[str, Client], options: dict[str, Any]
) -> None:
    row = finished(**options)
    for path in (f"/partita/{row.pk}/", f"/partita/{row.pk}/record.json"):
        assert readers["player"].get(path).status_code == 200
        for reader in ("another", "nobody"):
            refused = readers[reader].get(path, headers=JSON)
            assert (refused.status_code, refused.json()["code"]) == (403, "not_watchable")
            assert readers[reader].get(path).status_code == 403


def test_a_match_in_play_is_refused_and_shows_no_card(
    match: Callable[..., Match], readers: dict[str, Client]
) -> None:
    row = match()
    for path in (f"/partita/{row.pk}/", f"/partita/{row.pk}/record.json", f"/partita/{row.pk}/?posto=2"):
        for client in readers.values():
            refused = client.get(path, headers=JSON)
            assert refused.status_code == 409
            assert refused.json() == {"code": "match_running", "message": refused.json()["message"]}
            page = client.get(path)
            assert page.status_code == 409
            assert "frame" not in page.context


def test_a_missing_match_is_explained(finished: Callable[..., Match], readers: dict[str, Client]) -> None:
    row = finished()
    nobody = readers["nobody"]
    missing = nobody.get(f"/partita/{uuid.uuid4()}/", headers=JSON)
    assert (missing.status_code, missing.json()["code"]) == (404, "no_match")
    assert nobody.get(f"/partita/{uuid.uuid4()}/record.json").status_code == 404
    assert nobody.get("/partita/xyz/").status_code == 404
    for seat in ("0", "5", "-1", "", "due", "٢"):
        refused = nobody.get(f"/partita/{row.pk}/", {"posto": seat}, headers=JSON)
        assert (refused.status_code, refused.json()["code"]) == (404, "no_seat"), seat
        assert nobody.get(f"/partita/{row.pk}/", {"posto": seat}).status_code == 404
    assert nobody.post(f"/partita/{row.pk}/").status_code == 405


def test_a_match_of_a_removed_game_is_not_found(finished: Callable[..., Match], client: Client) -> None:
    row = finished()
    Match.objects.filter(pk=row.pk).update(game="ramino")
    assert client.get(f"/partita/{row.pk}/").status_code == 404


def test_from_one_seat_the_page_has_one_hand_and_no_seed(
    finished: Callable[..., Match], client: Client
) -> None:
    row = finished()
    page = client.get(f"/partita/{row.pk}/?posto=2")
    frame = shown(page)
    assert frame["eyes"] == [1]
    assert {seat for at in positions(frame) for seat in at["own"]} == {"1"}
    [promise] = frame["fair"].values()
    assert promise["commitment"] in page.content.decode()
    assert promise["seed"] is None
    [seed] = finished_matches.record_of(row.pk)["seed"]
    assert seed not in page.content.decode()


def test_visibility_is_decided_in_one_place(
    finished: Callable[..., Match], client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader limited to one seat gets the data of that seat, but neither another seat nor the record."""
    row = finished()
    monkeypatch.setattr(finished_matches, "eyes_of", lambda user, row: [2])
    frame = shown(client.get(f"/partita/{row.pk}/"))
    assert frame["eyes"] == [2]
    assert frame["fair"]["0"]["seed"] is None
    assert client.get(f"/partita/{row.pk}/?posto=1").status_code == 404
    assert client.get(f"/partita/{row.pk}/record.json").status_code == 403


def test_the_viewer_plays_a_stored_match(finished: Callable[..., Match]) -> None:
    row = finished()
    frame = finished_matches.replay_frame(AnonymousUser(), row, range(4))
    cards = [
        event["card"] for each in frame["frames"] for event in each["events"] if event["kind"] == "played"
    ]
    [deal] = finished_matches.record_of(row.pk)["deals"]
    assert cards == [action["card"] for action in deal["actions"] if action["do"] == "play"]
    assert positions(frame)[0]["own"]["3"]["hand"] == deal["hands"][3]
    assert positions(frame)[-1]["totals"] == list(live.GAMES[row.game].totals(live.state_of(row)))


def test_a_bot_is_named_as_at_the_table(finished: Callable[..., Match], client: Client) -> None:
    row = finished(seated=2)
    seats = shown(client.get(f"/partita/{row.pk}/"))["seats"]
    assert [(seat["name"], seat["bot"]) for seat in seats[1:3]] == [("Bruno", False), ("Bot Noce", True)]


def test_the_record_is_a_verifiable_file(finished: Callable[..., Match], client: Client) -> None:
    row = finished()
    answer = client.get(f"/partita/{row.pk}/record.json")
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="ludopoli-tressette-{row.pk}.json"'
    [report] = referee.judge_text(answer.content.decode(), verify=True)
    assert report.json["ok"]
    assert report.json["verified"]
    assert report.json["finished"]


def test_a_replay_costs_few_queries_however_long_the_match(
    finished: Callable[..., Match], client: Client
) -> None:
    row = finished()
    with CaptureQueriesContext(connection) as taken:
        assert client.get(f"/partita/{row.pk}/").status_code == 200
    assert len(taken) == 4, "the match with its table, where its deals begin, their events, their promises"


def test_the_page_travels_compressed(finished: Callable[..., Match], client: Client) -> None:
    row = finished()
    page = client.get(f"/partita/{row.pk}/", headers={"Accept-Encoding": "gzip"})
    assert page["Content-Encoding"] == "gzip"
    text = gzip.GzipFile(fileobj=io.BytesIO(page.content)).read()
    assert len(page.content) < len(text) / 3
