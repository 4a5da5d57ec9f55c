"""A match on the score pad is the match that was played, for every game that has a pad, in Python and in the
script."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from itertools import accumulate, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import texts
from ludocards.catalogue.scopone.rules import scoring
from ludocards.engine import scorepad
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Game, Json, Refused
from ludocards.engine.registry import GAMES
from ludocards.engine.scorepad import DealOutcome
from tests.engine.matches import Played, rules_of, walked
from tests.engine.test_conformance import TABLES, table

ROOT = Path(__file__).parents[2]

WITH_DEALS = {
    "tressette": {"match_end": {"deals": 3}},
    "tarocchi": {"deals": 6, "countAbandoned": False},
    "briscola": {"match_end": {"deals": 3}},
    "scopone": {"match_end": {"deals": 3}, "redeal_kings": False, "napola": "full", "rebello": True},
    "traversone": {"match_end": {"deals": 3}, "asso_di_bastoni": "plus_11"},
}
"""Shorter matches, with the other kind of end."""


def variants(name: str, options: dict[str, Json]) -> list[dict[str, Json]]:
    return [options, *([{**options, **WITH_DEALS[name]}] if name in WITH_DEALS else [])]


def padded(name: str, players: int, options: dict[str, Json]) -> list[Played]:
    """Some matches played at random; none if the game has no pad."""
    made = [walked(name, players, seed, **each) for seed, each in enumerate(variants(name, options))]
    return [each for each in made if each.game.scorepad(each.rules, players)]


def _of_scopone(line: Any) -> tuple[str, dict[str, Json]]:
    """The points of each side, as people say them."""
    sides = range(len(line["scores"]))
    rows = {
        name: won if isinstance(won, list) else [int(won == side) for side in sides]
        for name, won in line["scored"].items()
    }
    return "played", rows


def _of_traversone(line: Any) -> tuple[str, dict[str, Json]]:
    if line["cappotto"] is None:
        return "played", {"scores": line["scores"]}
    return "cappotto", {"cappotto": [int(seat == line["cappotto"]) for seat in range(len(line["scores"]))]}


WRITTEN = {"scopone": _of_scopone, "traversone": _of_traversone}
"""The outcome and the rows that people write down, where a line of the sheet has them otherwise."""


def entries_of(played: Played) -> list[dict[str, Json]]:
    """The entries that write down a match that was played."""
    pad = played.game.scorepad(played.rules, played.players)
    assert pad is not None
    lines = [event.public for event in played.events if event.kind == "scored"]

    def entry(number: int, line: Any) -> dict[str, Json]:
        if written := WRITTEN.get(played.game.name):
            name, rows = written(line)
            return {"id": f"deal {number}", "deal": number, "outcome": name, "rows": rows}
        outcome: DealOutcome = next(
            each for each in pad.outcomes if all(line.get(row.name) is not None for row in each.rows)
        )
        rows = {row.name: line[row.name] for row in outcome.rows}
        return {"id": f"deal {number}", "deal": number, "outcome": outcome.name, "rows": rows}

    return [entry(number, line) for number, line in enumerate(lines)]


def read(played: Played, log: list[dict[str, Json]]) -> Any:
    dealer = played.deals[0][0].dealer
    return scorepad.resume_scorepad(played.game, played.rules, played.players, dealer, log)


@table
def test_the_pad_adds_up_and_ends_as_the_match_played(
    name: str, players: int, options: dict[str, Json]
) -> None:
    for played in padded(name, players, options):
        entries = entries_of(played)
        sums = [
            *accumulate((event.public["scores"] for event in played.events if event.kind == "scored"), _add)
        ]
        for count in range(len(entries) + 1):
            state = read(played, entries[:count])
            assert not isinstance(state, Refused), state
            assert [*played.game.totals(state)] == ([0] * len(sums[0]) if count == 0 else sums[count - 1])
            assert played.game.is_over(state) == (count == len(entries))
        assert played.game.places(state) == played.game.places(played.state)
        assert code_of(read(played, [*entries, {**entries[0], "id": "more"}])) == "match_over"


@table
def test_a_match_resumed_after_its_last_deal_is_over(
    name: str, players: int, options: dict[str, Json]
) -> None:
    played = walked(name, players, 0, **options)
    scored = [event.public for event in played.events if event.kind == "scored"]
    dealer = played.deals[0][0].dealer
    whole, before = (
        played.game.resume(played.rules, players, dealer, lines) for lines in (scored, scored[:-1])
    )
    if whole is not None:
        assert played.game.is_over(whole)
        assert played.game.places(whole) == played.game.places(played.state)
        assert not played.game.is_over(before)


def test_an_entry_is_judged_in_a_time_that_grows_with_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 100 deals the match is resumed before the last entry and after it, not after each."""
    game, resumed = GAMES["tressette"], list[int]()
    resume = game.resume

    def counted(rules: Any, players: int, dealer: int, lines: Any) -> Any:
        resumed.append(len(lines))
        return resume(rules, players, dealer, lines)

    monkeypatch.setattr(game, "resume", counted)
    rows = {"cards": [7, 4], "accuse": [0, 0]}
    log = [{"id": f"{at}", "deal": at, "outcome": "played", "rows": rows} for at in range(100)]
    state = scorepad.resume_scorepad(
        game, rules_of(game, preset="ludopoli", match_end={"points": 999}), 4, 0, log
    )
    assert not isinstance(state, Refused)
    assert (len(state.sheet), resumed) == (100, [99, 100])


