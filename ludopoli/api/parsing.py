"""The parser of request bodies."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class JsonParser(JSONParser):
    """JSON without endless nesting and without half characters (lone surrogates)."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            sent = super().parse(stream, media_type, parser_context)
            json.dumps(sent, ensure_ascii=False).encode()
        except (RecursionError, UnicodeEncodeError):
            raise ParseError from None
        return sent
