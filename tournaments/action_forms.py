"""The forms on the page of an event and in its console, but for those of entries (`entry_forms`) and the one
that creates or changes an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import LONGEST_NAME
from ludopoli.http.action_forms import (
    ActionForm,
    checkbox_field,
    hidden_field,
    line_field,
    lines_field,
    offer_choices,
    select_field,
)
from ludopoli.http.refusals import ActionRefused
from tournaments import roles
from tournaments.models import Claim, Phase, TournamentTable
from tournaments.scores.score_forms import WHOLE

LONGEST_REASON = 300

Choices = Sequence[tuple[int, str]]

Places = Iterable[tuple[int, str, Any]]
"""Places of a table, each with the names there and its points."""


class PersonForm(ActionForm):
    """The name of a person with an account."""

    name = line_field("", 150, needed=True)

    def __init__(self, label: str, **more: Any) -> None:
        super().__init__(**more)
        self.fields["name"].label = label


class OfficerForm(PersonForm):
    """Somebody who is to run an event, in one of the roles that there are."""

    beside: ClassVar[Mapping[str, str]] = {
        "no_person": "name",
        "plays_here": "name",
        "account_to_comment": "name",
        "no_role": "role",
    }

    def __init__(self, label: str, **more: Any) -> None:
        super().__init__(label, **more)
        if len(choices := roles.role_choices()) > 1:
            self.fields["role"] = select_field(_("Role"), choices)


class CallForm(ActionForm):
    """A player's call to the directors about one of their tables."""

    table = select_field(_("Table"), ())
    text = lines_field(
        _("What has happened"),
        2,
        needed=True,
        maxlength=LONGEST_REASON,
        help_text=_("Results are final half an hour after their round."),
    )

    beside: ClassVar[Mapping[str, str]] = {
        "reason_needed": "text",
        "claim_open": "table",
        "no_place": "table",
    }

    def __init__(self, tables: Iterable[TournamentTable], **more: Any) -> None:
        super().__init__(**more)
        said = gettext("Round %(at)s, table %(n)s")
        names = [(each.round.number, each.number) for each in tables]
        offer_choices(self, "table", [(f"{at}-{n}", said % {"at": at, "n": n}) for at, n in names])


class TextForm(ActionForm):
    text = lines_field(_("Message to everybody"), 3, needed=True, maxlength=500)


class PhaseForm(ActionForm):
    """An event that is to count for a federation, and where its best go on."""

    event = line_field(
        _("Address of the tournament’s page"), 200, needed=True,
        help_text=_("A tournament of one of its clubs. Adding it again changes it."),
    )  # fmt: skip
    level = select_field(_("Phase"), Phase.Level.choices)

    def __init__(self, phases: Sequence[Phase], **more: Any) -> None:
        super().__init__(**more)
        coming = [each for each in phases if each.level != Phase.Level.CLUB and each.event.started_at is None]
        if coming:
            choices = [
                (each.event.code, f"{each.event.name} ({each.get_level_display()})") for each in coming
            ]
            self.fields["leads_to"] = select_field(_("It leads to"), [("", "–"), *choices])
            self.fields["best"] = line_field(_("How many entries go on"), 3, inputmode="numeric")


class CarryOverForm(ActionForm):
    """The entries of an event that do not go on."""

    event = hidden_field()
    declined = line_field(
        _("Numbers of entries that do not go on"), 60,
        help_text=_("Such as 2, 5. Those who come next in the standings go in their place."),
    )  # fmt: skip


class SeriesPenaltyForm(ActionForm):
    """Points that the organiser of a series takes from a player."""

    who = line_field(_("Player"), 150, needed=True)
    points = line_field(_("Points"), 5, needed=True, inputmode="numeric")
    reason = line_field(_("Reason"), LONGEST_REASON, needed=True, help_text=_("Everybody can read it here."))

    beside: ClassVar[Mapping[str, str]] = {
        "no_person": "who",
        "bad_points": "points",
        "reason_needed": "reason",
    }


