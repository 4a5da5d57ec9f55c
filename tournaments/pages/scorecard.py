"""Pages for players after a tournament: the scorecard of an entry, and certificates for the wall."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ludopoli.base.lookups import or_404
from tournaments import access, selectors
from tournaments.formats import catalog
from tournaments.models import Entry, Event, Round, TournamentTable
from tournaments.pages.display import EventShown, LineShown
from tournaments.scores.amounts import format_amount, table_score
from tournaments.texts import names_listed

PODIUM = 3
"""The first places, whose certificates directors print together."""

WITH_CERTIFICATES = (Event.Status.FINISHED, Event.Status.ARCHIVED)

NO_CERTIFICATE = gettext_lazy("There are certificates once the tournament is over, for those with a place.")


@dataclass(frozen=True, slots=True)
class ScorecardRow:
    """A round of an entry: its table, or that it sat out."""

    round: int
    table: TournamentTable | None
    stage: str
    partners: str
    """Of people who change their partners."""
    opponents: str
    score: str
    """Of the table in the game's points, the own side first; empty if it is not known yet."""
    points: str
    """Empty if they are not known yet."""
    is_ruled: bool = False


class Scorecard:
    """The rounds of an entry, with its place."""

    def __init__(self, shown: EventShown, entry: Entry) -> None:
        self.shown, self.sheet, self.entry = shown, shown.sheet, entry

    @property
    def name(self) -> str:
        return self.sheet.name(self.entry.number)

    @property
    def people(self) -> str:
        """The people of an entry that has a name of its own."""
        return " – ".join(selectors.member_names(self.entry)) if self.entry.name else ""

    @cached_property
    def line(self) -> LineShown | None:
        """The line of the standings; None for an entry without a place."""
        lines = self.shown.lines
        return next((each for each in lines if each.entry.number == self.entry.number), None)

    @property
    def has_place(self) -> bool:
        """True if the entry has a place, and something was played for it."""
        return self.line is not None and self.shown.has_results

    @property
    def has_certificate(self) -> bool:
        """True if the places are final, and the entry has one."""
        return self.shown.event.status in WITH_CERTIFICATES and self.line is not None

    @property
    def is_on_podium(self) -> bool:
        return self.line is not None and self.line.place <= PODIUM

    @property
    def ranked(self) -> int:
        """The number of entries with a place."""
        return len(self.shown.lines)

    @property
    def breaks(self) -> list[tuple[str, str]]:
        """The tie-breaks that were needed, each with its value."""
        values = self.line.breaks if self.line is not None else ()
        named = zip(self.shown.break_names, values, strict=False)
        return [(name, each.value) for name, each in named if each.value]

    @property
    def among(self) -> str:
        """The size of the field, in words."""
        said = {
            Event.Unit.PAIR: ngettext("of %(n)d pair", "of %(n)d pairs", self.ranked),
            Event.Unit.TEAM: ngettext("of %(n)d team", "of %(n)d teams", self.ranked),
            Event.Unit.SINGLE: ngettext("of %(n)d player", "of %(n)d players", self.ranked),
        }
        return said[Event.Unit(self.shown.event.unit)] % {"n": self.ranked}

    @property
    def honours(self) -> list[tuple[int, str]]:
        """The places with a prize in categories, each with its category."""
        awards = self.shown.purse.awards if self.shown.purse is not None else ()
        return [
            (each.award.place, category)
            for category, lines in awards
            for each in lines
            if category and each.award.entry == self.entry.number
        ]

    @cached_property
    def rows(self) -> list[ScorecardRow]:
        return [row for each in self.sheet.rounds for row in self._of_round(each)]

    def _of_round(self, round_: Round) -> list[ScorecardRow]:
        own = [each for each in self.sheet.tables(round_.number) if self.entry.number in each.places]
        if not own and self.entry.number in round_.byes:
            stages = [each.stage for each in self.sheet.tables(round_.number)]
            said = _("goes through") if catalog.byes_go_on(stages) else _("its average")
            if worth := self.sheet.state.history().worth_of_bye(self.entry.number, round_.number):
                said = format_amount(worth[0])
            return [ScorecardRow(round_.number, None, "", "", _("sits out"), "", said)]
        return [self._of_table(round_, each) for each in own]

    def _of_table(self, round_: Round, table: TournamentTable) -> ScorecardRow:
        sides = self.sheet.state.shape.sides_at(len(table.places))
        place = table.places.index(self.entry.number)
        at = list(zip(table.places, sides, strict=True))
        partners = [who for where, (who, side) in enumerate(at) if side == sides[place] and where != place]
        opponents = [who for who, side in at if side != sides[place]]
        scores, points = self.sheet.scores(table), self.sheet.points(table)
        if scores:
            scores = (
                scores[sides[place]],
                *(each for side, each in enumerate(scores) if side != sides[place]),
            )
        made = None if points is None or table.room else points[place]
        shown = self.shown.table(round_, table)
        return ScorecardRow(
            round_.number,
            table,
            shown.stage,
            names_listed([self.sheet.name(who) for who in partners]),
            names_listed([self.sheet.name(who) for who in opponents]),
            table_score(scores),
            "" if made is None else format_amount(made),
            shown.is_ruled,
        )


def scorecard_of(request: HttpRequest, code: str, number: int) -> Scorecard:
    """Return the scorecard of an entry that has a part in the event. Raises `Http404`."""
    found = access.access_event(request.user, code)
    shown = EventShown(selectors.event_sheet(found))
    entry = shown.sheet.entries.get(number)
    return Scorecard(shown, or_404(entry if found.started_at is not None else None))


@require_safe
@never_cache
def scorecard_page(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """The scorecard of an entry: each round with table, opponents, score and points."""
    card = scorecard_of(request, event, number)
    return render(request, "tournaments/scorecard.html", {"event": card.shown.event, "card": card})


@require_safe
@never_cache
def certificate_page(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """The certificate of an entry, to print for the wall."""
    card = scorecard_of(request, event, number)
    return certificates_response(request, card.shown.event, [card] if card.has_certificate else [])


def certificates_response(request: HttpRequest, event: Event, cards: list[Scorecard]) -> HttpResponse:
    """Answer with one certificate a sheet. Raises `Http404` if there is none."""
    context = {"event": event, "cards": or_404(cards or None, str(NO_CERTIFICATE))}
    return render(request, "tournaments/certificates.html", context)
