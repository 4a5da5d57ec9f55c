"""Check that the cards of a record are those committed to: `python tests/verifier.py RECORD`.

For a match of a tournament it takes two more files from the API: `RECORD TABLE EVENT`, the table with its
`round`, and the event with its `entries`. It is written from `docs/record.md` and `docs/tournaments.md`
alone, and imports nothing of ours, so anybody can write such a program.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

SUITS = {
    "tressette": [(suit, "3 2 A R C F 7 6 5 4") for suit in "BCDS"],
    "maraffone": [(suit, "3 2 A R C F 7 6 5 4") for suit in "BCDS"],
    "traversone": [(suit, "3 2 A R C F 7 6 5 4") for suit in "BCDS"],
    "briscola": [(suit, "3 2 A R C F 7 6 5 4") for suit in "BCDS"],
    "scopone": [(suit, "3 2 A R C F 7 6 5 4") for suit in "BCDS"],
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
        digest = hmac.new(key, label + u32(block), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
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
    if record["game"] == "briscola" and len(record["players"]) == 3:
        pack.remove(record["rules"].get("removed_card", "2B"))
    if record["game"] == "traversone":
        left_out = left_out_of(record["rules"], len(record["players"]))
        pack = [card for card in pack if card not in left_out]
    return pack


def left_out_of(rules: dict[str, Any], players: int) -> set[str]:
    """Return the cards that Tressette a perdere leaves out, so that the others can be divided."""
    usual = "dealer_discards" if rules.get("preset") == "ciapano" else "no_four"
    way = rules.get("three_deck", usual)
    if way == "monte" or (players == 3 and way == "dealer_discards"):
        return set()
    return {3: {rules.get("removed_card", "4B")}, 6: {"4B", "4C", "4D", "4S"}}.get(players, set())


def dealt(record: dict[str, Any], deal: dict[str, Any], pack: list[str]) -> tuple[list[list[str]], list[str]]:
    """Return the hands and the stock dealt from a shuffled pack."""
    players, rules = len(record["players"]), record.get("rules", {})
    stock: list[str] = []
    packet = 1
    if record["game"] == "tressette":
        packet = rules.get("deal_packet", PACKETS[rules.get("preset", "classico")])
    elif record["game"] == "maraffone":
        packet = rules.get("deal_packet", 5)
    elif record["game"] == "briscola":
        packet, given = rules.get("deal_packet", 1), 3 * players
        stock, pack = [*pack[given + 1 :], pack[given]], pack[:given]
    elif record["game"] == "traversone":
        given = len(pack) // players * players
        stock, pack = pack[given:], pack[:given]
    elif record["game"] == "scopone":
        packet, given = rules.get("deal_packet", 1), players * len(deal["hands"][0])
        stock, pack = pack[given:], pack[:given]
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
    if stock and not deal.get("stock"):  # the dealer has got the card left over, and has laid one by
        hands[deal["dealer"]] += stock
        stock = []
    return hands, stock


def wrong(record: dict[str, Any]) -> str:
    """Return the first fault in the shuffles of a record; empty if there is none."""
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


def added(entries: list[dict[str, Any]]) -> bytes:
    """Return the nonces of an event's entries, in order."""
    nonces = [
        (entry["number"], member["position"], bytes.fromhex(member["nonce"]))
        for entry in entries
        for member in entry["members"]
        if member["nonce"] is not None
    ]
    return b"".join(u32(number) + bytes([position]) + nonce for number, position, nonce in sorted(nonces))


def labels_of(event: dict[str, Any], table: dict[str, Any], secret: bytes) -> Iterator[str]:
    """Yield the labels of the deals at a table, in order."""
    settings, people = event["settings"], [each["entry"] for each in table["entries"]]
    draw = hmac.new(secret, b"draw", hashlib.sha256).hexdigest()[:32]
    own = "" if settings.get("duplicate", event["format"] != "arena") else f"-{max(people)}"
    for number in count(1):
        if event["format"] == "daily":
            sets = min(settings["instances"], max(1, people[0] // 12))
            drawn = sha256(f"{draw}/{number}/{people[0]}".encode())[0] % sets
            yield f"{number}{'abcdefghijklmnopqrstuvwxyz'[drawn]}"
        else:
            yield f"{table['round']}-{number}{own}"


def wrong_in_event(
    record: dict[str, Any], table: dict[str, Any], event: dict[str, Any], before: int = 0
) -> str:
    """Return the first fault in the deals of a finished tournament match; empty if there is none.

    `before` is the number of deals in earlier matches at the table.
    """
    secret, code = bytes.fromhex(event["secret"]), event["code"]
    if sha256(secret + code.encode()).hex() != event["commitment"]:
        return "the secret is not the one that was promised"
    known = code if event["format"] in ("arena", "daily") else rf"{code}/{table['round']}(\.[1-9]\d*)?"
    if nonces := added(event["entries"]):
        known += "/" + sha256(nonces).hex()
    name = record["boards"]
    if not re.fullmatch(known, name):
        return "the deals do not follow from these nonces"
    boards = hmac.new(secret, f"boards {name}".encode(), hashlib.sha256).digest()
    labels = islice(labels_of(event, table, secret), before, None)
    for number, (seed, label) in enumerate(zip(record["seed"], labels, strict=False)):
        if hmac.new(boards, label.encode(), hashlib.sha256).hexdigest() != seed:
            return f"deal {number}: its seed does not follow from the secret"
    return wrong(record)


if __name__ == "__main__":
    files = [json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:]]
    found = wrong(*files) if len(files) == 1 else wrong_in_event(*files)
    print(found or "right")
    sys.exit(bool(found))
