"""The cash of an event: what each person owes, who has paid, and what those who collect have in hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ludopoli.text.letters import fold_text
from tournaments.chronicle import Chronicle, read_chronicle
from tournaments.models import Entry, Event, FeePayment, Member
from tournaments.prizes.awards import Ranked, Settlement, settle_purse
from tournaments.prizes.purse import ENTRY, Fee, Payer, Purse, read_purse


def purse_of(event: Event) -> Purse:
    """Return the fees and prizes of an event."""
    return read_purse(event.purse)


@dataclass(frozen=True, slots=True)
class FeeLine:
    """The fee of a person, or of an entry that pays as one: owed and paid."""

    place: int | None
    """The place of the person in the entry; None for the whole entry."""
    members: tuple[Member, ...]
    due: int
    payments: tuple[FeePayment, ...] = ()

    @property
    def paid(self) -> int:
        return sum(each.amount for each in self.payments)

    @property
    def is_paid(self) -> bool:
        return self.paid > 0

    @property
    def still_due(self) -> int:
        """The whole fee, until it is paid."""
        return 0 if self.is_paid else self.due

    @property
    def latest(self) -> FeePayment | None:
        """The payment that says who has taken the money, and when."""
        return self.payments[-1] if self.is_paid else None


@dataclass(frozen=True, slots=True)
class EntryFees:
    """The fees of an entry."""

    entry: Entry
    lines: tuple[FeeLine, ...]

    @property
    def still_due(self) -> int:
        return sum(each.still_due for each in self.lines)

    @property
    def paid(self) -> int:
        return sum(each.paid for each in self.lines)

    @property
    def due(self) -> int:
        """The sum that the entry is to pay, or has paid."""
        return self.paid + self.still_due


@dataclass(frozen=True, slots=True)
class InHand:
    """The sum that somebody has taken, less what they have given back."""

    name: str
    amount: int
    payments: int


class CashBook:
    """The fees of an event, read at once."""

    def __init__(self, event: Event, state: Chronicle | None = None) -> None:
        self.event = event
        self.purse = purse_of(event)
        self.state = state or read_chronicle(event)
        self.payments = list(event.payments.select_related("by").order_by("pk"))

    @cached_property
    def entries(self) -> list[EntryFees]:
        """The fees of the entries that take part, and of those that have paid and left."""
        by_entry: dict[int | None, list[FeePayment]] = defaultdict(list)
        for each in self.payments:
            by_entry[each.entry_id].append(each)
        return [
            EntryFees(each, tuple(fee_lines(self.purse.fee, each, by_entry[each.pk])))
            for each in self.state.entries.values()
            if self.purse.fee is not None and (each.plays or by_entry[each.pk])
        ]

    @property
    def lost(self) -> list[tuple[int, int]]:
        """The entries that have left before the start: their numbers, and what they have not got back."""
        known = {each.pk for each in self.state.entries.values()}
        sums: dict[int, int] = defaultdict(int)
        for each in self.payments:
            if each.entry_id not in known:
                sums[each.number] += each.amount
        return [(number, amount) for number, amount in sorted(sums.items()) if amount]

    @property
    def collected(self) -> int:
        return sum(each.amount for each in self.payments)

    @property
    def still_due(self) -> int:
        return sum(each.still_due for each in self.entries)

    @property
    def expected(self) -> int:
        """The sum collected once everybody has paid."""
        return self.collected + self.still_due

    @property
    def hands(self) -> list[InHand]:
        """The sum in the hands of each collector, by name."""
        taken: dict[str, list[int]] = defaultdict(list)
        for each in self.payments:
            taken[each.hand].append(each.amount)
        return [InHand(name, sum(some), len(some)) for name, some in sorted(taken.items())]

    @property
    def pot(self) -> int:
        """The pot once everybody has paid."""
        return self.expected - self.purse.house_part(self.expected)

    @property
    def is_settled(self) -> bool:
        """True if the places are final, and somebody has paid unless nobody had to."""
        over = self.event.status in (Event.Status.FINISHED, Event.Status.ARCHIVED)
        return over and bool(self.purse.prizes) and (self.purse.fee is None or bool(self.payments))

    @cached_property
    def settlement(self) -> Settlement:
        """The awards by the present ranking, of the sum collected."""
        return settle_purse(self.purse, self.collected, [*self._ranking()])

    def _ranking(self) -> Iterator[Ranked]:
        if self.event.started_at is None:
            return
        for line in self.state.standings():
            people = [each for each in self.state.entries[line.entrant].members.all() if not each.bot]
            own = [{fold_text(each.shown_category)} for each in people]
            shared = frozenset(set.intersection(*own)) if own else frozenset()
            yield Ranked(line.entrant, line.place, line.score, shared - {""}, line.tier)


def fee_lines(fee: Fee | None, entry: Entry, payments: list[FeePayment]) -> Iterator[FeeLine]:
    """Yield what an entry pays: as one, or each of its people; needs its members prefetched."""
    if fee is None:
        return
    people = [each for each in entry.members.all() if not each.bot and each.left is None]
    if fee.per == ENTRY:
        due = fee.due([payer_of(each) for each in people]) if entry.plays else 0
        yield FeeLine(None, tuple(people), due, tuple(payments))
        return
    places = {each.place: each for each in people if each.accepted} if entry.plays else {}
    for place in sorted({*places, *(each.place or 0 for each in payments)}):
        own = tuple(each for each in payments if (each.place or 0) == place)
        members = tuple(each for each in entry.members.all() if each.place == place)
        yield FeeLine(place, members, fee.due([payer_of(places[place])]) if place in places else 0, own)


def payer_of(member: Member) -> Payer:
    """Return what counts of a member for the fee: whether the club's list has them, and their category."""
    return Payer(member.line is not None, member.shown_category)
