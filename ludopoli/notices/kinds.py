"""The kinds of notices. An app registers its kinds in its module `notices`, which is loaded at startup.

Notices know no games: a kind brings its texts, and a function that turns the facts of a notice into words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise
Facts = Mapping[str, Any]

ABOUT_ACCOUNT: Text = _("Account")

FOREIGN_FACTS = (LookupError, ValueError)
"""The errors of facts that another version has stored: one is missing, or has a value that is unknown."""


def _as_they_are(facts: Facts) -> Facts:
    return facts


def _always(facts: Facts) -> bool:
    return True


@dataclass(frozen=True)
class NoticeKind:
    """A kind of notice.

    `label` and `hint` describe it on the page of switches; `text` is the notice, with `%(who)s` and the
    values of `words`; `button` labels its link in a mail. `page`, `mail` and `push` are the defaults of the
    person's switches. `words` turns the facts of a notice into values in the reader's language; `matters`
    returns whether the notice is still worth a mail or a push.
    """

    key: str
    label: Text
    hint: Text
    text: Text
    button: Text
    icon: str
    page: bool = True
    mail: bool = False
    push: bool = False
    words: Callable[[Facts], Facts] = _as_they_are
    matters: Callable[[Facts], bool] = _always
    topic: Text = ABOUT_ACCOUNT
    """The heading under which it stands on the page of switches."""

    def text_of(self, facts: Facts, who: str) -> str:
        """Return the text of a notice in the active language; the label of the kind if its facts do not
        suffice."""
        try:
            return str(self.text) % {"who": who, **self.words(facts)}
        except FOREIGN_FACTS:
            return str(self.label)

    def still_matters(self, facts: Facts) -> bool:
        """Return whether a notice is still worth a mail or a push; it is if its facts do not suffice to
        decide."""
        try:
            return self.matters(facts)
        except FOREIGN_FACTS:
            return True


KINDS: dict[str, NoticeKind] = {}


def register_notice_kind(key: str, **described: Any) -> NoticeKind:
    """Add a kind, with the fields of a `NoticeKind`. Raises `ValueError` if its key is in use."""
    kind = NoticeKind(key, **described)
    if KINDS.setdefault(kind.key, kind) is not kind:
        raise ValueError(f"{kind.key!r} is registered already")
    return kind


def topic_registrar(topic: Text) -> Callable[..., NoticeKind]:
    """Return a `register_notice_kind` for the kinds of one topic."""
    return partial(register_notice_kind, topic=topic)
