"""The only source of chance: decks are shuffled from a seed, which can be checked later.

Bytes, exactly (`‖` joins, `u32` is four bytes, most significant first):

- `seed`: 32 bytes, drawn afresh for every deal by the caller;
- `match`: the match's name in UTF-8; `deal`: the number of the deal, from 0, as u32;
- the commitment is SHA-256(seed ‖ match ‖ deal), in hexadecimal;
- block i of the stream is HMAC-SHA256(key = seed, message = match ‖ deal ‖ i as u32), i from 0;
- the blocks are read as u32 numbers; to draw a number below n, a value that is not below the greatest
  multiple of n up to 2^32 is skipped (so every outcome is equally likely), and any other is taken modulo n;
- Fisher-Yates: for i from the last place down to 1, the card at i is swapped with the one at a random number
  below i + 1.

The first dealer of a match is drawn from the seed of deal 0: a number below the number of players, from the
stream whose messages are match ‖ "first dealer" ‖ i as u32. Where several matches play the same
boards, `match` is the name of the boards; their first dealer is drawn in the same way from the seed
SHA-256(name), which everybody knows.

That is scheme 1. In scheme 2 (also specified in `docs/record.md`) all seeds of a match are fixed before
anybody sits down, and the players' nonces influence the cards:

- the seeds are a chain: the seed of deal n is SHA-256(seed of deal n + 1 ‖ match), so the commitment of
  deal n, SHA-256(seed ‖ match), is the seed of the deal before, and that of deal 0 binds them all;
- the key of a deal is HMAC-SHA256(key = seed, message = "ludopoli shuffle 2" ‖ match ‖ deal ‖ nonces), where
  `nonces` has for every seat, from 0, the byte 32 and its nonce, or the byte 0 where it sent none;
- the stream, the shuffle and the first dealer are those of scheme 1, with the key in place of the seed.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count

from ludocards.engine.cards import Card

SEED_BYTES = 32

CHAINED = 2
"""The scheme of a match whose seeds are a chain; a record that names no scheme uses scheme 1."""

LINKS = 4096
"""The length of a chain: no match has more deals."""

MILESTONE = 64
"""The seeds between two that are kept of a chain."""

Nonce = bytes | None
"""The contribution of a seat's player to the shuffle, if any."""


def commitment_of(seed: bytes, match: str, deal: int) -> str:
    """The promise that is published before the deal, as 64 hexadecimal digits."""
    return hashlib.sha256(_checked(seed) + match.encode() + _u32(deal)).hexdigest()


def shuffle(cards: tuple[Card, ...], seed: bytes, match: str, deal: int) -> tuple[Card, ...]:
    """The pack in the order that this seed gives it."""
    numbers = _numbers(seed, match.encode() + _u32(deal))
    pack = list(cards)
    for last in range(len(pack) - 1, 0, -1):
        other = below(last + 1, numbers)
        pack[last], pack[other] = pack[other], pack[last]
    return tuple(pack)


def first_dealer(seed: bytes, match: str, players: int) -> int:
    """The seat that deals first, from the seed of deal 0."""
    return below(players, _numbers(seed, match.encode() + b"first dealer"))


def boards_dealer(name: str, players: int) -> int:
    """The seat that deals first in every match with these boards."""
    return first_dealer(hashlib.sha256(name.encode()).digest(), name, players)


# ---- scheme 2


def chain_commitment(seed: bytes, match: str) -> bytes:
    """The commitment to a seed of a chain, which is the seed of the deal before."""
    return hashlib.sha256(_checked(seed) + match.encode()).digest()


def chain_seed(last: bytes, match: str, deal: int) -> bytes:
    """The seed of a deal in the chain that ends with the seed `last`; for deal -1 the first commitment."""
    digests = LINKS - 1 - deal
    known, name = _milestones(last, match), match.encode()
    start = digests // MILESTONE * SEED_BYTES
    return _further(known[start : start + SEED_BYTES], name, digests % MILESTONE)


@lru_cache(maxsize=4096)
def _milestones(last: bytes, match: str) -> bytes:
    """Every `MILESTONE`th seed of a chain, from the last one on, joined; to make them takes milliseconds."""
    seed, name = _checked(last), match.encode()
    seeds = [seed]
    for _ in range(LINKS // MILESTONE):
        seed = _further(seed, name, MILESTONE)
        seeds.append(seed)
    return b"".join(seeds)


def _further(seed: bytes, name: bytes, digests: int) -> bytes:
    for _ in range(digests):
        seed = hashlib.sha256(seed + name).digest()
    return seed


def shuffle_key(seed: bytes, match: str, deal: int, nonces: Sequence[Nonce]) -> bytes:
    """The key that shuffles a deal, from the server's seed and every seat's nonce."""
    contributed = b"".join(bytes([len(nonce or b"")]) + (nonce or b"") for nonce in nonces)
    message = b"ludopoli shuffle 2" + match.encode() + _u32(deal) + contributed
    return hmac.digest(_checked(seed), message, "sha256")


def _numbers(seed: bytes, label: bytes) -> Iterator[int]:
    keyed = hmac.new(_checked(seed), label, hashlib.sha256)
    for block in count():
        stream = keyed.copy()
        stream.update(_u32(block))
        digest = stream.digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")


def below(bound: int, numbers: Iterator[int]) -> int:
    """Draw a number from 0 to `bound` - 1, all equally likely, from a stream of u32 numbers."""
    fair = 2**32 - 2**32 % bound
    return next(number for number in numbers if number < fair) % bound


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes")
    return seed


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")
