"""The facts of an event: its format, scoring, stages, parts, fees and lengths, in words for its page."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _

from tournaments import format_texts, texts
from tournaments.formats import catalog
from tournaments.formats.early_end import TOP
from tournaments.models import Event
from tournaments.prizes.cash import CashBook, purse_of
from tournaments.prizes.prize_texts import PurseShown
from tournaments.running import rated
from tournaments.selectors import EventSheet

MANY = 1000
"""More entries than any number of rounds needs."""


def only_breaks_ties(name: str) -> bool:
    """Return whether a tie-break says nothing to people but who is ahead, so that it is shown on demand."""
    return name != "wins"


class EventFacts:
    """The facts of an event, all from one sheet."""

    def __init__(self, sheet: EventSheet) -> None:
        self.sheet = sheet
        self.event: Event = sheet.event
        self.format = sheet.state.format
        self.settings = sheet.state.settings

    @property
    def format_name(self) -> str:
        return str(format_texts.FORMATS[self.event.format].name)

    @property
    def format_about(self) -> str:
        return str(format_texts.FORMATS[self.event.format].about)

    @property
    def scoring(self) -> format_texts.FormatText:
        name = self.settings["scoring"]
        own = {} if self.is_duplicate else format_texts.SCORINGS_OF_OWN_CARDS
        own = format_texts.SCORINGS_OF_PARTS if self.event.is_mixed else own
        return own.get(name) or format_texts.SCORINGS[name]

    @property
    def keeps_names(self) -> bool:
        """True if people without an account may be, or are, in the event."""
        members = (each for entry in self.sheet.entries.values() for each in entry.members.all())
        return self.event.is_real or any(each.user is not None and each.user.is_named for each in members)

    @property
    def rating(self) -> str:
        """A sentence that says whether its matches are rated."""
        if not self.event.rated:
            return _("The matches are not rated.")
        if self.event.is_real:
            return _("The matches are not rated, since they are played with real cards.")
        if self.event.is_for_members:
            return _("The matches are not rated, since the tournament is for members of a club.")
        if self.event.unit == Event.Unit.TEAM:
            return _("The matches are not rated, since captains choose who meets whom.")
        if not self.event.is_open_to_ratings:
            return _("The matches are not rated, since the tournament is by invitation only.")
        if not rated.is_event_rated(self.event):
            return _("The matches are not rated, since one of its directors plays in it.")
        if self.is_duplicate:
            return _(
                "The matches are rated, by comparison with the other tables, if every seat is taken by "
                "somebody with an account."
            )
        return _("The matches are rated if every seat is taken by somebody with an account.")

    @property
    def round_dates(self) -> list[tuple[int, datetime]]:
        """The rounds on further days, with their times."""
        return sorted(self.event.round_dates.items())

    @property
    def table_sizes(self) -> str:
        """The tables of the next round with the present entries, in words, if their sizes differ."""
        return texts.names_listed(format_texts.table_sizes_text(self.sheet.state.table_sizes or ()))

    @property
    def is_duplicate(self) -> bool:
        return bool(self.settings.get("duplicate", self.format.duplicate))

    @property
    def stages(self) -> str:
        """The stages of an event that is held in stages, with the present entries, in words; else empty."""
        return _(", then ").join(format_texts.of_stages(self.planned_stages))

    @property
    def stage_rules(self) -> str:
        """The rules of these stages, in sentences."""
        return (
            " ".join(format_texts.stage_rules(self.settings, self.planned_stages, self.sheet.state.shape))
            if self.planned_stages
            else ""
        )

    @cached_property
    def planned_stages(self) -> tuple[catalog.Stage, ...]:
        """The stages with the present entries; none of an event that is not held in stages."""
        if not self.format.in_stages:
            return ()
        state = self.sheet.state
        here = sum(each.is_in(0) for each in state.entrants) or MANY
        return catalog.stages_of_event(state.settings, state.shape, here)

    @cached_property
    def level_at_cuts(self) -> list[str]:
        """The names of those who were level at a cut, in sentences: who goes on, and who does not."""
        state = self.sheet.state
        if not self.format.in_stages or state.out_after is None or not state.rounds:
            return []
        found = catalog.cuts_of_event(state.settings, state.shape, state.history(), self.event.draw_seed)
        return format_texts.of_cuts(found, self.sheet.name)

    @cached_property
    def repeats(self) -> list[str]:
        """A sentence about meetings that come again in a second session, if there are any."""
        state = self.sheet.state
        if not self.format.in_stages or self.event.is_over:
            return []
        found = catalog.repeats_of_event(state.settings, state.shape, state.history(), self.event.draw_seed)
        return format_texts.of_repeats(found)

    @cached_property
    def purse(self) -> PurseShown | None:
        """The fees and prizes; None if there are none."""
        if not self.event.purse:
            return None
        return PurseShown(CashBook(self.event, self.sheet.state), self.sheet.name)

    @property
    def of_parts(self) -> list[str]:
        """The rules of a tie of several parts, in sentences; empty if ties have one part."""
        if not self.event.is_mixed:
            return []
        rules = _("A meeting goes to the side that wins more parts.")
        last = (
            _("It ends as soon as it is decided: the decider (bella) is played only if the sides are level.")
            if self.event.bella
            else _("All parts are played.")
        )
        if not self.event.is_real:
            return [rules, last]
        first = _(
            "In the first part the side named first deals first, in the next one the other, and so on; "
            "in the decider it is drawn by lot."
        )
        return [rules, last, first]

    @property
    def after_tie(self) -> str:
        """A sentence that says what decides a tied table whose loser would be out; empty if nobody is."""
        if not catalog.plays_off_ties(self.format, self.settings):
            return ""
        if self.settings["tied"] == catalog.SEED:
            return _("The better seed goes on.")
        if self.event.is_mixed:
            return _("A meeting that is level after all parts has a play-off in the game of the last one.")
        most = {"n": self.settings["extra"], "most": catalog.MOST_EXTRA}
        if self.event.unit == Event.Unit.TEAM:
            return (
                _(
                    "A meeting of teams plays %(n)d further deals in all of its rooms, and again until a "
                    "team leads. After %(most)d of them the better seed goes on."
                )
                % most
            )
        return (
            _(
                "A table plays further deals, one at a time, until somebody leads. After %(most)d of them "
                "the better seed goes on."
            )
            % most
        )

    @property
    def deals(self) -> int | None:
        return self.settings.get("deals")

    @cached_property
    def in_all(self) -> int | None:
        """The total number of rounds, if it is known."""
        if self.format.flows:
            return None
        planned = self.settings.get("rounds")
        return self.sheet.state.rounds_in_all if self.event.started_at is not None else planned

    @property
    def _top(self) -> int:
        """The last place that matters: those with a prize, or with points of its series."""
        series = len(self.event.series.points) if self.event.series else 0
        return max(TOP, series, *(each.place for each in purse_of(self.event).prizes))

    def left_open(self, after: int) -> list[str]:
        """Return in sentences what stays open if the event ends after this number of rounds."""
        state = self.sheet.state
        announced = self.format.settings(self.event.settings)
        found = catalog.left_open(
            self.format, announced, state.shape, state.history(), self.event.draw_seed, after, self._top
        )
        return format_texts.of_left_open(found, self.sheet.name)

    @property
    def ended_early(self) -> list[str]:
        """The matters that an early end has left open, in sentences; empty if it was played as planned."""
        planned, played = self.sheet.state.rounds_planned, len(self.sheet.rounds)
        is_early = self.event.last_round is not None and planned is not None and played < planned
        if self.event.status not in (Event.Status.FINISHED, Event.Status.ARCHIVED) or not is_early:
            return []
        return self.left_open(played)

    @property
    def minutes(self) -> int | None:
        """The minutes for which an event without fixed rounds is open."""
        return self.settings.get("minutes") if self.format.flows else None

    @property
    def takes_late(self) -> bool:
        """True if late entries are possible."""
        return self.sheet.state.takes_late(len(self.sheet.rounds))

    @property
    def break_names(self) -> list[str]:
        return [str(format_texts.BREAKS[name]) for name in self.sheet.breaks]

    @property
    def break_heads(self) -> list[tuple[str, bool]]:
        """The headings of the tie-breaks, each with True if it only decides ties."""
        kinds = map(only_breaks_ties, self.sheet.breaks)
        return list(zip(self.break_names, kinds, strict=True))
