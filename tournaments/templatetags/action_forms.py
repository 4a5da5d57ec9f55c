"""Tags that make the forms of actions: `{% reason_form to_cancel id="annulla" as form %}`.

The first argument is the address of the action, and the others are those of the form. A form with two buttons
has another address `also`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from ludopoli.http.action_forms import ActionForm
from tournaments import action_forms, entry_forms

register = template.Library()


def _register(name: str, kind: type[ActionForm]) -> None:
    @register.simple_tag(takes_context=True, name=name)
    def made(context: template.Context, action: str, *about: Any, also: str = "", **more: Any) -> ActionForm:
        return kind(*about, **more).at(context.get("request"), action, also)


FORMS: Mapping[str, type[ActionForm]] = {
    "act_form": ActionForm,
    "ask_byes_form": entry_forms.AskByesForm,
    "answer_form": action_forms.AnswerForm,
    "apart_form": entry_forms.ApartForm,
    "call_form": action_forms.CallForm,
    "carry_over_form": action_forms.CarryOverForm,
    "club_of_team_form": entry_forms.ClubOfTeamForm,
    "deal_form": action_forms.DealForm,
    "entry_form": entry_forms.EntryForm,
    "forfeit_form": action_forms.ForfeitForm,
    "left_form": action_forms.LeftForm,
    "length_form": action_forms.LengthForm,
    "missed_form": action_forms.MissedForm,
    "names_form": entry_forms.NamesForm,
    "officer_form": action_forms.OfficerForm,
    "partner_form": entry_forms.PartnerForm,
    "person_form": action_forms.PersonForm,
    "phase_form": action_forms.PhaseForm,
    "points_form": action_forms.PointsForm,
    "reason_form": action_forms.ReasonForm,
    "register_form": entry_forms.RegisterForm,
    "reopen_form": action_forms.ReopenForm,
    "series_penalty_form": action_forms.SeriesPenaltyForm,
    "substitute_form": entry_forms.SubstituteForm,
    "swap_form": action_forms.SwapForm,
    "take_back_form": action_forms.TakeBackForm,
    "template_form": action_forms.TemplateForm,
    "text_form": action_forms.TextForm,
}
for name, kind in FORMS.items():
    _register(name, kind)
