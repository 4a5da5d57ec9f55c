"""What a password must be."""

from __future__ import annotations

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import ngettext


class LengthValidator(MinimumLengthValidator):
    """Django's, in our words: its own have no Italian yet."""

    def get_error_message(self) -> str:
        text = ngettext(
            "Too short: at least %(n)d character.", "Too short: at least %(n)d characters.", self.min_length
        )
        return text % {"n": self.min_length}
