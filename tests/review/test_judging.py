"""The judging of a deal, checked against a naive search and in positions that can be worked out by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from games.archive.replay import Logged, Stretch
from games.review import judging
from games.review.explaining import explain
from games.texts import reasons
from ludocards.bots.kernels.kept import room
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.registry import POLICIES, PUZZLED, prover, reviewer
from ludocards.bots.reviewing import Choice, Deal, Weighed
from ludocards.catalogue.briscola.bot import review as briscola_review
from ludocards.catalogue.maraffone.bot import review as maraffone_review
from ludocards.catalogue.scopone.bot import review as scopone_review
from ludocards.catalogue.scopone.bot.kernels import play as scopone
from ludocards.catalogue.scopone.bot.kernels.pack import bits
from ludocards.catalogue.scopone.rules import captures
from ludocards.catalogue.tarocchi.bot import review as tarocchi_review
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, cards
from ludocards.catalogue.tressette.bot import review as tressette_review
from ludocards.catalogue.tressette.bot.kernels.memory import solver
from ludocards.catalogue.tressette.bot.kernels.play import (
    COUNTS,
    HANDS,
    LAID,
    LEADER,
    PLAYERS,
    SIDES,
    TAKEN,
    TRICK,
    legal,
    put,
    turn,
)
from ludocards.catalogue.tressette.bot.kernels.reach import settled_alone, settled_near
from ludocards.catalogue.whist.bot import review as whist_review
from ludocards.catalogue.whist.rules.scoring import score
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command, Json
from ludocards.engine.registry import GAMES
from tests.bench.review import log_of
from tests.bots.test_tressette_kernels import board_of, dealt
from tests.engine.matches import playing

TRESSETTE = GAMES["tressette"]


# ---- perfect information


@pytest.fixture(scope="module")
def open_cards() -> Any:
    """Search with perfect information: `open_cards(board, guess)` returns the final thirds of side 0."""
    memory = solver()

    def ends_with(board: Ints, guess: int) -> int:
        rows = np.zeros((5, len(board)), np.int64)
        rows[0] = board
        return int(settled_near(rows, guess, memory))

    return ends_with


def naive(board: Ints) -> int:
    """Return the final thirds of side 0, by brute force."""

    @cache
    def ends(key: tuple[int, ...]) -> int:
        here = np.array(key, np.int64)
        if here[LAID] == 0 and here[COUNTS + here[LEADER]] == 0:
            return int(here[TAKEN])
        seat = turn(here)
        led = int(here[TRICK]) >> 4 if here[LAID] else -1
        found = []
        for code in cards(int(legal(here[HANDS + seat], led))):
            following = here.copy()
            put(following, INDEX[code])
            found.append(ends(tuple(following.tolist())))
        return min(found) if seat % 2 else max(found)

    return ends(tuple(board.tolist()))


def test_every_position_of_a_trick_agrees_with_naive_search(open_cards: Any) -> None:
    random = Random(5)
    for number in range(48):
        board = board_of(dealt(random, 3), leader=number % 4)
        board[TAKEN] = number % 7
        for _ in range(number % 4):
            seat = turn(board)
            led = int(board[TRICK]) >> 4 if board[LAID] else -1
            put(board, INDEX[random.choice(cards(int(legal(board[HANDS + seat], led))))])
        truth = naive(board)
        assert {open_cards(board, guess) for guess in (0, truth, truth + 1, 40)} == {truth}, number


def naive_alone(board: Ints) -> list[int]:
    """Return the final thirds of three players on their own, by brute force; ties go to the lowest card."""
    if board[LAID] == 0 and board[COUNTS + board[LEADER]] == 0:
        return [int(thirds) for thirds in board[TAKEN : TAKEN + 3]]
    seat = turn(board)
    led = int(board[TRICK]) >> 4 if board[LAID] else -1
    best: list[int] = []
    for card in sorted(map(INDEX.__getitem__, cards(int(legal(board[HANDS + seat], led))))):
        following = board.copy()
        put(following, card)
        found = naive_alone(following)
        if not best or found[seat] > best[seat]:
            best = found
    return best


@pytest.mark.parametrize("rows", [0, 1, 1 << 10])
def test_three_player_endings_agree_with_naive_search(rows: int) -> None:
    """The size of the transposition table makes no difference."""
    random = Random(6)
    for number in range(30):
        board = board_of(dealt(random, 3), leader=number % 3)
        board[HANDS + 3] = board[COUNTS + 3] = 0
        board[PLAYERS], board[SIDES : SIDES + 3] = 3, range(3)
        if number % 2:
            put(board, INDEX[cards(int(board[HANDS + turn(board)]))[0]])
        ways, thirds = np.zeros((10, len(board)), np.int64), np.zeros((10, 4), np.float64)
        ways[0] = board
        settled_alone(ways, 0, thirds, *room(rows))
        assert thirds[0, :3].tolist() == naive_alone(board), number


# ---- whole deals


@pytest.fixture(scope="module")
def match() -> tuple[list[Logged], Json]:
    """The log and the review of two deals between bots of level circolo."""
    log = log_of(31, deals=2)
    return log, reviewed(log, 4)


def reviewed(log: list[Logged], players: int) -> Json:
    rules, by = TRESSETTE.rules_from({"preset": "classico"}), reviewer("tressette")
    assert by is not None
    judged = []
    for deal in judging.deals(TRESSETTE, rules, players, Stretch.whole(log)):
        shares: list[float] = []
        judged.append(judging.judge(TRESSETTE, deal, players, by, shares.append))
        assert shares == sorted(shares)
        assert shares[-1] == 1.0
    return {**judging.summary(TRESSETTE, players, by, judged), "deals": judged}


def test_a_loss_is_a_fall_of_the_curve(match: tuple[list[Logged], Json]) -> None:
    """No card brings more than the best one, and what one pair loses the other gains."""
    for deal in match[1]["deals"]:
        curve, by_at = deal["curve"], {choice["at"]: choice for choice in deal["choices"]}
        assert curve["basis"] == "open"
        assert {sum(points) for points in curve["points"]} == {33}
        for number, at in enumerate(curve["at"][1:]):
            choice = by_at[at]
            fallen = (
                curve["points"][number][choice["seat"] % 2] - curve["points"][number + 1][choice["seat"] % 2]
            )
            assert fallen == choice.get("open", {"loss": 0})["loss"] >= 0


def test_the_curve_ends_where_the_sheet_does(match: tuple[list[Logged], Json]) -> None:
    log, review = match
    scored = [each.event.public["points"] for each in log if each.event.kind == "scored"]
    assert [deal["curve"]["points"][-1] for deal in review["deals"]] == [list(points) for points in scored]


def test_a_best_choice_loses_nothing(match: tuple[list[Logged], Json]) -> None:
    lost = [
        each for deal in match[1]["deals"] for each in deal["choices"] if each.get("open", {}).get("loss")
    ]
    assert lost
    for choice in lost:
        assert choice["open"]["better"]
        assert choice["command"] not in choice["open"]["better"]


def test_turning_points_are_the_largest_losses_in_their_order(match: tuple[list[Logged], Json]) -> None:
    turns = match[1]["turns"]
    losses = [c["open"]["loss"] for d in match[1]["deals"] for c in d["choices"] if "open" in c]
    assert 0 < len(turns) <= judging.TURNS
    assert (
        sorted(turn["loss"] for turn in turns)
        == [loss for loss in sorted(losses) if loss >= 3][-len(turns) :]
    )
    assert [turn["at"][:2] for turn in turns] == sorted(turn["at"][:2] for turn in turns)


def test_reasons_are_given_for_losses_that_a_player_could_have_known(
    match: tuple[list[Logged], Json],
) -> None:
    review, explained = match[1], 0
    for deal in review["deals"]:
        for choice in judging.with_verdicts(deal, review["half"], review["point"])["choices"]:
            why = choice.get("seen", {}).get("why")
            assert (why is not None) == (choice["marked"] == "seen" and choice["command"]["do"] == "play")
            if why is not None:
                explained += len(why["facts"])
                assert {fact["kind"] for fact in why["facts"]} <= reasons.kinds("tressette")
                assert choice["seat"] not in {fact.get("seat") for fact in why["facts"]}
    assert explained


@pytest.mark.parametrize("name", [name for name in PUZZLED if name != "tressette"])
def test_every_game_has_reasons(name: str) -> None:
    """A choice is explained by the view alone: with the hidden cards dealt anew, in the same words."""
    game: Any = GAMES[name]
    players, asks = game.players[0], prover(name).asks
    for played in islice(playing(name, players, 5), 8, 200):
        seat = next(iter(game.to_act(played.state)), 0)
        legal = game.legal(played.state, seat)
        if len(legal) < 2 or legal[0].do not in asks:
            continue
        view = game.view(played.state, seat)
        other_deal = game.determinized(played.rules, view, seat, Random(1))
        same = game.view(other_deal, seat)
        found = explain(game, played.rules, view, seat, legal[0], legal[-1], deals=2)
        assert {fact["kind"] for fact in found.facts} <= reasons.kinds(name)
        assert explain(game, played.rules, same, seat, legal[0], legal[-1], deals=2) == found
        said = reasons.sentences(
            name, found.facts, legal[0].as_json(), legal[-1].as_json(), game.sides(played.state), str
        )
        assert all(said)
        if found.facts:
            return
    raise AssertionError(f"no reason was given in {name}")


def test_judging_is_reproducible(match: tuple[list[Logged], Json]) -> None:
    log, review = match
    assert reviewed(log_of(31, deals=1), 4)["deals"][0] == review["deals"][0]
    assert len(log) > 80


def test_three_players_are_judged_by_their_knowledge() -> None:
    review = reviewed(log_of(32, players=3, deals=1), 3)
    [deal] = review["deals"]
    assert deal["curve"]["basis"] == "rules"
    endings_are_judged(deal, 3, 3 * tressette_review.ALL_SEEN, "each")
    assert {turn["loss"] for turn in review["turns"]} <= {judging.counted(each) for each in deal["choices"]}
    assert all(0 < player["accuracy"] <= 100 for player in review["players"])


def endings_are_judged(deal: Json, players: int, last: int, basis: str) -> None:
    """Check that the last cards are judged by perfect information and the others by rollouts.

    An equally good card loses nothing, and the cards of the last trick are not judged.
    """
    plays = [choice for choice in deal["choices"] if choice["command"]["do"] == "play"]
    since = max(0, len(plays) - last)
    assert not any("open" in choice for choice in plays[-players:])
    for number, choice in enumerate(plays):
        if "open" in choice:
            judgement = choice["open"]
            assert judgement["basis"] == (basis if number >= since else "rules")
            assert judgement["loss"] >= 0
            assert bool(judgement["better"]) == (judgement["loss"] > 0)
            assert choice["command"] not in judgement["better"]


@pytest.mark.parametrize(
    ("name", "players", "deals"),
    [
        ("tressette", 3, 1),
        ("maraffone", 4, 2),
        ("briscola", 2, 1),
        ("briscola", 3, 1),
        ("traversone", 4, 1),
        ("tarocchi", 3, 3),
        ("whist", 4, 10),
    ],
)
def test_an_early_card_loses_against_the_best_alternative(name: str, players: int, deals: int) -> None:
    """Losses are by rollouts of the actual cards; beginners lose something with some card."""
    game, by = GAMES[name], reviewer(name)
    assert by is not None
    assert by.opened is not None
    log, lost = log_of(5, players, deals, name, "principiante"), 0
    for acts in judging.deals(game, game.rules_from({}), players, Stretch.whole(log)):
        deal = judging.deal_of(game, acts, players)
        if not deal.plays:
            continue
        opened: Any = by.opened(deal)
        curve = [sheet for _, sheet in opened.values()]
        for number, play in enumerate(deal.plays[: max(0, opened.since)]):
            loss, better = opened.lost(number)
            assert loss >= 0
            lost += loss > 0
            for command in better:
                other = opened.after(opened.boards[number], command)
                side = play.view["sides"][play.seat]
                came, was = game.results(
                    (opened.sheet(opened.played_on(other))[side], curve[number + 1][side])
                )
                assert came == pytest.approx(was + loss)
    assert lost > 0


# ---- hidden information


def test_a_choice_wrong_in_every_determinization_is_a_loss() -> None:
    """The leader has two cards: the 3 of coppe, which is master, and the ace of bastoni, which 3 and 2 beat.

    If the ace is led first, it is lost; led last, the cards that beat it may be gone.
    """
    gone = [code for code in INDEX if code not in ("AB", "3C", "3B", "2B", "4C", "5C", "6C", "7C")]
    tricks = [
        {"leader": 0, "seats": [0, 1, 2, 3], "cards": gone[at : at + 4], "winner": 0}
        for at in range(0, 32, 4)
    ]
    view = {
        "game": "tressette", "phase": "play", "players": 4, "sides": [0, 1, 0, 1], "deal": 0, "dealer": 3,
        "to_act": [0], "hand": ["AB", "3C"], "counts": [2, 2, 2, 2],
        "trick": {"leader": 0, "seats": [], "cards": []},
        "last_trick": 1, "tricks": tricks, "taken": [8, 0], "sheet": [], "totals": [0, 0], "places": None,
        "accuse_window": 2, "accuse": [], "announcements": [], "signalled": [],
    }  # fmt: skip
    ace, three = Command.of("play", card="AB"), Command.of("play", card="3C")
    weighed = tressette_review.weighed(view, [ace, three], ace)
    assert weighed.commands[weighed.best()] == three
    loss, error = weighed.loss(weighed.commands.index(ace))
    assert loss > judging.CERTAIN * error
    assert weighed.loss(weighed.best()) == (0.0, 0.0)


def test_losses_are_measured_over_shared_determinizations() -> None:
    one, other = Command.of("play", card="AB"), Command.of("play", card="3C")
    weighed = Weighed((one, other), np.array([[6.0, 5.0], [0.0, 3.0], [9.0, 9.0]]), np.array([1.0, 1.0, 2.0]))
    assert weighed.best() == 1
    assert weighed.loss(0)[0] == pytest.approx(0.5)
    assert weighed.loss(1) == (0.0, 0.0)


def test_determinizations_count_by_effective_sample_size() -> None:
    words, values = (Command.of("play", card="AB"), Command.of("play", card="3C")), np.array([[0.0, 1.0]] * 8)
    assert Weighed(words, values, np.full(8, 0.3)).many() == pytest.approx(8)
    assert Weighed(words, values, np.array([1.0, *[1e-6] * 7])).many() < 1.1


# ---- Tarocchi


def test_calls_scarto_and_cards_of_tarocchi_are_judged() -> None:
    """The curve comes from rollouts; if all players use the same heuristics, it stays at the final score."""
    game, by = GAMES["tarocchi"], reviewer("tarocchi")
    assert by is not None
    log = log_of(77, 3, 3, "tarocchi")
    acts = judging.deals(game, game.rules_from({}), 3, Stretch.whole(log))[0]
    deal = judging.judge(game, acts, 3, by, lambda share: None)
    [scored] = [each.event.public for each in log if each.event.kind == "scored"][:1]
    assert deal["curve"]["points"] == [list(scored["points"])] * 61
    judged = {choice["command"]["do"] for choice in deal["choices"] if "seen" in choice}
    assert judged == {"call", "discard", "play"}
    endings_are_judged(deal, 3, 3 * tarocchi_review.ALL_SEEN, "each")
    for choice in deal["choices"]:
        if "seen" in choice:
            assert choice["seen"]["loss"] >= 0
            assert (choice["seen"]["better"] is not None) == choice["seen"]["clear"]


# ---- Maraffone


def test_suits_and_cards_of_maraffone_are_judged() -> None:
    """The last six tricks by best play; the trumps named as well as the cards."""
    game, by = GAMES["maraffone"], reviewer("maraffone")
    assert by is not None
    log = log_of(41, 4, 1, "maraffone", "principiante")
    [acts] = judging.deals(game, game.rules_from(game.lasting(1)), 4, Stretch.whole(log))
    deal = judging.judge(game, acts, 4, by, lambda share: None)
    [line] = [each.event.public["points"] for each in log if each.event.kind == "scored"]
    assert deal["curve"]["points"][-1] == line
    endings_are_judged(deal, 4, 4 * maraffone_review.ALL_SEEN, "optimum")
    seen = [choice for choice in deal["choices"] if "seen" in choice]
    assert {choice["command"]["do"] for choice in seen} == {"name", "play"}
    assert all(choice["seen"]["loss"] >= 0 for choice in seen)
    assert any("open" in choice and choice["open"]["loss"] > 0 for choice in deal["choices"])


@pytest.mark.parametrize(
    ("cricca", "lead", "found"),
    [("namer", "3B", 1), ("namer", "AB", 0), ("anyone", "3B", 1), ("none", "3B", 0)],
)
def test_a_cricca_that_was_held_and_not_scored_is_missed(cricca: str, lead: str, found: int) -> None:
    hand = "2B 5D CB 3B 7C AB 4D AC 6B 3S"
    view = {"hand": hand.split(), "trump": "B", "namer": 1, "cricca_by": cricca}
    played = Choice("s1-p1-c1", 1, view, (), Command.of("play", card=lead))
    scored = {"cricca": 1 if (cricca, lead) == ("namer", "AB") else None}
    missed = maraffone_review.missed(Deal((), (played,), scored))
    assert [(each.seat, each.kind, each.about, each.points) for each in missed] == [
        (1, "cricca", "B", 3)
    ] * found


# ---- Briscola


@pytest.mark.parametrize(("players", "basis"), [(2, "optimum"), (3, "each"), (4, "optimum")])
def test_cards_of_briscola_are_judged(players: int, basis: str) -> None:
    """The last three tricks with all cards seen, after draws and exchanges."""
    game, by = GAMES["briscola"], reviewer("briscola")
    assert by is not None
    options: dict[str, Json] = {"exchange": "seven_two", "exchange_until": "stock"}
    log = log_of(41, players, 1, "briscola", "principiante", **options)
    rules = game.rules_from({**options, **game.lasting(1)})
    [acts] = judging.deals(game, rules, players, Stretch.whole(log))
    deal = judging.judge(game, acts, players, by, lambda share: None)
    [line] = [each.event.public["points"] for each in log if each.event.kind == "scored"]
    assert deal["curve"]["points"][-1] == line
    endings_are_judged(deal, players, 3 * players, basis)
    seen = [choice for choice in deal["choices"] if "seen" in choice]
    assert {choice["command"]["do"] for choice in seen} == {"play"}
    assert all(choice["seen"]["loss"] >= 0 for choice in seen)


def test_the_stock_of_a_reviewed_deal_is_the_one_drawn() -> None:
    """From the hands at each card, also if the turned card was exchanged."""
    options: dict[str, Json] = {"exchange": "seven_two", "exchange_until": "stock"}
    game, exchanges = GAMES["briscola"], 0
    for players, seed in ((2, 1), (2, 2), (3, 3), (4, 4)):
        log = log_of(seed, players, 1, "briscola", **options)
        rules = game.rules_from({**options, **game.lasting(1)})
        [acts] = judging.deals(game, rules, players, Stretch.whole(log))
        deal = judging.deal_of(game, acts, players)
        boards = briscola_review.boards_of(deal)
        [line] = [each.event.public["points"] for each in log if each.event.kind == "scored"]
        assert briscola_review.Open(deal).sheet(boards[-1]) == [*line]
        assert len(boards) == len(deal.plays) + 1
        exchanges += sum(choice.command.do == "exchange" for choice in deal.choices)
    assert exchanges


# ---- Scopone


@pytest.mark.parametrize(
    ("preset", "players", "basis"),
    [("scientifico", 4, "optimum"), ("scopa", 3, "each"), ("scopa", 2, "optimum")],
)
def test_choices_of_scopone_are_judged(
    preset: str, players: int, basis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last cards with all cards seen, after everything that was dealt from the stock."""
    game, by = GAMES["scopone"], reviewer("scopone")
    assert by is not None
    monkeypatch.setattr(scopone_review, "JUDGE", replace(scopone_review.JUDGE, dealt=60, played=30))
    log = log_of(41, players, 1, "scopone", "principiante", preset=preset)
    rules = game.rules_from({"preset": preset, **game.lasting(1)})
    [acts] = judging.deals(game, rules, players, Stretch.whole(log))
    deal = judging.judge(game, acts, players, by, lambda share: None)
    [line] = [each.event.public["scores"] for each in log if each.event.kind == "scored"]
    assert deal["curve"]["points"][-1] == line
    endings_are_judged(deal, players, players * scopone_review.ALL_SEEN[players], basis)
    seen = [choice for choice in deal["choices"] if "seen" in choice]
    assert all(choice["seen"]["loss"] >= 0 for choice in seen)
    assert any(choice["command"].get("take") for choice in seen)
    boards = scopone_review.boards_of(judging.deal_of(game, acts, players))
    for act, board in zip(acts, boards, strict=False):
        hands = [bits(card.code for card in hand) for hand in act.before.hands]
        assert [*board[scopone.HANDS : scopone.HANDS + players]] == hands
        assert board[scopone.TABLE] == bits(card.code for card in act.before.table)