@table
def test_what_is_taken_back_leaves_the_state_before(
    name: str, players: int, options: dict[str, Json]
) -> None:
    """At random: entries, and undoing up to all of them; the match ends as without."""
    for played in padded(name, players, options):
        entries, random = entries_of(played), Random(name)
        log: list[dict[str, Json]] = []
        stack: list[dict[str, Json]] = []
        for step in range(4 * len(entries)):
            if stack and random.random() < 0.45:
                before = read(played, stack[:-1])
                log.append({"id": f"undo {step}", "strikes": stack.pop()["id"]})
                assert read(played, log) == before
            elif len(stack) < len(entries):
                stack.append({**entries[len(stack)], "id": f"entry {step}"})
                log.append(stack[-1])
        assert read(played, log) == read(played, stack)
        if len(stack) > 1:
            strikes = {"id": "wrong", "strikes": stack[-2]["id"]}
            assert code_of(read(played, [*log, strikes])) == "not_last"


@table
def test_numbers_that_no_deal_can_have_are_refused(name: str, players: int, options: dict[str, Json]) -> None:
    for played in padded(name, players, options):
        [entry, *_] = entries_of(played)
        for row, numbers in entry["rows"].items():
            for wrong in ([*numbers, 0], numbers[:-1], "7", None):
                changed = {**entry, "rows": {**entry["rows"], row: wrong}}
                assert code_of(read(played, [changed])) == "bad_entry", wrong
            for wrong in (None, "7", True, 0.5, 1000, -1000):
                changed = {**entry, "rows": {**entry["rows"], row: [wrong, *numbers[1:]]}}
                assert code_of(read(played, [changed])) == "wrong_score", wrong
        assert code_of(read(played, [{**entry, "deal": 1}])) == "not_this_deal"
        assert code_of(read(played, [{**entry, "outcome": "lost"}])) == "bad_entry"
        assert code_of(read(played, [{**entry, "rows": {}}])) == "bad_entry"


def test_the_cards_of_a_deal_are_all_counted() -> None:
    [played, _] = padded("tressette", 4, {"preset": "ludopoli"})
    wrong = {"id": "1", "deal": 0, "outcome": "played", "rows": {"cards": [6, 6], "accuse": [0, 0]}}
    assert code_of(read(played, [wrong])) == "wrong_total"


