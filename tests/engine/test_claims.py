"""Claims of all tricks that are left: which are certain, and how they are played out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from ludocards.engine import claims
from ludocards.engine.game import Game, Json, Refused
from ludocards.engine.worlds import cards_played
from tests.engine.matches import AtRandom, Played, playing
from tests.tinygame import rules as tinygame

TABLES: list[tuple[str, int, dict[str, Json]]] = [
    ("tressette", 4, {}),
    ("tressette", 3, {}),
    ("maraffone", 4, {}),
    ("whist", 4, {}),
    ("tarocchi", 3, {}),
    ("briscola", 2, {}),
    ("briscola", 4, {}),
    ("traversone", 4, {}),
    ("traversone", 3, {}),
]
table = pytest.mark.parametrize(("name", "players", "options"), TABLES)
long_table = pytest.mark.parametrize(
    ("name", "players", "options"), [each for each in TABLES if each[0] != "briscola"]
)
"""Those whose hands have more than `claims.MOST` cards."""


ENOUGH = 8
"""The number of positions of the kind in question after which no more matches are played."""


def leads(name: str, players: int, seed: int, most: int, **options: Json) -> Iterator[tuple[Played, int]]:
    """The positions of a random match in which a seat leads with 2 to `most` cards, with the seat."""
    choosers = [AtRandom(Random(seed + seat)) for seat in range(players)]
    for match in playing(name, players, seed, choosers, **options):
        acting = match.game.to_act(match.state)
        if match.game.claims(match.state) is None or len(acting) != 1 or match.state.trick.cards:
            continue
        if 2 <= len(match.state.hands[acting[0]]) <= most:
            yield match, acting[0]


def wins_every_line(game: Game[Any, Any], state: Any, seat: int) -> bool:
    """Return whether a seat takes every trick that is left, whatever anybody plays: all lines are played.

    Lines that meet in the same hands go on alike, since all tricks so far were the seat's: one is played on.
    """
    waiting, met = [state], set[Any]()
    while waiting:
        state = waiting.pop()
        [acting] = game.to_act(state)
        for command in game.legal(state, acting):
            if command.do != "play":
                continue
            step = game.apply(state, acting, command)
            assert not isinstance(step, Refused)
            if any(event.kind == "taken" and event.public["seat"] != seat for event in step.events):
                return False
            position = (step.state.hands, step.state.trick)
            if position not in met and not any(event.kind == "scored" for event in step.events):
                met.add(position)
                waiting.append(step.state)
    return True


def redealt(match: Played, seat: int, random: Random) -> Any:
    """The position with the cards that the seat has not seen dealt anew among the others and the rest."""
    state, order = match.state, match.game.claims(match.state)
    assert order is not None
    known = {*cards_played(state), *state.hands[seat], *order.out}
    unseen = [card for card in match.game.pack(state) if card not in known]
    random.shuffle(unseen)
    hands = [
        hand if other == seat else tuple(unseen.pop() for _ in hand) for other, hand in enumerate(state.hands)
    ]
    return replace(state, hands=tuple(hands))


@table
def test_a_certain_claim_takes_every_trick_in_every_line_and_world(
    name: str, players: int, options: dict[str, Json]
) -> None:
    """The exact solver: all lines of play, with all cards seen, in the deal itself and in random others."""
    random, certain = Random(7), 0
    for seed in range(60):
        for match, seat in leads(name, players, 100 * seed, 3, **options):
            if not claims.is_certain(match.game, match.state, seat):
                continue
            certain += 1
            worlds = [match.state, *(redealt(match, seat, random) for _ in range(2))]
            assert all(wins_every_line(match.game, world, seat) for world in worlds)
        if certain >= 6:
            break
    assert certain >= 4


@pytest.mark.parametrize("players", [4, 3])
def test_without_trumps_exactly_the_claims_that_win_every_line_are_certain(players: int) -> None:
    judged = []
    for seed in range(12):
        for match, seat in leads("tressette", players, 100 * seed, 3):
            certain = claims.is_certain(match.game, match.state, seat)
            assert certain == wins_every_line(match.game, match.state, seat)
            judged.append(certain)
    assert {*judged} == {True, False}


@table
def test_whether_a_claim_is_certain_depends_on_no_hidden_card(
    name: str, players: int, options: dict[str, Json]
) -> None:
    random = Random(3)
    for match, seat in islice(leads(name, players, 5, 10, **options), 40):
        world = redealt(match, seat, random)
        for judge in (claims.is_certain, claims.refuse_claim):
            assert judge(match.game, match.state, seat) == judge(match.game, world, seat)


@table
def test_an_accepted_claim_is_played_out_to_the_end_of_the_deal(
    name: str, players: int, options: dict[str, Json]
) -> None:
    """By legal plays alone; the seat takes every trick if no other hand can beat one of its cards."""
    safe = 0
    for seed in range(30):
        for match, seat in leads(name, players, 100 * seed, 4, **options):
            game, state, left = match.game, match.state, len(match.state.hands[seat])
            others = [other for other in range(players) if other != seat]
            can_lose = not all(claims.is_safe_from(game, state, seat, other) for other in others)
            winners = []
            for acting, command, step in claims.played_out(game, state, seat):
                assert command in game.legal(state, acting)
                assert game.apply(state, acting, command) == step
                state = step.state
                winners += [event.public["seat"] for event in step.events if event.kind == "taken"]
            assert len(winners) == left
            assert len(state.sheet) == len(match.state.sheet) + 1
            assert can_lose or winners == [seat] * left
            safe += not can_lose
        if safe >= ENOUGH:
            break
    assert safe


@table
def test_a_claim_is_made_by_the_seat_that_leads(name: str, players: int, options: dict[str, Json]) -> None:
    match, seat = next(leads(name, players, 0, 4, **options))
    assert claims.refuse_claim(match.game, match.state, seat) is None
    other = claims.refuse_claim(match.game, match.state, (seat + 1) % players)
    assert other is not None
    assert other.code == "not_your_turn"
    step = match.game.apply(match.state, seat, match.game.on_timeout(match.state)[1])
    assert not isinstance(step, Refused)
    follower = claims.refuse_claim(match.game, step.state, (seat + 1) % players)
    assert follower is not None
    assert follower.code == "claim_when_leading"


@long_table
def test_with_many_cards_only_a_certain_claim_shows_them(
    name: str, players: int, options: dict[str, Json]
) -> None:
    early = 0
    for seed in range(20):
        for match, seat in leads(name, players, 10 * seed, 30, **options):
            refused = claims.refuse_claim(match.game, match.state, seat)
            is_long = len(match.state.hands[seat]) > claims.MOST
            certain = claims.is_certain(match.game, match.state, seat)
            assert (refused is None) == (certain or not is_long)
            early += refused is not None and refused.code == "claim_too_early"
        if early >= ENOUGH:
            break
    assert early


def test_a_game_without_claims_offers_none() -> None:
    game: Game[Any, Any] = tinygame.GAME
    assert game.claims(game.start(game.rules_from({}), 2, 0)) is None
