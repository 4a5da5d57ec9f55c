"""Recompute a league of teams from its exported results, independently of the site.

`python -m tests.league FILE` reads a JSON object with the answers of the API: `event`, `rounds` (each with
its tables) and `standings`. It knows only docs/tournaments.md, and imports nothing of the site. It prints
the table of the league, and fails at the first difference.
"""

from __future__ import annotations

import json
import math
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any


def victory_points(net: int, deals: int, swing: int) -> int:
    """Return the victory points of the side that is ahead by `net`, in hundredths."""
    reach = 3 * swing * math.sqrt(deals)
    part = (1 - 0.618 ** (3 * min(net, reach) / reach)) / (1 - 0.618**3)
    return round(100 * round(10 + 10 * part, 2))


def matches_of(tables: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    found: list[list[dict[str, Any]]] = []
    for table in sorted(tables, key=lambda each: each["number"]):
        if table["room"] == 0:
            found.append([])
        found[-1].append(table)
    return found


def net_of(rooms: list[dict[str, Any]]) -> tuple[int, int, int, int]:
    """Return the two teams of a match, the net points of the first, and the number of deals."""
    first, second = rooms
    home, away = (each["entry"] for each in first["entries"])
    assert [each["entry"] for each in second["entries"]] == [away, home], "the pairs are crossed"
    assert first["deals"].keys() == second["deals"].keys() == {*first["labels"]}, "the same deals"
    net = 0
    for label in first["labels"]:
        open_room, closed_room = first["deals"][label], second["deals"][label]
        net += open_room[0] - open_room[1]
        net += closed_room[1] - closed_room[0]
    return home, away, net, len(first["labels"])


def check(answers: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the teams with their hundredths of victory points, first to last."""
    swing = answers["event"]["settings"]["swing"]
    won: dict[int, int] = defaultdict(int)
    met: dict[tuple[int, int], int] = {}
    for round_ in answers["rounds"]:
        for rooms in matches_of(round_["tables"]):
            home, away, net, deals = net_of(rooms)
            ahead = victory_points(abs(net), deals, swing)
            points = {home: ahead if net >= 0 else 2000 - ahead}
            points[away] = 2000 - points[home]
            for room in rooms:
                assert room["points"] == [points[each["entry"]] for each in room["entries"]], room
            met[home, away], met[away, home] = points[home], points[away]
            for team, earned in points.items():
                won[team] += earned

    def direct(team: int) -> int:
        level = [other for other in won if other != team and won[other] == won[team]]
        return sum(met[team, other] for other in level)

    order = [line["entry"] for line in answers["standings"]]
    assert [line["score"] for line in answers["standings"]] == [won[team] for team in order]
    keys = [(-won[team], -direct(team)) for team in order]
    assert keys == sorted(keys), "by victory points, then by the direct matches"
    return [(team, won[team]) for team in order]


if __name__ == "__main__":
    for place, (team, points) in enumerate(check(json.loads(Path(sys.argv[1]).read_text())), start=1):
        sys.stdout.write(f"{place} #{team} {points / 100:.2f}\n")
