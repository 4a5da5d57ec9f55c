"""Deals of the data set, replayed by the rules alone: `python -m tools.data_set` made them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludocards import GAMES, Command, Deal, unrefused

ROWS = [json.loads(line) for line in Path(__file__).with_name("deals.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['game']}-{row['number']}")
def test_a_deal_ends_as_the_data_set_says(row: dict[str, Any]) -> None:
    game, players = GAMES[row["game"]], len(row["hands"])
    rules = unrefused(game.rules_from({"preset": row["preset"]}))
    match = unrefused(game.start(rules, players, row["dealer"]))
    if row["deal"]:
        match = replace(match, deal=row["deal"], first_dealer=(row["dealer"] - row["deal"]) % players)
    hands = tuple(game.deck.of(hand.split()) for hand in row["hands"])
    deal = Deal(row["dealer"], hands, game.deck.of(row["stock"].split()))
    step = unrefused(game.deal(match, deal))
    for seat, move in zip(row["seats"], row["moves"], strict=True):
        named = json.loads(move) if move.startswith("{") else {"do": "play", "card": move}
        step = unrefused(game.apply(step.state, seat, unrefused(Command.from_json(named))))
    [scored] = [event.public for event in step.events if event.kind == "scored"]
    results = game.results(scored["points" if game.point > 1 else "scores"])
    assert [round(result / game.point, 3) for result in results] == row["points"]
