"""The forms on the page of an event and in its console, but for the one that creates or changes an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import LONGEST_CARD, LONGEST_PERSON, Club
from ludopoli.accounts import people
from ludopoli.http.action_forms import (
    ActionForm,
    checkbox_field,
    hidden_field,
    line_field,
    lines_field,
    select_field,
)
from ludopoli.http.refusals import ActionRefused
from tournaments import roles, selectors
from tournaments.entering.door import Door
from tournaments.models import Claim, Entry, Event, TournamentTable
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

    beside: ClassVar[Mapping[str, str]] = {"no_person": "name", "no_role": "role"}

    def __init__(self, label: str, **more: Any) -> None:
        super().__init__(label, **more)
        if len(choices := roles.role_choices()) > 1:
            self.fields["role"] = select_field(_("Role"), choices)


class PartnerForm(ActionForm):
    """The name of a person to play with; the reader's friends are suggested."""

    partner = line_field("", LONGEST_PERSON, needed=True, list="amici")

    def __init__(self, label: str, **more: Any) -> None:
        super().__init__(**more)
        self.fields["partner"].label = label


class RegisterForm(ActionForm):
    """A reader's way into an event: a partner, or a team, which may play for a club; or nothing."""

    beside: ClassVar[Mapping[str, str]] = {
        "partner_needed": "partner",
        "no_person": "partner",
        "yourself": "partner",
        "already_entered": "partner",
        "bad_name": "name",
        "no_club": "club",
    }

    def __init__(self, event: Event, clubs: Sequence[Club] = (), **more: Any) -> None:
        super().__init__(**more)
        if event.unit == Event.Unit.TEAM:
            self.fields["name"] = line_field(_("Name of the team"), LONGEST_PERSON, needed=True)
            if clubs:
                self.fields["club"] = _club_field(clubs)
            about = gettext(
                "One name per line, as here; %(n)s play, with you. They get a notice, and say yes or no."
            )
            self.fields["team"] = lines_field(
                _("The others of your team"), 4, help_text=about % {"n": event.players}
            )
        elif event.unit == Event.Unit.PAIR and event.pairs == Event.Pairs.TOGETHER:
            about = gettext("Use the name they have here. They get a notice, and say yes or no.")
            self.fields["partner"] = line_field(
                _("Your partner"), LONGEST_PERSON, needed=True, help_text=about, list="amici"
            )
            self.fields["name"] = line_field(_("Name of the pair (if you like)"), LONGEST_PERSON)

    def field_of(self, why: ActionRefused) -> str | None:
        named = super().field_of(why)
        return "team" if named == "partner" and "team" in self.fields else named


class ClubOfTeamForm(ActionForm):
    """The club for which a team plays, among those that its captain directs."""

    def __init__(self, clubs: Sequence[Club], own: Club | None, **more: Any) -> None:
        super().__init__(club=own.code if own else "", **more)
        self.fields["club"] = _club_field(clubs)


class CallForm(ActionForm):
    """A player's call to the directors about one of their tables."""

    table = select_field(_("About"), ())
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
        _offer(self, "table", [(f"{at}-{n}", said % {"at": at, "n": n}) for at, n in names])


class TextForm(ActionForm):
    text = lines_field(_("Message to everybody"), 3, needed=True, maxlength=500)


class SeriesPenaltyForm(ActionForm):
    """Points that the organiser of a series takes from a player."""

    who = line_field(_("Player"), 150, needed=True)
    points = line_field(_("Points"), 5, needed=True, inputmode="numeric")
    reason = line_field(_("Reason"), LONGEST_REASON, needed=True, help_text=_("Everybody reads it here."))

    beside: ClassVar[Mapping[str, str]] = {
        "no_person": "who",
        "bad_points": "points",
        "reason_needed": "reason",
    }


class ReasonForm(ActionForm):
    """The reason of a ruling. If later rounds stand on the result, the director may confirm what follows."""

    reason = line_field(_("Reason (everybody can read it)"), LONGEST_REASON, needed=True, list="motivi")

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
        says: str = "",
        **more: Any,
    ) -> None:
        super().__init__(**more)
        if bounds is not None:
            about = gettext("From %(least)d to %(most)d.") % {"least": bounds[0], "most": bounds[1]}
            self._ask("rounds", _("Rounds"), rounds, about)
        if deals is not None:
            self._ask("deals", _("Deals in each round that has not begun"), deals, says)
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
        _offer(self, "place", seats)
        tables = [
            (
                gettext("Table %(number)s") % {"number": number},
                [(f"{number}-{at}", name) for at, name in places],
            )
            for number, places in others
        ]
        _offer(self, "to", tables)


class ApartForm(ActionForm):
    """Two entries that are not to meet."""

    one = select_field(_("These"), ())
    other = select_field(_("and these"), ())

    beside: ClassVar[Mapping[str, str]] = {"same_entry": "other"}

    def __init__(self, entries: Sequence[Entry], **more: Any) -> None:
        super().__init__(**more)
        if len(entries) > 1:
            self.initial["other"] = entries[1].number
        names = [(each.number, f"{each.number}. {_members(each)}") for each in entries]
        _offer(self, "one", names)
        _offer(self, "other", names)


