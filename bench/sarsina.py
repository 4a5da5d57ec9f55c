"""The Mondiale di maraffone of Sarsina in full: 128 pairs, five rounds a figure, the best 32 in a knockout.

It is held on two evenings by `manage.py serve` in a folder of its own: a director's browser, a phone at each
of 64 tables, mishaps in every round, and two power cuts, in the middle of a round of each evening. Printed
are the director's clicks and minutes, what was acknowledged and what of it was lost or doubled, and whether
the standings after every round are those of an independent script. `SARSINA` may hold other options:
`SARSINA='{"pairs": 16, "best": 4}'`; with `"pictures": "FOLDER"` the printed pages are drawn there.

`unshare -rn sh -c 'ip link set lo up; python -m bench sarsina'` runs it without any network.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path

from bench.sarsina_prints import draw_prints
from bench.sarsina_site import ClickCount, SarsinaAtSite
from tests.live.stack import Embedded
from tests.tournaments.sarsina import SarsinaPlan, hold_sarsina


def main() -> None:
    wanted = json.loads(os.environ.get("SARSINA", "{}"))
    pictures = wanted.pop("pictures", "")
    plan = SarsinaPlan(**wanted)
    with tempfile.TemporaryDirectory(prefix="ludopoli-sarsina-") as folder, Embedded(Path(folder)) as laptop:

        def draw(number: int) -> None:
            if pictures and number == 1:
                draw_prints(hall, Path(pictures))

        hall = SarsinaAtSite(laptop, cuts=(2, plan.rounds + 2), after_round=draw)
        begun = time.monotonic()
        played = hold_sarsina(hall, plan)
        took = time.monotonic() - begun
        lost, doubled = hall.lost_and_doubled()
        if pictures:
            draw_prints(hall, Path(pictures), is_over=True)
        asked = time.monotonic()
        page = hall.director.client.get(f"/tornei/{hall.code}/")
        shown = time.monotonic() - asked
    tables = sum(map(len, played.scores))
    print(
        f"sarsina: {plan.pairs} pairs, {len(played.scores)} rounds, {tables} tables: {took / 60:.1f} minutes"
    )
    print(f"sarsina: {played.mishaps.total()} mishaps, {hall.failures} power cuts")
    for mishap, often in played.mishaps.items():
        print(f"    {often:4}  {mishap}")
    acknowledged = len(hall.written), len(hall.director.acts)
    print(
        f"sarsina: acknowledged {acknowledged[0]} writings of phones, {acknowledged[1]} acts of the director"
    )
    print(f"sarsina: {hall.repeats} times a phone sent again; lost {len(lost)}, doubled {len(doubled)}")
    print(f"sarsina: a round of phones took {max(hall.seconds.values()):.0f} s at most")
    print(f"sarsina: the event's page: {1000 * shown:.0f} ms, {len(page.text.encode()) // 1024} KiB")
    print_clicks(hall.director.counts)
    differing = ", ".join(map(str, played.differing))
    same = f"DIFFER after round {differing}" if differing else "identical to the independent script's"
    print(f"sarsina: standings after each of {len(played.scores)} rounds {same}")
    if lost or doubled or played.differing:
        sys.exit(1)


def print_clicks(counts: dict[str, ClickCount]) -> None:
    """Print the director's work by purpose, and its sum."""
    total = ClickCount()
    for each in counts.values():
        for name, value in vars(each).items():
            setattr(total, name, getattr(total, name) + value)
    print(f"{'the director':20} clicks  pages fields   keys minutes")
    for purpose, each in {**counts, "in all": total}.items():
        print(
            f"{purpose:20} {each.clicks:6} {each.pages:6} {each.fields:6} {each.keys:6} {each.minutes:7.1f}"
        )


if __name__ == "__main__":
    main()
