"""The sources of the style sheets: no repeated rules, colours only as tokens, nothing unused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings

SHARED = settings.BASE_DIR / "static" / "css"
FILES = [*SHARED.rglob("*.css"), *settings.BASE_DIR.glob("ludocards/catalogue/*/static/css/games/*.css")]
CODE = ("games", "ludocards", "ludopoli", "clubs", "practice", "analysis", "tournaments")
SOURCES = [
    path
    for folder in ("templates", "static/js", *CODE)
    for path in (settings.BASE_DIR / folder).rglob("*.*")
    if path.suffix in (".html", ".js", ".py")
]
TOKENS = SHARED / "tokens.css"
LONGEST = 500
PIECE = re.compile(r'"[^"]*"|([^"{};]|"[^"]*")*[{;]|}')
COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|"
    r"(?<![\w-])(?:black|white|red|green|blue|yellow|orange|gr[ae]y|silver|gold|brown|purple|pink|navy|teal|"
    r"maroon|olive|lime|aqua|cyan|magenta|beige|ivory|coral|crimson|salmon|tan|wheat|linen)(?![\w-])",
    re.IGNORECASE,
)


class Said(NamedTuple):
    """A declaration with its context: layer, media queries, selectors."""

    file: str
    around: tuple[str, ...]
    selectors: str
    name: str
    value: str


def said(path: Path) -> Iterator[Said]:
    """Yield every declaration of a sheet formatted by Biome, except those in keyframes."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    within: list[str] = []
    elsewhere = ("@keyframes", "@font-face", "@property")
    for piece in (" ".join(each[0].split()) for each in PIECE.finditer(text)):
        if piece == "}":
            within.pop()
        elif piece.endswith("{"):
            within.append(piece.removesuffix("{").strip())
        elif within and not any(each.startswith(elsewhere) for each in within):
            around = tuple(sorted(each for each in within if each.startswith("@")))
            selectors = " ".join(each for each in within if not each.startswith("@"))
            name, _, value = piece.removesuffix(";").partition(":")
            yield Said(path.name, around, selectors, name.strip(), value.strip())


def characters(unicode_range: str) -> set[int]:
    """Return the characters of a `unicode-range`."""
    ends = (part.strip().removeprefix("U+").partition("-") for part in unicode_range.split(","))
    return {char for first, _, last in ends for char in range(int(first, 16), int(last or first, 16) + 1)}


def test_texts_need_only_the_first_file_of_each_font() -> None:
    fonts = re.findall(r"fonts/([^\"]+)\.woff2.*?unicode-range:([^;]+);", TOKENS.read_text(), re.DOTALL)
    ranges = {name: characters(found) for name, found in fonts}
    core = {name: found for name, found in ranges.items() if "-core-" in name}
    texts = {*map(ord, "".join(path.read_text() for path in settings.BASE_DIR.glob("locale/*/*/*.po")))}
    assert len(core) == 3
    for name, found in core.items():
        assert not found & ranges[name.replace("-core-", "-more-")]
        assert not texts & ranges[name.replace("-core-", "-more-")]


def test_a_sheet_is_short() -> None:
    assert [path for path in FILES if len(path.read_text().splitlines()) > LONGEST] == []


def test_a_rule_stands_once() -> None:
    """No block patches an earlier one: a selector occurs once per layer and media query in all sheets."""
    places: dict[tuple[tuple[str, ...], str, str], Said] = {}
    for each in (each for path in FILES for each in said(path)):
        first = places.setdefault((each.around, each.selectors, each.name), each)
        assert first is each, f"{each.file}: {each.selectors} {{ {each.name} }} was said in {first.file}"


def test_a_query_stands_with_its_rule_or_once_in_its_layer() -> None:
    """A rule nests the queries that change it; rules for one query alone stand in the block of that query."""
    alone = r"^( *)([^@\s].*) \{\n\1  @\w+ .*\{\n(?:\1    .*\n)*\1  \}\n\1\}$"
    for path in FILES:
        for layer in re.split(r"^@layer .*", path.read_text(), flags=re.MULTILINE):
            blocks = re.findall(r"^(?:  )?(@(?:media|container|supports) .*) \{$", layer, re.MULTILINE)
            assert [*dict.fromkeys(blocks)] == blocks, path
            assert not re.findall(alone, layer, re.MULTILINE), path


