"""The verifiable shuffle: a commitment before anybody sits, nonces of the players, and its verification."""

from __future__ import annotations

import hashlib
import json
import secrets
import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import serializers
from django.test import Client
from django.utils import timezone

from games.archive import finished_matches
from games.models import Boards, Event, Match, Seat, Table
from games.play import actions, frames, live, selectors
from games.play.actions import dealing
from ludocards.engine import referee, shuffle
from ludopoli.accounts.models import User
from ludopoli.base import sealing
from tests import verifier
from tests.refusals import refused

NewMatch = Callable[..., Match]

TWO_DEALS = {"preset": "ludopoli", "match_end": {"deals": 2}}
SHUFFLED = Path(__file__).parent.parent / "records" / "shuffled"


def nonce(number: int) -> str:
    return f"{number:064x}"


def opened(person: User, **options: Any) -> Table:
    wanted = {"game": "tressette", "rules": TWO_DEALS, "players": 4, "pace": 0.0, **options}
    table = actions.open_table(person, **wanted)
    return table


def promise(table: Table, reader: User) -> dict[str, Any]:
    found = selectors.table_frame(Table.objects.get(pk=table.pk), reader)["fair"]
    assert isinstance(found, dict), found
    return found


def play_out(row: Match) -> Match:
    """Play to the end, always with the first legal command; bidding windows time out."""
    row = Match.objects.get(pk=row.pk)
    while row.status == Match.Status.PLAYING:
        now = live.load_match(row.pk)
        if now.game.window(now.state):
            actions.time_out(row.pk, timezone.now() + timedelta(hours=1))
        else:
            seat = now.to_act()[0]
            command, by_bot = now.game.legal(now.state, seat)[0], now.row.is_played_by_bot(seat)
            actions.submit_command(row.pk, seat, command, uuid.uuid4().hex, row.version, by_bot=by_bot)
        row.refresh_from_db()
    return row


# ---- before the cards


def test_the_commitment_precedes_the_other_players_and_binds_every_deal(people: list[User]) -> None:
    table = opened(people[0])
    promised = promise(table, people[4])
    assert promised["added"] is False
    for seat in (1, 2, 3):
        actions.take_seat(people[seat], table, seat)
    row = play_out(Match.objects.get())
    record = finished_matches.record_of(row.pk)
    assert (record["id"], record["commitment"][0]) == (promised["match"], promised["commitment"])
    link = bytes.fromhex(record["seed"][-1])
    for _ in record["deals"]:
        link = hashlib.sha256(link + record["id"].encode()).digest()
    assert link.hex() == promised["commitment"]


def test_every_nonce_enters_the_shuffle(people: list[User]) -> None:
    table = opened(people[0])
    said = promise(table, people[0])["commitment"]
    actions.add_player_nonce(people[0], table, said, nonce(7))
    assert promise(table, people[0])["added"] is True
    actions.take_seat(people[1], table, 1)
    actions.take_seat(people[2], table, 2, nonce(2))
    actions.take_seat(people[3], table, 3, nonce(3))
    row = Match.objects.get()
    first = Event.objects.get(match=row, kind="committed").public
    assert first["nonces"] == [nonce(7), None, nonce(2), nonce(3)]
    assert (
        frames.state_frame(live.load_match(row.pk), None, timezone.now())["fair"]["nonces"] == first["nonces"]
    )
    record = finished_matches.record_of(play_out(row).pk)
    assert referee.judge_record(json.dumps(record), verify=True).json.get("verified"), record
    for seat in range(4):
        other = [*record["nonces"]]
        other[seat] = nonce(9)
        verdict = referee.judge_record(json.dumps({**record, "nonces": other}), verify=True).json
        assert verdict["error"]["code"] == "deal_mismatch"


def test_a_nonce_names_its_commitment_and_the_first_one_counts(people: list[User]) -> None:
    table = opened(people[0])
    said = promise(table, people[0])["commitment"]
    with refused("other_commitment"):
        actions.add_player_nonce(people[0], table, "00" * 32, nonce(1))
    with refused("bad_nonce"):
        actions.add_player_nonce(people[0], table, said, "AB" * 32)
    with refused("bad_nonce"):
        actions.add_player_nonce(people[0], table, said, "")
    with refused("not_seated"):
        actions.add_player_nonce(people[1], table, said, nonce(1))
    with refused("bad_nonce"):
        actions.take_seat(people[1], table, 1, "short")
    actions.add_player_nonce(people[0], table, said, nonce(1))
    actions.add_player_nonce(people[0], table, said, nonce(2))
    assert table.seats.get(number=0).nonce == nonce(1)


def test_getting_up_withdraws_the_nonce(people: list[User]) -> None:
    table = opened(people[0])
    actions.take_seat(people[1], table, 1, nonce(1))
    actions.leave_table(people[1], table)
    actions.take_seat(people[2], table, 1)
    assert table.seats.get(number=1).nonce == ""


