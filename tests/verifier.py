"""Says whether a record's cards are those that were promised: `python tests/verifier.py FILE`.

Written from `docs/record.md` alone; it imports nothing of ours, so anybody's program can do the same.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SUITS = {
    "tressette": [(suit, "3 2 A R C F 7 6 5 4") for suit in "BCDS"],
    "whist": [(suit, "K Q J 10 9 8 7 6 5 4 3 2 A") for suit in "SHDC"],
    "tarocchi": [("O", "R Q C D 10 9 8 7 6 5 4"), *((suit, "R Q C D 10 9 8 7 6 5") for suit in "CSB")],
}
PACKETS = {"classico": 1, "ludopoli": 5, "bredese": 5, "neutra": 5}


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def stream(key: bytes, label: bytes) -> Iterator[int]:
    block = 0
    while True:
        told = hmac.new(key, label + u32(block), hashlib.sha256).digest()
        yield from (int.from_bytes(told[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def below(bound: int, numbers: Iterator[int]) -> int:
    for number in numbers:
        if number < 2**32 - 2**32 % bound:
            return number % bound
    raise AssertionError


def pack_of(record: dict[str, Any]) -> list[str]:
    pack = [rank + suit for suit, ranks in SUITS[record["game"]] for rank in ranks.split()]
    if record["game"] == "tarocchi":
        pack += [f"T{number}" for number in range(20, -1, -1)] + ["F"]
    if record["game"] == "tressette" and len(record["players"]) == 3:
        pack.remove(record["rules"].get("removed_card", "4B"))
    return pack


def dealt(record: dict[str, Any], deal: dict[str, Any], pack: list[str]) -> tuple[list[list[str]], list[str]]:
    """The hands and the stock that a shuffled pack gives."""
    players, rules = len(record["players"]), record.get("rules", {})
    stock: list[str] = []
    packet = 1
    if record["game"] == "tressette":
        packet = rules.get("deal_packet", PACKETS[rules.get("preset", "classico")])
    elif record["game"] == "tarocchi":
        packet, stock, pack = 5, pack[-3:], pack[:-3]
    else:
        given = players * len(deal["hands"][0])
        stock = pack[given : given + 1] if deal.get("stock") else []
        pack = pack[:given]
    hands: list[list[str]] = [[] for _ in range(players)]
    seat = deal["dealer"]
    while pack:
        each = min(packet, len(pack) // players)
        for _ in range(players):
            seat = (seat + 1) % players
            hands[seat] += pack[:each]
            pack = pack[each:]
    return hands, stock


def wrong(record: dict[str, Any]) -> str:
    """What is wrong with the shuffles of a record, or nothing."""
    scheme, boards = record.get("shuffle", 1), record.get("boards")
    match = (boards or record["id"]).encode()
    seeds = [bytes.fromhex(seed) for seed in record["seed"]]
    if len(seeds) != len(record["deals"]) or len(record["commitment"]) != len(seeds):
        return "not every deal has its seed and its commitment"
    nonces = b"".join(
        b"\0" if nonce is None else b"\x20" + bytes.fromhex(nonce) for nonce in record.get("nonces", [])
    )
    for number, (seed, deal) in enumerate(zip(seeds, record["deals"], strict=True)):
        name, promised = match + u32(number), record["commitment"][number]
        if scheme == 1:
            key, made = seed, sha256(seed + name).hex()
        else:
            key = hmac.new(seed, b"ludopoli shuffle 2" + name + nonces, hashlib.sha256).digest()
            made = sha256(seed + match).hex()
            if number and promised != seeds[number - 1].hex():
                return f"deal {number}: its commitment is not the seed of the deal before"
        if made != promised:
            return f"deal {number}: the seed is not the one that was promised"
        if number == 0:
            draws = sha256(match) if boards else key
            if deal["dealer"] != below(len(record["players"]), stream(draws, match + b"first dealer")):
                return "another seat should have dealt first"
        pack, numbers = pack_of(record), stream(key, name)
        for last in range(len(pack) - 1, 0, -1):
            other = below(last + 1, numbers)
            pack[last], pack[other] = pack[other], pack[last]
        if dealt(record, deal, pack) != (deal["hands"], deal.get("stock", [])):
            return f"deal {number}: the seed gives other cards"
    return ""


if __name__ == "__main__":
    found = wrong(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    print(found or "right")
    sys.exit(bool(found))
