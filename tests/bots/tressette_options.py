"""Every value of every option of Tressette, for the tests of bots that depend on them."""

from __future__ import annotations

from ludocards.engine.game import Json
from tests.engine.tressette.table import GAME

CLASSICO = [(players, {"preset": "classico"}) for players in (4, 3)]
EACH_OPTION: list[tuple[int, dict[str, Json]]] = CLASSICO + [
    (3 if option.name == "removed_card" else 4, {"preset": "classico", option.name: value})
    for option in GAME.options
    for value in option.choices
]
