"""The forms of entries: entering, names and places, what an entry asks for, on the page of an event and in
its console."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from django import forms
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import LONGEST_CARD, LONGEST_CATEGORY, LONGEST_PERSON, Club
from games.pages.view_helpers import Fields, text_of
from ludopoli.accounts import people
from ludopoli.base.lookups import number_of
from ludopoli.http.action_forms import (
    ActionForm,
    checkbox_field,
    hidden_field,
    line_field,
    lines_field,
    offer_choices,
    select_field,
    suggesting_field,
)
from ludopoli.http.refusals import ActionRefused
from tournaments import selectors
from tournaments.action_forms import ReasonForm
from tournaments.entering.door import Door
from tournaments.models import Entry, Event
from tournaments.prizes.cash import purse_of

NEXT_ENTRY = "iscrivi"
"""In the address of the console: an entry was made, and the form waits for the next."""

PLACES = ("first", "second")
"""The names of the fields of an entry's people, unless it is a team."""

UNKNOWN = ("several_people", "similar_person", "account_or_other", "no_person")
"""The refusals of a name that does not say who is meant."""


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
            if event.is_real:
                desk = gettext("If they have no account, the director enters you both at the door.")
                about = f"{about} {desk}"
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
        offer_choices(self, "one", names)
        offer_choices(self, "other", names)


OF_ACCOUNT = "0"
"""The value of a field `…-named` that means the account of that name."""


def means_account(fields: Mapping[str, Any], name: str) -> bool:
    """Return whether somebody has said that a name is that of an account."""
    return bool(fields.get(f"{name}-named") == OF_ACCOUNT)


def _who_field() -> forms.ChoiceField:
    """The question to whom a name belongs that is an account's, too."""
    answers = (("", "–"), (OF_ACCOUNT, _("The account of that name")), ("1", _("Somebody else of that name")))
    return select_field(_("Who is it?"), answers)


def _finding(event: Event, name: str) -> dict[str, Any]:
    """Return the attributes of a field for which `suggestions.js` suggests people, as at the door."""
    return {"list": f"chi-{name}", "data-find": reverse("console-find", args=[event.code])}


def _asks_who(why: ActionRefused, fields: Mapping[str, Any], name: str) -> bool:
    return why.code == "account_or_other" or means_account(fields, name)


def known_categories(event: Event) -> list[str]:
    """Return the categories of an event's club, and those with fees or prizes of their own."""
    purse = purse_of(event)
    own = [] if event.club is None else event.club.categories
    paying = [] if purse.fee is None else purse.fee.categories
    return [*dict.fromkeys(filter(None, [*own, *paying, *purse.prize_categories]))]


def _offer_unlicensed(form: ActionForm, why: ActionRefused) -> None:
    """Let the director decide about people without a valid licence."""
    if why.code == "licence_not_valid" or form.data.get("unlicensed"):
        form.fields["unlicensed"] = checkbox_field(_("Let them play all the same"))


class EntryForm(ActionForm):
    """The entry that a director makes: its members, with an account or by name; at real tables somebody new
    may have a category."""

    beside: ClassVar[Mapping[str, str]] = {
        "bad_name": "team",
        **dict.fromkeys((*UNKNOWN, "no_category"), "members"),
    }

    def __init__(self, event: Event, **more: Any) -> None:
        super().__init__(**more)
        self._event = event
        team = event.unit == Event.Unit.TEAM
        if team:
            self._name_entry(_("Name of the team"))
            about = gettext("One name per line, first those who play, then the substitutes.")
            if event.is_real:
                new = gettext("Add the category of somebody new after a semicolon: “Mario Rossi; Juniors”.")
                about = f"{about} {new}"
            self.fields["members"] = lines_field(_("Its members"), 5, help_text=about)
            self.fields["members-named"] = checkbox_field(_("Without an account"))
            return
        self._ask("first", _("First player") if event.unit == Event.Unit.PAIR else _("Player"), event)
        if event.unit == Event.Unit.PAIR:
            self._ask("second", _("Partner"), event)
            self._name_entry(_("Name of the pair"))
        if event.is_real and (known := known_categories(event)):
            labels = {
                "first": _("Category of the first person, if new"),
                "second": _("Category of the second person, if new"),
            }
            for name in [each for each in PLACES if each in self.fields]:
                self.fields[f"{name}-category"] = suggesting_field(labels[name], LONGEST_CATEGORY, known)

    def _ask(self, name: str, label: Any, event: Event) -> None:
        if event.is_real:
            self.fields[name] = line_field(label, 150, **_finding(event, name))
            if name == "second":
                self.fields[name].widget.attrs["data-beside"] = "first"
            return
        self.fields[name] = line_field(label, 150)
        self.fields[f"{name}-named"] = checkbox_field(_("Without an account"))

    def _name_entry(self, label: Any) -> None:
        self.fields["team"] = line_field(label, LONGEST_PERSON)

    def at(self, request: HttpRequest | None, *actions: str) -> Self:
        """Also get the focus, on the page that answers an entry: the next one follows."""
        super().at(request, *actions)
        self.goes_on = request is not None and NEXT_ENTRY in request.GET
        if self.goes_on:
            next(iter(self.fields.values())).widget.attrs["autofocus"] = True
        return self

    def _add_refusal(self, why: ActionRefused) -> None:
        _offer_unlicensed(self, why)
        if self._event.is_real:
            for name in PLACES:
                if self._refusal_of(name) == "account_or_other" or means_account(self.data, name):
                    self.fields[f"{name}-named"] = _who_field()
                elif self._refusal_of(name) or self.data.get(f"{name}-named"):
                    self.fields[f"{name}-named"] = checkbox_field(_("Somebody new, not on any list"))
            if "members" in self.fields and _asks_who(why, self.data, "members"):
                self.fields["members-named"] = _who_field()
            self.order_fields([each for name in PLACES for each in (name, f"{name}-named")])
        super()._add_refusal(why)

    def field_of(self, why: ActionRefused) -> str | None:
        """Return `members` for one of them."""
        named = super().field_of(why)
        return "members" if named and named.startswith("members-") else named

    def _refusal_of(self, name: str) -> str:
        sent = str(self.data.get(name) or "").strip()
        if name not in self.fields or not sent or self.data.get(f"{name}-named"):
            return ""
        if not self._event.is_real:
            return "" if people.find_person(sent) else "no_person"
        try:
            Door(self._event).admit_person(sent)
        except ActionRefused as why:
            return why.code
        return ""


