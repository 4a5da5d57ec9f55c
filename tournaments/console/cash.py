"""The cash desk of an event: who has paid, receipts, and the closing."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games.pages.view_helpers import Fields
from ludopoli.base.lookups import or_404
from ludopoli.text import letters
from tournaments import access, selectors
from tournaments.console.act_fields import text_of_field
from tournaments.console.view_helpers import directed_event_or_refuse
from tournaments.models import Event, FeePayment
from tournaments.prizes.cash import CashBook, EntryFees, FeeLine
from tournaments.prizes.prize_texts import PurseShown
from tournaments.roles import EventCapability

LONGEST_SEARCH = 40

AT_CASH = ("take-fee", "return-fee", "take-all-fees", "return-lost-fee")
"""The acts of the cash desk."""


@dataclass(frozen=True, slots=True)
class FeeLineShown:
    """The fee of one person of an entry, paid or due; or of all of them together."""

    place: int | None
    names: str
    due: str
    paid: str
    latest: FeePayment | None
    is_part: bool = True
    """False if it is all of the entry."""


@dataclass(frozen=True, slots=True)
class EntryFeesShown:
    """An entry at the cash desk."""

    fees: EntryFees
    name: str
    """The name of a pair or team that has one, and its people."""
    still_due: str
    paid: str
    unpaid_apart: list[FeeLineShown]
    """The people who have not paid, if each can pay alone."""
    paid_lines: list[FeeLineShown]
    """The payments: a single line if somebody has taken all of it at once."""

    @property
    def key(self) -> str:
        return letters.fold_text(self.name)


class CashDesk:
    """The fees of an event for display, in the order of the names."""

    def __init__(self, event: Event) -> None:
        self.sheet = selectors.event_sheet(event, whole=True)
        self.book = CashBook(event, self.sheet.state)
        self.purse = PurseShown(self.book, self.sheet.name)

    @property
    def entries(self) -> list[EntryFeesShown]:
        return sorted((self._shown(each) for each in self.book.entries), key=lambda each: each.key)

    def _shown(self, fees: EntryFees) -> EntryFeesShown:
        people = " – ".join(map(selectors.member_name, selectors.present_members(fees.entry)))
        name = f"{fees.entry.name}: {people}" if fees.entry.name else people
        money, lines = self.purse.money, [self._line(each) for each in fees.lines]
        paid = [each for each in lines if each.latest is not None]
        taken = {(each.latest.hand, each.latest.at) for each in paid if each.latest is not None}
        if len(paid) > 1 and not fees.still_due and len(taken) == 1:
            whole = FeeLineShown(
                None, people, money(fees.due), money(fees.paid), paid[0].latest, is_part=False
            )
            paid = [whole]
        unpaid = [shown for shown, each in zip(lines, fees.lines, strict=True) if each.still_due]
        apart = unpaid if len(lines) > 1 else []
        return EntryFeesShown(fees, name, money(fees.still_due), money(fees.paid), apart, paid)

    def _line(self, line: FeeLine) -> FeeLineShown:
        names = " – ".join(map(selectors.member_name, line.members))
        due, paid = self.purse.money(line.due), self.purse.money(line.paid)
        return FeeLineShown(line.place, names, due, paid, line.latest)

    def receipts(self, fees: EntryFees) -> list[FeeLineShown]:
        """Return a receipt for each payment that stands."""
        return [self._line(each) for each in fees.lines if each.is_paid]

    def matching(self, text: str) -> list[EntryFeesShown]:
        """Return the entries whose number is this text, or whose names contain all of its words."""
        words = letters.fold_text(text).split()
        return [
            each
            for each in self.entries
            if str(each.fees.entry.number) == text.strip() or all(word in each.key for word in words)
        ]

    @property
    def unpaid(self) -> list[EntryFeesShown]:
        return [each for each in self.entries if each.fees.still_due]

    @property
    def lost(self) -> list[tuple[int, str]]:
        return [(number, self.purse.money(amount)) for number, amount in self.book.lost]

    @property
    def hands(self) -> list[tuple[str, str, int]]:
        return [(each.name, self.purse.money(each.amount), each.payments) for each in self.book.hands]

    @property
    def collected(self) -> str:
        return self.purse.money(self.book.collected)

    @property
    def still_due(self) -> str:
        return self.purse.money(self.book.still_due)


def _desk(request: HttpRequest, code: str) -> tuple[Event, CashDesk]:
    held = directed_event_or_refuse(request, code)
    if not held.purse:
        raise Http404
    return held, CashDesk(held)


@require_safe
@login_required
@never_cache
@ensure_csrf_cookie
def cash_page(request: HttpRequest, event: str) -> HttpResponse:
    """The cash desk: a button for each fee."""
    held, found = _desk(request, event)
    asked = request.GET.get("q", "")[:LONGEST_SEARCH]
    context = {
        "event": held,
        "cash": found,
        "q": asked,
        "entries": found.matching(asked),
        "collects": access.has_event_capability(request.user, held, EventCapability.COLLECT)
        and held.status != Event.Status.ARCHIVED,
    }
    return render(request, "tournaments/console/cash.html", context)


@require_safe
@login_required
@never_cache
def receipt_page(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """The receipts of an entry, one for each payment that stands."""
    held, found = _desk(request, event)
    one = or_404(next((each for each in found.entries if each.fees.entry.number == number), None))
    context = {"event": held, "entry": one, "receipts": found.receipts(one.fees)}
    return render(request, "tournaments/console/receipt.html", context)


@require_safe
@login_required
@never_cache
def closing_page(request: HttpRequest, event: str) -> HttpResponse:
    """The closing of the cash desk: what everybody has in hand, who has not paid, who gets what."""
    held, found = _desk(request, event)
    return render(request, "tournaments/console/closing.html", {"event": held, "cash": found})


def cash_address(event: Event, fields: Fields, number: int | None = None) -> str:
    """Return the address of the cash desk after an act, at the entry and with the search that was sent."""
    asked = text_of_field(fields, "q")[:LONGEST_SEARCH]
    query = f"?{urlencode({'q': asked})}" if asked else ""
    place = f"#iscritto-{number}" if number is not None else ""
    return reverse("console-cash", args=[event.code]) + query + place
