"""Class names that one can search for: two modules share one only where the domain has one word for both."""

from __future__ import annotations

import re
from collections import defaultdict

from tests.sources import MODULES

APART = ("migrations", "management", "catalogue")
"""Folders whose modules have the same form: each game has its `State`, each command its `Command`."""

SHARED = {
    "Channel": {"ludopoli.work.memory_broker", "ludopoli.work.redis_broker"},
    "Event": {"ludocards.engine.game", "games.models.matches", "tournaments.models.events"},
    "Member": {"clubs.models", "tournaments.models.entries"},
    "Transport": {"ludopoli.work.memory_broker", "ludopoli.work.redis_broker"},
}
"""A happening in a match, its row, and a tournament; a person on a list, and in an entry; the parts of a
broker, as Celery calls them."""


def test_no_two_classes_share_a_name() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for module, source in MODULES.items():
        if not {*module.split(".")} & {*APART}:
            for name in re.findall(r"^class ([A-Za-z]\w*)", source, re.MULTILINE):
                found[name].add(module)
    assert {name: modules for name, modules in found.items() if len(modules) > 1} == SHARED
