"""Sums of money as people write them; everywhere else they are whole cents."""

from __future__ import annotations

import re
from decimal import Decimal

from django.utils.formats import number_format

CENTS = 100

CURRENCIES = {"EUR": "€", "CHF": "CHF", "GBP": "£", "USD": "$"}
"""The currencies that an event can use, with their signs: all have cents."""

SUM = re.compile(r"(\d{1,6})(?:[.,](\d{1,2}))?", re.ASCII)


def format_money(cents: int, currency: str) -> str:
    """Return a sum in the active language: "€ 12,50", and whole ones without decimals."""
    decimals = 2 if cents % CENTS else 0
    amount = number_format(abs(Decimal(cents)) / CENTS, decimal_pos=decimals, use_l10n=True)
    sign = "\N{MINUS SIGN}" if cents < 0 else ""
    return f"{sign}{CURRENCIES[currency]}\N{NO-BREAK SPACE}{amount}"


def read_money(text: str) -> int | None:
    """Return the cents of a sum such as "12,50" or "€ 12"; None for anything else."""
    bare = text.strip().strip("".join(sign for sign in CURRENCIES.values() if len(sign) == 1)).strip()
    found = SUM.fullmatch(bare)
    if found is None:
        return None
    whole, cents = found.groups()
    return int(whole) * CENTS + int((cents or "0").ljust(2, "0"))


def plain_money(cents: int) -> str:
    """Return a sum without its sign, as a form shows it: "12,50" or "12"."""
    whole, rest = divmod(cents, CENTS)
    return f"{whole},{rest:02}" if rest else f"{whole}"
