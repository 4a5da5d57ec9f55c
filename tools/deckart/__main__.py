"""Command line: `python -m tools.deckart all | sprites | card DECK CODE | sheets | fans`."""

import argparse
import gzip
import re
from pathlib import Path

from . import sheets
from .deck import DECKS, draw, singles, sprite, sprites, variant_suffix
from .palette import PALETTES

SIZES = {44: 20, 90: 14, 300: 5}  # card width in pixels: cards in a row
PER_SHEET = 15  # cards on a sheet, in the largest size
HANDS = {
    "italian40": "3B RB 7B CC FC 2C AD 7D RS 4S",
    "sicilian63": "T20 T16 T9 T1 T0 F RO QO 10C DS CB 5B",
    "french52": "AS KS 10S QH 7H 2H KD JD 9C AC",
}


def _suffix(args):
    return variant_suffix(args.palette, args.large)


def write_all(args):
    """Write every file of `static/decks`: plain, with large indices, in four colours; and each card alone."""
    for name, text in sprites():
        path = args.out / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def write_sprites(args):
    for deck in DECKS:
        text = sprite(deck, args.palette, args.large)
        path = args.out / f"{deck}{_suffix(args)}.svg"
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {len(text) / 1024:.0f} KB, {len(gzip.compress(text.encode(), 9)) / 1024:.0f} KB gzip")


def write_card(args):
    path = args.out / f"{args.code}{_suffix(args)}.svg"
    cards = {args.code: draw(args.deck, args.large)[args.code]}
    [(_code, text)] = singles(cards, args.palette)
    path.write_text(text, encoding="utf-8")


def write_fans(args):
    """Write hands as players see them: overlapping, with 35 % of every card but the last visible."""
    for deck, hand in HANDS.items():
        for large in (False, True):
            text = sprite(deck, args.palette, large)
            name = f"{deck}-fan{'-large' if large else ''}.png"
            sheets.write_png(sheets.fan(text, hand.split(), 120), args.out / name)


def write_sheets(args):
    for deck in DECKS:
        text = sprite(deck, args.palette, args.large)
        codes = re.findall(r'<symbol id="([^"]+)"', text)
        for width, columns in SIZES.items():
            step = PER_SHEET if width == 300 else len(codes)
            for n, start in enumerate(range(0, len(codes), step), 1):
                name = f"{deck}{_suffix(args)}-{width}" + (f"-{n}" if step < len(codes) else "") + ".png"
                sheets.write_png(sheets.sheet(text, codes[start : start + step], width, columns), args.out / name)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="tools.deckart", description="Draw the decks.")
    parser.add_argument("--palette", choices=PALETTES, default="classic")
    parser.add_argument("--large", action="store_true", help="large indices")
    parser.add_argument("--out", type=Path, default=Path())
    commands = parser.add_subparsers(required=True)
    commands.add_parser("all").set_defaults(run=write_all)
    commands.add_parser("sprites").set_defaults(run=write_sprites)
    one = commands.add_parser("card")
    one.add_argument("deck", choices=DECKS)
    one.add_argument("code")
    one.set_defaults(run=write_card)
    commands.add_parser("sheets").set_defaults(run=write_sheets)
    commands.add_parser("fans").set_defaults(run=write_fans)
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    args.run(args)


if __name__ == "__main__":
    main()
