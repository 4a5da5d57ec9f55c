"""Judged deals of the other games, card by card."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bench.review import log_of
from games.archive.replay import Stretch
from games.review import judging
from ludocards.bots.registry import reviewer, searcher
from ludocards.catalogue.briscola.bot import review as briscola_review
from ludocards.catalogue.maraffone.bot import review as maraffone_review
from ludocards.catalogue.scopone.bot import review as scopone_review
from ludocards.catalogue.scopone.bot.kernels import play as scopone
from ludocards.catalogue.scopone.bot.kernels.pack import bits
from ludocards.catalogue.scopone.rules import captures
from ludocards.catalogue.tarocchi.bot import review as tarocchi_review
from ludocards.catalogue.whist.bot import review as whist_review
from ludocards.catalogue.whist.rules.scoring import score
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command, Json
from ludocards.engine.registry import GAMES
from tests.review.judged import endings_are_judged


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
    assert by.open_positions is not None
    log, lost = log_of(5, players, deals, name, "principiante"), 0
    for acts in judging.commands_by_deal(game, game.rules_from({}), players, Stretch.whole(log)):
        deal = judging.choices_of_deal(game, acts, players)
        if not deal.plays:
            continue
        opened: Any = by.open_positions(deal)
        curve = [sheet for _, sheet in opened.final_scores()]
        for number, play in enumerate(deal.plays[: max(0, opened.searched_from)]):
            loss, better = opened.loss_and_best(number)
            assert loss >= 0
            lost += loss > 0
            for command in better:
                other = opened.position_after(opened.boards[number], command)
                side = play.view["sides"][play.seat]
                came, was = game.results(
                    (opened.side_scores(opened.playout_end(other))[side], curve[number + 1][side])
                )
                assert came == pytest.approx(was + loss)
    assert lost > 0


def test_calls_scarto_and_cards_of_tarocchi_are_judged() -> None:
    """The curve comes from rollouts; if all players use the same heuristics, it stays at the final score."""
    game, by = GAMES["tarocchi"], reviewer("tarocchi")
    assert by is not None
    log = log_of(77, 3, 3, "tarocchi")
    acts = judging.commands_by_deal(game, game.rules_from({}), 3, Stretch.whole(log))[0]
    deal = judging.judge_deal(game, acts, 3, by, lambda share: None)
    [scored] = [each.event.public for each in log if each.event.kind == "scored"][:1]
    assert deal["curve"]["points"] == [list(scored["points"])] * 61
    judged = {choice["command"]["do"] for choice in deal["choices"] if "seen" in choice}
    assert judged == {"call", "discard", "play"}
    endings_are_judged(deal, 3, 3 * tarocchi_review.ALL_SEEN, "each")
    for choice in deal["choices"]:
        if "seen" in choice:
            assert choice["seen"]["loss"] >= 0
            assert (choice["seen"]["better"] is not None) == choice["seen"]["clear"]


def test_suits_and_cards_of_maraffone_are_judged() -> None:
    """The last six tricks by best play; the trumps named as well as the cards."""
    game, by = GAMES["maraffone"], reviewer("maraffone")
    assert by is not None
    log = log_of(41, 4, 1, "maraffone", "principiante")
    [acts] = judging.commands_by_deal(game, game.rules_from(game.lasting(1)), 4, Stretch.whole(log))
    deal = judging.judge_deal(game, acts, 4, by, lambda share: None)
    [line] = [each.event.public["points"] for each in log if each.event.kind == "scored"]
    assert deal["curve"]["points"][-1] == line
    endings_are_judged(deal, 4, 4 * maraffone_review.ALL_SEEN, "optimum")
    seen = [choice for choice in deal["choices"] if "seen" in choice]
    assert {choice["command"]["do"] for choice in seen} == {"name", "play"}
    assert all(choice["seen"]["loss"] >= 0 for choice in seen)
    assert any("open" in choice and choice["open"]["loss"] > 0 for choice in deal["choices"])


@pytest.mark.parametrize(("players", "basis"), [(2, "optimum"), (3, "each"), (4, "optimum")])
def test_cards_of_briscola_are_judged(players: int, basis: str) -> None:
    """The last three tricks with all cards seen, after draws and exchanges."""
    game, by = GAMES["briscola"], reviewer("briscola")
    assert by is not None
    options: dict[str, Json] = {"exchange": "seven_two", "exchange_until": "stock"}
    log = log_of(41, players, 1, "briscola", "principiante", **options)
    rules = game.rules_from({**options, **game.lasting(1)})
    [acts] = judging.commands_by_deal(game, rules, players, Stretch.whole(log))
    deal = judging.judge_deal(game, acts, players, by, lambda share: None)
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
        [acts] = judging.commands_by_deal(game, rules, players, Stretch.whole(log))
        deal = judging.choices_of_deal(game, acts, players)
        boards = briscola_review.boards_of(deal)
        [line] = [each.event.public["points"] for each in log if each.event.kind == "scored"]
        assert briscola_review.OpenBriscola(deal).side_scores(boards[-1]) == [*line]
        assert len(boards) == len(deal.plays) + 1
        exchanges += sum(choice.command.do == "exchange" for choice in deal.choices)
    assert exchanges


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
    search = searcher("scopone")
    monkeypatch.setattr(search, "judge", replace(search.judge, dealt=60, played=30))
    log = log_of(41, players, 1, "scopone", "principiante", preset=preset)
    rules = game.rules_from({"preset": preset, **game.lasting(1)})
    [acts] = judging.commands_by_deal(game, rules, players, Stretch.whole(log))
    deal = judging.judge_deal(game, acts, players, by, lambda share: None)
    [line] = [each.event.public["scores"] for each in log if each.event.kind == "scored"]
    assert deal["curve"]["points"][-1] == line
    endings_are_judged(deal, players, players * scopone_review.ALL_SEEN[players], basis)
    seen = [choice for choice in deal["choices"] if "seen" in choice]
    assert all(choice["seen"]["loss"] >= 0 for choice in seen)
    assert any(choice["command"].get("take") for choice in seen)
    boards = scopone_review.boards_of(judging.choices_of_deal(game, acts, players))
    for act, board in zip(acts, boards, strict=False):
        hands = [bits(card.code for card in hand) for hand in act.before.hands]
        assert [*board[scopone.HANDS : scopone.HANDS + players]] == hands
        assert board[scopone.TABLE] == bits(card.code for card in act.before.table)


def test_a_capture_is_judged_in_whatever_order_its_cards_are_named() -> None:
    by = reviewer("scopone")
    assert by is not None
    taking = [Command.of("play", card="7D", take=take) for take in (["4C", "3B"], ["3B", "4C"])]
    seven, four, three = ITALIAN40.of(["7D", "4C", "3B"])
    assert {by.bare_command(command) for command in taking} == {captures.play(seven, (four, three))}


def test_bids_and_cards_of_whist_are_judged() -> None:
    """No choice brings more than the best, and the costliest one has a better one named."""
    game, by = GAMES["whist"], reviewer("whist")
    assert by is not None
    options = {"preset": "andata"}
    log = log_of(77, 4, 7, "whist", **options)
    judged = [
        judging.judge_deal(game, acts, 4, by, lambda share: None)
        for acts in judging.commands_by_deal(game, game.rules_from(options), 4, Stretch.whole(log))[:2]
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
    worst = max(choices, key=judging.counted_loss)
    assert worst["seen"]["better"] != worst["command"]
