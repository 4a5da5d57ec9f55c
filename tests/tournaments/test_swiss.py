"""Svizzero: the pairings are those that py4swiss makes of a tournament report file."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from tournaments.formats.catalog import FORMATS, Entrant, EventShape, History, PlayedRound, Round

SWISS = FORMATS["swiss"]
SHAPE = EventShape("pair", (0, 1, 0, 1))
WON, TIED, LOST = (200, 0), (100, 100), (0, 200)
RESULTS = {WON: "10", TIED: "==", LOST: "01"}


def report(history: History, total: int) -> str:
    """The event as a file of FIDE's format: 2 points for a win, 1 for a tie."""
    lines = [f"XXR {total}", "XXS W=2.0 D=1.0 L=0.0 PAB=0.0 ZPB=0.0 HPB=0.0 FPB=0.0", "XXC white1"]
    there = history.field()
    if gone := [str(at) for at, each in enumerate(history.entrants, start=1) if each.id not in there]:
        lines.append(f"XXZ {' '.join(gone)}")
    number = {each.id: at for at, each in enumerate(history.entrants, start=1)}
    lines += [f"XXP {' '.join(str(number[who]) for who in two)}" for two in history.forbidden]
    for at, each in enumerate(history.entrants, start=1):
        points, results = 0, ""
        for played in history.rounds:
            told = "0000 - Z"
            for table, made in played.results():
                if each.id in table.places:
                    place = table.places.index(each.id)
                    points += made[place] or 0
                    sign = RESULTS[made[0] or 0, made[1] or 0][place]
                    told = f"{number[table.places[1 - place]]:4d} {'wb'[place]} {sign}"
            results += f"  {told}"
        score = f"{points // 100}.0"
        lines.append(f"001 {at:4d}      {'':33} {'':4} {'':3} {'':11} {'':10} {score:>4} {at:4d}{results}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("entrants", "total", "seed"), [(8, 5, 1), (20, 7, 2), (40, 7, 3)])
def test_the_pairings_are_those_of_py4swiss(entrants: int, total: int, seed: int, tmp_path: Path) -> None:
    """With somebody who comes late, somebody who goes, and two who must not meet."""
    random = Random(seed)
    settings = SWISS.settings({"rounds": total, "scoring": "match"})
    people = tuple(Entrant(100 + at) for at in range(entrants))
    gone = {people[3].id: 2, people[6].id: 2}
    history = History(people, forbidden=frozenset({frozenset((people[0].id, people[1].id))}))
    for number in range(total):
        people = tuple(
            Entrant(e.id, left=gone[e.id] if gone.get(e.id, 99) <= number else None) for e in people
        )
        if number == 3:
            people = (*people, Entrant(200, joined=3), Entrant(201, joined=3))
        history = History(people, history.rounds, history.forbidden)
        drawn = SWISS.next_round(settings, SHAPE, history, "seed")
        assert isinstance(drawn, Round)
        path = tmp_path / f"{number}.trf"
        path.write_text(report(history, total))
        theirs = DutchEngine.generate_pairings(TrfParser.parse(path, strict=True))
        ids = [each.id for each in people]
        assert [table.places for table in drawn.tables] == [
            (ids[pair.white - 1], ids[pair.black - 1]) for pair in theirs
        ]
        points = tuple(random.choice([WON, WON, TIED, LOST]) for _ in drawn.tables)
        history = History(people, (*history.rounds, PlayedRound(drawn, points)), history.forbidden)
