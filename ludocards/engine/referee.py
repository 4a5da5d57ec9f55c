"""The referee: replays records by the rules and reports (`docs/record.md`).

It knows no game by name: a report is assembled from the events that the game emits.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ludocards.engine import record, shuffle
from ludocards.engine.game import CLOCK, Command, Deal, Event, Game, Json, Refused, Step
from ludocards.engine.record import Action, Document, Malformed

ILLEGAL, MALFORMED = 1, 2
"""Exit statuses of a report that is not ok."""


@dataclass(frozen=True, slots=True)
class RefereeReport:
    json: dict[str, Json]
    status: int
    refused: Refused | None = None
    """The game's refusal of the illegal action, with its details."""


class IllegalRecord(Exception):
    """The record is well formed but illegal; `error` goes into its report."""

    def __init__(self, refused: Refused | None = None, **error: Json) -> None:
        self.refused, self.error = refused, error


@dataclass(frozen=True, slots=True)
class Promises:
    """The data that `--verify` checks: the match's name, and the seed and commitment of every deal.

    In a match that shares its boards with others, `match` is the name of the boards (the header `boards`); a
    match with a chain of seeds also has the nonces of its seats (the headers `shuffle` and `nonces`).
    """

    match: str
    has_boards: bool
    seeds: tuple[bytes, ...]
    commitments: tuple[str, ...]
    nonces: tuple[shuffle.Nonce, ...] | None

    def commitment(self, deal: int) -> str:
        """The commitment that follows from the seed of a deal."""
        if self.nonces is None:
            return shuffle.commitment_of(self.seeds[deal], self.match, deal)
        return shuffle.chain_commitment(self.seeds[deal], self.match).hex()

    def key(self, deal: int) -> bytes:
        """The key that shuffles a deal."""
        if self.nonces is None:
            return self.seeds[deal]
        return shuffle.shuffle_key(self.seeds[deal], self.match, deal, self.nonces)


def judge_text(text: str, legal: bool = False, verify: bool = False) -> Iterator[RefereeReport]:
    """Yield a report for the document in the text, or for each line that is one."""
    for part in split_documents(text):
        yield judge_record(part, legal, verify)


def split_documents(text: str) -> list[str]:
    """Split a text into documents.

    The whole text is one document, unless it is not JSON and some line of it is: then each line is one.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 2 or _is_json(text):
        return [text]
    return lines if any(_is_json(line) for line in lines if not line[0].isspace()) else [text]


def judge_record(text: str, legal: bool = False, verify: bool = False) -> RefereeReport:
    try:
        document = record.read_document(record.parse_json(text))
        promises = _promises(document) if verify else None
        return RefereeReport({"ok": True, **_replay(document, legal, promises)}, 0)
    except Malformed as error:
        return malformed_report(str(error))
    except IllegalRecord as wrong:
        return RefereeReport({"ok": False, "error": wrong.error}, ILLEGAL, wrong.refused)


def malformed_report(message: str) -> RefereeReport:
    return RefereeReport({"ok": False, "error": {"code": "malformed", "message": message}}, MALFORMED)


# ---- replaying


def _replay(document: Document, legal: bool, promises: Promises | None) -> dict[str, Json]:
    game = document.game
    dealer = document.deals[0][0].dealer if document.deals else 0
    state = game.start(document.rules, len(document.players), dealer)
    if isinstance(state, Refused):
        raise Malformed(state.message)
    reports = []
    for number, (deal, actions) in enumerate(document.deals):
        if promises:
            _check_deal(document, state, number, deal, promises)
        step = game.deal(state, deal)
        if isinstance(step, Refused):
            raise Malformed(f"deals[{number}]: {step.message}")
        report, state = _replay_deal(game, step, actions, number, legal)
        reports.append(report)
    places = game.places(state)
    return {
        "finished": game.is_over(state),
        **({"verified": True} if promises is not None else {}),
        "deals": reports,
        "totals": list(game.totals(state)),
        "places": None if places is None else list(places),
    }


def _replay_deal(
    game: Game[Any, Any], dealt: Step[Any], actions: Sequence[Action], number: int, legal: bool
) -> tuple[dict[str, Json], Any]:
    state, events = dealt.state, [*dealt.events]
    choices = []
    for index, action in enumerate(actions):
        seat = CLOCK if action.seat is None else action.seat
        if legal:
            choices.append(instead(game.legal(state, seat)))
        step = game.apply(state, seat, action.command)
        if isinstance(step, Refused):
            if step.code == "bad_command":
                raise Malformed(f"deals[{number}].actions[{index}]: {step.message}")
            raise IllegalRecord(
                step,
                deal=number,
                action=index,
                seat=action.seat,
                code=step.code,
                message=step.message,
                legal=instead(game.legal(state, seat)),
            )
        state = step.state
        events += step.events
    return {**_deal_report(game, events), **({"legal": choices} if legal else {})}, state


def _deal_report(game: Game[Any, Any], events: list[Event]) -> dict[str, Json]:
    """The report on a deal, with the lists of its game (`Game.reported`)."""
    report: dict[str, Json] = {each.name: [] for each in game.reported.values()}
    report |= dict.fromkeys(game.reported_result)
    for event in events:
        if event.kind in game.reported:
            listed, shown = game.reported[event.kind], event.public
            row = {name: shown[field] for field, name in listed.fields.items() if field in shown}
            report[listed.name].append(row)
        elif event.kind == "scored":
            report |= {name: event.public[name] for name in game.reported_result}
    return report


def instead(commands: tuple[Command, ...]) -> list[Json]:
    """The legal alternatives: for a card and nothing else its code, for any other command its JSON."""
    plain = (command.get("card") if _is_only_a_card(command) else command for command in commands)
    return [choice.as_json() if isinstance(choice, Command) else choice for choice in dict.fromkeys(plain)]


def _is_only_a_card(command: Command) -> bool:
    return command.do == "play" and [name for name, _ in command.fields] == ["card"]


# ---- checking the shuffle


def _promises(document: Document) -> Promises:
    headers, deals = document.headers, len(document.deals)
    if any(headers.get(name) is None for name in ("id", "seed", "commitment")):
        raise IllegalRecord(code="not_verifiable", message="the headers id, seed and commitment are needed")
    boards, scheme = headers.get("boards"), headers.get("shuffle", 1)
    if type(scheme) is not int or scheme not in (1, shuffle.CHAINED):
        raise Malformed("shuffle: expected 1 or 2")
    if boards is not None and scheme == shuffle.CHAINED:
        raise Malformed("boards: their seeds are no chain, so shuffle is 1")
    return Promises(
        _match_name("id", headers["id"]) if boards is None else _match_name("boards", boards),
        boards is not None,
        tuple(_bytes(text, place) for place, text in _one_per_deal(headers["seed"], "seed", deals)),
        tuple(text.lower() for _, text in _one_per_deal(headers["commitment"], "commitment", deals)),
        _nonces(headers.get("nonces"), len(document.players)) if scheme == shuffle.CHAINED else None,
    )


def _nonces(values: Json, players: int) -> tuple[shuffle.Nonce, ...]:
    """Read the header's nonces by seat; None where a seat sent none."""
    if not isinstance(values, list) or len(values) != players:
        raise Malformed(f"nonces: expected a list with a text or null for each of the {players} players")
    return tuple(
        None if text is None else _bytes(text, f"nonces[{seat}]") for seat, text in enumerate(values)
    )