class ReasonForm(ActionForm):
    """The reason of a ruling. If later rounds stand on the result, the director may confirm what follows."""

    reason = line_field(
        _("Reason (needed; everybody can read it)"), LONGEST_REASON, needed=True, list="motivi"
    )

    beside: ClassVar[Mapping[str, str]] = {
        "reason_needed": "reason",
        "bad_points": "points-0",
        "points_bounds": "points-0",
        "same_entry": "other",
        "no_place": "place",
        "goes_on_instead": "confirmed",
    }

    def __init__(self, stands_on: object = False, **more: Any) -> None:
        super().__init__(**more)
        if stands_on:
            self.fields["confirmed"] = checkbox_field(_("Even if somebody else goes through because of it"))


class TemplateForm(ActionForm):
    """The name of a template."""

    name = line_field(_("Name"), LONGEST_NAME, needed=True)
    beside: ClassVar[Mapping[str, str]] = {
        "bad_template_name": "name",
        "template_known": "name",
        "many_templates": "name",
    }


class LengthForm(ActionForm):
    """The number of rounds, and the deals of those that have not begun, within the bounds that are given."""

    reason = line_field(_("Reason (everybody can read it)"), LONGEST_REASON, list="motivi")

    beside: ClassVar[Mapping[str, str]] = {
        "reason_needed": "reason",
        "bad_rounds": "rounds",
        "fixed_rounds": "rounds",
        "bad_deals": "deals",
        "bad_setting": "deals",
        "round_begun": "deals",
    }

    def __init__(
        self,
        rounds: int | None,
        bounds: tuple[int, int] | None,
        deals: int | None,
        rounds_weigh: str = "",
        deals_weigh: str = "",
        **more: Any,
    ) -> None:
        super().__init__(**more)
        if bounds is not None:
            about = gettext("From %(least)d to %(most)d.") % {"least": bounds[0], "most": bounds[1]}
            self._ask("rounds", _("Rounds"), rounds, f"{about} {rounds_weigh}".strip())
        if deals is not None:
            self._ask("deals", _("Deals in each round that has not begun"), deals, deals_weigh)
        self.order_fields(["rounds", "deals", "reason"])

    def _ask(self, name: str, label: Any, value: int | None, about: str) -> None:
        self.fields[name] = line_field(label, 2, inputmode="numeric", help_text=about)
        self.initial[name] = value


class ReopenForm(ReasonForm):
    """Back to registration: in how many minutes the event is to begin, and why."""

    minutes = line_field(_("Minutes until it begins"), 4, needed=True, inputmode="numeric")
    field_order = ("minutes", "reason")
    beside: ClassVar[Mapping[str, str]] = {**ReasonForm.beside, "bad_minutes": "minutes"}

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"minutes": 30, **more})


class DealForm(ReasonForm):
    """The ruling on one deal of a table."""

    deal = hidden_field()


class TakeBackForm(ReasonForm):
    """A decision is taken back, which needs no reason; `deal` is empty for a table."""

    reason = hidden_field()
    deal = hidden_field()

    def __init__(self, stands_on: object = False, **more: Any) -> None:
        super().__init__(stands_on, reason=gettext("taken back"), **more)


class LeftForm(ReasonForm):
    """The ruling at a table that one side has left; that is the reason."""

    reason = hidden_field()

    def __init__(self, **more: Any) -> None:
        super().__init__(reason=gettext("The opponents have left."), **more)


class PointsForm(ReasonForm):
    """The points for each place of a table, with the names there."""

    def __init__(self, places: Places, stands_on: object = False, **more: Any) -> None:
        super().__init__(stands_on, **more)
        for place, name, value in places:
            self.fields[f"points-{place}"] = field = line_field(name, 12, inputmode="decimal")
            field.initial = value
        self.order_fields([name for name in self.fields if name.startswith("points-")])


