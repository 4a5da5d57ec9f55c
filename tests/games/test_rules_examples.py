"""Every example of a rule book is played by the engine, by the rules of every page on which it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, singledispatch
from itertools import combinations, product
from typing import Any

import pytest
from django.utils import translation

from ludocards.catalogue.briscola.rules import scoring as briscola
from ludocards.catalogue.briscola.values import ALL_POINTS
from ludocards.catalogue.briscola.values import RANKING as BRISCOLA_RANKING
from ludocards.catalogue.scopone.rulebook.examples import Best, Capturing, Scored
from ludocards.catalogue.scopone.rules import scoring as scopone_scoring
from ludocards.catalogue.scopone.rules.captures import takings
from ludocards.catalogue.tarocchi.rulebook.playing import Reopened
from ludocards.catalogue.tarocchi.rules import bidding as tarocchi_bidding
from ludocards.catalogue.tarocchi.rules import following
from ludocards.catalogue.tarocchi.rules import scoring as tarocchi_scoring
from ludocards.catalogue.tarocchi.values import RANKING as TAROCCHI_RANKING
from ludocards.catalogue.thirds import rules as thirds
from ludocards.catalogue.thirds.values import RANKING as THIRDS_RANKING
from ludocards.catalogue.thirds.values import SCORINGS
from ludocards.catalogue.traversone.rules import scoring as traversone
from ludocards.catalogue.tressette.rulebook.examples import Accused, Signalled, Spoken
from ludocards.catalogue.tressette.rules import accuse, signals
from ludocards.catalogue.tressette.rules.declarations import PHRASES, SUIT, Holding, play_suit
from ludocards.catalogue.tressette.rules.state import State as TressetteState
from ludocards.catalogue.whist.rules import bidding as whist_bidding
from ludocards.catalogue.whist.rules import scoring as whist_scoring
from ludocards.catalogue.whist.rules.presets import schedule
from ludocards.catalogue.whist.rules.state import State as WhistState
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Deal, Refused, unrefused
from ludocards.engine.registry import GAMES
from ludocards.engine.tricks import Trick, must_follow, winning_position
from ludocards.words.rulebook import (
    Counted,
    Dialogue,
    Example,
    Playable,
    Reckoned,
    RulebookPage,
    Section,
    Taking,
)
from tests.games.test_rules_pages import BOOKS, sections


def tables(game: str) -> Iterator[dict[str, Any]]:
    """The rules of every preset, and those that differ from it in one option, or in two."""
    engine = GAMES[game]
    ends = [{"match_end": {"deals": 4}}] if any(each.name == "match_end" for each in engine.options) else []
    chosen = [[{each.name: choice} for choice in each.choices] for each in engine.options]
    for preset in engine.presets:
        yield from ({"preset": preset, **end} for end in [{}, *ends])
        for one, other in combinations(chosen, 2):
            yield from ({"preset": preset, **first, **second} for first, second in product(one, other))


@cache
def played(game: str) -> list[Any]:
    """The rules as the engine reads them."""
    found = [GAMES[game].rules_from(rules) for rules in tables(game)]
    return [*dict.fromkeys(rules for rules in found if not isinstance(rules, Refused))]


EXAMPLES = [
    pytest.param(game, section, page, example, id=f"{game}-{example.id}")
    for game in BOOKS
    for section, page in sections(game)
    for example in section.examples
]


@pytest.mark.parametrize(("game", "section", "page", "example"), EXAMPLES)
def test_the_engine_agrees_with_the_rule_book(
    game: str, section: Section, page: RulebookPage | None, example: Example
) -> None:
    """Every example holds by the rules of every page on which it stands, and it stands on one."""
    pages = [GAMES[game].presets[page.preset]] if page else filter(section.when, played(game))
    shown = [rules for rules in pages if example.when(rules)]
    assert shown
    for rules in shown:
        holds(example, game, rules)


@singledispatch
def holds(example: Example, game: str, rules: Any) -> None:
    raise AssertionError(f"nobody plays {type(example).__name__}")


@holds.register
def _(example: Playable, game: str, rules: Any) -> None:
    deck = GAMES[game].deck
    hand, trick = deck.of(example.hand.split()), Trick(0, deck.of(example.trick.split()))
    assert game != "whist" or rules.briscola == bool(example.trump)
    trump = deck.cards[example.trump].suit if example.trump else None
    if game == "tarocchi":
        opened = example.opened.split() if isinstance(example, Reopened) else ()
        may = following.playable(hand, trick, frozenset(opened), rules)
    else:
        may = must_follow(hand, trick, trump)
    assert {*may} == {*deck.of(example.playable.split())}


@holds.register
def _(example: Taking, game: str, rules: Any) -> None:
    own = {"briscola": BRISCOLA_RANKING, "tarocchi": TAROCCHI_RANKING}
    ranking = rules.ranking if game == "whist" else own.get(game, THIRDS_RANKING)
    cards = GAMES[game].deck.of(example.trick.split())
    assert game != "whist" or rules.briscola == bool(example.trump)
    if game == "tarocchi":
        hand = (cards[0], GAMES[game].deck.cards["T20"])
        assert cards[0] in following.playable(hand, Trick(0), frozenset(following.SUITS), rules)
    trump = example.trump[-1:] or None  # the suit of a card, or a suit
    trump = following.TRUMPS if game == "tarocchi" else trump
    assert winning_position(Trick(0, cards), ranking, trump) == example.winner
    if example.worth is not None:
        worth = briscola.worth if game == "briscola" else thirds.worth
        assert sum(map(worth, cards)) == example.worth


@holds.register
def _(example: Counted, game: str, rules: Any) -> None:
    cards = GAMES[game].deck.of(example.hand.split())
    counted = tarocchi_scoring.card_points(cards) if game == "tarocchi" else sum(map(briscola.worth, cards))
    assert counted == example.points


@holds.register
def _(example: Accused, game: str, rules: Any) -> None:
    assert rules.accuse_window
    found = accuse.held(0, ITALIAN40.of(example.hand.split()))
    said = Counter((accusa.combo, accusa.points) for accusa in found)
    with translation.override("en"):
        kinds = [str(name).split()[0] for name, _points in example.accuse]
    assert said == Counter(zip(kinds, (points for _name, points in example.accuse), strict=True))


@holds.register
def _(example: Capturing, game: str, rules: Any) -> None:
    table = ITALIAN40.of(example.table.split())
    found = takings(ITALIAN40.cards[example.card], table)
    assert {*map(frozenset, found)} == {frozenset(ITALIAN40.of(way.split())) for way in example.ways}


@holds.register
def _(example: Best, game: str, rules: Any) -> None:
    best = ITALIAN40.of(example.best.split())
    assert scopone_scoring.primiera(best, rules.primiera_figures) == example.primiera


@holds.register
def _(example: Scored, game: str, rules: Any) -> None:
    hands = [ITALIAN40.of(hand.split()) for hand in example.hands]
    engine = GAMES[game]
    state = unrefused(engine.deal(engine.start(rules, len(hands), 3), Deal(3, tuple(hands), ()))).state
    while not state.sheet:
        [seat] = engine.to_act(state)
        state = unrefused(engine.apply(state, seat, engine.legal(state, seat)[0])).state
    [line] = state.sheet
    assert line.scores == example.scores
    has = [line.points, line.denari, None, line.primiera, line.scored.scope]
    won = [line.scored.carte, line.scored.denari, line.scored.settebello, line.scored.primiera, None]
    for row, numbers, side in zip(example.rows, has, won, strict=True):
        assert numbers is None or tuple(map(str, numbers)) == row[1:3]
        with translation.override("en"):
            assert str(row[3]) == {None: "–", 0: "your side", 1: "the others"}[side]


SUMS: dict[str, Callable[[Any, tuple[int, ...]], int]] = {
    "Thirds in cards": lambda rules, row: SCORINGS[rules.scoring].score(
        row[0] + row[1] * SCORINGS[rules.scoring].last_trick
    ),
    "Before the deal": lambda rules, row: row[0] + row[1],
    "Bid": lambda rules, row: whist_scoring.score(*row),
    "Thirds of the first": lambda rules, row: traversone.written(rules, [*row, 32 - sum(row)], 3)[3],
    "Points of one side": lambda rules, row: ALL_POINTS - row[0],
    "Points taken": lambda rules, row: tarocchi_scoring.deal_scores((row[0],), 0 if row[1] else 1)[0],
}
"""The result of a row of an example, by the first column heading of its table."""


@holds.register
def _(example: Reckoned, game: str, rules: Any) -> None:
    with translation.override("en"):
        reckon = SUMS[str(example.head[0])]
    assert [reckon(rules, row[:-1]) for row in example.rows] == [row[-1] for row in example.rows]
    if game == "tarocchi":
        assert sum(row[-1] for row in example.rows) == 0


@holds.register
def _(example: Dialogue, game: str, rules: Any) -> None:
    if game == "whist":
        players, size, bids, no = example.closes
        state = WhistState(
            rules, players, 0, "bid", schedule(rules, players).index(size), ((),) * players, Trick(1)
        )
        assert tuple(int(bid) for _who, bid in example.said) == bids
        assert whist_bidding.forbidden(replace(state, bids=bids)) == no
        return
    calls: list[tarocchi_bidding.Call] = []
    for who, said in example.said:
        word, _space, number = said.partition(" ")
        value = "ABC".index(number) if word == "piglio" else int(number) if number else None
        call = tarocchi_bidding.Call("ABC".index(who), word, value)
        assert tarocchi_bidding.refusal(calls, call, rules) is None
        calls.append(call)
    assert (tarocchi_bidding.outcome(calls, rules),) == example.closes


@holds.register
def _(example: Spoken, game: str, rules: Any) -> None:
    cards = [ITALIAN40.cards[code] for code, _code, _words in example.says]
    holding = Holding(frozenset(card.rank for card in cards), frozenset(example.out.split()))
    assert len({card.suit for card in cards}) == 1
    assert not holding.mine & holding.out
    said = [play_suit(holding, card.rank, rules.terzo_con_re) for card in cards]
    assert said == [code for _card, code, _words in example.says]


@holds.register
def _(example: Signalled, game: str, rules: Any) -> None:
    hand = ITALIAN40.of(example.hand.split())
    trick = Trick(0, ITALIAN40.of(example.trick.split()))
    hands = tuple(hand if seat == len(trick.cards) else () for seat in range(4))
    state = TressetteState(rules, 4, 0, "play", 0, hands, trick)
    offered = signals.offered(state, len(trick.cards), ITALIAN40.cards[example.card])
    assert offered == tuple(code for code, _name in example.signals)


def test_examples_of_declarations_cover_every_kind_of_row() -> None:
    [page] = BOOKS["tressette"].pages.values()
    shown = {
        code
        for section in page.sections
        for each in section.examples
        if isinstance(each, Spoken)
        for _c, code, _w in each.says
    }
    assert {code for code in shown if code} <= {
        code for code, phrase in PHRASES.items() if phrase.box == SUIT
    }
    assert None in shown
    assert len(shown) > 12