def test_a_capture_is_judged_in_whatever_order_its_cards_are_named() -> None:
    by = reviewer("scopone")
    assert by is not None
    taking = [Command.of("play", card="7D", take=take) for take in (["4C", "3B"], ["3B", "4C"])]
    seven, four, three = ITALIAN40.of(["7D", "4C", "3B"])
    assert {by.judged(command) for command in taking} == {captures.play(seven, (four, three))}


# ---- Whist


def test_bids_and_cards_of_whist_are_judged() -> None:
    """No choice brings more than the best, and the costliest one has a better one named."""
    game, by = GAMES["whist"], reviewer("whist")
    assert by is not None
    options = {"preset": "andata"}
    log = log_of(77, 4, 7, "whist", **options)
    judged = [
        judging.judge(game, acts, 4, by, lambda share: None)
        for acts in judging.deals(game, game.rules_from(options), 4, Stretch.whole(log))[:2]
    ]
    scored = [each.event.public for each in log if each.event.kind == "scored"]
    sheets = [[*map(score, each["bids"], each["made"])] for each in scored]
    for deal, sheet in zip(judged, sheets, strict=False):
        assert deal["curve"]["basis"] == "rules"
        assert deal["curve"]["points"] == [sheet] * (len(deal["curve"]["at"])), "the club goes on as it does"
        endings_are_judged(deal, 4, 4 * whist_review.ALL_SEEN[4], "each")
    choices = [choice for deal in judged for choice in deal["choices"] if "seen" in choice]
    assert {choice["command"]["do"] for choice in choices} == {"bid", "play"}
    assert all(choice["seen"]["loss"] >= 0 for choice in choices)
    worst = max(choices, key=judging.counted)
    assert worst["seen"]["better"] != worst["command"]


