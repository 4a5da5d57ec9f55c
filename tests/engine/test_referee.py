"""The contract of the referee in `docs/record.md`: reports, exit statuses, many documents, seeds."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludocards.engine import record, shuffle
from ludocards.engine.__main__ import main
from ludocards.engine.game import Json
from ludocards.engine.referee import judge_record
from tests.engine.matches import Played, play, seed_of

RECORDS = Path(__file__).parent.parent / "records"
REPORTED = sorted(RECORDS.rglob("*.report.json"))

Referee = Callable[..., tuple[int, list[Json]]]


@pytest.fixture
def referee(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Referee:
    """A function that runs the program on some bytes and returns its exit status and its reports."""

    def run(source: str | bytes, *arguments: str) -> tuple[int, list[Json]]:
        raw = source.encode() if isinstance(source, str) else source
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        status = main(["referee", *arguments])
        return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run


@pytest.fixture(scope="module")
def match() -> Played:
    return play("tressette", 4, seed=10, match_end={"points": 11})


def document(played: Played, **headers: Json) -> dict[str, Any]:
    return record.to_document(
        played.game,
        played.rules,
        ["Anna", "Bruno", "Carla", "Dario"][: played.players],
        played.deals,
        **headers,
    )


def sealed(played: Played, seed: int) -> dict[str, Any]:
    """Return the document with the seeds and commitments that `--verify` needs."""
    seeds = [seed_of(seed + number) for number in range(len(played.deals))]
    return document(
        played,
        id="test",
        seed=[each.hex() for each in seeds],
        commitment=[shuffle.commitment_of(each, "test", number) for number, each in enumerate(seeds)],
    )


# ---- the stored records


def test_stored_records_exist() -> None:
    assert len(REPORTED) >= 60


@pytest.mark.parametrize("path", REPORTED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_stored_records_give_the_same_report(path: Path, referee: Referee) -> None:
    expected = json.loads(path.read_text())
    [source] = (
        other for other in path.parent.glob(path.name.replace(".report.json", ".json*")) if other != path
    )
    status, reports = referee(source.read_bytes(), *expected["arguments"])
    assert reports == expected["reports"]
    assert status == expected["status"]


# ---- the report


def test_a_report_has_the_documented_keys(match: Played, referee: Referee) -> None:
    status, [report] = referee(json.dumps(document(match)))
    assert status == 0
    assert list(report) == ["ok", "finished", "deals", "totals", "places"]
    assert {*report["deals"][0]} == {"tricks", "announcements", "accuse", "points", "scores"}
    assert {*report["deals"][0]["tricks"][0]} == {"leader", "cards", "winner"}


def test_the_report_counts_as_the_game_does(match: Played, referee: Referee) -> None:
    _, [report] = referee(json.dumps(document(match)))
    sheet = match.game.view(match.state, None)["sheet"]
    assert [deal["points"] for deal in report["deals"]] == [line["points"] for line in sheet]
    assert [deal["scores"] for deal in report["deals"]] == [line["scores"] for line in sheet]
    assert report["totals"] == [*match.game.totals(match.state)]
    assert report["places"] == [*(match.game.places(match.state) or ())]


def test_tricks_are_listed_from_the_leader(match: Played, referee: Referee) -> None:
    _, [report] = referee(json.dumps(document(match)))
    tricks = report["deals"][0]["tricks"]
    assert len(tricks) == 10
    assert tricks[0]["leader"] == (match.deals[0][0].dealer + 1) % 4
    assert [trick["leader"] for trick in tricks[1:]] == [trick["winner"] for trick in tricks[:-1]]
    plays = [action.command.get("card") for action in match.deals[0][1] if action.command.do == "play"]
    assert [card for trick in tricks for card in trick["cards"]] == plays


ACES = {
    "dealer": 3,
    "hands": [
        ["AB", "AC", "AD", "3B", "2B", "4S", "5S", "6S", "7S", "FS"],
        ["4B", "5B", "6B", "7B", "4C", "5C", "6C", "7C", "4D", "5D"],
        ["FB", "CB", "RB", "FC", "CC", "RC", "FD", "CD", "RD", "6D"],
        ["2C", "3C", "2D", "3D", "7D", "AS", "2S", "3S", "RS", "CS"],
    ],
    "stock": [],
}
ACCUSE = [
    {"seat": 0, "do": "accuse", "combo": "napoletana", "suit": "B"},
    {"seat": 0, "do": "accuse", "combo": "three", "rank": "A"},
    {"seat": 0, "do": "play", "card": "3B"},
    {"seat": 1, "do": "play", "card": "4B"},
]


def begun(*actions: Json) -> str:
    rules = {"preset": "classico", "match_end": {"points": 31}}
    return json.dumps(
        {
            "format": "ludopoli/1",
            "game": "tressette",
            "rules": rules,
            "players": ["Anna", "Bruno", "Carla", "Dario"],
            "deals": [{**ACES, "actions": [*actions]}],
        }
    )


def test_an_unfinished_deal_is_valid(referee: Referee) -> None:
    status, [report] = referee(begun(*ACCUSE))
    assert status == 0
    assert report == {
        "ok": True,
        "finished": False,
        "deals": [
            {
                "tricks": [],
                "announcements": [],
                "accuse": [
                    {"seat": 0, "combo": "napoletana", "suit": "B", "points": 3},
                    {"seat": 0, "combo": "three", "rank": "A", "points": 3},
                ],
                "points": None,
                "scores": None,
            }
        ],
        "totals": [6, 0],
        "places": None,
    }


def test_legal_lists_cards_and_other_actions(referee: Referee) -> None:
    _, [report] = referee(begun(*ACCUSE), "--legal")
    napoletana = {"do": "accuse", "combo": "napoletana", "suit": "B"}
    three = {"do": "accuse", "combo": "three", "rank": "A"}
    hand = ACES["hands"][0]  # type: ignore[index]
    assert report["deals"][0]["legal"] == [
        [*hand, napoletana, three],
        [*hand, three],
        hand,
        ["4B", "5B", "6B", "7B"],
    ]


def test_a_record_without_deals_is_valid(referee: Referee) -> None:
    empty = json.loads(begun()) | {"deals": []}
    status, [report] = referee(json.dumps(empty))
    assert (status, report["deals"], report["totals"], report["finished"]) == (0, [], [0, 0], False)


# ---- errors


def test_an_illegal_action_exits_with_1(referee: Referee) -> None:
    wrong = {"seat": 2, "do": "play", "card": "RC"}
    status, [report] = referee(begun(*ACCUSE, wrong))
    assert status == 1
    assert report == {
        "ok": False,
        "error": {
            "deal": 0,
            "action": 4,
            "seat": 2,
            "code": "must_follow_suit",
            "message": "one must play batons",
            "legal": ["FB", "CB", "RB"],
        },
    }


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"seat": 3, "do": "play", "card": "2C"}, "not_your_turn"),
        ({"seat": 2, "do": "play", "card": "3B"}, "not_in_hand"),
        ({"seat": 2, "do": "accuse", "combo": "four", "rank": "3"}, "accuse_not_held"),
        ({"seat": 0, "do": "accuse", "combo": "three", "rank": "A"}, "not_your_turn"),
    ],
)
def test_an_illegal_action_is_reported_by_code(action: Json, code: str, referee: Referee) -> None:
    status, [report] = referee(begun(*ACCUSE, action))
    assert (status, report["error"]["code"]) == (1, code)


def test_acting_after_the_end_is_illegal(match: Played, referee: Referee) -> None:
    late = document(match)
    late["deals"][-1]["actions"].append({"seat": 0, "do": "play", "card": "3B"})
    status, [report] = referee(json.dumps(late))
    assert (status, report["error"]["code"], report["error"]["legal"]) == (1, "match_over", [])


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ({"seat": 2, "do": "play", "card": "9B"}, "deals[0].actions[4]: '9B' is no card of italian40"),
        ({"seat": 2, "do": "bid", "tricks": 3}, "deals[0].actions[4]: a command of this table is"),
        ({"do": "timeout"}, "deals[0].actions[4]: a command of this table is"),
        ({"seat": 2, "do": "accuse", "combo": "pair"}, "deals[0].actions[4]: accuse a napoletana"),
        (
            {"seat": 2, "do": "play", "card": "RB", "trump": "S"},
            "deals[0].actions[4]: a command of this table",
        ),
    ],
)
def test_an_unknown_action_is_malformed(action: Json, message: str, referee: Referee) -> None:
    status, [report] = referee(begun(*ACCUSE, action))
    assert (status, report["error"]["code"]) == (2, "malformed")
    assert report["error"]["message"].startswith(message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hands": [["3B"]] * 4}, "deals[0].hands[1]: 3B is dealt twice"),
        (
            {"hands": [["3B"], ["2B"], ["AB"], ["RB"]]},
            "deals[0]: 4 hands of 10 cards are dealt, and no stock",
        ),
        ({"dealer": 7}, "the dealer is a seat from 0 to 3"),
        ({"dealer": -1}, "the dealer is a seat from 0 to 3"),
        ({"stock": ["3B"]}, "deals[0]: 3B is dealt twice"),
    ],
)
def test_an_impossible_deal_is_malformed(change: Json, message: str, referee: Referee) -> None:
    wrong = json.loads(begun())
    wrong["deals"][0] |= change
    status, [report] = referee(json.dumps(wrong))
    assert status == 2
    assert report == {"ok": False, "error": {"code": "malformed", "message": message}}


def test_deals_must_follow_each_other(match: Played, referee: Referee) -> None:
    whole = document(match)
    assert len(whole["deals"]) > 1
    for deals, message in [
        (whole["deals"][:1] * 2, "deals[1]: the dealer is seat"),
        (
            [{**whole["deals"][0], "actions": []}, whole["deals"][1]],
            "deals[1]: the deal before is not played out",
        ),
        ([*whole["deals"], whole["deals"][0]], f"deals[{len(whole['deals'])}]: the match is over"),
    ]:
        status, [report] = referee(json.dumps({**whole, "deals": deals}))
        assert status == 2
        assert report["error"]["message"].startswith(message)


# ---- many documents, odd input


def test_one_report_a_line_and_the_worst_status(match: Played, referee: Referee) -> None:
    good = json.dumps(document(match))
    illegal = begun({"seat": 1, "do": "play", "card": "4B"})
    for lines, statuses in [
        ([good, good], [0, 0]),
        ([good, illegal, good], [0, 1, 0]),
        ([good, "", "{", "nonsense", illegal], [0, 2, 2, 1]),
        (["{}", good], [2, 0]),
        (["[", good], [2, 0]),
    ]:
        status, reports = referee("\n".join(lines) + "\n")
        assert [report["ok"] for report in reports] == [each == 0 for each in statuses]
        assert status == max(statuses)


def test_a_document_may_span_many_lines(match: Played, referee: Referee) -> None:
    pretty = json.dumps(document(match), indent=1)
    assert referee(pretty)[0] == 0
    status, reports = referee(pretty[:-10])
    assert (status, len(reports)) == (2, 1)


def test_windows_line_ends_and_line_separators_in_names_are_read(match: Played, referee: Referee) -> None:
    named = document(match) | {"players": ["A\u2028", "B\u0085", "C", "D"]}
    line = json.dumps(named, ensure_ascii=False)
    status, reports = referee(b"\xef\xbb\xbf" + f"{line}\r\n{line}\r\n".encode())
    assert (status, len(reports)) == (0, 2)


@pytest.mark.parametrize(
    "source", [b"", b"\n \n", b"\xff\xfe{}", b"\x00", b"[" * 100_000, b"NaN", b'"' + b"x" * 99]
)
def test_other_input_is_malformed(source: bytes, referee: Referee) -> None:
    status, [report] = referee(source)
    assert (status, report["ok"], report["error"]["code"]) == (2, False, "malformed")


def test_the_referee_reads_a_file_or_standard_input(match: Played, tmp_path: Path, referee: Referee) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(document(match)))
    assert referee("", str(path)) == referee(path.read_bytes())


def test_an_unreadable_file_is_reported(tmp_path: Path, referee: Referee) -> None:
    for path in (tmp_path, tmp_path / "none"):
        status, [report] = referee("", str(path))
        assert (status, report["error"]["code"]) == (2, "malformed")


@pytest.mark.parametrize("module", ["ludocards.engine", "games.engine"])
def test_the_referee_runs_as_a_program(module: str, match: Played) -> None:
    run = subprocess.run(
        [sys.executable, "-m", module, "referee", "--legal", "--verify"],
        input=json.dumps(sealed(match, 10)),
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(RECORDS.parent.parent)},
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert json.loads(run.stdout)["verified"] is True


# ---- the seeds


def test_verify_accepts_the_deals_of_the_seeds(match: Played, referee: Referee) -> None:
    status, [report] = referee(json.dumps(sealed(match, 10)), "--verify")
    assert (status, report["ok"], report["verified"]) == (0, True, True)


def test_verify_knows_three_players_and_packets(referee: Referee) -> None:
    played = play("tressette", 3, seed=4, deal_packet=5, removed_card="4D")
    assert referee(json.dumps(sealed(played, 4)), "--verify")[0] == 0


def test_a_single_deal_may_have_a_single_seed(referee: Referee) -> None:
    single = sealed(play("tressette", 4, seed=9, match_end={"deals": 1}), 9)
    single |= {"seed": single["seed"][0], "commitment": single["commitment"][0].upper()}
    assert referee(json.dumps(single), "--verify")[0] == 0


def test_another_seed_breaks_the_commitment(match: Played, referee: Referee) -> None:
    broken = sealed(match, 10)
    broken["seed"][1] = seed_of(99).hex()
    status, [report] = referee(json.dumps(broken), "--verify")
    assert status == 1
    assert report["ok"] is False
    assert (report["error"]["deal"], report["error"]["code"]) == (1, "commitment_mismatch")


def test_another_match_breaks_the_commitment(match: Played, referee: Referee) -> None:
    status, [report] = referee(json.dumps(sealed(match, 10) | {"id": "other"}), "--verify")
    assert (status, report["error"]["code"]) == (1, "commitment_mismatch")


def test_cards_that_do_not_follow_from_the_seed_fail(match: Played, referee: Referee) -> None:
    stacked = sealed(match, 10)
    hands = stacked["deals"][0]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    status, [report] = referee(json.dumps(stacked), "--verify")
    assert (status, report["error"]["deal"], report["error"]["code"]) == (1, 0, "deal_mismatch")


def test_a_first_dealer_that_does_not_follow_from_the_seed_fails(referee: Referee) -> None:
    played = play("tressette", 4, seed=10, match_end={"deals": 1})
    moved = sealed(played, 10)
    moved["deals"][0] |= {"dealer": (moved["deals"][0]["dealer"] + 1) % 4, "actions": []}
    status, [report] = referee(json.dumps(moved), "--verify")
    assert (status, report["error"]["code"]) == (1, "deal_mismatch")


@pytest.mark.parametrize("header", ["id", "seed", "commitment"])
def test_a_record_without_commitments_cannot_be_verified(
    match: Played, header: str, referee: Referee
) -> None:
    bare = {name: value for name, value in sealed(match, 10).items() if name != header}
    assert referee(json.dumps(bare))[0] == 0
    status, [report] = referee(json.dumps(bare), "--verify")
    assert (status, report["error"]["code"]) == (1, "not_verifiable")


@pytest.mark.parametrize(
    "change",
    [
        {"seed": ["00" * 32]},
        {"seed": "00" * 32},
        {"seed": 3},
        {"seed": [3, 3]},
        {"seed": ["00" * 31, "00" * 32]},
        {"seed": ["zz" * 32, "00" * 32]},
        {"seed": ["é", "00" * 32]},
        {"commitment": []},
        {"id": 3},
        {"id": "\ud800"},
    ],
)
def test_invalid_seeds_are_malformed(change: Json, match: Played) -> None:
    report = judge_record(json.dumps(sealed(match, 10) | change), verify=True)
    assert (report.status, report.json["error"]["code"]) == (2, "malformed")
