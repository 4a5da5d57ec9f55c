"""Make the data set: deals between levels, the values of open positions and the review's judgements.

`python -m tools.data_set FOLDER --deals 1000000` writes a folder for each game, with Parquet and JSON lines
of the same rows, a data card and `SHA256SUMS`. What is there already is kept, so that an interrupted run goes
on where it ended. The same version makes the same rows again: a deal depends on its game and number alone.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import multiprocessing
import os
import resource
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import duckdb

import ludocards
from games.archive.replay import ReplayedCommand
from games.review.judging import choices_of_deal, judge_deal
from ludocards.bots import registry
from ludocards.bots.levels import DEFAULT_POLICY, LEARNERS
from ludocards.bots.reviewing import Reviewer
from ludocards.engine.cards import codes
from ludocards.engine.game import Game, Json, unrefused
from ludocards.engine.registry import GAMES
from ludocards.exam.duels import (
    Duel,
    cards_of_deal,
    deal_of_duel,
    points_by_side,
    score_of_step,
    state_before_deal,
)
from ludocards.exam.positions import move_of

PART = 10_000
"""The number of deals in a file."""
ONE_IN = 1000
"""One deal in so many is also judged."""

Row = dict[str, Json]

COLUMNS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "deals": {
        "number": ("BIGINT", "the deal: its seed is this number in 32 bytes, its name in the shuffle `duel`"),
        "preset": ("VARCHAR", "the rules"),
        "deal": ("UTINYINT", "which deal of its match, from 0: in some rules hands differ in size"),
        "dealer": ("UTINYINT", "the seat that deals"),
        "levels": ("VARCHAR[]", "the level at each seat"),
        "hands": ("VARCHAR[]", "the cards dealt to each seat"),
        "stock": ("VARCHAR", "the cards that were not dealt, in their order"),
        "seats": ("UTINYINT[]", "who made each move"),
        "moves": ("VARCHAR[]", "the code of the card, or another command as JSON"),
        "sides": ("UTINYINT[]", "the side of each seat"),
        "points": ("DOUBLE[]", "the result of each side, in points"),
    },
    "positions": {
        "number": ("BIGINT", "the deal"),
        "move": ("USMALLINT", "the number of moves before"),
        "seat": ("UTINYINT", "who is to play"),
        "hands": ("VARCHAR[]", "all hands, which everybody sees"),
        "choices": ("VARCHAR[]", "what may be played, as in `moves`"),
        "losses": ("DOUBLE[]", "the points that each loses against the best"),
        "basis": (
            "VARCHAR",
            "`optimum`: best play between two sides; `each`: everybody plays for themselves",
        ),
    },
    "judgements": {
        "number": ("BIGINT", "the deal"),
        "move": ("USMALLINT", "the number of moves before"),
        "seat": ("UTINYINT", "who chose"),
        "choice": ("VARCHAR", "what they chose, as in `moves`"),
        "choices": ("USMALLINT", "among how many"),
        "loss": ("DOUBLE", "the points lost against the best, by what the seat could know"),
        "error": ("DOUBLE", "the standard error of that"),
        "worlds": ("USMALLINT", "the number of deals that it was estimated from"),
        "better": ("VARCHAR", "the best choice, if that is clear"),
        "open_loss": ("DOUBLE", "the points lost against the best, as the cards lay"),
        "basis": ("VARCHAR", "as above, or `rules`: heuristic playouts"),
    },
}
"""The type and the meaning of each column, by table."""


@dataclass(frozen=True, slots=True)
class Part:
    """The deals of one file of each table."""

    game: str
    numbers: range
    one_in: int
    folder: Path

    def path(self, table: str) -> Path:
        return self.folder / self.game / f"{table}-{self.numbers.start:07}.jsonl.gz"


@dataclass(frozen=True, slots=True)
class PlayedMoves:
    """A deal that was played, as a row of `deals` and as what was done."""

    row: Row
    acts: Sequence[ReplayedCommand]


def main(arguments: list[str] | None = None) -> None:
    options = _parser().parse_args(arguments)
    each = options.deals // len(options.games)
    numbers = [range(start, min(start + PART, each)) for start in range(0, each, PART)]
    parts = [Part(game, some, options.judged, options.folder) for some in numbers for game in options.games]
    missing = [part for part in parts if not part.path("judgements").exists()]
    with multiprocessing.get_context("fork").Pool(options.processes) as pool:
        for done, part in enumerate(pool.imap_unordered(write_part, missing), len(parts) - len(missing) + 1):
            print(f"{done} of {len(parts)} files: {part.game} up to {part.numbers.stop}", flush=True)
    write_card(options.folder, parts)


def write_part(part: Part) -> Part:
    """Play the deals of a part and write its tables; the last one appears when all are there."""
    part.path("deals").parent.mkdir(parents=True, exist_ok=True)
    game, reviewer = GAMES[part.game], registry.reviewer(part.game)
    tables: dict[str, list[Row]] = {table: [] for table in COLUMNS}
    for number in part.numbers:
        played = play_deal(game, number)
        tables["deals"].append(played.row)
        if reviewer and played.acts and Random(f"{game.name} {number} judged").randrange(part.one_in) == 0:
            tables["positions"] += position_rows(game, number, played.acts, reviewer)
            tables["judgements"] += judgement_rows(game, number, played.acts, reviewer)
    for table, rows in tables.items():
        write_rows(part.path(table), table, rows)
    return part


def table_of_deal(game: Game[Any, Any], number: int) -> tuple[str, list[str]]:
    """The preset of a deal and the level at each seat."""
    random = Random(f"{game.name} {number}")
    preset = random.choice([*game.presets])
    players = random.choice(game.players_of(preset))
    return preset, random.choices([*LEARNERS, DEFAULT_POLICY], k=players)


def play_deal(game: Game[Any, Any], number: int) -> PlayedMoves:
    """Play the deal with this number, by its levels."""
    preset, levels = table_of_deal(game, number)
    duel = Duel(game.name, len(levels), {"preset": preset}, ("", ""))
    before, cards = state_before_deal(duel, number), cards_of_deal(duel, number)
    step = unrefused(deal_of_duel(duel, number))
    acts: list[ReplayedCommand] = []
    while not score_of_step(step):
        state = step.state
        seat = game.to_act(state)[0]
        command = registry.choose(game.view(state, seat), game.legal(state, seat), levels[seat])
        step = unrefused(game.apply(state, seat, command))
        acts.append(ReplayedCommand(f"s1-{len(acts)}", state, seat, command, step.state))
    if acts and before.deal + 1 == game.length(before.rules, len(levels)):
        acts[-1] = replace(
            acts[-1], after=acts[-1].before
        )  # its match has deals to come, and no room for them
    row = {
        "number": number,
        "preset": preset,
        "deal": before.deal,
        "dealer": cards.dealer,
        "levels": levels,
        "hands": [" ".join(codes(hand)) for hand in cards.hands],
        "stock": " ".join(codes(cards.stock)),
        "seats": [act.seat for act in acts],
        "moves": [_as_text(move_of(act.command)) for act in acts],
        "sides": [*game.sides(before)],
        "points": [round(each, 3) for each in points_by_side(game, step)],
    }
    return PlayedMoves(row, acts)


def position_rows(
    game: Game[Any, Any], number: int, acts: Sequence[ReplayedCommand], reviewer: Reviewer
) -> Iterator[Row]:
    """The positions of a deal whose choices all have a value with all cards open."""
    players = len(game.sides(acts[0].before))
    deal = choices_of_deal(game, acts, players)
    if reviewer.open_positions is None or not deal.plays:
        return
    opened = reviewer.open_positions(deal)
    for _ in opened.final_scores():
        pass  # what is asked below is found on the way
    for place, play in enumerate(deal.plays):
        losses = opened.card_losses(place) if len(play.legal) > 1 else {}
        if losses:
            before = acts[_move_of_place(play.at)].before
            yield {
                "number": number,
                "move": _move_of_place(play.at),
                "seat": play.seat,
                "hands": [" ".join(game.view(before, seat)["hand"]) for seat in range(players)],
                "choices": [_as_text(move_of(command)) for command in losses],
                "losses": [round(loss / game.point, 3) for loss in losses.values()],
                "basis": opened.basis(place),
            }


def judgement_rows(
    game: Game[Any, Any], number: int, acts: Sequence[ReplayedCommand], reviewer: Reviewer
) -> Iterator[Row]:
    """What the review says of the choices of a deal."""
    players = len(game.sides(acts[0].before))
    for each in judge_deal(game, acts, players, reviewer, lambda _: None)["choices"]:
        seen, opened = each.get("seen", {}), each.get("open", {})
        if not (seen or opened):
            continue
        yield {
            "number": number,
            "move": _move_of_place(each["at"]),
            "seat": each["seat"],
            "choice": _as_text(_move_of_json(each["command"])),
            "choices": each.get("of"),
            "loss": _in_points(game, seen.get("loss")),
            "error": _in_points(game, seen.get("error")),
            "worlds": seen.get("worlds"),
            "better": seen.get("better") and _as_text(_move_of_json(seen["better"])),
            "open_loss": _in_points(game, opened.get("loss")),
            "basis": opened.get("basis"),
        }


def write_rows(path: Path, table: str, rows: Iterable[Row]) -> None:
    """Write rows as JSON lines and as Parquet, without leaving half a file."""
    beside = path.with_suffix(".tmp")
    with beside.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as lines:
        for row in rows:
            lines.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    columns = {name: kind for name, (kind, _) in COLUMNS[table].items()}
    with duckdb.connect(config={"threads": 1}) as base:
        base.read_json(
            str(beside), columns=columns, format="newline_delimited", compression="gzip"
        ).to_parquet(str(path).removesuffix(".jsonl.gz") + ".parquet", compression="zstd")
    beside.rename(path)


def write_card(folder: Path, parts: Sequence[Part]) -> None:
    """Write the data card, and the checksums of all files."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".gz", ".parquet"))
    sizes = {
        kind: sum(path.stat().st_size for path in files if path.suffix == kind)
        for kind in (".gz", ".parquet")
    }
    games = [*dict.fromkeys(part.game for part in parts)]
    lines = [CARD.format(
        version=ludocards.__version__,
        deals=sum(len(part.numbers) for part in parts),
        games=len(games),
        one_in=parts[0].one_in,
        processor=round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime),
        lines=f"{sizes['.gz'] / 1e6:.1f}", parquet=f"{sizes['.parquet'] / 1e6:.1f}",
    )]  # fmt: skip
    (folder / "README.md").write_text("\n".join([*lines, ABOUT, *column_lines()]))
    files.append(folder / "README.md")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}" for path in files]
    (folder / "SHA256SUMS").write_text("\n".join(sums) + "\n")


