"""Verbs in addresses: the URL has an Italian word, the view gets the English name of the action."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import register_converter


def register_verbs(converter: str, words: Mapping[str, str]) -> None:
    """Register a path converter for these Italian words by the names of their actions.

    `<converter:name>` matches one of the words, and passes its action to the view as `name`.
    """
    actions = {word: action for action, word in words.items()}

    class VerbConverter:
        regex = "[a-z-]+"
        italian = words

        def to_python(self, value: str) -> str:
            if value not in actions:
                raise ValueError(value)
            return actions[value]

        def to_url(self, value: str) -> str:
            if value not in words:
                raise ValueError(value)
            return words[value]

    register_converter(VerbConverter, converter)