def test_a_point_that_one_side_has_is_not_given_twice() -> None:
    [played, _] = padded("scopone", 4, {"preset": "scientifico"})
    [entry, *_] = entries_of(played)
    wrong = {**entry, "rows": {**entry["rows"], "primiera": [1, 1]}}
    assert code_of(read(played, [wrong])) == "over_total"


def refusal(name: str, players: int, row: str, *numbers: int, **options: Json) -> str | None:
    """Return why these numbers of a row cannot be, or None if they can."""
    game = GAMES[name]
    pad = game.scorepad(rules_of(game, **options), players)
    assert pad is not None
    [found] = [each for each in pad.outcomes[0].rows if each.name == row]
    refused = found.refusal([*numbers], len(numbers), 0)
    return refused.code if refused else None


def test_a_napola_has_three_cards_at_least_and_one_side_has_it() -> None:
    of: dict[str, Json] = {"preset": "scientifico", "napola": "full"}
    for length in range(1, 11):
        impossible = "impossible_score" if length < 3 else None
        assert refusal("scopone", 4, "napola", 0, length, **of) == impossible
    assert refusal("scopone", 4, "napola", 0, 0, **of) is None
    assert refusal("scopone", 4, "napola", 3, 3, **of) == "one_side_only"


def test_the_settebello_belongs_to_somebody() -> None:
    of: dict[str, Json] = {"preset": "scientifico", "rebello": True}
    for point in ("settebello", "rebello"):
        assert refusal("scopone", 4, point, 1, 0, **of) is None
        assert refusal("scopone", 4, point, 0, 0, **of) == "wrong_total"
        assert refusal("scopone", 4, point, 1, 1, **of) == "wrong_total"
        assert refusal("scopone", 3, point, 0, 0, 1, preset="scopa", rebello=True) is None
    assert refusal("scopone", 4, "primiera", 0, 0, **of) is None


def contradicts(name: str, players: int, rows: dict[str, tuple[int, ...]], **options: Json) -> bool:
    """Return whether these rows, with nothing in the others, contradict each other."""
    game = GAMES[name]
    pad = game.scorepad(rules_of(game, **options), players)
    assert pad is not None
    [outcome] = pad.outcomes
    sides = len(next(iter(rows.values())))
    whole = {row.name: rows.get(row.name, (0,) * sides) for row in outcome.rows}
    return any(each.is_in(whole, sides) for each in outcome.contradictions)


def test_the_denari_of_a_napola_are_those_of_the_other_points() -> None:
    """All ways to share ten denari between two sides: their points are possible, and no others."""
    of: dict[str, Json] = {"preset": "scientifico", "napola": "full", "rebello": True}
    denari = [card for card in ITALIAN40.cards.values() if card.suit == "D"]
    possible = set()
    for taken in product((0, 1), repeat=len(denari)):
        piles = [[card for card, side in zip(denari, taken, strict=True) if side == each] for each in (0, 1)]
        ahead = [int(len(pile) > 5) for pile in piles]
        held = [[int(any(card.code == code for card in pile)) for pile in piles] for code in ("7D", "RD")]
        rows = [scoring.napola(tuple(pile)) for pile in piles]
        possible.add((*rows, *ahead, *held[0], *held[1]))
    one_side = [(0, 0), (1, 0), (0, 1)]
    lengths = [(0, 0), *((n, 0) for n in range(3, 11)), *((0, n) for n in range(3, 11))]
    accepted = {
        (*length, *ahead, *seven, *king)
        for length, ahead, seven, king in product(lengths, one_side, one_side[1:], one_side[1:])
        if not contradicts(
            "scopone", 4, {"napola": length, "denari": ahead, "settebello": seven, "rebello": king}, **of
        )
    }
    assert accepted == possible