class NamesForm(ActionForm):
    """The names of an entry's people without an account, with numbers and categories, to be corrected."""

    beside: ClassVar[Mapping[str, str]] = {
        "bad_name": "team",
        "bad_member_name": "name-0",
        "bad_card": "card-0",
        "no_category": "category-0",
    }

    def __init__(self, entry: Entry, **more: Any) -> None:
        super().__init__(**more)
        known = known_categories(entry.event)
        for member in entry.members.all():
            if member.user is None and not member.bot:
                name, card = f"name-{member.place}", f"card-{member.place}"
                self.fields[name] = line_field(_("Name"), LONGEST_PERSON, needed=True)
                self.fields[card] = line_field(_("Membership number"), LONGEST_CARD)
                self.initial.update({name: selectors.member_name(member), card: member.shown_card})
                category = f"category-{member.place}"
                self.fields[category] = suggesting_field(_("Category"), LONGEST_CATEGORY, known)
                self.initial[category] = member.shown_category
        if entry.event.unit != Event.Unit.SINGLE:
            self.fields["team"] = line_field(_("Name of the pair or team"), LONGEST_PERSON)
            self.initial["team"] = entry.name
        self.seen = {name: str(value) for name, value in self.initial.items()}


def rounds_to_sit_out(fields: Fields) -> list[int]:
    """Return the rounds that are named, such as "2, 5"; -1, which the action refuses, for anything else."""
    sent = text_of(fields, "rounds").replace(",", " ").split()
    return [number_of(each, 5) or -1 for each in sent]


class AskByesForm(ActionForm):
    """The rounds that an entry asks to sit out."""

    rounds = line_field(
        _("Rounds to sit out"), 60, help_text=_("Numbers of rounds to come, such as 2, 5. Empty: none.")
    )
    beside: ClassVar[Mapping[str, str]] = {"bad_byes": "rounds"}

    def __init__(self, entry: Entry, **more: Any) -> None:
        paired = entry.event.rounds.count()
        super().__init__(rounds=", ".join(str(each) for each in entry.byes_asked if each > paired), **more)


class SubstituteForm(ReasonForm):
    """A substitute for a member of an entry."""

    place = select_field(_("In the place of"), ())
    name = line_field(_("Who comes in"), 150)
    field_order = ("place", "name", "name-named", "name-category", "reason")
    beside: ClassVar[Mapping[str, str]] = {
        **ReasonForm.beside,
        **dict.fromkeys(UNKNOWN, "name"),
        "no_category": "name-category",
    }

    def __init__(self, entry: Entry, **more: Any) -> None:
        members = list(entry.members.all())
        away = [each.place for each in members if each.user and not each.here]
        super().__init__(place=away[-1] if away else members[0].place, **more)
        if len(members) > 1:
            offer_choices(self, "place", [(each.place, selectors.member_name(each)) for each in members])
        else:
            self.fields["place"] = hidden_field()
        if entry.event.is_real:
            self.seen = {f"name-{each.place}": selectors.member_name(each) for each in members}
            self.fields["name"].widget.attrs |= _finding(entry.event, "name")
            self.fields["name-named"] = checkbox_field(_("Without an account"))
            if known := known_categories(entry.event):
                label = _("Category, if they are new")
                self.fields["name-category"] = suggesting_field(label, LONGEST_CATEGORY, known)
            self.order_fields(self.field_order)
        else:
            self.fields["name"].help_text = _(
                "Use the name they have here; leave it empty for a bot. It takes effect at once, even in the "
                "middle of a match."
            )

    def _add_refusal(self, why: ActionRefused) -> None:
        _offer_unlicensed(self, why)
        if _asks_who(why, self.data, "name"):
            self.fields["name-named"] = _who_field()
        super()._add_refusal(why)


def _club_field(clubs: Sequence[Club]) -> forms.ChoiceField:
    return select_field(_("It plays for"), [("", _("No club")), *((each.code, each.name) for each in clubs)])


def _members(entry: Entry) -> str:
    return " – ".join(selectors.member_name(each) for each in entry.members.all())
