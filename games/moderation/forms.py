"""The forms of reports and of decisions."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ludopoli.moderation.models import LONGEST_REASON, LONGEST_TEXT
from ludopoli.moderation.reports import SELECTABLE_REASONS

LASTING: dict[str, tuple[Any, timedelta | None]] = {
    "1h": (_("an hour"), timedelta(hours=1)),
    "1d": (_("a day"), timedelta(days=1)),
    "3d": (_("three days"), timedelta(days=3)),
    "7d": (_("a week"), timedelta(days=7)),
    "30d": (_("thirty days"), timedelta(days=30)),
    "ever": (_("for good"), None),
}
"""The durations of a sanction, by the name that the form uses."""

ACTIONS: dict[str, Any] = {
    "warn": _("Warn"),
    "mute": _("Mute"),
    "ban": _("Bar from the tables"),
}
"""The sanctions against a person, by the name that the form uses."""


class ReportForm(forms.Form):
    """A report: the person, the reason, and the reporter's own words."""

    reason = forms.ChoiceField(
        label=_("What is it about?"),
        choices=[(reason.value, reason.label) for reason in SELECTABLE_REASONS],
        widget=forms.RadioSelect,
    )
    text = forms.CharField(
        label=_("What happened?"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"class": "input", "rows": 5, "maxlength": LONGEST_TEXT}),
        help_text=_("Which deal, which words: it helps the moderator."),
    )


class DecisionForm(forms.Form):
    """A decision about one person."""

    action = forms.ChoiceField(choices=list(ACTIONS.items()))
    person = forms.IntegerField()
    lasting = forms.ChoiceField(choices=[(name, text) for name, (text, _for) in LASTING.items()])
    reason = forms.CharField(max_length=LONGEST_REASON)
