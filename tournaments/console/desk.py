"""The console's view of an event: its state, its tables, alarms, and the people present."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import cached_property

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ludopoli.accounts.models import User
from ludopoli.text import letters, times
from tournaments import access, actions, format_texts, selectors
from tournaments.console.desk_rows import Alarm, DeskRow, alarms_of_row
from tournaments.models import GONE, Claim, Entry, Event, ForbiddenPairing, Member, Round, TournamentTable
from tournaments.pages.display import EventShown, RoundShown, TableShown
from tournaments.roles import EventCapability
from tournaments.running import collecting, seen_deals
from tournaments.running.seating import seats_at
from tournaments.scores import score_sheets
from tournaments.scores.amounts import table_score

NEAR = timedelta(hours=1)
"""The time before its start from which an event is about to begin."""

SLOW = 2
"""A table this many deals behind the median is slow."""

TableStatus = TournamentTable.Status


class Desk:
    """Everything the console shows of an event, from one sheet."""

    def __init__(self, event: Event, reader: User, number: int | None = None) -> None:
        """Show the round `number`, or else the latest."""
        self.event = event
        self.reader = reader
        self.plays = selectors.plays_now(reader, event)
        self.sheet = selectors.event_sheet(event, whole=not self.plays)
        self.shown = EventShown(self.sheet)
        self.asked = number

    @property
    def may_take_deals(self) -> bool:
        """True if the director can print the deals of rounds that are not paired yet."""
        return self._has_hands and not self.event.is_over and not self._plays_in_it

    @property
    def shows_deals(self) -> bool:
        """True if the director can see the hands of the round that is shown."""
        return self.round is not None and self._has_hands and (self.deals_are_open or not self._plays_in_it)

    @property
    def deals_are_open(self) -> bool:
        """True if nobody can play the deals of the round that is shown any more."""
        return self.round is not None and selectors.is_open(self.round.row)

    @property
    def _has_hands(self) -> bool:
        return self.event.is_real and self.shown.is_duplicate

    @cached_property
    def _plays_in_it(self) -> bool:
        return seen_deals.plays_in(self.reader, self.event)

    @property
    def coming_deals(self) -> range:
        """The rounds that are not paired yet whose deals the director has taken."""
        if not seen_deals.has_taken(self.reader, self.event):
            return range(0)
        first = len(self.sheet.rounds) + 1
        return range(first, 1 + (self.shown.in_all or first))

    # ---- the round

    @cached_property
    def round(self) -> RoundShown | None:
        rounds = self.shown.rounds
        asked = next((each for each in rounds if each.row.number == self.asked), None)
        return asked or (rounds[0] if rounds else None)

    @property
    def latest(self) -> RoundShown | None:
        return self.shown.rounds[0] if self.shown.rounds else None

    @property
    def is_latest(self) -> bool:
        return self.round is self.latest

    @property
    def overlaps(self) -> bool:
        """True if tables of all rounds are shown: rounds overlap, and none is selected."""
        return self.shown.format.flows and self.asked is None

    @cached_property
    def rows(self) -> list[DeskRow]:
        if self.round is None:
            return []
        if self.overlaps:
            tables = [table for each in self.shown.strip for table in each.tables]
            playing = [each for each in tables if each.row.status != TableStatus.OVER]
            return self._rows(playing or self.round.tables)
        return self._rows(self.round.tables)

    def _rows(self, tables: Sequence[TableShown]) -> list[DeskRow]:
        going = selectors.tables_going_on([each.row for each in tables])
        sheets = self._sheets([each.row for each in tables])
        done = {}
        for each in tables:
            now = going.get(each.row.pk)
            done[each.row.pk] = now.deal - 1 if now is not None else len(each.row.deals)
            if each.row.pk in sheets:
                done[each.row.pk] = len(score_sheets.counted_scores(sheets[each.row.pk]))
        middle = sorted(done.values())[len(done) // 2] if done and not self.shown.format.flows else 0
        rows = []
        for each in tables:
            now, of = going.get(each.row.pk), len(each.row.labels)
            is_playing = each.row.status == TableStatus.PLAYING
            secret = self.hides(each.row.round)
            sheet = sheets.get(each.row.pk, ())
            ahead = done[each.row.pk] + sum(row.unconfirmed is not None for row in sheet)
            rows.append(
                DeskRow(
                    shown=each,
                    deals=None if secret else min(done[each.row.pk], of),
                    of=of,
                    score="" if secret else table_score(now.totals) if now is not None else each.score,
                    missing=tuple(self._missing(each.row)),
                    is_slow=is_playing and not secret and ahead + SLOW <= middle,
                    sheet=sheet,
                    gone=self._gone(each.row),
                )
            )
        return rows

    def _sheets(self, tables: Sequence[TournamentTable]) -> dict[int, score_sheets.Sheet]:
        """Return the score sheets of the real tables that are being played, by id."""
        playing = [each for each in tables if each.status == TableStatus.PLAYING]
        return score_sheets.read_score_sheets(playing) if self.event.is_real and playing else {}

    def hides(self, round_: Round) -> bool:
        """Return whether the results of a round are hidden: the director plays, and may still get its cards.

        The speed of tables is hidden, too, since it reveals results: an abandoned deal takes no time.
        """
        return self.plays and not selectors.is_open(round_)

    def _missing(self, table: TournamentTable) -> Iterator[str]:
        """Yield the names of people at a table who have not checked in."""
        for member in self._sitting(table):
            if member.user is not None and not member.here:
                yield member.user.username

    def _sitting(self, table: TournamentTable) -> list[Member]:
        """Return the members who sit at a table."""
        seats = seats_at(self.sheet.state, table)
        return [each for number, place in seats for each in self.members(number) if each.place == place]

    def members(self, number: int) -> list[Member]:
        return list(self.sheet.entries[number].members.all()) if number in self.sheet.entries else []

    @property
    def deals_played(self) -> int:
        return sum(each.deals or 0 for each in self.rows)

    @property
    def deals_in_all(self) -> int:
        return sum(each.of for each in self.rows)

    @property
    def tables_over(self) -> int:
        return sum(each.is_over for each in self.rows)

    @property
    def tables_going(self) -> int:
        return len(self.rows) - self.tables_over

    @property
    def tables_to_look_at(self) -> int:
        return sum(each.looks for each in self.rows)

    @cached_property
    def unconfirmed(self) -> list[DeskRow]:
        """The real tables of the latest round with scores that wait to be confirmed."""
        return [each for each in self.rows if each.unconfirmed] if self.is_latest else []

    @property
    def seen(self) -> int:
        """The id of the latest `ScoreEntry` that the desk shows; 0 for none."""
        return score_sheets.latest_entry(each.sheet for each in self.rows)

    @cached_property
    def confirmers(self) -> list[str] | None:
        """The directors who can confirm the scores that are hidden from the reader, who may still play their
        deals; None if nothing is hidden."""
        if self.round is None or not self.event.is_real or not self.hides(self.round.row):
            return None
        others = (
            access.people_with(self.event, EventCapability.RULE).exclude(pk=self.reader.pk).order_by("folded")
        )
        return [each.username for each in others if not selectors.plays_now(each, self.event)]

    # ---- alarms and claims

    @cached_property
    def alarms(self) -> list[Alarm]:
        if self.round is None or not self.is_latest:
            return []
        return [
            alarm
            for row in self.rows
            for alarm in alarms_of_row(
                row,
                [self.sheet.name(number) for number in row.gone],
                self._entry_missing(row.row) if row.missing else None,
            )
        ]

    def _gone(self, table: TournamentTable) -> tuple[int, ...]:
        """Return the entries that have left a real table that is not over."""
        if table.status == TableStatus.OVER or not self.event.is_real:
            return ()
        return tuple(number for number in table.places if self.sheet.entries[number].status in GONE)

    def _entry_missing(self, table: TournamentTable) -> int:
        return next(
            each.entry.number for each in self._sitting(table) if each.user is not None and not each.here
        )

    @cached_property
    def claims(self) -> list[Claim]:
        """The claims, most recent first, without those about deals that the reader may still get."""
        return list(selectors.claims_for(self.reader, self.event))

    @property
    def open_claims(self) -> list[tuple[Claim, list[tuple[int, str, None]]]]:
        """The claims without an answer, oldest first, each with the places of its table and no points yet."""
        waiting = [each for each in reversed(self.claims) if each.status == Claim.Status.OPEN]
        return [
            (each, [(place, name, None) for place, name in seats_of(self, each.table)]) for each in waiting
        ]

    @property
    def answered_claims(self) -> list[Claim]:
        return [each for each in self.claims if each.status != Claim.Status.OPEN]

    # ---- entries

    @cached_property
    def entries(self) -> list[Entry]:
        """The entries in the order of their names, those that have left last."""
        return sorted(
            self.sheet.entries.values(),
            key=lambda entry: (entry.status in GONE, letters.fold_text(self.sheet.name(entry.number))),
        )

    @property
    def present(self) -> int:
        return sum(entry.status == Entry.Status.CHECKED_IN for entry in self.shown.entries)

    @property
    def winners(self) -> list[str]:
        """The names of those in first place, once it is over and has places."""
        if self.event.status == Event.Status.CANCELLED or not self.event.is_over:
            return []
        return [each.name for each in self.shown.lines if each.place == 1]

    @property
    def start_says(self) -> str:
        """The consequences of beginning now, in words."""
        absent = len(self.shown.entries) - self.present
        said = ngettext(
            "%(n)d entry plays from the first round.",
            "%(n)d entries play from the first round.",
            len(self.shown.entries),
        ) % {"n": len(self.shown.entries)}
        if not self.is_near:
            at = date_format(timezone.localtime(self.event.starts_at), "l j F, H:i")
            said = _("It is announced for %(at)s.") % {"at": at} + " " + said
        if self.event.check_in_minutes and absent:
            said += " " + ngettext(
                "%(n)d entry has not checked in: a bot plays until they come.",
                "%(n)d entries have not checked in: bots play until they come.",
                absent,
            ) % {"n": absent}
        return said

    @property
    def reopen_says(self) -> str:
        """The consequences of going back to registration, in words."""
        said = _("The pairings are undone, and people can enter again.")
        if self.event.is_real:
            return said + " " + _("You begin again when everybody is there.")
        return said + " " + _("Matches in play are abandoned; the first round then has other deals.")

    @cached_property
    def left_open(self) -> list[str]:
        """What the event leaves open if it ends after the round that is paired, in words."""
        if self.latest is None or self.shown.format.flows:
            return []
        return self.shown.left_open(self.latest.row.number)

    @property
    def rounds_weigh(self) -> str:
        """The effect of another number of rounds on fairness, in words."""
        state, stages = self.sheet.state, self.shown.planned_stages
        some_go_out = state.out_after is not None
        return format_texts.rounds_weigh(state.format, len(state.entrants), stages, some_go_out=some_go_out)

    @property
    def deals_weigh(self) -> str:
        """What another number of deals does to the ranking, in words."""
        return str(
            format_texts.DEALS_WEIGH.get(self.shown.settings["scoring"], format_texts.DEALS_WEIGH_ALIKE)
        )

    @property
    def redraw_says(self) -> str:
        """The consequences of pairing the latest round again, in words."""
        said = _(
            "The pairings on this page are discarded, with the changes you made by hand, and made "
            "again, taking account of who has come, who has gone and who must not meet."
        )
        if not self.waits:
            said += " " + (
                _("Everybody stops playing; you begin the round again.")
                if self.event.is_real
                else _("Everybody stops playing; the round begins again after the break.")
            )
            if self.shown.is_duplicate or not self.event.is_real:
                said += " " + _("It gets other deals, since players have seen theirs.")
        elif self.latest is not None and seen_deals.were_seen(self.event, self.latest.row):
            said += " " + _(
                "Its deals have been seen, so it gets other ones: cards that were laid out have to be laid "
                "out again. To change only who sits where, swap two entries instead."
            )
        return said

    @cached_property
    def forbidden(self) -> list[tuple[int, int, str, str]]:
        rows = ForbiddenPairing.objects.filter(event=self.event).order_by("one__number", "other__number")
        return [
            (one, other, self.sheet.name(one), self.sheet.name(other))
            for one, other in rows.values_list("one__number", "other__number")
        ]

    # ---- possible actions

    def drawn_since(self, number: int) -> list[int]:
        """The rounds that depend on the results of this one: after a cut or in a knockout, all later ones."""
        out_after = self.sheet.state.out_after
        if out_after is None:
            return []
        return [each.number for each in self.sheet.rounds if each.number > max(number, out_after)]

    @property
    def is_before(self) -> bool:
        return self.event.status in selectors.BEFORE

    @property
    def is_near(self) -> bool:
        """True if the event begins soon, so that beginning it is what the director most likely wants."""
        return self.event.status == Event.Status.CHECK_IN or self.event.starts_at < times.now() + NEAR

    @property
    def takes_presence(self) -> bool:
        return self.event.status in (Event.Status.CHECK_IN, Event.Status.RUNNING)

    @property
    def is_running(self) -> bool:
        return self.event.status == Event.Status.RUNNING

    @property
    def waits(self) -> bool:
        """True if a round is paired and has not begun."""
        return self.latest is not None and self.latest.row.status == Round.Status.DRAWN

    @property
    def line_ups_missing(self) -> list[str]:
        """The names of the teams whose sealed line-ups for the round that waits are not in."""
        if not self.event.seals or not self.waits or self.latest is None:
            return []
        sealed = [each for each in self.latest.rows if not each.seated and not each.room]
        missing = {number for each in sealed for number in each.places if number > 0}
        handed_in = self.sheet.state.has_handed_in
        return [self.sheet.name(number) for number in sorted(missing) if not handed_in(number)]

    @cached_property
    def can_pair_again(self) -> bool:
        """True if a round is paired in which nobody has scored."""
        if self.latest is None or not self.is_running or self.shown.format.flows or not self.is_latest:
            return False
        if self.latest.row.status != Round.Status.PLAYING or self.event.is_real:
            is_over = self.latest.row.status == Round.Status.OVER
            return self.waits or not (is_over or collecting.has_scores(self.event, self.latest.row))
        return not any(row.is_over or row.deals != 0 for row in self.rows)

    @property
    def can_reopen(self) -> bool:
        """True if the event has begun, and nobody has scored yet."""
        return self.can_pair_again and len(self.sheet.rounds) == 1

    @property
    def can_end(self) -> bool:
        """True if something was played that counts."""
        return self.is_running and (len(self.sheet.rounds) > 1 or not self.can_reopen)

    @property
    def is_last(self) -> bool:
        """True if no further round is paired."""
        return self.latest is not None and self.latest.row.number == self.shown.in_all

    @property
    def round_bounds(self) -> tuple[int, int] | None:
        """The fewest and the most rounds that the event can have; None if their number is fixed."""
        return actions.round_bounds(self.sheet.state)

    @property
    def can_change_length(self) -> bool:
        """True if it can end early, or have other rounds or deals."""
        return self.is_running or bool(self.round_bounds and self.entries and self.is_before)

    @property
    def coming_number(self) -> int | None:
        """The number of deals in the rounds to come, if it can be changed."""
        has_own_length = self.event.scores == Event.Scores.MATCH or self.event.is_mixed
        is_fixed = has_own_length or (self.shown.format.flows and not self.is_before)
        return None if is_fixed else self.shown.deals

    @property
    def can_extend(self) -> bool:
        if self.latest is None or not self.is_running or self.latest.row.status == Round.Status.OVER:
            return False
        if self.event.closes_at is not None:
            return True
        if self.waits:
            return not self.event.is_real  # there nothing counts down to it
        return self.latest.row.ends_at is not None

    @property
    def takes_late(self) -> bool:
        takes_late = self.event.late_entries and self.shown.format.takes_late(self.event.is_real)
        return self.is_before or (self.is_running and takes_late)


def seats_of(desk: Desk, table: TournamentTable) -> list[tuple[int, str]]:
    """Return the places of a table with the names of their entries, as choices."""
    return [(place, desk.sheet.name(number)) for place, number in enumerate(table.places)]


def people_at(desk: Desk, table: TournamentTable) -> list[tuple[int, str]]:
    """Return by seat the number of the entry and the name of the player."""
    seats = seats_at(desk.sheet.state, table)
    return [(number, desk.sheet.seated_name(number, place)) for number, place in seats]