# ---- figures


def test_accuracy_is_halved_at_half_weight() -> None:
    assert judging.accuracy([0, 0, 0, 0], 1.5) == 100
    assert judging.accuracy([1.5], 1.5) == 50
    assert judging.accuracy([3, 0], 1.5) == pytest.approx((25 + 100) / 2)
    assert judging.accuracy([], 1.5) is None


# ---- verdicts


def verdicts(seen: float | None, opened: float, basis: str = "optimum", *, clear: bool = True) -> Any:
    """The verdicts on a choice with these losses: by what the player could know, and with open cards."""
    choice = {"open": {"loss": opened, "basis": basis}}
    if seen is not None:
        choice["seen"] = {"loss": seen, "clear": clear}
    deal = judging.with_verdicts({"choices": [choice], "curve": None}, half=1.5, point=3)
    [judged] = deal["choices"]
    return judged.get("seen", {}).get("verdict"), judged["open"]["verdict"], judged["marked"]


@pytest.mark.parametrize(
    ("judged", "verdict"),
    [
        (verdicts(0.6, 2), ("worse", "worse", "seen")),
        (verdicts(0.6, 0), ("worse", "best", "seen")),
        (verdicts(0.59, 2), ("worse", "worse", "open")),
        (verdicts(0.15, 0), ("worse", None, None)),
        (verdicts(0.14, 0), (None, None, None)),
        (verdicts(2.0, 0, clear=False), ("best", None, None)),
        (verdicts(None, 1), (None, "worse", "open")),
        (verdicts(None, 1.49, "rules"), (None, None, None)),
        (verdicts(None, 1.5, "rules"), (None, "worse", "open")),
        (verdicts(None, 1.49, "each"), (None, "worse", "open")),
    ],
)
def test_the_verdict_on_a_choice_follows_from_its_losses(judged: Any, verdict: Any) -> None:
    assert judged == verdict