def _match_name(header: str, name: Json) -> str:
    try:
        if isinstance(name, str) and name.encode():
            return name
    except UnicodeEncodeError:
        pass
    raise Malformed(f"{header}: expected a text")


def _one_per_deal(values: Json, name: str, deals: int) -> list[tuple[str, str]]:
    """Read a header's texts with their places; for a single deal the list may be left out."""
    texts = values if isinstance(values, list) else [values]
    if len(texts) != deals or not all(isinstance(text, str) for text in texts):
        raise Malformed(f"{name}: expected a list with a text for each of the {deals} deals")
    return [(f"{name}[{number}]", text) for number, text in enumerate(texts)]


def _bytes(text: Json, place: str) -> bytes:
    try:
        value = bytes.fromhex(text) if isinstance(text, str) else b""
    except ValueError:
        value = b""
    if len(value) != shuffle.SEED_BYTES:
        raise Malformed(f"{place}: expected {2 * shuffle.SEED_BYTES} hexadecimal digits")
    return value


def _check_deal(document: Document, state: Any, number: int, deal: Deal, promises: Promises) -> None:
    game, match = document.game, promises.match
    if promises.commitment(number) != promises.commitments[number]:
        raise IllegalRecord(
            deal=number, code="commitment_mismatch", message="the seed is not the one promised"
        )
    if (
        number
        and promises.nonces is not None
        and promises.commitments[number] != promises.seeds[number - 1].hex()
    ):
        raise IllegalRecord(
            deal=number, code="commitment_mismatch", message="the seed is no link of the chain"
        )
    if number == 0 and deal.dealer != _first_dealer(promises, len(document.players)):
        raise IllegalRecord(
            deal=0, code="deal_mismatch", message="the seed makes another seat the first dealer"
        )
    if game.awaits_deal(state) != number:
        return  # `Game.deal` refuses it
    if deal != game.hand_out(state, shuffle.shuffle(game.pack(state), promises.key(number), match, number)):
        raise IllegalRecord(deal=number, code="deal_mismatch", message="the seed does not give these cards")


def _first_dealer(promises: Promises, players: int) -> int:
    if promises.has_boards:
        return shuffle.boards_dealer(promises.match, players)
    return shuffle.first_dealer(promises.key(0), promises.match, players)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
