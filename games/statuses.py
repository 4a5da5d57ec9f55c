"""The HTTP status of a refusal by its code; what is not here is bad input, 400."""

from __future__ import annotations

from collections.abc import Mapping

STATUSES: Mapping[str, int] = {
    "no_table": 404,
    "no_match": 404,
    "no_person": 404,
    "already_invited": 409,
    "sits_here": 409,
    "too_many_invitations": 429,
    "not_seated": 403,
    "not_watchable": 403,
    "not_host": 403,
    "forbidden": 403,
    "too_many_guests": 429,
    "throttled": 429,
    "muted": 429,
    "table_closed": 409,
    "no_free_seat": 409,
    "already_seated": 409,
    "seat_taken": 409,
    "match_running": 409,
    "match_over": 409,
    "no_bot": 409,
    "no_rematch": 409,
    "too_many_tables": 409,
    "stale": 409,
    "no_house_rules": 404,
    "not_your_rules": 403,
    "rules_name_taken": 409,
    "too_many_house_rules": 409,
    "too_late": 409,
    "paused": 403,
    "banned": 403,
    "suspended": 403,
    "silenced": 403,
    "people_only": 409,
    "no_challenge": 404,
    "challenge_over": 409,
}
