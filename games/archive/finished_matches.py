"""Finished matches: their records, access to their cards, the data of the viewer, and their results."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy

from games import texts
from games.archive import replay
from games.archive.headers import Headers, match_headers
from games.models import Event, Match
from games.play import event_log, live, selectors, spectators
from games.play.selectors import Reader
from ludocards.engine import game as engine
from ludocards.engine import record
from ludocards.engine.game import Command, Deal, Json, unrefused
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.base import sealing
from ludopoli.http.refusals import ActionRefused, passes
from ludopoli.moderation.access import is_moderator
from ludopoli.moderation.models import Report
from ludopoli.text.times import format_utc

PRIVATE_MATCH = gettext_lazy(
    "This match is open to those who have played it. Any of them can send you a link to it."
)
NO_SUCH_MATCH = gettext_lazy("Match not found: it may be private. Check the link.")

# ---- records


def record_of(match_id: uuid.UUID) -> dict[str, Any]:
    """A finished match as a record. Raises `PermissionError` while it, or another with its deals, is
    played."""
    row = Match.objects.select_related("table__boards").get(pk=match_id)
    if row.status == Match.Status.PLAYING:
        raise PermissionError("a match in play has no record yet")
    if spectators.is_closed(row.table):
        raise PermissionError("others play the same boards")
    return match_document(row, event_log.read_events(row.pk), match_headers([row])[row.pk])


def match_document(row: Match, events: Iterable[Event], headers: Headers | None = None) -> dict[str, Any]:
    """The record of a log, with all hands, and with the seeds of boards once they are revealed."""
    game = GAMES[row.game]
    deals: list[tuple[Deal, list[record.Action]]] = []
    commitments: dict[int, Json] = {}
    seeds: dict[int, Json] = {}
    fair: dict[str, Json] = {}
    for event in events:
        if event.kind == "committed":
            deal = event.public["deal"]
            commitments[deal] = event.public["commitment"]
            seeds |= _sealed_seed(row, event)
            fair |= {name: event.public[name] for name in ("shuffle", "nonces") if name in event.public}
        if event.kind == "revealed":
            seeds[event.public["deal"]] = event.public["seed"]
        if event.command is not None:
            command = unrefused(Command.from_json(event.command))
            deals[-1][1].append(record.Action(event.seat, command, format_utc(event.at), event.ms))
        if event.kind == "dealt" and event.sealed:
            hands = tuple(game.deck.of(hand) for hand in event.sealed["hands"])
            deals.append((Deal(event.public["dealer"], hands, game.deck.of(event.sealed["stock"])), []))
    if row.table.boards is not None:
        fair["boards"] = row.table.boards.shuffle_name
    fair["commitment"] = [commitments[number] for number in range(len(deals))]
    if all(number in seeds for number in range(len(deals))):
        fair["seed"] = [seeds[number] for number in range(len(deals))]
    return record.to_document(
        game,
        game.rules_from(row.rules),
        [player["name"] for player in row.players],
        deals,
        id=str(row.pk),
        date=row.started_at.date().isoformat(),
        **(headers or {}),
        **fair,
    )


def match_outcome(row: Match, headers: Headers) -> dict[str, Any]:
    """The record of a match whose cards are not open: what everybody finds in the histories of its players,
    without a deal."""
    game, shown = GAMES[row.game], ("site", "rated", "ended", "result", "seats")
    return record.to_document(
        game,
        game.rules_from({"preset": row.rules["preset"]}),
        [player["name"] for player in row.players],
        [],
        id=str(row.pk),
        **{name: value for name, value in headers.items() if name in shown},
        commitment=[],
        seed=[],
    )


def _sealed_seed(row: Match, promise: Event | engine.Event) -> dict[int, Json]:
    """The number and seed of a deal, if its seed was stored with its commitment and may be seen now.

    Only old matches, without a chain of seeds, store them there. For boards the label is stored instead.
    """
    deal, kept, boards = promise.public["deal"], promise.sealed, row.table.boards
    if boards is not None and boards.revealed_at is None:
        return {}
    if boards is not None and "label" in kept:
        return {deal: boards.seed(kept["label"]).hex()}
    return {deal: sealing.unseal_text(kept["seed"])} if "seed" in kept else {}


# ---- replays


def access_replay(user: Reader, match_id: uuid.UUID) -> tuple[Match, replay.Eyes]:
    """A match, and the seats whose cards the reader may see in it.

    Refused as `no_match`, `not_watchable`, `match_running`, `boards_closed`.
    """
    row = Match.objects.select_related("table__boards").filter(pk=match_id, game__in=GAMES).first()
    if row is None:
        raise ActionRefused("no_match", NO_SUCH_MATCH)
    return row, eyes_of(user, row)


def eyes_of(user: Reader, row: Match, *, is_shared: bool = False) -> replay.Eyes:
    """The seats whose cards a reader may see after a match. This is the only place that decides it.

    All cards are open, with these exceptions. Matches of private and unwatchable tables are for their
    players, for moderators to whom the match was reported, and for readers of a link (`is_shared`). A match
    in play shows nothing here, not even to its players, nor does one whose boards others still play.
    """
    hidden = (row.table.private or not row.table.watchable) and not is_shared
    if hidden and row.seat_of(user.pk) is None and not _was_called(user, row):
        if selectors.is_concealed(user, row.table):
            raise ActionRefused("no_match", NO_SUCH_MATCH)
        raise ActionRefused("not_watchable", PRIVATE_MATCH)
    if row.status == Match.Status.PLAYING:
        raise ActionRefused("match_running")
    if spectators.is_closed(row.table):
        raise ActionRefused("boards_closed")
    return range(len(row.players))


def is_open_to(user: Reader, row: Match) -> bool:
    """Return whether a reader may see a match again."""
    return passes(eyes_of, user, row)


def _was_called(user: Reader, row: Match) -> bool:
    """Return whether the reader moderates and somebody has reported this match."""
    return is_moderator(user) and Report.objects.filter(match=str(row.pk)).exists()


def replay_frame(user: Reader, row: Match, eyes: replay.Eyes, place: str = "") -> dict[str, Any]:
    """The data of the viewer for the deals around a place, including `replay.replay_document`."""
    game, rules, stretch = replay_arguments(row, replay.portion_of(place))
    return {
        **players_frame(user, row),
        **replay.replay_document(game, rules, len(row.players), stretch, eyes),
    }


def shown_seat(seat: int, name: str, *, is_bot: bool = False, hue: int | None = None) -> dict[str, Json]:
    """A seat of the viewer; without a person's hue it has that of its place."""
    return {"seat": seat, "name": name, "bot": is_bot, "hue": hue or seat % 6 + 1}