class AnswerForm(PointsForm):
    """The answer to a player's call, with other points if the table is over."""

    def __init__(self, claim: Claim, places: Places, stands_on: object, **more: Any) -> None:
        is_over = claim.table.status == TournamentTable.Status.OVER
        super().__init__(
            places if is_over else (), is_over and stands_on, id=f"risposta-{claim.number}", **more
        )
        self.fields["reason"].label = _("The answer, and why")

    def of_points(self) -> list[forms.BoundField]:
        return [field for field in self.visible_fields() if field.name != "reason"]


class SwapForm(ReasonForm):
    """Two entries change places: one of this table, and one of another, as `3-1`."""

    place = select_field(_("From this table"), ())
    to = select_field(_("with"), ())
    field_order = ("place", "to", "reason")

    def __init__(self, seats: Choices, others: Iterable[tuple[int, Choices]], **more: Any) -> None:
        super().__init__(**more)
        offer_choices(self, "place", seats)
        tables = [
            (
                gettext("Table %(number)s") % {"number": number},
                [(f"{number}-{at}", name) for at, name in places],
            )
            for number, places in others
        ]
        offer_choices(self, "to", tables)


class ForfeitForm(ReasonForm):
    """The part of a meeting that a side has forfeited, or that counts as it is played after all."""

    part = select_field(_("Part"), ())
    place = select_field(_("Forfeited by"), ())
    field_order = ("part", "place", "reason")

    beside: ClassVar[Mapping[str, str]] = {**ReasonForm.beside, "no_part": "part"}

    def __init__(self, parts: Choices, sides: Choices, stands_on: object = False, **more: Any) -> None:
        super().__init__(stands_on, **more)
        offer_choices(self, "part", parts)
        offer_choices(self, "place", [*sides, ("", _("nobody: it counts as it is played"))])


class MissedForm(ReasonForm):
    """The entry that misses a round, by its place at a table."""

    place = select_field(_("Not there"), ())
    field_order = ("place", "reason")
    beside: ClassVar[Mapping[str, str]] = {**ReasonForm.beside, "round_scored": "place"}

    def __init__(self, sides: Choices, **more: Any) -> None:
        super().__init__(**more)
        offer_choices(self, "place", sides)
        self.seen = {f"name-{place}": name for place, name in sides}


class ScoreForm(ReasonForm):
    """A score sheet: the fields `score-<row>-<side>`, which have labels and values.

    Players send their `entry` and `table` with it, and a director the reason if the table is over.
    """

    table = hidden_field()
    entry = hidden_field()

    def __init__(
        self,
        cells: Mapping[str, tuple[str, Any]],
        *,
        by_match: bool,
        is_ruling: bool = False,
        stands_on: object = False,
        **more: Any,
    ) -> None:
        super().__init__(is_ruling and stands_on, **more)
        if not is_ruling:
            del self.fields["reason"]
        for name, (label, value) in cells.items():
            self.fields[name] = line_field("", 6, inputmode="numeric")
            self.fields[name].widget.attrs["aria-label"] = label
            self.initial[name] = value
        if by_match:
            self.fields["broken_off"] = checkbox_field(
                _("The match was abandoned: time was up, or a side gave up. It counts as it stands.")
            )

    def field_of(self, why: ActionRefused) -> str | None:
        if (named := super().field_of(why)) in self.fields:
            return named
        if f"score-{why.details.get('deal')}-0" in self.fields:
            return f"score-{why.details['deal']}-0"
        cells = [field.name for field in self.cells()]
        wrong = (name for name in cells if not WHOLE.fullmatch(str(self.data.get(name) or "0").strip()))
        return next(wrong, cells[0] if len(cells) == 2 else None)

    def below_cells(self) -> list[forms.BoundField]:
        return [field for field in self.visible_fields() if not field.name.startswith("score-")]

    def cells(self) -> list[forms.BoundField]:
        return [field for field in self.visible_fields() if field.name.startswith("score-")]