def column_lines() -> Iterator[str]:
    """The tables of the columns, as lines of Markdown."""
    for table, columns in COLUMNS.items():
        yield from (f"## {table.title()}", "", "| column | type | what |", "|---|---|---|")
        yield from (f"| `{name}` | {kind} | {about} |" for name, (kind, about) in columns.items())
        yield ""


CARD = """# Deals of Italian cards between bots

{deals} deals of {games} games, played by the levels of Ludopoli up to the club player (`ludocards`
{version}), each in a preset and by levels drawn for it. About one deal in {one_in} is judged: by the review,
from what each seat could know, and with all cards open. {lines} MB of JSON lines, {parquet} MB of Parquet,
made in {processor} s of processor time.
"""

ABOUT = """**Made by** `python -m tools.data_set` in a checkout of the source, which makes the same rows
again: nothing in a deal is random but by its number. No person has played any of them. Each stands alone,
with nothing scored before it. **Rules**: the book of each preset; `ludocards` replays every row. **Not
for** saying how people play: bots do, by rules of thumb, and the weaker ones forget and err on purpose.
**Licence**: CC0 1.0.

Codes of cards and commands are those of the record; a move is the code of a card, or another command as
JSON. A loss or a result is in points as players count.
"""


def _move_of_place(at: str) -> int:
    return int(at.removeprefix("s1-"))


def _move_of_json(command: Mapping[str, Json]) -> Json:
    return command["card"] if {*command} == {"do", "card"} else command


def _as_text(move: Json) -> str:
    return move if isinstance(move, str) else json.dumps(move, ensure_ascii=False, separators=(",", ":"))


def _in_points(game: Game[Any, Any], amount: float | None) -> float | None:
    return None if amount is None else round(amount / game.point, 3)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--deals", type=int, default=1_000_000, help="of all games together")
    parser.add_argument("--judged", type=int, default=ONE_IN, help="one deal in so many is judged")
    parser.add_argument("--games", nargs="+", choices=[*GAMES], default=[*GAMES])
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    return parser


if __name__ == "__main__":
    main()
