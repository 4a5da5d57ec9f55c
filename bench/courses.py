"""The time that the course of each game takes, from the home page to the table of the first match.

All words of the steps are read with 200 a minute, those of navigation and of the answers to choose from in
every step again; of the pages before them the headings. Each tap takes four seconds, in which the next page
arrives. The first figure is
for somebody who is right at once, the second for somebody who is wrong once in every step. Time to think is
in neither. `--steps` prints the words and taps of every step.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from dataclasses import asdict, dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from django.test import Client

from ludocards.engine.registry import GAMES
from practice import lessons
from tests.live.stack import Embedded

WORDS_A_MINUTE, SECONDS_A_TAP = 200, 4
PROMISED = 8
"""Minutes."""
LANGUAGES = ("it", "en")

PARTS = {
    "hero": r'<section class="hero.*?<form',
    "head": r'<div class="page-head">.*?</div>',
    "task": r'<section class="task".*?</section>',
    "wrong": r'<div id="task-h" tabindex="-1" data-outcome="wrong">.*?</div>',
}


@dataclass(frozen=True, slots=True)
class Read:
    """A page of the course with the words that are read and the taps that are needed, and those that a wrong
    answer adds."""

    place: str
    words: int
    taps: int
    more_words: int = 0
    more_taps: int = 0


def minutes(pages: list[Read], *, wrong: bool = False) -> float:
    words = sum(page.words + wrong * page.more_words for page in pages)
    taps = sum(page.taps + wrong * page.more_taps for page in pages)
    return words / WORDS_A_MINUTE + taps * SECONDS_A_TAP / 60


def follow(game: str, language: str) -> list[Read]:
    """The pages of a course, from the home page on, in their order."""
    reader = Client(headers={"accept-language": language}, SERVER_NAME="localhost")

    def words(address: str, *parts: str, **query: list[str]) -> int:
        page = reader.get(address, query).content.decode()
        return sum(map(_words, (found[0] for part in parts for found in [_found(part, page)])))

    def step(place: lessons.StepPlace) -> Read:
        address = f"/lezioni/{game}/{place.lesson.code}/{place.number}/"
        right = sorted(lessons.right_answers(place))
        wrong = [option.code for option in lessons.answer_options(place) if option.code not in right]
        if lessons.is_marking(place):
            wrong = [*right, *wrong[:1]] if wrong else right[:1]
        else:
            wrong, right = wrong[:1], right[:1]
        return Read(
            f"{place.lesson.code} {place.number}",
            words(address, "head", "task") + words(address, "task", risposta=right),
            len(right) + 2,
            words(address, "wrong", risposta=wrong),
            len({*right} ^ {*wrong}) + 1,
        )

    return [
        Read("home", words("/", "hero"), 1),
        Read("courses", words("/lezioni/", "head"), 1),
        Read("course", words(f"/lezioni/{game}/", "head"), 1),
        *map(step, lessons.step_places(game)),
    ]


def _found(part: str, page: str) -> re.Match[str]:
    found = re.search(PARTS[part], page, re.DOTALL)
    assert found, part
    return found


def _words(html: str) -> int:
    counter = _Counter()
    counter.feed(html)
    return counter.words


class _Counter(HTMLParser):
    """Counts the words of a page that can be read: none of drawings, scripts, and folds that are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.open = 0, list[str]()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while tag in self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        is_folded = "details" in self.open and "summary" not in self.open
        if not is_folded and not {"svg", "script"} & {*self.open}:
            self.words += len(data.split())


def measured() -> list[tuple[str, str, list[dict[str, Any]]]]:
    courses = [game for game in GAMES if lessons.step_places(game)]
    return [
        (language, game, [asdict(page) for page in follow(game, language)])
        for language in LANGUAGES
        for game in courses
    ]


def main(steps: bool = False) -> None:
    with tempfile.TemporaryDirectory() as home, Embedded(Path(home)) as stack:
        for language, game, found in stack.call("bench.courses:measured"):
            pages = [Read(**page) for page in found]
            for page in pages if steps else ():
                print(
                    f"   {page.place:20} {page.words:4} words, {page.taps:2} taps; after a wrong answer "
                    f"{page.more_words:3} words, {page.more_taps:2} taps"
                )
            words, taps = sum(page.words for page in pages), sum(page.taps for page in pages)
            print(
                f"{language} {game:10} {len(lessons.step_places(game)):2} steps, "
                f"{words:4} words, {taps:2} taps: "
                f"{minutes(pages):.1f} minutes, or {minutes(pages, wrong=True):.1f} (at most {PROMISED})"
            )


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--steps", action="store_true", help="the words and taps of every step")
    main(arguments.parse_args().steps)
