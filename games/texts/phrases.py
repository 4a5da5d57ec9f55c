"""Ready phrases of the chat: a code each, which every reader sees in their own language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext_lazy

PHRASES: Mapping[str, Any] = {
    "hello": pgettext_lazy("ready phrase", "Hello, everybody"),
    "luck": pgettext_lazy("ready phrase", "Good luck"),
    "nice": pgettext_lazy("ready phrase", "Nice!"),
    "sorry": pgettext_lazy("ready phrase", "Sorry"),
    "thanks": pgettext_lazy("ready phrase", "Thank you"),
    "moment": pgettext_lazy("ready phrase", "One moment"),
    "here": pgettext_lazy("ready phrase", "Here I am"),
    "well_played": pgettext_lazy("ready phrase", "Well played"),
    "good_game": pgettext_lazy("ready phrase", "Good game"),
    "again": pgettext_lazy("ready phrase", "Another one?"),
    "leaving": pgettext_lazy("ready phrase", "I have to go"),
}