@pytest.mark.parametrize(
    ("rows", "is_one"),
    [
        ({"napola": (7, 0), "settebello": (0, 1), "denari": (1, 0)}, True),
        ({"napola": (7, 0), "settebello": (1, 0), "denari": (1, 0)}, False),
        ({"napola": (10, 0), "settebello": (1, 0), "denari": (1, 0), "primiera": (0, 1)}, True),
        ({"scope": (11, 0), "carte": (1, 0)}, False),
        ({"scope": (11, 0), "carte": (0, 0)}, True),
        ({"scope": (10, 9), "carte": (0, 1)}, True),
        ({"scope": (10, 10), "carte": (0, 0)}, False),
        ({"napola": (0, 7, 0), "settebello": (0, 0, 1), "denari": (0, 1, 0)}, True),
    ],
)
def test_the_points_of_scopone_agree_with_each_other(rows: dict[str, tuple[int, ...]], is_one: bool) -> None:
    sides = len(rows.get("settebello", (0, 0)))
    preset, players = ("scopa", 3) if sides == 3 else ("scientifico", 4)
    assert contradicts("scopone", players, rows, preset=preset, napola="full") is is_one


def test_rows_that_contradict_each_other_are_refused() -> None:
    [played, _] = padded("scopone", 4, {"preset": "scientifico"})
    [entry, *_] = entries_of(played)
    wrong = {**entry, "rows": {**entry["rows"], "scope": [12, 0], "carte": [0, 1]}}
    refused = read(played, [wrong])
    assert (code_of(refused), refused.details) == ("contradiction", {"rows": "scope, carte"})


@pytest.mark.parametrize(("counting", "least"), [("floor35", 1), ("figures", 5)])
def test_the_three_highest_trumps_take_their_tricks(counting: str, least: int) -> None:
    bonus = 9 if counting == "figures" else 3
    for cards in range(6):
        rows: dict[str, tuple[int, ...]] = {"cricca": (bonus, 0), "cards": (cards, 11)}
        impossible = contradicts("maraffone", 4, rows, preset="maraffone", scoring=counting)
        assert impossible is (cards < least)


def test_points_counted_in_order_may_end_before_the_settebello() -> None:
    of: dict[str, Json] = {"preset": "scientifico", "finish": "in_order"}
    assert refusal("scopone", 4, "settebello", 0, 0, **of) is None
    assert refusal("scopone", 4, "settebello", 1, 1, **of) == "over_total"
    assert refusal("scopone", 4, "settebello", 0, 0, **of, match_end={"deals": 4}) == "wrong_total"


def test_all_cards_are_captured_in_twenty_turns_at_most() -> None:
    assert refusal("scopone", 4, "scope", 20, 0, preset="scientifico") is None
    assert refusal("scopone", 4, "scope", 20, 1, preset="scientifico") == "over_total"


@pytest.mark.parametrize(
    ("scoring", "possible"), [("nearest33", {10, 11, 12}), ("floor35", {10, 11})], ids=["nearest", "floor"]
)
def test_three_players_of_tressette_share_the_points(scoring: str, possible: set[int]) -> None:
    of: dict[str, Json] = {"preset": "classico", "scoring": scoring}
    found = {sum_ for sum_ in range(25) if refusal("tressette", 3, "cards", 4, 4, sum_ - 8, **of) is None}
    assert found == possible
    assert refusal("tressette", 3, "cards", 0, 0, 0, **of) == "under_total"


def test_accuse_are_worth_three_or_four_each() -> None:
    found = [n for n in range(25) if refusal("tressette", 4, "accuse", n, 0, preset="classico") is None]
    assert found == [0, 3, 4, *range(6, 25)]
    assert refusal("tressette", 4, "accuse", 13, 12, preset="classico") == "over_total"


def test_one_side_has_the_cricca() -> None:
    assert refusal("maraffone", 4, "cricca", 3, 0, preset="maraffone") is None
    assert refusal("maraffone", 4, "cricca", 3, 3, preset="maraffone") == "over_total"


def test_no_cards_of_briscola_are_worth_one_point() -> None:
    assert refusal("briscola", 2, "points", 118, 2, preset="classico") is None
    assert refusal("briscola", 2, "points", 119, 1, preset="classico") == "impossible_score"


