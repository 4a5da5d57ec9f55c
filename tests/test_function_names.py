"""Searchable function names: what other modules import has a name of its own, of two words or more."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

from tests.sources import MODULES

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
    "ludocards.evaluation": {"determinize", "evaluate", "playouts", "solve"},
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


FUNCTION = re.compile(r"^(?:async )?def ([a-z]\w*)", re.MULTILINE)
IMPORT = re.compile(r"^ *from ([\w.]+) import (?:\(([^)]*)\)|(.*))$", re.MULTILINE)
ATTRIBUTE = re.compile(r"(?<![\w.])([a-z_]\w*)\.([a-z]\w*)")


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
def _functions() -> set[tuple[str, str]]:
    """The public functions of modules, except those apart."""
    return {
        (module, name)
        for module, source in MODULES.items()
        if not {*module.split(".")} & {*APART, TASKS}
        for name in FUNCTION.findall(source)
    }


@cache
def _imported() -> set[tuple[str, str]]:
    """The functions that another module imports, or calls by its module's name."""
    return {found for module, source in MODULES.items() for found in _names_in(module, source)} & _functions()


def _names_in(module: str, source: str) -> set[tuple[str, str]]:
    names: set[tuple[str, str]] = set()
    modules: dict[str, str] = {}
    for home, several, one in IMPORT.findall(source):
        for each in re.sub("#.*", "", several or one).split(","):
            for name, alias in re.findall(r"(\w+)(?: as (\w+))?", each):
                names.add((home, name))
                if f"{home}.{name}" in MODULES:
                    modules[alias or name] = f"{home}.{name}"
    calls = {(modules[name], called) for name, called in ATTRIBUTE.findall(source) if name in modules}
    return {(home, name) for home, name in names | calls if home != module}
