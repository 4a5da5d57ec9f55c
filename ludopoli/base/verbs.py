"""Verbs in addresses: Italian where people read them, the name of what is done where programs do."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import register_converter


def verbs(kind: str, words: Mapping[str, str]) -> None:
    """Let a route say `<kind:name>`: the address has the Italian word, the view is given the name."""
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
