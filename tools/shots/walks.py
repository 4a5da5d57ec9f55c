"""Ways through several pages, each step of which is a subject."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import Page

from tools.shots.evening_walk import PEOPLE, Walk
from tools.shots.pages import NEW
from tools.shots.rooms import Room


def evening(room: Room) -> Iterator[tuple[str, Page]]:
    """From nothing to the second round of an evening at real tables."""
    phones = iter(range(1, 100))
    desk = room.page(room.world["cookies"][NEW])
    yield from Walk(room.url, desk, lambda: room.phone(f"phone {next(phones)}")).steps()


def member(room: Room) -> Iterator[tuple[str, Page]]:
    """From the poster at the door to the scores of the first table, for a member without an account."""
    desk, phone = room.page(room.world["cookies"][NEW]), room.phone("member")
    walk = Walk(room.url, desk, lambda: room.phone("other pair"))
    for _step in walk.found_club():
        pass
    club = desk.url.partition("soci/")[0]
    desk.goto(club)
    poster = desk.input_value("input[value*='/invito/']")
    for _step in walk.announce():
        pass

    phone.goto(poster)
    yield "poster", phone
    phone.click("main a[href*='/iscriviti/']")
    yield "sign-up", phone
    account = {"username": "Anna R.", "email": "anna@example.org", "password1": "liscio-e-busso-77"}
    for field, text in account.items():
        phone.fill(f"[name={field}]", text)
    phone.click("main form:has([name=password1]) button.primary")
    phone.fill("[name=card]", PEOPLE[0][1])
    yield "this-is-me", phone
    phone.click("main form:has([name=card]) button")
    yield "asked", phone
    desk.goto(f"{club}soci/")
    yield "owner-is-asked", desk
    desk.click("form[action$='/accogli/'] button")
    phone.goto(club)
    yield "club", phone
    phone.click(f"a[href='{walk.link.removeprefix(room.url)}']")
    yield "event", phone

    desk.goto(f"{walk.link}direzione/")
    desk.click("details:has([name=first]) > summary")
    names = [name for name, _card in PEOPLE[:8]]
    for first, second in zip(names[::2], names[1::2], strict=True):
        desk.fill("[name=first]", first)
        desk.fill("[name=second]", second)
        desk.press("[name=second]", "Enter")
        desk.locator(f"[data-part=entries] :text('{second}')").wait_for()
    yield "door", desk
    phone.reload()
    yield "entered", phone
    walk.direction.begin()
    walk.direction.press("comincia-turno")
    phone.reload()
    phone.click("a[href$='/tavolo/']")
    yield "table", phone
    [table] = [each for each in walk.tables(1) if 1 in [place["entry"] for place in each["places"]]]
    [other] = {place["entry"] for place in table["places"]} - {1}
    yield from walk.write_scores(phone, walk.phone_of(other), len(table["labels"]))
    phone.goto(walk.link)
    yield "home-again", phone


WALKS: dict[str, Callable[[Room], Iterator[tuple[str, Page]]]] = {"evening": evening, "member": member}
