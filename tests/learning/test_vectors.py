"""Many tables at once, compiled, against the engine: the same deals, move by move."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from ludocards.engine.game import Determinizable
from ludocards.engine.registry import GAMES
from ludocards.engine.tensors import TensorField
from ludocards.learning.episodes import Episode, EpisodeTable
from ludocards.learning.vectors import IllegalActionError, UncoveredTableError, VectorTables

TABLES, STEPS = 3, 70
REFUSED = {("briscola", "osteria", 4), ("traversone", "ciapano", 3)}
EVERY = [
    (name, preset, players)
    for name, game in GAMES.items()
    for preset in game.presets
    for players in game.players_of(preset)
]


COVERED = [each for each in EVERY if each not in REFUSED]
game_by_name = pytest.mark.parametrize("name", GAMES)


def dealt(name: str, preset: str = "", players: int = 0, deal: int = 0, many: int = TABLES) -> VectorTables:
    tables = VectorTables(EpisodeTable.of(name, preset, players), many, deal)
    tables.reset(range(many))
    return tables


def drawn_actions(tables: VectorTables, random: Random) -> list[int]:
    turns = tables.turns
    return [random.choice(row[:many].tolist()) for row, many in zip(turns.numbers, turns.counts, strict=True)]


def agree_on_turn(tables: VectorTables, row: int, episode: Episode) -> None:
    """The seat, the mask and the list of legal actions, and each field of the observation."""
    setting, turns = tables.setting, tables.turns
    mask = np.array(setting.space.legal_mask(setting.game, episode.state, episode.seat))
    assert episode.seat == turns.seats[row]
    assert (np.where(tables.left_out, 0, mask) == turns.mask[row]).all()
    assert sorted(turns.numbers[row, : turns.counts[row]]) == [*np.flatnonzero(turns.mask[row])]
    view = setting.game.view(episode.state, episode.seat)
    tensor = np.array(setting.layout.tensor_of(view, episode.seat), np.float32)
    places = {replace(field, start=0): field for field in reversed(setting.layout.fields)}
    for mine in tables.fields:
        found = part_of(tables.observe()[row], mine)
        field = places.get(replace(mine, start=0))
        expected = part_of(tensor, field) if field else history_of(tables, view)[mine.name]
        assert (found == expected).all(), mine


def part_of(tensor: Any, field: TensorField) -> Any:
    return tensor[field.start : field.start + field.size]


def history_of(tables: VectorTables, view: Any) -> dict[str, Any]:
    """What the observation has and no view: the cards played, and in Scopone the piles."""
    cards, sides = [*tables.setting.game.deck.cards], len({*view["sides"]})
    tricks = [*view["tricks"], view["trick"]] if "tricks" in view else []
    played = [each for trick in tricks for each in zip(trick["seats"], trick["cards"], strict=True)]
    turns = [turn for turn in view.get("turns", ()) if turn["card"]]
    played += [(turn["seat"], turn["card"]) for turn in turns]
    by_seat = np.zeros((view["players"], len(cards)), np.float32)
    order, piles, last = np.zeros(len(cards), np.float32), np.zeros((sides, len(cards))), np.zeros(1 + sides)
    for number, (seat, code) in enumerate(played):
        by_seat[seat, cards.index(code)] = 1
        order[cards.index(code)] = (number + 1) / len(cards)
    for turn in turns:
        if turn["take"]:
            side = view["sides"][turn["seat"]]
            piles[side, [cards.index(code) for code in (turn["card"], *turn["take"])]] = 1
            last[:] = [1, *(each == side for each in range(sides))]
    return {"played": by_seat.ravel(), "order": order, "piles": piles.ravel(), "last_side": last}


# ---- against the engine


@pytest.mark.parametrize(("name", "preset", "players"), COVERED)
def test_many_tables_agree_with_the_engine_move_by_move(name: str, preset: str, players: int) -> None:
    tables, random, ended = dealt(name, preset, players), Random(1), 0
    episodes = [*map(tables.episode_at, range(TABLES))]
    for _ in range(STEPS):
        for row, episode in enumerate(episodes):
            agree_on_turn(tables, row, episode)
        actions = drawn_actions(tables, random)
        turns = tables.step(actions)
        for row, (episode, action) in enumerate(zip(episodes, actions, strict=True)):
            episode.take_action(action)
            assert turns.ended[row] == episode.is_over
            assert turns.returns[row] == pytest.approx(
                episode.returns() if episode.is_over else [0] * players
            )
            if episode.is_over:
                ended += 1
                episodes[row] = tables.episode_at(row)
    assert ended


def test_a_later_deal_of_whist_has_more_cards() -> None:
    tables = dealt("whist", players=4, deal=6)
    for row in range(TABLES):
        episode = tables.episode_at(row)
        assert len(episode.state.hands[0]) == 10
        agree_on_turn(tables, row, episode)


def test_three_kings_on_the_table_alone_are_dealt_again() -> None:
    tables = dealt("scopone", "scopa", many=5000)
    episodes = [*map(tables.episode_at, range(5000))]
    assert not any(episode.is_over for episode in episodes)
    assert {sum(card.rank == "R" for card in each.state.table) for each in episodes} == {0, 1, 2}


# ---- what a seat may know


@game_by_name
def test_hidden_cards_change_no_observation(name: str) -> None:
    """The hidden cards are dealt anew before a random move."""
    tables, random = dealt(name, many=1), Random(2)
    setting, episode, kernels = tables.setting, tables.episode_at(0), tables.kernels
    assert isinstance(setting.game, Determinizable)
    moved, numbers = 0, kernels.numbers_of(setting.rules)
    for _ in range(20):
        before, seat = tables.observe().copy(), tables.turns.seats[0]
        view = setting.game.view(episode.state, seat)
        other = setting.game.determinized(setting.rules, view, seat, random)
        board = tables.boards[0].copy()
        for each, hand in enumerate(other.hands):
            tables.boards[0, kernels.hands + each] = sum(1 << numbers[card.code] for card in hand)
        moved += (tables.boards[0] != board).any()
        assert (tables.observe() == before).all()
        tables.boards[0] = board
        [action] = drawn_actions(tables, random)
        episode.take_action(action)
        tables.step([action])
    assert moved


# ---- chance


@game_by_name
def test_the_same_seeds_give_the_same_deals(name: str) -> None:
    one, other = dealt(name, many=8), dealt(name, many=8)
    for _ in range(5):
        actions = drawn_actions(one, Random(3))
        assert (one.observe() == other.observe()).all()
        assert (one.step(actions).mask == other.step(actions).mask).all()
    hands = {one.episode_at(row).state.hands for row in range(8)}
    assert len(hands) == 8


# ---- refusals


@pytest.mark.parametrize(("name", "preset", "players"), sorted(REFUSED))
def test_a_table_that_is_not_compiled_is_refused(name: str, preset: str, players: int) -> None:
    with pytest.raises(UncoveredTableError, match=f"{name}, {preset}: not compiled"):
        dealt(name, preset, players)


def test_only_the_deals_of_whist_are_numbered() -> None:
    with pytest.raises(UncoveredTableError, match="deals that differ"):
        dealt("briscola", deal=1)


def test_an_illegal_action_changes_nothing_at_any_table() -> None:
    tables = dealt("briscola")
    before = tables.observe().copy()
    actions = drawn_actions(tables, Random(4))
    actions[2] = int(np.flatnonzero(tables.turns.mask[2] == 0)[0])
    with pytest.raises(IllegalActionError, match=f"table 2: action {actions[2]} is not legal"):
        tables.step(actions)
    assert (tables.observe() == before).all()
    with pytest.raises(ValueError, match="one for each table"):
        tables.step(actions[:2])
