"""Verbs in addresses: Italian in the URL, the name of the action in the code."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import register_converter


def register_verbs(kind: str, words: Mapping[str, str]) -> None:
    """Register a path converter: `<kind:name>` matches the Italian word and passes the name to the view."""
    names = {word: name for name, word in words.items()}

    class Verb:
        regex = "[a-z-]+"
        italian = words

        def to_python(self, value: str) -> str:
            if value not in names:
                raise ValueError(value)
            return names[value]

        def to_url(self, value: str) -> str:
            if value not in words:
                raise ValueError(value)
            return words[value]

    register_converter(Verb, kind)
