"""The command line of the library: see `docs/record.md`.

python -m ludocards.engine referee [--legal] [--verify] [FILE]
python -m ludocards.engine schema
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from ludocards.engine import referee, schema
from ludocards.engine.registry import GAMES


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    status: int = options.run(options)
    return status


def _schema(options: argparse.Namespace) -> int:
    print(json.dumps(schema.of_record(GAMES.values()), indent=1))
    return 0


def _referee(options: argparse.Namespace) -> int:
    """Print one report a line and return the exit status of the worst."""
    worst = 0
    for report in _reports(options):
        print(json.dumps(report.json), flush=True)
        worst = max(worst, report.status)
    return worst


def _reports(options: argparse.Namespace) -> Iterator[referee.RefereeReport]:
    try:
        source = Path(options.file).read_bytes() if options.file else sys.stdin.buffer.read()
        text = source.decode("utf-8-sig")
    except OSError as error:
        yield referee.malformed_report(f"{options.file}: {error.strerror}")
    except UnicodeDecodeError as error:
        yield referee.malformed_report(f"not UTF-8: byte {error.start}")
    else:
        yield from referee.judge_text(text, options.legal, options.verify)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m ludocards.engine", description="Judge and describe records")
    commands = parser.add_subparsers(required=True)
    judging = commands.add_parser("referee", help="replay records by the rules and report")
    judging.add_argument("--legal", action="store_true", help="add the legal commands at every action")
    judging.add_argument("--verify", action="store_true", help="check the seeds against their commitments")
    judging.add_argument("file", nargs="?", help="a record, or one a line; by default standard input")
    judging.set_defaults(run=_referee)
    describing = commands.add_parser("schema", help="print the JSON Schema of records")
    describing.set_defaults(run=_schema)
    return parser


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
