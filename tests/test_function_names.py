"""Searchable function names: what other modules import has a name of its own, of two words or more."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

PACKAGES = ("ludocards", "ludopoli", "games", "clubs", "practice", "analysis", "tournaments")

APART = ("migrations", "management", "catalogue", "bots", "templatetags")
"""Folders whose modules have the same form, like the games, or whose names are those of templates."""

TASKS = "tasks"
"""Modules of Celery's tasks, whose names are addresses: a task is called like the function that it runs."""

SHARED = {"next_round", "how_many"}
"""The common ground of every format of tournaments."""

SHORT = {
    "ludocards.engine.cards": {"codes"},
    "ludocards.engine.game": {"plain", "unrefused"},
    "ludocards.engine.match": {
        *("concede", "dealt", "draw", "duty", "finish", "load", "packets", "play", "resumed"),
        *("score", "take", "taken", "view"),
    },
    "ludocards.engine.once": {"once"},
    "ludocards.engine.registry": {"has", "part"},
    "ludocards.engine.shuffle": {"shuffle"},
    "ludopoli.accounts.lookalikes": {"likenesses", "skeleton"},
    "ludopoli.accounts.people": {"befriend", "block", "follow", "unfollow", "unfriend", "unblock"},
    "ludopoli.http.malformed": {"readable"},
    "ludopoli.http.refusals": {"passes"},
    "ludopoli.http.static_files": {"version"},
    "ludopoli.site.asgi": {"application"},
    "ludopoli.site.operations.doctor.findings": {"defect", "fine", "warning"},
    "ludopoli.site.operations.readiness": {"migrations"},
    "ludopoli.text.times": {"now"},
    "tournaments.outlets.happenings": {"happened"},
}
"""Names of one word: the field's own, or completed by their module (`match.take`, `people.block`)."""


def test_functions_that_others_import_share_no_name() -> None:
    homes = defaultdict(set)
    for module, name in _functions():
        homes[name].add(module)
    assert {
        name: modules
        for name, modules in homes.items()
        if len(modules) > 1 and name not in SHARED and any((each, name) in _imported() for each in modules)
    } == {}


def test_functions_that_others_import_have_names_of_two_words() -> None:
    short = {(module, name) for module, name in _imported() if "_" not in name}
    assert short <= {(module, name) for module, names in SHORT.items() for name in names}


@cache
def _trees() -> dict[str, ast.Module]:
    paths = [path for package in PACKAGES for path in Path(package).rglob("*.py")]
    return {
        ".".join(path.with_suffix("").parts).removesuffix(".__init__"): ast.parse(path.read_text())
        for path in paths
    }


@cache
def _functions() -> set[tuple[str, str]]:
    """The public functions of modules, except those apart."""
    return {
        (module, node.name)
        for module, tree in _trees().items()
        if not {*module.split(".")} & {*APART, TASKS}
        for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not node.name.startswith("_")
    }


@cache
def _imported() -> set[tuple[str, str]]:
    """The functions that another module imports, or calls by its module's name."""
    return {found for module, tree in _trees().items() for found in _names_in(module, tree)} & _functions()


def _names_in(module: str, tree: ast.Module) -> set[tuple[str, str]]:
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    names = {(f"{node.module}", each.name) for node in froms for each in node.names}
    modules = {
        each.asname or each.name: f"{node.module}.{each.name}"
        for node in froms
        for each in node.names
        if f"{node.module}.{each.name}" in _trees()
    }
    calls = {
        (modules[node.value.id], node.attr)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules
    }
    return {(home, name) for home, name in names | calls if home != module}
