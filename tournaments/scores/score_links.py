"""Links to the score sheets of an entry at real tables: whoever has one writes for it, without an account.

A link is signed. It works until the event is over, or the entry has a new one (`Entry.link`): by a director,
or since somebody else plays for it.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from ludopoli.base.lookups import number_of
from ludopoli.text.qr import qr_code
from tournaments.models import PLAYING, Entry, Event, with_people


def score_token(event: Event, entry: Entry) -> str:
    return _signer(event, entry).sign(str(entry.number))


def open_score_link(event: Event, token: str) -> Entry | None:
    """Return the entry whose sheets a link opens; None if the link is not, or no longer, valid."""
    number, _sep, _signature = token.rpartition(Signer().sep)
    if not event.is_real or event.is_over:
        return None
    known = event.entries.filter(number=number_of(number, 9) or 0, status__in=PLAYING)
    entry = known.prefetch_related(with_people()).first()
    if entry is None:
        return None
    try:
        _signer(event, entry).unsign(token)
    except BadSignature:
        return None
    return entry


@dataclass(frozen=True, slots=True)
class ScoreLink:
    """The link of an entry as it is printed."""

    entry: Entry
    url: str

    @property
    def picture(self) -> SafeString:
        """Its QR code."""
        return qr_code(self.url)


def fresh_score_link(request: HttpRequest, event: Event, entry: Entry) -> ScoreLink:
    path = reverse("event-score-link", args=[event.code, score_token(event, entry)])
    return ScoreLink(entry, request.build_absolute_uri(path))


def _signer(event: Event, entry: Entry) -> Signer:
    return Signer(salt=f"tournaments.scores:{event.code}:{entry.pk}:{entry.link}")
