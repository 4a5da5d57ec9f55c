"""A series: its table with the rules behind it, the form that changes these, and penalties."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs import selectors as clubs
from games.pages.view_helpers import Fields, action_view, text_of
from ludopoli.accounts.access import account_of, with_account
from ludopoli.accounts.models import User
from ludopoli.base.lookups import number_of
from ludopoli.http.error_pages import show_refusals_on
from ludopoli.http.refused_forms import refusals_in, status_of
from ludopoli.text.table_files import FileKind
from tournaments import access, actions, selectors
from tournaments.actions import LONGEST_DESCRIPTION, LONGEST_NAME
from tournaments.models import Series
from tournaments.outlets import season_files
from tournaments.series import season_texts
from tournaments.series.seasons import counted_in, season_history

INPUT = {"class": "input"}


class Points(forms.CharField):
    """Whole numbers, separated by commas."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[int]:
        words = [each.strip() for each in str(super().clean(value)).split(",") if each.strip()]
        points = [number for each in words if (number := number_of(each, 5)) is not None]
        if len(points) < len(words):
            raise forms.ValidationError(_("Points are whole numbers, separated by commas."), "points")
        return points


class Names(forms.CharField):
    """Names, a line each."""

    widget = forms.Textarea({**INPUT, "rows": 3})

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[str]:
        lines = str(super().clean(value)).splitlines()
        return [each for each in (" ".join(line.split()) for line in lines) if each]


class Days(Names):
    """Days, a line each."""

    def clean(self, value: Any) -> list[str]:
        day = forms.DateField()
        return [day.clean(each).isoformat() for each in super().clean(value)]


def _moving(label: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, required=False, min_value=0, max_value=1000, widget=forms.NumberInput(INPUT)
    )


def _choice(label: Any, choices: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, widget=forms.Select(INPUT))


def _count(label: Any, help_text: Any) -> forms.IntegerField:
    widget = forms.NumberInput(INPUT)
    return forms.IntegerField(
        label=label, required=False, min_value=1, max_value=1000, widget=widget, help_text=help_text
    )


class SeriesForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, widget=forms.TextInput(INPUT))
    description = forms.CharField(
        label=_("A few words about it"),
        max_length=LONGEST_DESCRIPTION // 2,
        required=False,
        widget=forms.Textarea({**INPUT, "rows": 3}),
    )
    club = forms.ChoiceField(label=_("For a club"), required=False, widget=forms.Select(INPUT))
    points = Points(
        label=_("Points for the places"),
        max_length=2000,
        widget=forms.TextInput(INPUT),
        help_text=_("From the first place on, separated by commas. Further places are worth nothing."),
    )
    best = _count(_("How many tournaments count"), _("The best of each player. Empty: all."))
    missed = forms.ChoiceField(
        label=_("A missed tournament is worth"), choices=Series.Missed.choices, widget=forms.Select(INPUT)
    )
    excused = _count(
        _("For how many missed tournaments"), _("Further ones are worth nothing. Empty: for all.")
    )
    least = _count(_("Tournaments needed to be ranked"), _("Empty: one is enough."))
    ties = forms.ChoiceField(
        label=_("With the same points"), choices=Series.Ties.choices, widget=forms.Select(INPUT)
    )
    credit = _choice(_("If there was a substitute, it counts for"), Series.Credit.choices)
    period = _choice(_("Seasons"), Series.Period.choices)
    season_starts = Days(
        label=_("Days on which a season begins"),
        max_length=2000,
        required=False,
        help_text=_("One day per line. Only if the seasons begin on such days."),
    )
    divisions = Names(
        label=_("Divisions"),
        max_length=1000,
        required=False,
        help_text=_("One name per line, the highest first. Empty: the same standings for everybody."),
    )
    up = _moving(_("How many go up after a season"))
    down = _moving(_("How many go down after a season"))
    border = _choice(_("If several are tied for the last place that goes up or down"), Series.Border.choices)
    inactive = _choice(_("Players who are not ranked in a season"), Series.Inactive.choices)
    newcomers = _choice(_("Where newcomers begin after the first season"), Series.Newcomers.choices)

    def __init__(self, user: User, series: Series, data: Any = None) -> None:
        club, names = series.club, [name for name in self.base_fields if name != "club"]
        initial = {name: getattr(series, name) for name in names} | {"club": club.code if club else ""}
        super().__init__(data, initial=initial)
        self.clubs = {each.code: each for each in clubs.clubs_to_organise_for(user)} | (
            {club.code: club} if club else {}
        )
        choices = [("", pgettext("club", "None")), *((code, str(each)) for code, each in self.clubs.items())]
        self.fields["club"].choices = choices  # type: ignore[attr-defined]
        if series.federation_id is not None:
            del self.fields["club"]

    def fields_of_series(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        moving = {name: cleaned[name] or 0 for name in ("up", "down")}
        return {**cleaned, **moving, "club": self.clubs.get(cleaned.get("club", ""))}


@require_safe
def series_page(request: HttpRequest, series: str) -> HttpResponse:
    found = access.access_series(request.user, series)
    counted = counted_in(found)
    events = [*selectors.calendar_events(request.user).filter(counted)]
    seasons = season_history(found, request.user).seasons
    context = {
        "series": found,
        "season": seasons[-1] if seasons else None,
        "days": season_texts.days_of(seasons[-1]) if seasons else "",
        "has_history": len(seasons) > 1,
        "rules": season_texts.series_rules(found),
        "penalties": found.penalties.select_related("user"),
        "events": [*events, *selectors.calendar_events(request.user, past=True).filter(counted)],
        "organises": access.organises_series(request.user, found),
    }
    return render(request, "tournaments/series.html", context)


@require_safe
@never_cache
def series_file(request: HttpRequest, series: str, kind: FileKind) -> HttpResponse:
    return season_files.season_file(access.access_series(request.user, series), request.user, kind)


@require_safe
def past_seasons(request: HttpRequest, series: str) -> HttpResponse:
    """The seasons so far, the latest first; with `chi` only the lines of one person."""
    found = access.access_series(request.user, series)
    who = request.GET.get("chi", "")
    seasons = []
    for each in reversed(season_history(found, request.user).seasons):
        own = [
            (name, [line for line in lines if not who or line.name == who]) for name, lines in each.divisions
        ]
        seasons.append((each, season_texts.days_of(each), [(name, lines) for name, lines in own if lines]))
    context = {"series": found, "seasons": [each for each in seasons if each[2]], "who": who}
    return render(request, "tournaments/series_history.html", context)


@login_required
@with_account
@never_cache
@require_http_methods(["GET", "POST"])
def change_series_page(request: HttpRequest, series: str) -> HttpResponse:
    me, found = account_of(request), access.access_series(request.user, series)
    if not access.organises_series(me, found):
        raise PermissionDenied
    form = SeriesForm(me, found, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            actions.change_series(me, found, **form.fields_of_series())
            messages.success(request, gettext("Changes saved."))
            return redirect("series", found.code)
    context = {"series": found, "form": form}
    return render(request, "tournaments/series_form.html", context, status=status_of(form))


@login_required
@with_account
@action_view
def act_on_series(request: HttpRequest, fields: Fields, series: str, name: str) -> HttpResponse:
    """Take points from a person, or give them back."""
    me, found = account_of(request), access.access_series(request.user, series)
    number = text_of(fields, "points" if name == "take" else "number")
    count = number_of(number, 8) or 0
    back = show_refusals_on(request, reverse("series", args=[found.code]) + "#penalita")
    if name == "take":
        person = actions.person_in_series(found, text_of(fields, "who"))
        actions.take_points(me, found, person, count, text_of(fields, "reason"))
    else:
        actions.give_back_points(me, found, count)
    messages.success(request, gettext("Changes saved."))
    return redirect(back)