def test_the_bids_of_whist_never_make_the_sum_exact() -> None:
    for bids, code in (((2, 1), None), ((3, 1), "barred_total"), ((3, 2), None)):
        assert refusal("whist", 2, "bids", *bids, preset="andata") == code


def test_all_points_of_traversone_are_a_cappotto() -> None:
    assert refusal("traversone", 4, "scores", 11, 0, 0, 0, preset="traversone") == "impossible_score"
    assert refusal("traversone", 4, "scores", 11, 0, 0, 0, preset="traversone", cappotto="strict") is None


@pytest.mark.parametrize(("players", "least"), [(3, 10), (4, 9), (5, 9), (6, 8)])
def test_dropped_fractions_leave_most_of_the_points(players: int, least: int) -> None:
    others = [0] * (players - 2)

    def of(together: int) -> str | None:
        given = (together - 4, 4, *others)
        return refusal("traversone", players, "scores", *given, preset="traversone", fractions="dropped")

    assert [sum_ for sum_ in range(4, 15) if of(sum_) is None] == [*range(least, 12)]


def test_ten_denari_that_may_win_a_match_have_no_pad() -> None:
    game = GAMES["scopone"]
    for end, has_pad in (({"points": 21}, False), ({"deals": 4}, True)):
        rules = rules_of(game, preset="scientifico", napola="full_wins", match_end=end)
        assert (game.scorepad(rules, 4) is not None) is has_pad


def test_who_makes_everything_at_traversone_writes_nothing() -> None:
    [played, _] = padded("traversone", 4, {"preset": "traversone"})
    one = {"id": "1", "deal": 0, "outcome": "cappotto", "rows": {"cappotto": [0, 1, 0, 0]}}
    assert [*played.game.totals(read(played, [one]))] == [11, 0, 11, 11]
    both = {**one, "rows": {"cappotto": [0, 1, 1, 0]}}
    assert code_of(read(played, [both])) == "wrong_total"


def test_briscola_has_no_pad_where_the_last_trick_may_win_a_game() -> None:
    game = GAMES["briscola"]
    for end, has_pad in (({"games": 2}, False), ({"deals": 4}, True)):
        rules = rules_of(game, preset="classico", tie="last_trick", match_end=end)
        assert (game.scorepad(rules, 2) is not None) is has_pad


def test_all_that_a_pad_asks_for_has_a_name() -> None:
    for name, players, options in (param.values for param in TABLES):
        game = GAMES[str(name)]
        pad = game.scorepad(rules_of(game, **options), players)  # type: ignore[arg-type]
        for outcome in pad.outcomes if pad else ():
            assert {outcome.name, *(row.name for row in outcome.rows)} <= texts.texts_of_game(
                game.name
            ).scorepad.keys()


class Pads:
    """The pads of tables as the script gets them, each once."""

    def __init__(self) -> None:
        self.data: list[Json] = []
        self._numbers: dict[tuple[str, str, int], int] = {}

    def number(self, game: Game, rules: Any, players: int) -> int:
        """The number of the pad of a table in `data`."""
        key = game.name, repr(rules), players
        if key not in self._numbers:
            pad = game.scorepad(rules, players)
            assert pad is not None
            self._numbers[key] = len(self.data)
            self.data.append(pad.as_json())
        return self._numbers[key]

    def asked(self) -> Iterator[tuple[int, DealOutcome, int]]:
        """Yield the number of each pad, an outcome of it, and the number of sides."""
        for name, players, options in (param.values for param in TABLES):
            game = GAMES[str(name)]
            for each in variants(name, options):  # type: ignore[arg-type]
                rules = rules_of(game, **each)
                if (pad := game.scorepad(rules, players)) is not None:  # type: ignore[arg-type]
                    number = self.number(game, rules, players)  # type: ignore[arg-type]
                    sides = len({*game.sides(game.start(rules, players, 0))})  # type: ignore[arg-type]
                    yield from ((number, outcome, sides) for outcome in pad.outcomes)

    def answers(self, imports: str, answer: str, cases: list[Any]) -> Any:
        """Return what the script says to each case, whose first value is the number of a pad."""
        script = f"""
            import {{ {imports} }} from {json.dumps((ROOT / "static/js/scorepad/sums.js").as_uri())};
            const [pads, cases] = JSON.parse((await import("node:fs")).readFileSync(0, "utf8"));
            const answer = {answer};
            console.log(JSON.stringify(cases.map(([pad, ...asked]) => answer(pads[pad], ...asked))));
        """
        said = subprocess.run(
            ["node", "--input-type=module", "-e", script],
            input=json.dumps([self.data, cases]), capture_output=True, text=True, check=True, timeout=60,
        )  # fmt: skip
        return json.loads(said.stdout)


