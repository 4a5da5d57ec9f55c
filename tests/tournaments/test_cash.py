"""The cash desk: fees are taken and given back with one tap; what there is, and in whose hands."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from clubs import actions as clubs
from ludopoli.accounts.models import User
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser, shown, words
from tests.tournaments.test_real_tables import enter
from tournaments import actions
from tournaments.models import Event
from tournaments.outlets import bulletins
from tournaments.outlets.files import results_csv
from tournaments.prizes.cash import CashBook

PURSE: dict[str, Any] = {
    "fee": {"amount": 1_000},
    "house_percent": 20,
    "prizes": [{"place": 1, "share": 60}, {"place": 2, "share": 40}],
}


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
def hall(begun_evening: NewEvening) -> Evening:
    """An evening of four pairs at real tables; everybody pays 10 €, and four fifths of it are shared out."""
    return begun_evening(venue="real", settings={"rounds": 1, "deals": 2, "duplicate": True}, purse=PURSE)


def book(on: Evening) -> CashBook:
    return CashBook(on.fresh())


def press(on: Evening, user: User, name: str, entry: int | None = None, **fields: Any) -> Any:
    one = [] if entry is None else [entry]
    view = "console-act" if entry is None else "console-entry-act"
    return browser(user).post(reverse(view, args=[on.event.code, *one, name]), fields)


def page(on: Evening, name: str, user: User | None, *args: Any) -> str:
    answer = browser(user).get(reverse(name, args=[on.event.code, *args]))
    assert answer.status_code == 200, answer.status_code
    return words(answer.content.decode())


def play(on: Evening) -> None:
    for table in on.tables():
        enter(on, table, *[(8, 3)] * len(table.labels))
    on.at(seconds=1)


# ---- paid or not


def test_one_tap_takes_the_fees_of_a_pair(hall: Evening) -> None:
    assert press(hall, hall.organiser, "take-fee", 1).status_code == 302
    now = book(hall)
    assert (now.collected, now.still_due, now.expected) == (2_000, 6_000, 8_000)
    with refused("fee_paid"):
        actions.take_fee(hall.organiser, hall.entries[0])


def test_each_of_a_pair_can_pay_alone(hall: Evening) -> None:
    press(hall, hall.organiser, "take-fee", 1, place="1")
    assert book(hall).entries[0].still_due == 1_000
    press(hall, hall.organiser, "take-fee", 1)
    assert [each.amount for each in hall.event.payments.all()] == [1_000, 1_000]


@pytest.mark.parametrize("place", ["1", ""])
def test_a_fee_is_not_of_whoever_is_in_the_place_meanwhile(
    hall: Evening, club: list[User], place: str
) -> None:
    """The page says who paid: one of an entry, or all."""
    there = browser(hall.organiser).get(reverse("console-cash", args=[hall.event.code])).content.decode()
    forms = re.findall(r"<form.*?</form>", there[there.index('id="iscritto-1"') :], re.DOTALL)
    form = next(each for each in forms if f'value="{place}"' in each) if place else forms[0]
    shown = dict(re.findall(r'name="(was-name-\d)"\s+value="([^"]*)"', form))
    actions.substitute_member(hall.organiser, hall.entries[0], 1, club[9], "malato", now=hall.now)
    press(hall, hall.organiser, "take-fee", 1, place=place, **shown)
    assert book(hall).collected == 0
    seen = {"name-1": club[9].username}
    actions.take_fee(hall.organiser, hall.entries[0], 1, seen=seen)
    assert book(hall).collected == 1_000


def test_undoing_is_written_down_as_well(hall: Evening) -> None:
    press(hall, hall.organiser, "take-fee", 1)
    press(hall, hall.organiser, "return-fee", 1, place="0")
    assert [each.amount for each in hall.event.payments.all()] == [1_000, 1_000, -1_000]
    assert book(hall).still_due == 7_000
    with refused("fee_not_paid"):
        actions.return_fee(hall.organiser, hall.entries[0], 0)


def test_the_closing_says_who_has_how_much_in_hand(hall: Evening, club: list[User]) -> None:
    nora = club[10]
    actions.add_director(hall.organiser, hall.event, nora)
    actions.take_fee(hall.organiser, hall.entries[0])
    actions.take_fee(nora, hall.entries[1])
    actions.return_fee(nora, hall.entries[0], 0)
    now = book(hall)
    assert [(each.name, each.amount) for each in now.hands] == [("Nora", 1_000), ("Ugo", 2_000)]
    assert sum(each.amount for each in now.hands) == now.collected == 3_000
    closing = page(hall, "console-closing", nora)
    assert "In the hands of Nora € 10" in closing
    assert "Elena – Fulvio (€ 20)" in closing


def test_everybody_has_paid_is_one_tap(hall: Evening) -> None:
    actions.take_fee(hall.organiser, hall.entries[0], 1)
    press(hall, hall.organiser, "take-all-fees")
    assert (book(hall).collected, book(hall).still_due) == (8_000, 0)
    with refused("fee_paid"):
        actions.take_all_fees(hall.organiser, hall.event)


def test_a_receipt_says_who_has_paid_how_much_and_to_whom(hall: Evening) -> None:
    actions.take_fee(hall.organiser, hall.entries[0], 0)
    receipt = page(hall, "console-receipt", hall.organiser, 1)
    assert all(word in receipt for word in ("Anna", "€ 10", "Ugo", "entry fee, number 1"))
    assert "Bruno" not in receipt.replace("Anna – Bruno", "")


def test_the_desk_is_found_by_name_or_number(hall: Evening) -> None:
    found = browser(hall.organiser).get(reverse("console-cash", args=[hall.event.code]), {"q": "brun"})
    assert "Anna – Bruno" in words(found.content.decode())
    assert "Carla" not in words(found.content.decode())


def test_only_directors_see_the_desk_and_take_money(hall: Evening, club: list[User]) -> None:
    for name in ("console-cash", "console-closing"):
        assert browser(club[0]).get(reverse(name, args=[hall.event.code])).status_code == 403
    with refused("not_director"):
        actions.take_fee(club[0], hall.entries[0])
    assert press(hall, club[0], "take-fee", 1).status_code == 403


def test_where_nobody_pays_there_is_no_desk(begun_evening: NewEvening) -> None:
    on = begun_evening(venue="real", settings={"rounds": 1, "deals": 2})
    assert browser(on.organiser).get(reverse("console-cash", args=[on.event.code])).status_code == 404
    with refused("no_fee"):
        actions.take_fee(on.organiser, on.entries[0])


def test_fees_are_settled_until_the_archive(hall: Evening) -> None:
    play(hall)
    assert hall.fresh().status == Event.Status.FINISHED
    actions.take_fee(hall.organiser, hall.entries[0])
    Event.objects.filter(pk=hall.event.pk).update(status=Event.Status.ARCHIVED)
    with refused("event_over"):
        actions.take_fee(hall.organiser, hall.entries[1])


def test_money_is_given_back_when_the_event_is_cancelled(hall: Evening) -> None:
    actions.take_fee(hall.organiser, hall.entries[0])
    actions.cancel_event(hall.organiser, hall.event, "Nevica")
    actions.return_fee(hall.organiser, hall.entries[0])
    assert book(hall).collected == 0


# ---- people who come and go


def test_money_of_people_who_leave_before_the_start_is_not_forgotten(
    evening: NewEvening, club: list[User]
) -> None:
    on = evening(venue="real", purse=PURSE)
    [first, *_others] = on.pairs(club)
    actions.take_fee(on.organiser, first)
    actions.remove_entry(on.organiser, first, "Malata")
    now = book(on)
    assert (now.lost, now.collected) == ([(1, 2_000)], 2_000)
    press(on, on.organiser, "return-lost-fee", number="1")
    assert (book(on).lost, book(on).collected) == ([], 0)


def test_an_entry_that_leaves_later_still_has_paid(hall: Evening) -> None:
    actions.take_fee(hall.organiser, hall.entries[0], 0)
    actions.remove_entry(hall.organiser, hall.entries[0], "Malata")
    now = book(hall)
    assert (now.collected, now.still_due) == (1_000, 6_000), "the other of the pair owes nothing any more"


def test_a_substitute_does_not_pay_again(hall: Evening, club: list[User]) -> None:
    actions.take_fee(hall.organiser, hall.entries[0])
    actions.substitute_member(hall.organiser, hall.entries[0], 0, club[8], "Malata")
    assert book(hall).entries[0].still_due == 0


def test_a_pair_drawn_by_lot_keeps_what_its_people_have_paid(evening: NewEvening, club: list[User]) -> None:
    on = evening(venue="real", pairs="random", purse=PURSE)
    for person in club[:4]:
        actions.take_fee(on.organiser, actions.register_entry(person, on.event, now=on.now))
    on.start()
    now = book(on)
    assert (now.collected, now.still_due, now.lost) == (4_000, 0, [])


def test_members_of_the_club_pay_less(begun_evening: NewEvening, organiser: User, club: list[User]) -> None:
    ours = clubs.create_club(organiser, name="Circolo Garibaldi")
    on = begun_evening(venue="real", club=ours, purse={"fee": {"amount": 1_000, "members": 800}})
    actions.add_director(on.organiser, on.event, club[9])
    [entry] = on.enter([organiser, actions.Named("Pia")])
    found = next(each for each in book(on).entries if each.entry.pk == entry.pk)
    assert [each.due for each in found.lines] == [800, 1_000]


# ---- what the page says


def test_the_page_states_fee_and_prizes_from_the_beginning(hall: Evening) -> None:
    text = words(shown(hall.event))
    assert "€ 10 for each person" in text
    assert "20 % of the fees stay with the house." in text
    assert "60 % of the pot now € 38.40" in text
    assert "€ 64 with the current entries." in text
    assert "what cannot be divided stays with the house" in text


def test_the_invitation_says_the_fee(evening: NewEvening) -> None:
    [invitation] = bulletins.bulletins_of(evening(venue="real", purse=PURSE).event)
    assert ("Entry fee", "€\N{NO-BREAK SPACE}10 for each person") in invitation.rows


def test_the_page_says_who_gets_what_when_it_is_over(hall: Evening) -> None:
    actions.take_all_fees(hall.organiser, hall.event)
    assert "Who gets what" not in words(shown(hall.fresh()))
    play(hall)
    text = words(shown(hall.fresh()))
    assert "Who gets what" in text
    assert "€ 38.40" in text
    closing = page(hall, "console-closing", hall.organiser)
    assert closing.count("Who gets what") == 1, "the caption, below another heading"
    assert "Paid out € 64" in closing
    assert "Stays with the house € 16" in closing


def test_nobody_outside_sees_who_has_paid(hall: Evening, club: list[User]) -> None:
    actions.take_fee(hall.organiser, hall.entries[0])
    assert "taken by" not in words(shown(hall.fresh(), club[0]))


# ---- announcing it


def test_the_fee_stays_once_somebody_has_paid(hall: Evening) -> None:
    dearer = {**PURSE, "fee": {"amount": 1_500}}
    prizes = {**PURSE, "prizes": [{"place": 1, "thing": "un prosciutto"}]}
    actions.change_event(hall.organiser, hall.event, purse=dearer)
    actions.take_fee(hall.organiser, hall.entries[0])
    with refused("fee_collected"):
        actions.change_event(hall.organiser, hall.event, purse=PURSE)
    changed = actions.change_event(hall.organiser, hall.event, purse={**prizes, "fee": {"amount": 1_500}})
    assert changed.purse["prizes"] == prizes["prizes"]


def test_money_is_for_real_tables(evening: NewEvening) -> None:
    with refused("bad_event"):
        evening(purse=PURSE)
    on = evening(purse={"prizes": [{"place": 1, "thing": "una coppa"}]})
    assert on.event.purse == {"prizes": [{"place": 1, "thing": "una coppa"}]}


def test_a_lower_fee_for_members_needs_a_club(evening: NewEvening) -> None:
    with refused("bad_event"):
        evening(venue="real", purse={"fee": {"amount": 1_000, "members": 800}})
    with refused("bad_event"):
        evening(venue="real", purse={"fee": {"amount": 500, "members": 800}})


def test_it_is_announced_again_with_its_purse(hall: Evening) -> None:
    [again] = actions.repeat_event(hall.organiser, hall.event, [hall.event.starts_at.replace(year=2027)])
    assert again.purse == hall.event.purse == PURSE
    assert not again.payments.exists()


def test_the_export_has_the_prizes_and_for_directors_the_fees(hall: Evening, club: list[User]) -> None:
    actions.take_all_fees(hall.organiser, hall.event)
    play(hall)
    own, others = (results_csv(hall.fresh(), reader) for reader in (hall.organiser, club[0]))
    assert "category,place,entry,name,amount,things" in others
    assert "38.4" in others
    assert "entry,names,due,paid,taken_by,taken_at" in own
    assert "taken_by" not in others


# ---- what it costs


def test_the_desk_costs_the_same_for_any_number_of_entries(evening: NewEvening, club: list[User]) -> None:
    costs: dict[str, set[int]] = {}
    for pairs in (2, 5):
        on = evening(venue="real", settings={"rounds": 1, "deals": 2}, purse=PURSE)
        on.pairs(club, pairs)
        desk, code = browser(on.organiser), on.event.code
        api = [f"/api/v1/tournaments/{code}/{name}/" for name in ("fees", "guide-cards")]
        for path in (reverse("console-cash", args=[code]), reverse("console-closing", args=[code]), *api):
            assert desk.get(path).status_code == 200, path
            with CaptureQueriesContext(connection) as queries:
                desk.get(path)
            costs.setdefault(path.replace(code, ""), set()).add(len(queries))
    assert {path: found for path, found in costs.items() if len(found) > 1 or max(found) > 20} == {}
