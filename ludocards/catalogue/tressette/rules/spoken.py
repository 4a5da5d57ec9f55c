"""The words of a deal as the state has them: declarations and signals, all of them public."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludocards.catalogue.tressette.rules.declarations import PHRASES
from ludocards.engine.game import Json


@dataclass(frozen=True, slots=True)
class Announcement:
    """A declaration that was made; `suit` is set if the table can see which suit it is about."""

    seat: int
    trick: int
    code: str
    suit: str | None

    @property
    def box(self) -> str:
        return PHRASES[self.code].box

    def as_json(self) -> dict[str, Json]:
        phrase = PHRASES[self.code]
        return {
            "seat": self.seat,
            "trick": self.trick,
            "box": phrase.box,
            "code": self.code,
            "text": phrase.text,
            "also": list(phrase.also),
            "suit": self.suit,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Announcement:
        return cls(data["seat"], data["trick"], data["code"], data["suit"])
