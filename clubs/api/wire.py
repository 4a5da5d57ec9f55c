"""The schemas of the lines about clubs in the stream of a director's account."""

from __future__ import annotations

from clubs import feed
from ludocards.engine.wire import COUNT, TEXT, Schema, nullable_schema, record_schema, values_schema

WHO: Schema = {**nullable_schema(TEXT), "description": "the account; null: it is deleted"}
ABOUT = {"club": TEXT, "name": TEXT, "member": COUNT, "who": WHO}
LINE: Schema = {**COUNT, "description": "the number of the member without an account"}
HOW: Schema = {
    **values_schema(*feed.LINE_WAYS),
    "description": "`claimed` by the account, `offered` by a director, `joined`: both agree, `refused` by "
    "either, `taken`: it is by now somebody else's",
}
CLUB_HAPPENINGS: dict[str, Schema] = {
    **dict.fromkeys(("club_asked", "club_joined", "club_left"), record_schema(ABOUT)),
    "club_line": record_schema({**ABOUT, "line": LINE, "how": HOW}),
}
