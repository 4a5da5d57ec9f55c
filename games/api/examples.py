"""Values for the examples in the OpenAPI document, taken from the first game of the catalog."""

from __future__ import annotations

from games import texts
from ludocards.engine.game import Json, unrefused
from ludocards.engine.registry import GAMES

GAME = next(iter(GAMES))
NAME = str(texts.texts_of_game(GAME).name)
PRESET = next(iter(GAMES[GAME].presets))
CALLED = texts.title_of_rules(GAME, PRESET)
CALLED_BY = "what people call the game under these rules"
PRESET_NAME = str(texts.texts_of_game(GAME).presets[PRESET].name)
CARDS = list(GAMES[GAME].deck.cards)
TALLY, TALLY_NAME = next(
    ((code, str(name)) for code, name in texts.texts_of_game(GAME).tallies.items()), ("", "")
)
RULES = {"preset": PRESET, GAMES[GAME].options[0].name: GAMES[GAME].options[0].choices[0]}

MATCH = "0b2f6c1e-6f0e-4d7e-9a51-2f6f7a3f9c11"
AT = "2026-11-21T19:15:00Z"


def _view() -> tuple[dict[str, Json], list[dict[str, Json]]]:
    """The view of the seat on turn after the first deal has been dealt, and its legal commands."""
    game = GAMES[GAME]
    state = unrefused(game.start(game.presets[PRESET], game.players[0], 0))
    step = unrefused(game.deal(state, game.hand_out(state, game.pack(state))))
    [seat, *_] = game.to_act(step.state)
    return game.view(step.state, seat), [each.as_json() for each in game.listed(step.state, seat)]


VIEW, LEGAL = _view()