def test_a_rematch_has_its_own_commitment_and_nonces(people: list[User]) -> None:
    table = opened(people[0])
    said = promise(table, people[0])
    actions.add_player_nonce(people[0], table, said["commitment"], nonce(1))
    actions.fill_with_bots(people[0], table)
    row = Match.objects.get()
    assert selectors.table_frame(Table.objects.get(), people[0])["fair"] is None, "while it is played"
    with refused("other_commitment"):
        actions.add_player_nonce(people[0], table, said["commitment"], nonce(2))
    play_out(row)
    again = promise(table, people[0])
    assert again["match"] != said["match"]
    assert again["added"] is False
    actions.request_rematch(people[0], table, True)
    second = Match.objects.exclude(pk=row.pk).get()
    assert str(second.pk) == again["match"]
    assert Event.objects.get(match=second, kind="committed").public["nonces"] == [None] * 4


def test_the_seed_of_the_deal_in_play_is_published_when_a_match_is_aborted(match: NewMatch) -> None:
    row = match()
    actions.abort_match(row.pk)
    kinds = list(Event.objects.filter(match=row).values_list("kind", flat=True))
    assert kinds == ["committed", "dealt", "broken_off", "revealed"]
    assert verifier.wrong(finished_matches.record_of(row.pk)) == ""


# ---- quick games, which begin at once


def quick(person: User, **answer: Any) -> Match:
    table = actions.quick_game(person, game="tressette", rules=TWO_DEALS, players=4, pace=0, **answer)
    match = Table.objects.get(pk=table.pk).match
    assert match is not None
    return match


def test_a_quick_game_keeps_the_commitment_of_its_ticket(people: list[User]) -> None:
    said = Client().get("/tavoli/impegno/").json()
    row = quick(people[0], ticket=said["ticket"], nonce=nonce(5))
    first = Event.objects.get(match=row, kind="committed").public
    assert (first["commitment"], first["nonces"]) == (said["commitment"], [nonce(5), None, None, None])


def test_a_ticket_is_valid_once(people: list[User]) -> None:
    said = actions.opening_ticket()
    one, two = (quick(person, ticket=said["ticket"], nonce=nonce(5)) for person in people[:2])
    first, second = (Event.objects.get(match=row, kind="committed").public for row in (one, two))
    assert first["commitment"] == said["commitment"] != second["commitment"]
    assert second["nonces"] == [None] * 4, "it was no answer to this promise"


@pytest.mark.parametrize("forged", ["", "x", f"{uuid.uuid4()} {'00' * 32}", "sealed:x"])
def test_an_invalid_ticket_gives_no_commitment(people: list[User], forged: str) -> None:
    row = quick(people[0], ticket=forged, nonce=nonce(5))
    assert Event.objects.get(match=row, kind="committed").public["nonces"] == [None] * 4


# ---- a copied database


def test_a_copied_database_reveals_no_future_seed(match: NewMatch, people: list[User]) -> None:
    waiting, row = opened(people[4]), match(rules=TWO_DEALS)
    boards = Boards.objects.create(name="sera/1", secret=sealing.seal_text("cd" * 32))
    hidden = [
        bytes.fromhex(sealing.unseal_text(waiting.next_seed)),
        boards.seed("1"),
        bytes.fromhex("cd" * 32),
    ]
    last = bytes.fromhex(sealing.unseal_text(row.snapshot["fair"]["chain"]))
    hidden += [last, *(shuffle.chain_seed(last, str(row.pk), deal) for deal in (0, 1, 2))]
    copied = "".join(
        serializers.serialize("json", model.objects.all()) for model in (Table, Seat, Match, Event, Boards)
    )
    assert len(set(hidden)) == len(hidden)
    assert [secret.hex() for secret in hidden if secret.hex() in copied] == []


def test_a_new_key_renews_commitments_and_aborts_matches(
    match: NewMatch, people: list[User], settings: Any
) -> None:
    waiting, row = opened(people[4]), match(rules=TWO_DEALS)
    said = promise(waiting, people[4])["commitment"]
    actions.add_player_nonce(people[4], waiting, said, nonce(1))
    settings.SECRET_KEY = "another one"
    actions.fill_with_bots(people[4], waiting)
    begun = Match.objects.exclude(pk=row.pk).get()
    first = Event.objects.get(match=begun, kind="committed").public
    assert first["commitment"] != said
    assert first["nonces"] == [None] * 4
    live.empty_cache()
    row = play_out(row)
    assert row.status == Match.Status.ABANDONED
    assert row.finished_at is not None
    assert Event.objects.filter(match=row).latest("seq").kind == "broken_off"
    assert "seed" not in finished_matches.record_of(row.pk)
    assert Table.objects.get(pk=row.table_id).status == Table.Status.OVER


def test_a_former_key_still_opens_its_seals(match: NewMatch, settings: Any) -> None:
    row = match(rules=TWO_DEALS)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another one"
    row = play_out(row)
    assert row.status == Match.Status.FINISHED
    assert verifier.wrong(finished_matches.record_of(row.pk)) == ""


def test_a_match_that_exhausts_its_chain_is_aborted(match: NewMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shuffle, "LINKS", 1)
    row = play_out(match(rules=TWO_DEALS))
    assert row.status == Match.Status.ABANDONED
    assert verifier.wrong(finished_matches.record_of(row.pk)) == ""