def seats_frame(
    game: str, rules: Mapping[str, Any], seats: list[dict[str, Json]], me: int | None, shuffled_as: str = ""
) -> dict[str, Any]:
    """The data of the viewer that do not depend on the deals, for the players in these seats."""
    summary = texts.rules_summary(game, rules, len(seats))
    return {
        "shuffled_as": shuffled_as,
        "game": game,
        "game_name": texts.game_name(game),
        "called": texts.title_of_rules(game, rules["preset"]),
        "rules": [[str(label), str(value)] for label, value in summary],
        "players": len(seats),
        "me": me,
        "seats": seats,
    }


def players_frame(user: Reader, row: Match) -> dict[str, Any]:
    """The data of the viewer that do not depend on the deals: the game, its rules and the players."""
    seats = [
        shown_seat(
            seat,
            played_as(row, seat),
            is_bot=bool(player["bot"]),
            hue=User(pk=player["user"]).hue if player["user"] else None,
        )
        for seat, player in enumerate(row.players)
    ]
    shuffled_as = str(row.pk) if row.table.boards is None else row.table.boards.shuffle_name
    return seats_frame(row.game, row.rules, seats, row.seat_of(user.pk), shuffled_as)


def replay_arguments(row: Match, deals: range) -> tuple[engine.Game[Any, Any], Any, replay.Stretch]:
    """The game of a match, its rules and some of its deals, as `games.archive.replay` takes them.

    If the match has no such deals, its first ones are returned. The cost does not grow with the match, apart
    from a line for each deal, unless the game carries over more than its score sheet (`Game.resume`).
    """
    game, rules = _game_of(row)
    dealt: dict[int, tuple[int, int]] = {}  # the first `dealt` event of each deal; a game may have several
    scored = []
    for event in event_log.read_events(row.pk, kinds=("dealt", "scored"), only=("kind", "public")):
        if event.kind == "scored":
            scored.append(event.public)
        else:
            dealt.setdefault(event.public["deal"], (event.seq, event.public["dealer"]))
    start = deals.start if deals.start < len(dealt) else 0
    shown = range(start, min(start + len(deals), len(dealt)))
    resumed = game.resume(rules, len(row.players), dealt[0][1], scored[:start]) if start else None
    first = 0 if resumed is None else dealt[start][0]
    stop = dealt[shown.stop][0] if shown.stop < len(dealt) else None
    log = [logged_event(event) for event in event_log.read_events(row.pk, first=first, stop=stop)]
    return game, rules, replay.Stretch(shown, len(dealt), log, _promised(row, shown), resumed)


