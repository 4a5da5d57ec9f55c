"""The small faults of `python -m bench.mutants`: each is one replaced operator or constant."""

from __future__ import annotations

import ast
from collections import Counter

from bench.mutants import mutants_of, table

PYTHON = '"""At most 2 and no more."""\nmost = "à" + str((one - 1) < 2 or is_new is not True)\n'
SCRIPT = '// a < b\nconst isFirst = at === 0 && !"a + b".includes(key);\n'


def test_each_operator_and_constant_of_python_has_a_neighbour() -> None:
    texts = {mutant.applied_to(PYTHON).splitlines()[1] for mutant in mutants_of("a.py", PYTHON)}
    assert texts == {
        'most = "à" - str((one - 1) < 2 or is_new is not True)',
        'most = "à" + str((one + 1) < 2 or is_new is not True)',
        'most = "à" + str((one - 2) < 2 or is_new is not True)',
        'most = "à" + str((one - 1) <= 2 or is_new is not True)',
        'most = "à" + str((one - 1) < 3 or is_new is not True)',
        'most = "à" + str((one - 1) < 2 and is_new is not True)',
        'most = "à" + str((one - 1) < 2 or is_new is True)',
        'most = "à" + str((one - 1) < 2 or is_new is not False)',
    }
    for text in texts:
        ast.parse(text)


def test_comments_of_scripts_have_none() -> None:
    found = [mutant.described(SCRIPT) for mutant in mutants_of("a.js", SCRIPT)]
    assert found[:2] == ["a.js:2: === → !==", "a.js:2: && → ||"]


def test_the_table_sums_up() -> None:
    outcomes = Counter({("games", "killed"): 2, ("scripts", "survived"): 1})
    head, games, scripts, total = (line.split() for line in table(outcomes))
    assert head == ["killed", "survived", "too", "slow", "untested"]
    assert games == ["games", "2", "0", "0", "0"]
    assert scripts == ["scripts", "0", "1", "0", "0"]
    assert total == ["all", "2", "1", "0", "0"]