def test_sides_that_share_a_fixed_sum_have_a_total() -> None:
    def total(*points: list[float]) -> Any:
        return judging.with_verdicts({"choices": [], "curve": {"points": points}}, 1.5, 3)["curve"]["total"]

    assert total([18, 15], [16, 17], [16.2, 17.2]) == 33
    assert total([18, 15], [16, 16]) is None


# ---- missed announcements


def test_only_an_accusa_never_made_is_missed() -> None:
    missed = []
    made = 0
    for seed in range(40, 52):
        log = log_of(seed, deals=1)
        made += sum(each.event.kind == "accused" for each in log)
        quiet = [each for each in log if each.event.kind != "accused"]
        for said, expected in ((log, 0), (quiet, len(log) - len(quiet))):
            [deal] = judging.deals(
                TRESSETTE, TRESSETTE.rules_from({"preset": "classico"}), 4, Stretch.whole(said)
            )
            found = _missed(deal)
            assert len(found) == expected
            missed += found
    assert made
    assert {each.kind for each in missed} == {"accusa"}
    assert {each.points for each in missed} <= {3, 4}


def _missed(acts: list[Any]) -> Any:
    by = reviewer("tressette")
    assert by is not None
    return by.missed(judging.deal_of(TRESSETTE, acts, 4))


