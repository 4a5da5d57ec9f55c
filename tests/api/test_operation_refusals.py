"""The codes of an operation are those that its actions can raise."""

from __future__ import annotations

import re

import pytest

from tests.api.document import DOCUMENT

ROOT = "/api/v1/"

CODES = {
    f"{method.upper()} {path.removeprefix('/api/v1/')}": {
        *re.findall(r"`(\w+)`", str(operation["responses"]))
    }
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
}
"""The codes that the descriptions of an operation's answers name."""


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        pytest.param("POST tables/{code}/sit/", "seat_taken", id="raised by the action"),
        pytest.param("POST tables/{code}/sit/", "no_free_seat", id="raised by the view"),
        pytest.param("POST tables/{code}/sit/", "suspended", id="in a refusal that is returned"),
        pytest.param("POST matches/{match}/commands/", "not_your_turn", id="by the rules of a game"),
        pytest.param("POST matches/{match}/propose/", "not_behind", id="in a table of functions"),
        pytest.param("POST scorepads/{secret}/entries/", "wrong_total", id="by a method of the engine"),
        pytest.param("POST scorepads/{secret}/entries/", "match_over", id="a constant of the engine"),
        pytest.param("GET clubs/{club}/link/", "not_club_director", id="for a capability"),
        pytest.param("POST tournaments/{event}/entries/{entry}/check-in/", "entry_gone", id="by a decorator"),
        pytest.param("POST tournaments/{event}/redraw/", "too_few", id="the code of another exception"),
        pytest.param("DELETE me/tokens/{token}/", "prove_again", id="a problem"),
        pytest.param("GET matches/{match}/stream/", "no_match", id="of a stream"),
    ],
)
def test_what_an_operation_can_raise_is_documented(operation: str, code: str) -> None:
    assert code in CODES[operation]


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        pytest.param("POST tables/find-seat/", "seat_taken", id="suppressed"),
        pytest.param("GET tables/{code}/messages/", "muted", id="by the other method of the view"),
        pytest.param("GET matches/{match}/state/", "not_behind", id="asked with passes"),
        pytest.param("GET clubs/{club}/link/", "not_club_owner", id="for another capability"),
        pytest.param("POST tournaments/{event}/pause/", "entry_gone", id="about something else"),
        pytest.param("POST tables/{code}/watch/", "match_running", id="never"),
        pytest.param("POST tables/quick/", "no_free_seat", id="about the table of somebody else"),
        pytest.param("POST scorepads/", "wrong_total", id="about a deal that is not there yet"),
        pytest.param("POST analysis/solution/", "no_level", id="about a bot"),
        pytest.param("POST analysis/choice/", "not_reviewable", id="about a review"),
    ],
)
def test_what_an_operation_cannot_raise_is_not(operation: str, code: str) -> None:
    assert code not in CODES[operation]