def test_the_script_adds_up_as_the_engine_does() -> None:
    """The browser's script, offline, over the data of each pad."""
    pads, cases, expected = Pads(), [], []
    for name, players, options in (param.values for param in TABLES):
        for played in padded(name, players, options):  # type: ignore[arg-type]
            entries = entries_of(played)
            log = [*entries, {"id": "undo", "strikes": entries[-1]["id"]}, {**entries[-1], "id": "again"}]
            match = {
                "sides": [*played.game.sides(played.state)],
                "dealer": played.deals[0][0].dealer,
                "fewest_win": played.game.fewest_win,
            }
            cases.append([pads.number(played.game, played.rules, players), match, log])  # type: ignore[arg-type]
            expected.append([[*played.game.totals(played.state)], len(entries), True, False])
    assert len(pads.data) > 5
    answer = """(data, match, log) => {
        const pad = { ...data, ...match };
        const [whole, before] = [addUp(pad, log), addUp(pad, log.slice(0, -1))];
        return [whole.totals, whole.lines.length, whole.isOver, before.isOver];
    }"""
    assert pads.answers("addUp", answer, cases) == expected


def test_the_script_finds_the_same_numbers_impossible() -> None:
    words = {
        None: None,
        "impossible_score": "never",
        "one_side_only": "sole",
        "wrong_total": "together",
        "over_total": "at_most",
        "under_total": "at_least",
        "barred_total": "barred",
    }
    random, pads, cases, expected = Random(1), Pads(), [], []
    for pad, outcome, sides in pads.asked():
        for row, deal in product(outcome.rows, (0, 3)):
            some = [random.choices(row.values(deal), k=sides) for _ in range(12)]
            cases.append([pad, outcome.name, row.name, deal, some])
            refused = [row.refusal(numbers, sides, deal) for numbers in some]
            expected.append([words[no.code if no else None] for no in refused])
    assert {word for some in expected for word in some} == {*words.values()}
    answer = """(pad, outcome, name, deal, some) => {
        const row = asked(pad, outcome, deal).find((each) => each.name === name);
        return some.map((numbers) => faultOfRow(row, numbers)?.[0] ?? null);
    }"""
    assert pads.answers("asked, faultOfRow", answer, cases) == expected


def test_the_script_finds_the_same_contradictions() -> None:
    random, pads, cases, expected = Random(1), Pads(), [], []
    for pad, outcome, sides in pads.asked():
        values = {row.name: row.values(0) for row in outcome.rows}
        for _ in range(40 * len(values)):
            rows = {name: random.choices(numbers, k=sides) for name, numbers in values.items()}
            found = [made.rows for made in outcome.contradictions if made.is_in(rows, sides)]
            cases.append([pad, outcome.name, rows])
            expected.append(found[0] if found else None)
    assert any(expected)
    assert pads.answers("contradictoryRows", "contradictoryRows", cases) == expected


def _add(a: list[int], b: list[int]) -> list[int]:
    return [x + y for x, y in zip(a, b, strict=True)]


def code_of(result: Any) -> str:
    assert isinstance(result, Refused), result
    return result.code