def test_no_rule_asks_what_the_whole_page_holds() -> None:
    """Each change below an element with such a rule makes a browser compute styles for all of it again."""
    selectors = {each.selectors for path in FILES for each in said(path)}
    assert [each for each in selectors if re.search(r"^(html|body)\S*:has\(", each)] == []


def test_a_rule_names_what_it_changes_if_something_else_is_held() -> None:
    """Otherwise a browser computes all styles of a table again when it changes, as by a card's picture."""
    selectors = {each.selectors for path in FILES for each in said(path)}
    assert [each for each in selectors if re.search(r":has\(.* (\*|:not\([^ ]*\))$", each)] == []


def test_the_wall_loses_nothing_on_paper() -> None:
    """In a grid Chromium prints the last lines of a list in columns beside the page."""
    on_paper = {each[2:] for path in FILES for each in said(path) if "@media print" in each.around}
    assert (".wall", "display", "block") in on_paper


def test_colours_are_tokens() -> None:
    """All colours, on screen and in print, are those of `tokens.css`."""
    others = [each for path in FILES if path.name != "tokens.css" for each in said(path)]
    assert [each for each in others if COLOUR.search(re.sub(r'url\("[^"]*"\)', "", each.value))] == []


@pytest.mark.parametrize("token", ["btn-primary", "btn-table"])
def test_the_colour_of_a_button_is_one_line(token: str) -> None:
    declared = [each for path in FILES for each in said(path) if each.name == f"--{token}"]
    [button] = {each.selectors for path in FILES for each in said(path) if f"var(--{token})" in each.value}
    assert [each.file for each in declared] == ["tokens.css"]
    assert button.startswith(".btn.")


def test_every_styled_class_is_on_some_page() -> None:
    """The page of the API is left out, since Redoc generates its own classes."""
    words = set(re.findall(r"[a-zA-Z][\w-]*", " ".join(path.read_text() for path in SOURCES)))
    for path in FILES:
        if path.name != "api.css":
            for each in said(path):
                bare = re.sub(r'"[^"]*"', "", each.selectors)
                names = re.findall(r"\.([a-z][\w-]*)", bare)
                missing = [name for name in names if not words & {name, name.rstrip("0123456789")}]
                assert not missing, f"{path.name}: {each.selectors}"


def test_every_custom_property_is_used() -> None:
    """Every custom property is read by a rule, a page or a script."""
    sources = [path for path in SOURCES if path.suffix in (".html", ".js")]
    written = " ".join(path.read_text() for path in (*FILES, *sources))
    read = {*re.findall(r"var\(\s*(--[\w-]+)", written), *re.findall(r"[\"'`](--[\w-]+)", written)}
    declared = {(path.name, each.name) for path in FILES for each in said(path) if each.name.startswith("--")}
    assert {(file, name) for file, name in declared if name not in read} == set()


def test_what_waits_for_the_element_after_it_has_one() -> None:
    """It would stay hidden otherwise (`components/shell.css`)."""
    [waiting] = re.findall(
        r":is\(([^)]*)\):not\(:has\(\+ \*\)\)", (SHARED / "components/shell.css").read_text()
    )
    names = waiting.replace(".", "").replace(", ", "|")
    whole = rf'^( *)<(\w+)[^>]*class="(?:[^"]* )?(?:{names})(?: [^"]*)?".*?^\1</\2>'
    after = re.compile(rf"{whole}(?:\s|{{% end(?!block)\w+ %}})*(.*?)$", re.MULTILINE | re.DOTALL)
    templates = {path: path.read_text() for path in SOURCES if path.suffix == ".html"}
    found = [(path, each[3]) for path, text in templates.items() for each in after.finditer(text)]
    assert len(found) > 15
    assert [each for each in found if not each[1] or each[1].startswith(("</", "{% end", "{% else"))] == []
