"""The base of all API operations: scopes, strict queries, and no body where none is expected."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

from django.db.models import QuerySet
from django.http import QueryDict
from django.http.request import RawPostDataException
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ludopoli.api.auth import method_of, requesting_account
from ludopoli.api.idempotency import create_once
from ludopoli.api.middleware import PREFIX
from ludopoli.api.models import Scope
from ludopoli.api.paging import PageQuery, PagingByCursor, WholeListPagination
from ludopoli.api.preconditions import tagged
from ludopoli.api.shapes import Shape

Handler = TypeVar("Handler", bound=Callable[..., Any])


def document_operation(*, request: Any = empty, **description: Any) -> Callable[[Handler], Handler]:
    """Describe an operation as `extend_schema` does; without a `request` it takes no body.

    One that answers 201 creates once by `Idempotency-Key`.
    """
    describe = extend_schema(request=request, **description)

    def described(handler: Handler) -> Handler:
        if 201 in description.get("responses", ()):
            handler = create_once(handler)
        handler.takes_body = request is not None and request is not empty  # type: ignore[attr-defined]
        return describe(handler)

    return described


@method_decorator(tagged, name="dispatch")
class Operation(APIView):
    """A view of the API.

    By method it has the scope that is needed, or several of which one is enough (`scopes`), and the shape of
    its query (`queries`). Parameters that the shape does not name are refused. What is read has an ETag:
    unchanged it is answered with 304.
    """

    scopes: ClassVar[Mapping[str, str | tuple[str, ...]]]
    queries: ClassVar[Mapping[str, type[Shape[Any]]]] = {}
    pagination_class: Any = WholeListPagination
    has_etag = True

    query: dict[str, Any]
    """The validated parameters of the address."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        method = method_of(request)
        self.query = validated_query(self.queries.get(method, Shape), request._request.GET)
        handler = getattr(self, method.lower(), None)
        if method != "GET" and not getattr(handler, "takes_body", True) and _brings_something(request):
            raise serializers.ValidationError({"body": [_("Nothing is sent here.")]})


def _brings_something(request: Request) -> bool:
    """Return whether the request has a body other than `{}`."""
    try:
        return b"".join(request._request.body.split()) not in (b"", b"{}")
    except RawPostDataException:  # a form: the check of its CSRF token has read it
        return True


@method_decorator(never_cache, name="dispatch")
class Unstored(Operation):
    """A view whose responses, such as files and secret links, nobody may store: they have no ETag."""

    has_etag = False


class OwnList(Operation, ListAPIView[Any]):
    """A list of the account's own rows, paged by cursor; subclasses define `rows` and `serializer_class`."""

    scopes = {"GET": Scope.READ}
    queries = {"GET": PageQuery}
    pagination_class = PagingByCursor

    rows: Callable[..., QuerySet[Any]]
    """Return the rows, given the person and the arguments of the URL by name."""

    @document_operation(tags=["me"])
    def get(self, request: Request, **named: Any) -> Response:
        page = self.paginate_queryset(self.rows(requesting_account(request), **named)) or []
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


def validated_query(shape: type[Shape[Any]], sent: QueryDict) -> dict[str, Any]:
    """Validate a query by its shape; the error names parameters that are unknown, wrong or repeated."""
    once = {name: values[-1] for name, values in sent.lists()}
    twice = {name: [_("Only once.")] for name, values in sent.lists() if len(values) > 1}
    if twice:
        raise serializers.ValidationError(twice)
    return _checked(shape, once)


def validated_body(shape: type[Shape[Any]], request: Request, *, partial: bool = False) -> dict[str, Any]:
    """Validate a body by its shape; with `partial` fields may be missing."""
    return _checked(shape, request.data, partial=partial)


def _checked(shape: type[Shape[Any]], data: Any, *, partial: bool = False) -> dict[str, Any]:
    sent = shape(data=data, partial=partial)
    sent.is_valid(raise_exception=True)
    checked: dict[str, Any] = sent.validated_data
    return checked


def created_response(data: Any, address: str) -> Response:
    """Answer 201 with the address of what was created, below `/api/v1/`."""
    return Response(data, status=201, headers={"Location": PREFIX + address})
