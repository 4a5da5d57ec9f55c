"""The OpenAPI document is complete, and its examples fit its schemas."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from django.test import Client
from django.utils.http import parse_http_date

from games import api
from games.api.shapes.games import GameShape
from games.api.wire import SITE_EVENTS, component_name
from ludocards.engine import wire
from ludocards.engine.game import Game
from ludocards.engine.registry import GAMES
from ludopoli.api.deprecations import HEADERS, MOVED
from ludopoli.api.middleware import PREFIX
from ludopoli.api.schema import COMMON_CODES, FRAMEWORK_CODES, RATES, STATUS_DESCRIPTIONS, whom_it_refuses
from ludopoli.api.shapes import Shape
from ludopoli.http.refusals import REFUSALS
from tests.api.document import DOCUMENT, HAS_WARNINGS
from tests.sources import ROOT
from tournaments.formats.catalog import FORMATS, Format

Operation = dict[str, Any]

OPERATIONS: dict[str, Operation] = {
    f"{method.upper()} {path}": operation
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
}
SUCCESS = ("200", "201")
JSON = "application/json"
HALF_A_YEAR = 182 * 24 * 3600
PROBLEM = {"$ref": "#/components/schemas/Problem"}
SCHEMAS = DOCUMENT["components"]["schemas"]


def failing(check: Callable[[Operation], None]) -> dict[str, str]:
    """Check every operation; return what is wrong with those that fail, by name.

    A test for each of them would take more time to be collected and reported than to run.
    """
    found = {}
    for name, operation in OPERATIONS.items():
        try:
            check(operation)
        except (AssertionError, KeyError, jsonschema.ValidationError) as why:
            found[name] = repr(why)
    return found


def test_the_generator_describes_everything_without_a_warning() -> None:
    assert not HAS_WARNINGS


def test_every_operation_documents_its_purpose_and_its_errors() -> None:
    def check(operation: Operation) -> None:
        assert operation["summary"]
        assert operation["tags"]
        assert "Scope: `" in operation["description"]
        for status, problem in _problems(operation):
            assert problem["content"]["application/problem+json"]["schema"] == PROBLEM, status
        assert "Retry-After" in operation["responses"]["429"]["headers"]

    assert failing(check) == {}


def test_a_refusal_is_documented_with_values_of_any_kind() -> None:
    """Numbers, too, such as the most there may be."""
    for code in REFUSALS:
        assert "%(" not in whom_it_refuses({code: 403})


def test_every_operation_says_whom_it_refuses_and_which_headers_tell_the_rate() -> None:
    def check(operation: Operation) -> None:
        said = operation["description"]
        for code in re.findall(r"`(\w+)`", operation["responses"]["403"]["description"]):
            assert code in COMMON_CODES or f"- `{code}`: " in said, code
        for status, answer in operation["responses"].items():
            if status.startswith("2") or status == "429":
                assert {*RATES} <= {*answer["headers"]}, status

    assert failing(check) == {}


def test_a_former_address_says_since_when_and_how_long_it_answers(db: None) -> None:
    """RFC 9745 and RFC 8594; a script of another site may read them, too."""
    former = {name for name, operation in OPERATIONS.items() if operation.get("deprecated")}
    assert former == {f"GET {PREFIX}{each.former}" for each in MOVED}
    for name in former:
        method, address = name.split()
        for below in ("", "k3mw8xzt/?size=1"):
            answer = Client().generic(method, address + below)
            assert answer.status_code == 308
            assert {*HEADERS} <= {*answer.headers}
            assert "Deprecation, Sunset, Link" in answer["Access-Control-Expose-Headers"]
            assert f'<{answer["Location"]}>; rel="successor-version"' == answer["Link"]
            assert answer["Location"].endswith(below)
            since, sunset = int(answer["Deprecation"].removeprefix("@")), parse_http_date(answer["Sunset"])
            assert sunset - since >= HALF_A_YEAR


def test_examples_of_answers_match_their_schemas() -> None:
    def check(operation: Operation) -> None:
        if operation.get("deprecated"):  # it answers as another operation
            return
        answered = [operation["responses"][status] for status in SUCCESS if status in operation["responses"]]
        if not answered:
            assert "204" in operation["responses"]
        for answer in answered:
            for kind, content in answer["content"].items():
                examples = [each["value"] for each in content.get("examples", {}).values()]
                examples += [content["example"]] if "example" in content else []
                assert examples, kind
                if kind == JSON:
                    for example in examples:
                        validate(example, content["schema"])

    assert failing(check) == {}


def test_examples_of_requests_match_their_schemas() -> None:
    def check(operation: Operation) -> None:
        if "requestBody" in operation:
            content = operation["requestBody"]["content"][JSON]
            for example in content.get("examples", {}).values():
                validate(example["value"], content["schema"])

    assert failing(check) == {}


def test_ids_of_senders_have_a_pattern() -> None:
    def check(operation: Operation) -> None:
        if "requestBody" in operation:
            name = operation["requestBody"]["content"][JSON]["schema"].get("$ref", "").rpartition("/")[2]
            fields = DOCUMENT["components"]["schemas"].get(name, {}).get("properties", {})
            assert "id" not in fields or "pattern" in fields["id"]

    assert failing(check) == {}


def test_text_in_an_address_has_no_nul_and_is_not_only_spaces() -> None:
    """An address with a NUL is refused before its operation sees it (`ludopoli/http/malformed.py`)."""

    def check(operation: Operation) -> None:
        for each in operation.get("parameters", ()):
            schema = each["schema"]
            if schema.get("type") == "string" and "format" not in schema:
                has_errors = jsonschema.Draft202012Validator(schema).iter_errors
                assert list(has_errors("a\0")), each["name"]
                assert list(has_errors("\x1c ")) or not schema.get("minLength"), each["name"]

    assert failing(check) == {}


ONE_MEANING = {
    "bot": "boolean",  # one of the site's own
    "program": "boolean",  # a bot account
    "place": "integer",  # a rank
    "position": "integer",  # of a person in an entry
    "location": "string",  # where people meet
    "label": "string",  # for people
    "cursor": "string",
    "size": "integer",  # of a page
    "next": "string",  # the page
    "at": "date-time",
}
"""Names that had several meanings, with their types or formats."""


def test_a_name_has_one_meaning() -> None:
    wrong = []

    def check(part: Any) -> None:
        if isinstance(part, list):
            for each in part:
                check(each)
        if isinstance(part, dict):
            named = part["properties"] if isinstance(part.get("properties"), dict) else {}
            if "in" in part and "schema" in part:
                named = {part["name"]: part["schema"]}
            for name, schema in named.items():
                if name in ONE_MEANING and ONE_MEANING[name] not in {*_types(schema)}:
                    wrong.append((name, schema))
            for each in part.values():
                check(each)

    check(DOCUMENT)
    assert wrong == []


def _types(schema: Any) -> list[str]:
    of: str | list[str] = schema.get("type", [])
    return [*([of] if isinstance(of, str) else of), schema.get("format", "")]


def test_no_address_could_be_that_of_another_operation() -> None:
    """Of two addresses that fit the same request one has to be more specific throughout."""

    def overlap(one: list[str], other: list[str]) -> bool:
        parts = [*zip(one, other, strict=True)]
        fits = all(a == b or "{" in a + b for a, b in parts)
        wider = {a.startswith("{") for a, b in parts if a.startswith("{") != b.startswith("{")}
        return fits and len(wider) != 1  # 1: one is more specific throughout

    paths = [path.split("/") for path in DOCUMENT["paths"]]
    pairs = [each for each in combinations(paths, 2) if len(each[0]) == len(each[1])]
    assert ["/".join(one) for one, other in pairs if overlap(one, other)] == []


def test_every_default_is_valid() -> None:
    """A linter of documents refuses another."""

    def check(part: Any) -> None:
        if isinstance(part, list):
            for each in part:
                check(each)
        if isinstance(part, dict):
            if "default" in part and "type" in part:
                validate(part["default"], part)
            for each in part.values():
                check(each)

    check(DOCUMENT)


def test_every_code_is_documented_with_its_status() -> None:
    documented = {
        (word.strip("`"), status)
        for operation in OPERATIONS.values()
        for status, problem in _problems(operation)
        for word in problem["description"].rpartition(": ")[2].split(", ")
        if word.startswith("`") and word.endswith("`")
    }
    table = {*FRAMEWORK_CODES.items(), *((code, refusal.status) for code, refusal in REFUSALS.items())}
    assert documented - table == {("Retry-After", 429)} & documented


def test_no_source_of_the_api_names_a_game() -> None:
    """The examples use the first game of the catalog; adding or removing one changes no file of the API."""
    for source in Path(api.__file__).parent.rglob("*.py"):
        text = source.read_text().lower()
        assert not [game for game in GAMES if game in text], source.name


def test_the_values_of_a_preset_have_the_types_of_its_options() -> None:
    for game in GAMES.values():
        for preset in GameShape.render(game)["presets"]:
            validate(preset["values"], SCHEMAS["PresetValues"])
        none = {option.name: {"no": "such value"} for option in game.options}
        with pytest.raises(jsonschema.ValidationError):
            validate(none, SCHEMAS["PresetValues"])


@pytest.mark.parametrize(
    ("union", "tag", "of_game"),
    [
        ("Command", "do", wire.command_schemas),
        ("Event", "kind", wire.event_schemas),
        ("Duty", "code", wire.duty_schemas),
    ],
    ids=["commands", "events", "duties"],
)
def test_what_names_no_game_is_told_apart_by_its_tag(
    union: str, tag: str, of_game: Callable[[Game[Any, Any]], dict[str, Any]]
) -> None:
    """A generated client takes the first type that fits: of several, it would lose what the others add."""
    assert SCHEMAS[union]["discriminator"]["propertyName"] == tag
    mapping = SCHEMAS[union]["discriminator"]["mapping"]
    assert len({*mapping.values()}) == len(SCHEMAS[union]["oneOf"]) == len(mapping)
    for name, game in GAMES.items():
        for value, schema in of_game(game).items():
            shared = SCHEMAS[mapping[value].rpartition("/")[2]]
            assert {*schema["properties"]} <= {*shared["properties"]}, (name, value)
            assert {*shared["required"]} - {"seq"} <= {*schema["required"]}, (name, value)


def test_every_event_that_the_site_adds_to_a_log_is_documented() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "games" / "play").rglob("*.py"))
    made = {*re.findall(r'Happened\(\s*"(\w+)"', sources)}
    assert "undone" in made
    assert made <= {*SITE_EVENTS}


@pytest.mark.parametrize("format", FORMATS.values(), ids=[*FORMATS])
def test_the_settings_of_an_event_have_the_types_of_its_format(format: Format) -> None:
    settings, given = (SCHEMAS[f"{component_name(format.name)}Settings{end}"] for end in ("", "Input"))
    assert (
        {option.name for option in format.all_options} == {*settings["properties"]} == {*settings["required"]}
    )
    assert given["properties"] == settings["properties"]
    assert not given["required"]
    for option in format.all_options:
        known = [option.default, *option.choices, list(option.choices), option.low, option.high]
        for value in [*known, option.low - 1, option.high + 1, "nonsense", ["nonsense"], None, True]:
            schema = settings["properties"][option.name]
            assert jsonschema.Draft202012Validator(schema).is_valid(_plain(value)) == option.accepts(value), (
                option.name,
                value,
            )


@pytest.mark.parametrize("format", FORMATS.values(), ids=[*FORMATS])
def test_an_event_has_the_settings_of_its_format(format: Format) -> None:
    event = OPERATIONS["GET /api/v1/tournaments/{event}/"]["responses"]["200"]["content"][JSON]
    [example] = [each["value"] for each in event["examples"].values()]
    settings = {name: _plain(value) for name, value in format.settings({}).items()}
    validate({**example, "format": format.name, "settings": settings}, event["schema"])
    for wrong in ({**settings, "deals": 0}, {**settings, "nonsense": 1}, {}):
        with pytest.raises(jsonschema.ValidationError):
            validate({**example, "format": format.name, "settings": wrong}, event["schema"])


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def test_the_document_and_the_page_are_served(db: None) -> None:
    served = Client().get("/api/v1/openapi/?format=json")
    assert served.status_code == 200
    document = json.loads(served.content)
    assert (document["openapi"], document["info"]["version"]) == ("3.1.0", "1.0.0")
    assert document["paths"].keys() == DOCUMENT["paths"].keys()
    unknown = [each["responses"]["401"] for every in document["paths"].values() for each in every.values()]
    assert all(each == {"$ref": "#/components/responses/Unauthorized"} for each in unknown)
    assert b"\n" not in served.content, "nor indents, which were two thirds of it"
    page = Client().get("/api/")
    assert page.status_code == 200
    text = page.content.decode()
    assert "/api/operations/tables/#tag/tables/operation/tables_list" in text
    place = document["externalDocs"]["url"].partition("#")[2]
    assert f'id="{place}"' in text
    assert "moved to <code>me/mistakes/</code>" in text


def test_every_operation_is_in_the_list_and_in_the_document_of_its_tag(db: None) -> None:
    listed = Client().get("/api/").context["tags"]
    operations = [(each.path, each.method.lower()) for tag in listed for each in tag.operations]
    parts = [Client().get(f"/api/v1/openapi/?format=json&tag={tag.slug}").json() for tag in listed]
    described = [
        (name, method)
        for part in parts
        for kind in ("paths", "webhooks")
        for name, methods in part[kind].items()
        for method in methods
    ]
    known = [
        (name, method)
        for kind in ("paths", "webhooks")
        for name, methods in DOCUMENT[kind].items()
        for method in methods
    ]
    assert sorted(operations) == sorted(described) == sorted(known)
    for part in parts:
        for kind, name in re.findall(r'"#/components/(\w+)/([^"]+)"', json.dumps(part)):
            assert name in part["components"][kind]
    assert {Client().get(f"/api/operations/{tag.slug}/").status_code for tag in listed} == {200}


def test_what_is_no_tag_has_no_page_and_no_document(db: None) -> None:
    for address in (
        "/api/operations/bridge/",
        "/api/v1/openapi/?tag=bridge",
        "/api/v1/openapi/?tag=House rules",
    ):
        assert Client().get(address).status_code == 404, address


def _problems(operation: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    return [(int(code), response) for code, response in operation["responses"].items() if int(code) >= 400]


def test_an_operation_documents_only_the_problems_that_can_occur() -> None:
    def check(operation: Operation) -> None:
        statuses = {status for status, _ in _problems(operation)}
        places = {parameter["in"] for parameter in operation.get("parameters", ())}
        assert statuses <= STATUS_DESCRIPTIONS.keys()
        assert {400, 401, 403, 429} <= statuses, "400: a parameter that nobody knows"
        assert 405 not in statuses
        assert (415 in statuses) == ("requestBody" in operation)
        if not places and "requestBody" not in operation:
            assert not statuses & {413, 415}

    assert failing(check) == {}


def validate(example: Any, schema: dict[str, Any]) -> None:
    whole = {**schema, "components": DOCUMENT["components"]}
    jsonschema.validate(example, whole, format_checker=jsonschema.FormatChecker())


def test_no_shape_is_described_by_its_base_class() -> None:
    purpose = str(Shape.__doc__).partition(":")[0]
    assert not [name for name, schema in SCHEMAS.items() if purpose in schema.get("description", "")]
