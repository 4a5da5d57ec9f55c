"""The form field for a time, which names its zone and sends it along."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ludopoli.text import zones


class MomentInput(forms.DateTimeInput):
    """A field for day and hour; what it says of its zone holds even if the device moves before it is sent."""

    input_type = "datetime-local"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs, format="%Y-%m-%dT%H:%M")

    def value_from_datadict(self, data: Any, files: Any, name: str) -> tuple[str, str]:
        return data.get(name, ""), data.get(f"{name}_zone", "")

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return name not in data

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        value, sent = value if isinstance(value, tuple) else (value, "")
        zone, attrs = _zone(sent), {**(attrs or {})}
        hint = f"{attrs.get('id', name)}_zone"
        attrs["aria-describedby"] = f"{attrs.get('aria-describedby', '')} {hint}".strip()
        return format_html(
            '{}<input type="hidden" name="{}_zone" value="{}"><p class="hint" id="{}">{}</p>',
            super().render(name, value, attrs, renderer),
            name,
            zone,
            hint,
            gettext("Time zone: %(city)s.") % {"city": zones.zone_city(zone)},
        )


class MomentField(forms.DateTimeField):
    """A time in the zone that is sent with it; without one, in the reader's."""

    widget = MomentInput
    default_error_messages = {
        "ambiguous_timezone": _(
            "That night the clocks change in %(city)s, and this hour does not exist or comes twice. "
            "Choose another."
        )
    }

    def to_python(self, value: Any) -> Any:
        text, sent = value if isinstance(value, tuple) else (value, "")
        zone = _zone(sent)
        try:
            with timezone.override(zone):
                return super().to_python(text)
        except ValidationError as error:
            if error.code != "ambiguous_timezone":
                raise
            message = self.error_messages["ambiguous_timezone"]
            raise ValidationError(message, error.code, {"city": zones.zone_city(zone)}) from None


def _zone(name: str) -> Any:
    return zones.zone_named(name) or timezone.get_current_timezone()
