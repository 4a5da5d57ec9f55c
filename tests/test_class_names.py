"""Class names that one can search for: two modules share one only where the domain has one word for both."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

PACKAGES = ("ludocards", "ludopoli", "games", "clubs", "practice", "analysis", "tournaments")

APART = ("migrations", "management", "catalogue")
"""Folders whose modules have the same form: each game has its `State`, each command its `Command`."""

SHARED = {
    "Event": {"ludocards.engine.game", "games.models.matches", "tournaments.models.events"},
    "Member": {"clubs.models", "tournaments.models.entries"},
}
"""A happening in a match, its row, and a tournament; a person on a list, and in an entry."""


def test_no_two_classes_share_a_name() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for path in (path for package in PACKAGES for path in Path(package).rglob("*.py")):
        if not {*path.parts} & {*APART}:
            module = ".".join(path.with_suffix("").parts)
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].add(module)
    assert {name: modules for name, modules in found.items() if len(modules) > 1} == SHARED
