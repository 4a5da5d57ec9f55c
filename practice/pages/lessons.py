"""The courses, the lessons of one game, and the page of one step."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import texts
from ludocards.engine.registry import GAMES
from ludocards.words import lessons as parts
from ludocards.words.cards import gloss_of_deck
from ludopoli.base.lookups import or_404
from ludopoli.http.refusals import REFUSALS
from practice import lessons, progress, showing
from practice import texts as practice_texts
from practice.lessons import StepPlace

MOST_ANSWERS = 40


@never_cache
@require_safe
def courses_page(request: HttpRequest) -> HttpResponse:
    """The games that have lessons, each with the reader's progress; the one to begin with comes first."""
    done = progress.steps_done_by(request)
    shown = [
        (game, texts.texts_of_game(game), progress.progress_in(game, done))
        for game in GAMES
        if parts.lessons_of(game)
    ]
    shown.sort(key=lambda course: not course[1].begin_here)
    return render(request, "practice/courses.html", {"courses": shown})


@never_cache
@require_safe
def course_page(request: HttpRequest, game: str) -> HttpResponse:
    """The lessons of a game, each with the reader's progress; what people call its rules leads there, too."""
    code, (game, _presets) = game, texts.asked_rules(game)
    if game not in GAMES or not parts.lessons_of(game):
        raise Http404(game)
    if code != game:
        return redirect("course", game)
    done = progress.steps_done_by(request, game)
    context = {
        "game": game,
        "lessons": [(lesson, _steps_of(game, lesson, done)) for lesson in parts.lessons_of(game)],
        "progress": progress.progress_in(game, done),
    }
    return render(request, "practice/course.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def step_page(request: HttpRequest, game: str, lesson: str, number: int) -> HttpResponse:
    """A step of a lesson; POST answers it. The answer is in the address, as `?risposta=`."""
    place = or_404(lessons.step_place(game, lesson, number), str(REFUSALS["no_step"]))
    if request.method == "POST":
        return _answer(request, place)
    judged = lessons.judge_step(place, request.GET.getlist("risposta")[:MOST_ANSWERS])
    is_solved = judged is not None and judged.is_right
    position = (
        lessons.position_after(place, judged.answers)
        if judged and is_solved
        else lessons.step_position(place)
    )
    rules = position.game.rules_json(position.rules)
    chosen = judged.answers if judged else ()
    context: dict[str, Any] = {
        "place": place,
        "step": place.step,
        "total": len(place.lesson.steps),
        "part": parts.lessons_of(game).index(place.lesson) + 1,
        "parts": len(parts.lessons_of(game)),
        "frame": showing.puzzle_frame(position, is_open=False),
        "words": texts.page_words(game, rules),
        "choices": [
            (each, practice_texts.answer_name(place, each), each.code in chosen)
            for each in lessons.answer_options(place)
        ],
        "is_marking": lessons.is_marking(place),
        "judged": judged,
        "faults": practice_texts.fault_texts(place, judged) if judged else [],
        "following": lessons.following_step(place) if is_solved else None,
        "preset": rules["preset"],
        "task": "practice/_step.html",
        "gloss": gloss_of_deck(position.game.deck.name) if place.is_in_first_lesson else "",
    }
    return render(request, "practice/step.html", context)


def _answer(request: HttpRequest, place: StepPlace) -> HttpResponse:
    judged = lessons.judge_step(place, request.POST.getlist("answer")[:MOST_ANSWERS])
    address = reverse("lesson-step", args=[place.game, place.lesson.code, place.number])
    if judged is None:
        messages.error(request, str(REFUSALS["no_such_answer"]))
        return redirect(address)
    if judged.is_right:
        progress.remember_step(request, place)
    return redirect(f"{address}?{urlencode({'risposta': judged.answers}, doseq=True)}")


def _steps_of(game: str, lesson: parts.Lesson, done: set[tuple[str, str, int]]) -> list[tuple[int, bool]]:
    """The numbers of a lesson's steps, each with whether it is done."""
    return [(number, (game, lesson.code, number) in done) for number in range(1, len(lesson.steps) + 1)]
