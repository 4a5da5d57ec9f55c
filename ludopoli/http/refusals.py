"""Refused actions, and the one table of all refusals: their codes, texts and HTTP statuses.

Here are the refusals of the site below the games; the module `refusals` of each app adds those of the app.
The codes of a game's own rules are in the texts of its package; their status is `AS_THINGS_ARE`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, ParamSpec

from babel.dates import format_datetime
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from ludopoli.text import zones

if TYPE_CHECKING:  # the name is the stubs' own
    from django.utils.functional import _StrPromise

P = ParamSpec("P")

AS_THINGS_ARE = 409
"""The default status: the request was understood, and conflicts with the rules or with the current state."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The text of a code, translated when it is shown, and its HTTP status."""

    text: str | _StrPromise
    status: int = AS_THINGS_ARE
    title: str | _StrPromise = ""
    """The title of its page, where that of the status says less."""

    def __str__(self) -> str:
        return str(self.text)


class Refusals(dict[str, Refusal]):
    """A table of refusals by code. It has no default: an unknown code is our mistake, a `KeyError`."""

    def add(self, refusals: Mapping[str, Refusal]) -> None:
        """Add the refusals of an app. A code has one meaning in the whole site."""
        if known := self.keys() & refusals.keys():
            raise ValueError(f"two texts for {', '.join(sorted(known))}")
        self.update(refusals)

    def problem(self, code: str, text: str = "") -> tuple[int, str, str]:
        """Return the status, the code and the text of a refusal without details, or `text` in its place."""
        return self[code].status, code, text or str(self[code])

    def statuses(self, *codes: str) -> dict[str, int]:
        """Return codes with their statuses, as an operation of the API documents them."""
        return {code: self[code].status for code in codes}


REFUSALS = Refusals(
    {
        # asking
        "bad_request": Refusal(_("This request cannot be read."), 400),
        "key_reused": Refusal(_("Another request had this Idempotency-Key. Make a new one."), 422),
        "changed_since": Refusal(
            _("Somebody has changed this since you read it. Read it again, then change it."), 412
        ),
        "too_large": Refusal(_("This is too large to be read."), 413),
        "method_not_allowed": Refusal(
            _("This page opens only after a form is sent. Go back and send it."), 405
        ),
        "not_found": Refusal(_("There is nothing at this address."), 404),
        "forbidden": Refusal(_("This is not open to you."), 403),
        "csrf": Refusal(
            _("The page was too old, or cookies are off. Go back, reload it, and try again."), 403
        ),
        "throttled": Refusal(_("You have sent too many requests. Wait a little."), 429),
        "too_many_requests": Refusal(_("Too many attempts. Wait a little."), 429),
        "busy": Refusal(_("A great many people are signing in just now. Try again in a few seconds."), 503),
        "try_again": Refusal(_("This did not work just now. Try again in a few seconds."), 503),
        "disk_full": Refusal(
            _(
                "The server has no room left: nothing was saved. Try again later; what was saved before "
                "is safe."
            ),
            503,
        ),
        "server_error": Refusal(_("Something broke on our side. The cards already played are safe."), 500),
        # signing in
        "sign_in": Refusal(_("Sign in first."), 401),
        "bad_token": Refusal(_("This token is unknown or has been revoked."), 401),
        "token_expired": Refusal(_("This token has expired. Make a new one in your settings."), 401),
        "no_scope": Refusal(_("This token does not allow that."), 403),
        "prove_again": Refusal(
            _("Confirm who you are first: open your tokens in the settings, then come back."), 403
        ),
        "own_account": Refusal(
            _("This needs a person’s account: guests sign up first, and the owner of a bot does it."), 403
        ),
        "bad_about": Refusal(_("Readable characters only.")),
        "bad_zone": Refusal(_("Name a time zone, for example Europe/Rome.")),
        # people
        "bad_person_name": Refusal(
            _(
                "This name cannot be used: write letters, digits and single spaces, %(most)d characters "
                "at most."
            )
        ),
        "no_person": Refusal(_("Nobody here has this name."), 404),
        "yourself": Refusal(_("That is you.")),
        "guest": Refusal(_("%(name)s plays as a guest. Ask people who have an account.")),
        "blocked": Refusal(_("You have blocked %(name)s. Unblock them first.")),
        "too_many": Refusal(_("There is no room for more. Remove somebody first.")),
        # devices
        "no_device": Refusal(_("This browser’s notices cannot be reached: add the device again.")),
        # webhooks
        "webhook_off": Refusal(_("This webhook is switched off: switch it on in your settings first.")),
        "on_its_way": Refusal(_("This delivery is already on its way.")),
        "only_apps": Refusal(
            _("Only an app that you have connected does this: add a webhook of your own in your settings."),
            403,
        ),
        "too_many_webhooks": Refusal(_("There are %(most)d webhooks already: delete one first.")),
    }
)


class ActionRefused(Exception):
    """An action was refused: it is raised by the action, and nothing has changed.

    It becomes a response in one place for each kind of caller: `problems.handle` for the API, the middleware
    `errors.AnswerExceptions` for pages. Its `sentence` is that of the code in the table, or one that says
    more; `details` are the values in it.
    """

    def __init__(self, code: str, sentence: str | _StrPromise = "", /, **details: Any) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
        self.details = details

    def __str__(self) -> str:
        """The sentence, in the active language."""
        return str(self.sentence or REFUSALS[self.code]) % in_words(self.details)

    @property
    def status(self) -> int:
        return REFUSALS[self.code].status

    @property
    def title(self) -> str | _StrPromise:
        """The title of its page; empty if it has none of its own."""
        return REFUSALS[self.code].title if self.code in REFUSALS else ""

    @property
    def problem(self) -> tuple[int, str, str]:
        """The status, the code and the sentence."""
        return self.status, self.code, str(self)


def passes(check: Callable[P, object], *args: P.args, **named: P.kwargs) -> bool:
    """Return whether a check refuses nothing."""
    try:
        check(*args, **named)
    except ActionRefused:
        return False
    return True


def in_words(details: Mapping[str, Any]) -> dict[str, Any]:
    """The details of a refusal, with the time `until` in words."""
    until = details.get("until")
    return {**details, "until": _moment(until)} if isinstance(until, str) else {**details}


def _moment(at: str) -> str:
    """`9 nov 2026, 21:05 (Roma)`, in the reader's time zone."""
    local = timezone.localtime(datetime.fromisoformat(at))
    language = (get_language() or "it").partition("-")[0]
    return zones.with_city(format_datetime(local, "d MMM y, HH:mm", locale=language))