# ---- records, checked by an independent verifier


GAMES: dict[str, dict[str, Any]] = {
    "tressette": {"rules": TWO_DEALS},
    "tressette-three": {
        "game": "tressette",
        "rules": {"preset": "classico", "removed_card": "4D", "match_end": {"deals": 2}},
        "players": 3,
        "seated": 3,
    },
    "maraffone": {"rules": {"preset": "maraffone", "match_end": {"deals": 2}}},
    "traversone": {"rules": {"preset": "traversone", "match_end": {"deals": 2}}},
    "traversone-three": {
        "game": "traversone",
        "rules": {"preset": "ciapano", "match_end": {"deals": 2}},
        "players": 3,
        "seated": 3,
    },
    "briscola": {"rules": {"preset": "torneo", "match_end": {"deals": 2}}},
    "briscola-three": {
        "game": "briscola",
        "rules": {"preset": "classico", "match_end": {"deals": 2}, "deal_packet": 3},
        "players": 3,
        "seated": 3,
    },
    "scopone": {"rules": {"preset": "nove_carte", "match_end": {"deals": 2}}},
    "scopa": {
        "game": "scopone",
        "rules": {"preset": "scopa", "match_end": {"deals": 2}, "deal_packet": 3},
        "players": 3,
        "seated": 3,
    },
    "whist": {"rules": {"preset": "andata", "briscola": True}},
    "tarocchi": {"rules": {"preset": "calatafimi", "deals": 3}, "players": 3, "seated": 3},
}


@pytest.mark.parametrize("name", GAMES)
def test_a_verifier_written_from_the_documentation_accepts_real_matches(
    name: str, people: list[User], match: NewMatch
) -> None:
    row = match(**{"game": name, **GAMES[name]})
    record = json.loads(json.dumps(finished_matches.record_of(play_out(row).pk)))
    assert record["shuffle"] == 2
    assert verifier.wrong(record) == ""
    assert referee.judge_record(json.dumps(record), verify=True).json["verified"] is True
    changes: list[dict[str, Any]] = [
        {"id": str(uuid.uuid4())},
        {"nonces": [nonce(1), *record["nonces"][1:]]},
        {"seed": [secrets.token_hex(32), *record["seed"][1:]]},
        {"commitment": [*record["commitment"][:-1], "00" * 32]},
    ]
    for change in changes:
        changed = {**record, **change}
        assert verifier.wrong(changed), change
        assert not referee.judge_record(json.dumps(changed), verify=True).json["ok"], change


@pytest.mark.parametrize("path", sorted(SHUFFLED.glob("*.json")), ids=lambda path: path.stem)
def test_older_records_verify_by_their_own_rule(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    assert "shuffle" not in record
    assert verifier.wrong(record) == ""
    assert referee.judge_record(path.read_text(encoding="utf-8"), verify=True).json["verified"] is True
    hands = record["deals"][-1]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert verifier.wrong(record)


def test_the_verifier_imports_nothing_from_the_project() -> None:
    source = Path(verifier.__file__).read_text(encoding="utf-8")
    imported = {line.split()[1] for line in source.splitlines() if line.startswith(("import ", "from "))}
    assert imported == {
        "__future__",
        "hashlib",
        "hmac",
        "json",
        "re",
        "sys",
        "collections.abc",
        "itertools",
        "pathlib",
        "typing",
    }


def test_a_chain_made_later_is_detected(people: list[User], match: NewMatch) -> None:
    """A server that chose the second seed after seeing the nonces could not have committed to it before."""
    record = finished_matches.record_of(play_out(match(rules=TWO_DEALS)).pk)
    drawn = secrets.token_bytes(32)
    record["seed"][1] = drawn.hex()
    record["commitment"][1] = shuffle.chain_commitment(drawn, record["id"]).hex()
    verdict = referee.judge_record(json.dumps(record), verify=True).json
    assert (verdict["error"]["deal"], verdict["error"]["code"]) == (1, "commitment_mismatch")
    assert "seed of the deal before" in verifier.wrong(record)


def test_a_match_begun_before_chains_existed_ends_without_one(
    match: NewMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = match(rules=TWO_DEALS)
    name, seeds = str(row.pk), [secrets.token_bytes(32) for _ in range(2)]
    promised = [
        {"deal": deal, "seed": seed.hex(), "commitment": shuffle.commitment_of(seed, name, deal)}
        for deal, seed in enumerate(seeds)
    ]
    Event.objects.filter(match=row, kind="committed").update(
        public={"deal": 0, "commitment": promised[0]["commitment"]}, sealed={"seed": seeds[0].hex()}
    )
    row.snapshot["fair"] = {**promised[0], "next": promised[1]}
    row.save(update_fields=["snapshot"])
    live.empty_cache()
    record = finished_matches.record_of(play_out(row).pk)
    assert "shuffle" not in record
    assert record["seed"] == [seed.hex() for seed in seeds]
    assert record["commitment"] == [each["commitment"] for each in promised]
    assert dealing.is_nonce(record["seed"][0])
