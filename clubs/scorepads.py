"""Score pads of matches with real cards: every write and read.

The engine adds up (`ludocards/engine/scorepad.py`). What was written down is in no rating; the places of the
accounts that sat there are kept for the statistics of the pad's club.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from clubs import access
from clubs.actions import check_capability
from clubs.models import LONGEST_PERSON, Club, Scorepad, ScorepadSeat
from clubs.roles import Capability
from games import texts
from games.fairplay import publishing
from games.texts import accept_or_raise
from ludocards.engine import registry
from ludocards.engine import scorepad as engine
from ludocards.engine.game import Json, unrefused
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.base.foreign import Foreign
from ludopoli.http import throttle
from ludopoli.http.refusals import ActionRefused
from ludopoli.text.times import format_utc

MOST_ENTRIES = 400
LONGEST_ID = 40

OPENED = (1 / 60, 10)
"""Pads that one address may open: per second, and at once."""

ENTERED = (1, 40)
"""Entries that one address may send: per second, and at once. A phone that was offline sends several."""

READ = (10, 200)
"""Pads that one address may read: per second, and at once. An open page asks every eight seconds."""

ENTRY_ID = rf"[ -~]{{1,{LONGEST_ID}}}"
Id = Annotated[str, msgspec.Meta(pattern=rf"\A{ENTRY_ID}\Z")]


class DealEntry(Foreign):
    """An entry with the result of a deal; the engine judges the outcome and its numbers."""

    id: Id
    deal: int
    outcome: str
    rows: dict[str, list[int]]


class StrikingEntry(Foreign):
    """An entry that takes back the last one that stands."""

    id: Id
    strikes: Id


WORDS: Mapping[str, Any] = {
    "deal": _("Deal %(deal)s"),
    "deals": _("%(name)s deals"),
    "score": _("The score"),
    "write": _("Write down the deal"),
    "undo": _("Take back deal %(deal)s"),
    "undone": _("Deal %(deal)s is taken back."),
    "written": _("Deal %(deal)s is written down."),
    "together": _("In all they must make %(total)s."),
    "at_most": _("In all they can make %(total)s at most."),
    "at_least": _("In all they must make at least %(total)s."),
    "barred": _("In all they cannot make %(total)s."),
    "never": _("No side can have %(numbers)s here."),
    "sole": _("Only one side can have this."),
    "contradiction": _("No deal has these numbers together: %(rows)s."),
    "ended": _("How the deal ended"),
    "history": _("Deal by deal"),
    "none": _("No deal is written down yet."),
    "over": _("The match is over."),
    "won": _("The match is over: %(name)s wins."),
    "won_by_pair": _("The match is over: %(name)s win."),
    "stored": _("All saved."),
    "waiting": _("Without network: what you write stays here, and is sent later."),
    "not_kept": _("Deal %(deal)s was not saved (%(numbers)s)."),
}
"""The texts of the page's script, which has no other source of them while there is no network."""

PADDED = tuple(
    name
    for name, game in GAMES.items()
    if any(game.scorepad(preset, players) for preset in game.presets.values() for players in game.players)
)
"""The games that have a score pad."""


# ---- reading


def by_secret(secret: str) -> Scorepad | None:
    """The pad that a link opens."""
    return None if "\0" in secret else Scorepad.objects.select_related("club").filter(secret=secret).first()


def pad_of_link(secret: str) -> Scorepad:
    """The pad that a link opens; refused as `no_such_scorepad`."""
    if (pad := by_secret(secret)) is None:
        raise ActionRefused("no_such_scorepad")
    return pad


def read_pad(secret: str, address: str) -> Scorepad:
    """The pad that a link opens, for a client's address."""
    if not _take("scorepad-reads", address, READ):
        raise ActionRefused("throttled")
    return pad_of_link(secret)


def pad_state(pad: Scorepad) -> Any:
    """The match on a pad that is kept."""
    return unrefused(_state_with(pad, pad.log))


def _state_with(pad: Scorepad, log: Sequence[Mapping[str, Json]]) -> Any:
    game = GAMES[pad.game]
    return engine.resume_scorepad(game, game.rules_from(pad.rules), len(pad.names), 0, log)


def asked_by(pad: Scorepad) -> engine.ScorepadForm:
    """Return the entries of a deal on this pad."""
    game = GAMES[pad.game]
    asked = game.scorepad(game.rules_from(pad.rules), len(pad.names))
    assert asked is not None, pad
    return asked


def pad_document(pad: Scorepad) -> dict[str, Json]:
    """Everything that a browser needs to go on without network, with the texts in the reader's language."""
    game = GAMES[pad.game]
    state = pad_state(pad)
    return {
        "pad": {
            **asked_by(pad).as_json(),
            "sides": [*game.sides(state)],
            "dealer": 0,
            "fewest_win": game.fewest_win,
        },
        "names": pad.names,
        "log": pad.log,
        "over": game.is_over(state),
        "title": texts.game_name(pad.game, pad.rules["preset"]),
        "rules": texts.house_summary(pad.game, pad.rules),
        "lang": get_language(),
        "words": {name: str(text) for name, text in WORDS.items()},
        "labels": {name: str(text) for name, text in texts.texts_of_game(pad.game).scorepad.items()},
    }