def test_silence_where_circolo_would_declare_is_a_miss() -> None:
    withheld: Counter[str] = Counter()

    def silent(view: Json, legal_now: Any) -> Command:
        chosen = POLICIES["tressette"]["circolo"](view, legal_now)
        withheld["declaration"] += bool(chosen.get("declare"))
        withheld["signal"] += bool(chosen.get("signal"))
        return Command.of("play", card=chosen.get("card")) if chosen.do == "play" else chosen

    def missed(chooser: Any, preset: str, **options: str) -> list[str]:
        rules = {"preset": preset, "match_end": {"deals": 1}, **options}
        *_, played = playing("tressette", 4, 3, [chooser] * 4, **rules)
        log = [Logged(played.events[0])]
        log += [Logged(played.events[0], action.seat, action.command) for action in played.deals[0][1]]
        [deal] = judging.deals(TRESSETTE, played.rules, 4, Stretch.whole(log))
        return [each.kind for each in _missed(deal) if each.kind != "accusa"]

    assert {*missed(silent, "ludopoli")} == {"declaration"}
    assert {*missed(silent, "bredese")} == {"signal"}
    withheld.clear()
    assert Counter(missed(silent, "ludopoli", signals="bredese")) == withheld, "both with one card, too"
    assert missed(POLICIES["tressette"]["circolo"], "ludopoli") == []
