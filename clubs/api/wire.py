"""The schemas of the lines about clubs in the stream of a director's account."""

from __future__ import annotations

from ludocards.engine.wire import COUNT, TEXT, Schema, nullable_schema, record_schema

WHO: Schema = {**nullable_schema(TEXT), "description": "the account; null: it is deleted"}
CLUB_HAPPENINGS: dict[str, Schema] = dict.fromkeys(
    ("club_asked", "club_joined", "club_left"),
    record_schema({"club": TEXT, "name": TEXT, "member": COUNT, "who": WHO}),
)
