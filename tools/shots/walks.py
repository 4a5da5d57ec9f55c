"""Ways through several pages, each step of which is a subject."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import Page

from tools.shots.evening_walk import Walk
from tools.shots.pages import NEW
from tools.shots.rooms import Room


def evening(room: Room) -> Iterator[tuple[str, Page]]:
    """From nothing to the second round of an evening at real tables."""
    phones = iter(range(1, 100))
    desk = room.page(room.world["cookies"][NEW])
    yield from Walk(room.url, desk, lambda: room.phone(f"phone {next(phones)}")).steps()


WALKS: dict[str, Callable[[Room], Iterator[tuple[str, Page]]]] = {"evening": evening}
