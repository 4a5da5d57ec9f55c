"""Creations that a program may ask for again, because it has not received the answer.

Requests of an account with the same `Idempotency-Key` create once and get the same answer. The answer is
stored in the transaction that creates, so neither exists without the other. A refused request stores nothing.

Source: draft-ietf-httpapi-idempotency-key-header, which names the header and the status 422.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.api.auth import requesting_account
from ludopoli.api.models import KEY_LENGTH, KeptAnswer
from ludopoli.api.rendering import JsonRenderer
from ludopoli.http.refusals import ActionRefused

Handler = TypeVar("Handler", bound=Callable[..., Any])

HEADER = "Idempotency-Key"
KEY = rf"^[!-~]{{1,{KEY_LENGTH}}}$"


def create_once(handler: Handler) -> Handler:
    """Let the handler of an operation that creates answer a repeated request as it has answered the first."""

    @wraps(handler)
    def answer(view: Any, request: Request, *args: Any, **named: Any) -> Response:
        key = request.headers.get(HEADER)
        if key is None:
            response: Response = handler(view, request, *args, **named)
            return response
        if re.fullmatch(KEY, key) is None:
            raise serializers.ValidationError({HEADER: [_("Only letters, digits and signs, 100 at most.")]})
        digest = _digest(request)
        with transaction.atomic():
            kept, is_first = KeptAnswer.objects.get_or_create(
                user=requesting_account(request), key=key, defaults={"request": digest}
            )
            if is_first:
                response = handler(view, request, *args, **named)
                kept.status, kept.location = response.status_code, response.get("Location", "")
                kept.body = JsonRenderer().render(response.data).decode()
                kept.save()
                return response
        if kept.request != digest:
            raise ActionRefused("key_reused")
        headers = {"Location": kept.location} if kept.location else {}
        return Response(json.loads(kept.body), kept.status, headers=headers)

    return answer  # type: ignore[return-value]  # it takes what the handler takes


def _digest(request: Request) -> str:
    """Tell a request from others: by its method, its address and its fields."""
    sent = [request.method, request.get_full_path(), request.data]
    return hashlib.sha256(json.dumps(sent, sort_keys=True).encode()).hexdigest()