def is_read_whole(row: Match) -> bool:
    """Return whether all earlier deals must be played again to get to a deal."""
    game, rules = _game_of(row)
    return game.resume(rules, len(row.players), 0, ()) is None


def _game_of(row: Match) -> tuple[engine.Game[Any, Any], Any]:
    game = GAMES[row.game]
    return game, replay.replayed_or_raise(game.rules_from(row.rules), row)


def _promised(row: Match, deals: range) -> list[replay.Logged]:
    """The shuffle's published events for these deals and the one before, with the first commitment."""
    near = {0, *range(deals.start - 1, deals.stop)}
    found = event_log.read_events(row.pk, kinds=replay.PROMISES)
    events = [event for event in found if event.public["deal"] in near]
    promises = [logged_event(event) for event in events]
    if row.table.boards is not None:
        for event in events:
            if event.kind == "committed":
                promises += _revealed(_sealed_seed(row, event))
    return promises


def final_totals(row: Match) -> list[tuple[str, int]]:
    """The final totals with the names of each side, best first."""
    names, state = [played_as(row, seat) for seat in range(len(row.players))], live.state_of(row)
    return outcome_of(GAMES[row.game], state, names, live.places_of(row, state))


def outcome_of(
    game: engine.Game[Any, Any], state: Any, names: list[str], places: Sequence[int] | None
) -> list[tuple[str, int]]:
    """The final totals with the names of each side, best first: by the places, if there are any."""
    sides, totals = game.sides(state), game.totals(state)
    order = places or [-result for result in game.results(totals)]
    return [
        (
            texts.joined_names([name for name, its in zip(names, sides, strict=True) if its == side]),
            totals[side],
        )
        for side in sorted(range(len(totals)), key=lambda side: order[side])
    ]


def sides_by_seat(row: Match) -> tuple[int, ...]:
    """The sides of the match, by seat."""
    game, rules = _game_of(row)
    return game.sides(game.start(rules, len(row.players), 0))


def played_as(row: Match, seat: int) -> str:
    return texts.name_as_played(row.players[seat], seat)


def _revealed(seeds: dict[int, Json]) -> list[replay.Logged]:
    """The seeds of boards as `revealed` events, since the match's own log has none."""
    return [
        replay.Logged(engine.Event("revealed", {"deal": deal, "seed": seed})) for deal, seed in seeds.items()
    ]


def logged_event(event: Event) -> replay.Logged:
    """An event as a replay reads it."""
    command = (
        None if event.command is None else replay.replayed_or_raise(Command.from_json(event.command), event)
    )
    return replay.Logged(live.restore_event(event), event.seat, command)


# ---- reports


def reported_place(reader: Reader, match: str, code: str) -> tuple[Match | None, str]:
    """Return the match and the table that a report is about. Raises `Http404` if the reader may not know
    them."""
    if match:
        try:
            row = Match.objects.select_related("table").filter(pk=uuid.UUID(match)).first()
        except ValueError:
            raise Http404 from None
        if row is None or not may_know_match(reader, row):
            raise Http404
        return row, row.table.code
    if code:
        found = selectors.access_table(reader, code)
        if not selectors.may_see_rules(reader, found):
            raise Http404
        return found.match, found.code
    return None, ""


def may_know_match(reader: Reader, row: Match) -> bool:
    """Return whether a match is no secret to the reader: it may have hands that they may not see yet."""
    try:
        eyes_of(reader, row)
    except ActionRefused as why:
        return why.code not in ("not_watchable", "no_match")
    return True