class EntryForm(ActionForm):
    """The entry that a director makes: its members, with an account or by name."""

    def __init__(self, event: Event, **more: Any) -> None:
        super().__init__(**more)
        self._event = event
        team = event.unit == Event.Unit.TEAM
        if team:
            self._name_entry(_("Name of the team"))
            about = _("One name per line, first those who play, then the substitutes.")
            self.fields["members"] = lines_field(_("Its members"), 5, help_text=about)
            self.fields["members-named"] = checkbox_field(_("Without an account"))
            return
        self._ask("first", _("First player") if event.unit == Event.Unit.PAIR else _("Player"), event)
        if event.unit == Event.Unit.PAIR:
            self._ask("second", _("Partner"), event)
            self._name_entry(_("Name of the pair"))

    def _ask(self, name: str, label: Any, event: Event) -> None:
        if event.is_real:
            self.fields[name] = line_field(label, 150, list=f"chi-{name}", autocomplete="off")
            finding = {"data-find": reverse("console-find", args=[event.code])}
            self.fields[name].widget.attrs |= finding | ({"data-beside": "first"} if name == "second" else {})
            self.fields[f"{name}-named"] = checkbox_field(_("Somebody new, on no list"))
            return
        self.fields[name] = line_field(label, 150)
        self.fields[f"{name}-named"] = checkbox_field(_("Without an account"))

    def _name_entry(self, label: Any) -> None:
        self.fields["team"] = line_field(label, LONGEST_PERSON)

    def field_of(self, why: ActionRefused) -> str | None:
        if why.code == "bad_name":
            return "team"
        if why.code == "several_people":
            return next((name for name in ("first", "second") if self._is_ambiguous(name)), "members")
        if why.code != "no_person":
            return super().field_of(why)
        unknown = (name for name in ("first", "second") if name in self.fields and self._is_unknown(name))
        return next(unknown, "members")

    def _is_unknown(self, name: str) -> bool:
        return self._refusal_of(name) == "no_person"

    def _is_ambiguous(self, name: str) -> bool:
        return self._refusal_of(name) == "several_people"

    def _refusal_of(self, name: str) -> str:
        sent = str(self.data.get(name) or "").strip()
        if name not in self.fields or not sent or self.data.get(f"{name}-named"):
            return ""
        if not self._event.is_real:
            return "" if people.find_person(sent) else "no_person"
        try:
            Door(self._event).find_person(sent)
        except ActionRefused as why:
            return why.code
        return ""


class NamesForm(ActionForm):
    """The names of an entry's people without an account, with their numbers, to be corrected."""

    beside: ClassVar[Mapping[str, str]] = {
        "bad_name": "team",
        "bad_member_name": "name-0",
        "bad_card": "card-0",
    }

    def __init__(self, entry: Entry, **more: Any) -> None:
        super().__init__(**more)
        for member in entry.members.all():
            if member.user is None and not member.bot:
                name, card = f"name-{member.place}", f"card-{member.place}"
                self.fields[name] = line_field(_("Name"), LONGEST_PERSON, needed=True)
                self.fields[card] = line_field(_("Membership number"), LONGEST_CARD)
                self.initial.update({name: selectors.member_name(member), card: member.shown_card})
        if entry.event.unit != Event.Unit.SINGLE:
            self.fields["team"] = line_field(_("Name of the pair or team"), LONGEST_PERSON)
            self.initial["team"] = entry.name


class SubstituteForm(ReasonForm):
    """A substitute for a member of an entry."""

    place = select_field(_("In the place of"), ())
    name = line_field(_("Who comes in"), 150)
    field_order = ("place", "name", "name-named", "reason")
    beside: ClassVar[Mapping[str, str]] = {**ReasonForm.beside, "no_person": "name"}

    def __init__(self, entry: Entry, **more: Any) -> None:
        members = list(entry.members.all())
        away = [each.place for each in members if each.user and not each.here]
        super().__init__(place=away[-1] if away else members[0].place, **more)
        if len(members) > 1:
            _offer(self, "place", [(each.place, selectors.member_name(each)) for each in members])
        else:
            self.fields["place"] = hidden_field()
        if entry.event.is_real:
            self.fields["name-named"] = checkbox_field(_("Without an account"))
            self.order_fields(self.field_order)
        else:
            self.fields["name"].help_text = _(
                "Use the name they have here; leave it empty for a bot. It takes effect at once, even in the "
                "middle of a match."
            )


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
                _("The match was broken off: time was up, or a side gave up. It counts as it stands.")
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


def _offer(form: forms.Form, name: str, choices: Any) -> None:
    form.fields[name].choices = choices  # type: ignore[attr-defined]


def _club_field(clubs: Sequence[Club]) -> forms.ChoiceField:
    return select_field(_("It plays for"), [("", _("No club")), *((each.code, each.name) for each in clubs)])


def _members(entry: Entry) -> str:
    return " – ".join(selectors.member_name(each) for each in entry.members.all())
