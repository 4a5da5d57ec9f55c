"""The HTTP status of a refusal by its code, the same for pages and programs."""

from __future__ import annotations

from collections.abc import Mapping

STATUSES: Mapping[str, int] = {
    "bad_request": 400,
    "sign_in": 401,
    "no_game": 404,
    "no_preset": 404,
    "no_table": 404,
    "no_match": 404,
    "no_position": 404,
    "no_seat": 404,
    "no_person": 404,
    "too_many_invitations": 429,
    "not_seated": 403,
    "not_watchable": 403,
    "not_your_match": 403,
    "came_later": 403,
    "not_shared": 404,
    "account_to_watch": 403,
    "plays_these": 403,
    "not_host": 403,
    "forbidden": 403,
    "too_many_guests": 429,
    "throttled": 429,
    "too_many_streams": 429,
    "too_many_reviews": 429,
    "too_many_challenges": 429,
    "muted": 429,
    "no_house_rules": 404,
    "not_your_rules": 403,
    "paused": 403,
    "banned": 403,
    "suspended": 403,
    "evening_only": 403,
    "silenced": 403,
    "own_account": 403,
    "no_challenge": 404,
}
"""The codes whose status is not `AS_THINGS_ARE`."""

AS_THINGS_ARE = 409
"""Understood, and refused: by the rules, or because things have moved on."""


def status_of(code: str) -> int:
    """Return the status of a refusal."""
    return STATUSES.get(code, AS_THINGS_ARE)