def of_person(user: access.Reader) -> list[Scorepad]:
    """The pads on which a person has a seat, latest first."""
    return [*Scorepad.objects.filter(seats__user=user.pk).order_by("-pk")[:20]] if user.pk else []


def played_in(club: Club) -> list[dict[str, Any]]:
    """The matches with real cards of each member with an account: `name`, `played` and `won`, most first."""
    counted = ScorepadSeat.objects.filter(
        scorepad__club=club,
        place__isnull=False,
        user__memberships__club=club,
        user__memberships__role__may=Capability.PARTICIPATE,
    )
    rows = counted.values("user__username").annotate(played=Count("pk"), won=Count("pk", filter=Q(place=1)))
    named = [{"name": row.pop("user__username"), **row} for row in rows]
    return sorted(named, key=lambda row: (-row["played"], -row["won"], row["name"]))


# ---- writing


def open_pad(
    by: User | None, address: str, game: str, rules: Json, names: Sequence[str], club: Club | None = None
) -> Scorepad:
    """Begin to write down a match, from a client's address; for a club by its members only."""
    if not _take("scorepads", address, OPENED):
        raise ActionRefused("throttled")
    plain = accept_or_raise(registry.plain_rules(game, rules), game)
    tidy = [" ".join(name.split()) for name in names]
    readable = all(1 <= len(name) <= LONGEST_PERSON and name.isprintable() for name in tidy)
    if not readable or len({name.casefold() for name in tidy}) < len(tidy):
        raise ActionRefused("bad_scorepad_names", most=LONGEST_PERSON)
    for name in tidy:
        publishing.check_words_of_name(name)
    if by is not None:
        publishing.check_may_publish(by)
    if club is not None:
        check_capability(access.membership_of(by, club) if by is not None else None, Capability.PARTICIPATE)
    pad = Scorepad(club=club, game=game, rules=plain, names=tidy)
    played = GAMES[game]
    accept_or_raise(engine.start_scorepad(played, played.rules_from(plain), len(tidy), 0), game)
    pad.save()
    return pad


def enter_line(pad: Scorepad, address: str, sent: Json) -> Scorepad:
    """Append an entry from a client's address to the log. One whose id is there already changes nothing."""
    if not _take("scorepad-entries", address, ENTERED):
        raise ActionRefused("throttled")
    kind = StrikingEntry if isinstance(sent, dict) and "strikes" in sent else DealEntry
    try:
        kept = msgspec.to_builtins(msgspec.convert(sent, kind))
    except msgspec.ValidationError as error:
        raise ActionRefused("bad_entry") from error
    with transaction.atomic():
        held = Scorepad.objects.select_for_update().filter(pk=pad.pk).first()
        if held is None:
            raise ActionRefused("no_such_scorepad")
        if any(each["id"] == kept["id"] for each in held.log):
            return held
        if len(held.log) >= MOST_ENTRIES:
            raise ActionRefused("scorepad_full")
        state = accept_or_raise(_state_with(held, [*held.log, kept]), held.game)
        held.log.append({**kept, "at": format_utc(timezone.now())})
        over = GAMES[held.game].is_over(state)
        held.finished_at = timezone.now() if over else None
        held.save(update_fields=["log", "finished_at", "changed_at"])
        _place(held, state)
        return held


def claim_seat(user: User, pad: Scorepad, seat: int) -> Scorepad:
    """Put an account in a seat; only one account has it, and an account has one seat."""
    if user.is_guest or user.is_bot:
        raise ActionRefused("club_account")

    def sit(held: Scorepad) -> None:
        taken = held.seats.filter(Q(seat=seat) | Q(user=user)).first()
        if not 0 <= seat < len(held.names) or (taken and (taken.seat, taken.user_id) != (seat, user.pk)):
            raise ActionRefused("seat_claimed")
        if taken is None:
            held.seats.create(seat=seat, user=user)

    return _with_seats(pad, sit)


def release_seat(user: User, pad: Scorepad) -> Scorepad:
    """Give back the seat of an account, if it has one."""

    def leave(held: Scorepad) -> None:
        held.seats.filter(user=user).delete()

    return _with_seats(pad, leave)


def forget_player(user: User) -> None:
    """Take an account from all pads where it has claimed a seat; the name there becomes its present one."""
    with transaction.atomic():
        for pad in Scorepad.objects.select_for_update().filter(pk__in=user.scorepad_seats.values("scorepad")):
            seat = pad.seats.get(user=user)
            pad.names[seat.seat] = user.username
            pad.save(update_fields=["names"])
            seat.delete()


def _with_seats(pad: Scorepad, change: Callable[[Scorepad], None]) -> Scorepad:
    with transaction.atomic():
        held = Scorepad.objects.select_for_update().filter(pk=pad.pk).first()
        if held is None:
            raise ActionRefused("no_such_scorepad")
        change(held)
        _place(held, pad_state(held))
        return held


def _place(pad: Scorepad, state: Any) -> None:
    """Store the places of the accounts, or none while the match goes on."""
    game = GAMES[pad.game]
    places, sides = game.places(state), game.sides(state)
    for each in pad.seats.all():
        each.place = None if places is None else places[sides[each.seat]]
        each.save(update_fields=["place"])


def _take(what: str, address: str, limit: tuple[float, int]) -> bool:
    return throttle.shared_bucket((what, throttle.address_block(address)), *limit).take()
