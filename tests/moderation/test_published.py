"""Every text that others see: names with a listed word are refused, free text is masked for its readers, and
muted people publish neither."""

from __future__ import annotations

import csv
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from clubs import actions as clubs
from clubs import dates, federations, scorepads
from clubs.models import Club
from clubs.models import Member as ClubMember
from games.archive import imports
from games.models import HouseRules
from games.play import actions as play
from ludocards.engine.registry import GAMES
from ludopoli.accounts import names, people
from ludopoli.accounts.models import User
from ludopoli.moderation import sanctions
from ludopoli.moderation.models import Sanction
from ludopoli.notices.models import Notice
from ludopoli.text import word_filter
from ludopoli.text.times import format_utc
from tests.moderation.conftest import as_person
from tests.proofs import proven
from tests.refusals import refused
from tests.tournaments.conftest import (  # noqa: F401
    NewEvening,
    begin,
    club,
    copied,
    evening,
    organiser,
    settings_of_tonight,
    shared,
)
from tests.tournaments.conftest import _nothing_kept as _nothing_kept
from tests.tournaments.evening import Evening
from tournaments import actions, selectors
from tournaments import texts as event_texts
from tournaments.actions import checking
from tournaments.api import shapes
from tournaments.models import Event, Series
from tournaments.outlets import files, journal

NAMES = {
    "accounts.User.username",
    "analysis.Branch.name",
    "analysis.Study.name",
    "api.RegisteredApp.about",
    "api.RegisteredApp.name",
    "clubs.Club.categories",
    "clubs.Club.name",
    "clubs.Club.place",
    "clubs.Date.place",
    "clubs.Date.title",
    "clubs.Federation.age_categories",
    "clubs.Federation.name",
    "clubs.Federation.slug",
    "clubs.Licence.number",
    "clubs.Member.card",
    "clubs.Member.name",
    "clubs.Scorepad.names",
    "games.HouseRules.name",
    "tournaments.Entry.name",
    "tournaments.Event.name",
    "tournaments.Member.card",
    "tournaments.Member.category",
    "tournaments.Member.name",
    "tournaments.Series.divisions",
    "tournaments.Series.name",
}
"""Names, which are refused when they are given."""

FREE = {
    "accounts.User.bio",
    "analysis.Comment.text",
    "clubs.Club.description",
    "clubs.Club.rules",
    "clubs.ClubMessage.text",
    "clubs.Date.words",
    "clubs.Federation.description",
    "games.Message.text",
    "tournaments.Announcement.text",
    "tournaments.Claim.answer",
    "tournaments.Claim.text",
    "tournaments.Event.description",
    "tournaments.Event.purse",
    "tournaments.LogEntry.reason",
    "tournaments.Penalty.reason",
    "tournaments.Series.description",
    "tournaments.TournamentTable.reason",
}
"""Free texts, which are stored as written and masked for readers."""

COPIES = {
    "games.Match.players",
    "games.Message.name",
    "games.Table.rules_name",
    "notices.Notice.facts",
    "tournaments.Event.later_parts",
    "tournaments.Event.rules_name",
    "tournaments.FeePayment.by_name",
    "tournaments.LogEntry.facts",
}
"""Copies of a name that was accepted, or of a text that was masked."""

NOT_FOR_OTHERS = {
    "accounts.User.email", "accounts.User.first_name", "accounts.User.folded", "accounts.User.last_name",
    "accounts.User.password", "accounts.User.skeleton", "accounts.WaitingMail.content",
    "accounts.WaitingMail.email", "analysis.Study.token", "api.Token.name",
    "api.AppGrant.code", "api.AppGrant.refresh", "api.RegisteredApp.digest", "api.SigningKey.private",
    "api.KeptAnswer.body", "api.KeptAnswer.key",
    "games.Share.token", "moderation.Act.reason",
    "moderation.Report.text", "moderation.Sanction.reason", "webhooks.Delivery.answer",
    "webhooks.Delivery.body",
    "webhooks.Webhook.salt", "webhooks.Webhook.url",
    "notices.Device.endpoint", "notices.Device.name", "notices.Device.public_key", "notices.Device.secret",
    "notices.Device.session",
    "notices.PushKey.private", "tournaments.EventTemplate.name",
    "tournaments.EventTemplate.setup",
}  # fmt: skip
"""Texts that only their author, those who direct with them, moderators or nobody can read."""

NO_TEXTS = {
    "accounts.User.zone",
    "games.Message.phrase",
    "accounts.User.country", "accounts.User.language", "accounts.User.preferences", "api.Token.digest",
    "api.KeptAnswer.location", "api.KeptAnswer.request",
    "api.AppGrant.asked", "api.AppGrant.scopes", "api.RegisteredApp.client_id",
    "api.RegisteredApp.redirects", "api.RegisteredApp.scopes", "api.Token.scopes",
    "clubs.Club.code", "clubs.Club.secret", "clubs.Member.category",
    "clubs.Scorepad.game", "clubs.Scorepad.log", "clubs.Scorepad.rules", "clubs.Scorepad.secret",
    "analysis.Branch.commands",
    "api.Token.shown", "failures.Failure.error", "failures.Failure.subject", "failures.Failure.work",
    "games.Annulled.bot", "games.Annulled.game", "games.Annulled.preset", "games.Boards.name",
    "games.Boards.shuffled_as",
    "games.Boards.secret", "games.Event.command", "games.Event.command_id", "games.Event.kind",
    "games.Event.private", "games.Event.public", "games.Event.sealed", "games.Happening.data",
    "games.Happening.kind", "games.HouseRules.code", "games.HouseRules.game", "games.HouseRules.rules",
    "games.Ladder.game", "games.Match.away", "games.Match.bank_ms", "games.Match.game", "games.Match.gone",
    "games.Match.missed", "games.Match.rules", "games.Match.sent_away", "games.Match.snapshot",
    "games.Rating.game", "games.Result.bot", "games.Result.game", "games.Result.preset", "games.Result.tally",
    "games.Review.document", "games.ReviewedDeal.document", "games.Seat.address", "games.Seat.bot",
    "games.Seat.carried_by", "games.Seat.nonce", "games.Seat.socket", "games.Standing.game",
    "games.SoloResult.game", "games.SoloResult.level",
    "games.Standing.period",
    "games.Standing.split", "games.Standing.tally", "games.Table.code", "games.Table.game",
    "games.Table.labels", "games.Table.next_commitment", "games.Table.next_seed", "games.Table.rules",
    "games.Word.command", "games.Word.command_id", "moderation.Act.match", "moderation.Report.match",
    "moderation.Report.table", "moderation.Sanction.code", "moderation.Sanction.match",
    "moderation.Sighting.digest", "notices.Mailbox.language", "notices.Mailbox.zone",
    "notices.Notice.about", "notices.Notice.kind", "notices.Notice.url", "notices.Switch.kind",
    "operations.Heartbeat.name",
    "practice.Attempt.command", "practice.Daily.game", "practice.Mistake.answers", "practice.Mistake.at",
    "practice.Mistake.card", "practice.Mistake.code", "practice.Mistake.command", "practice.Mistake.facts",
    "practice.Mistake.game", "practice.Mistake.losses", "practice.Mistake.tempting",
    "practice.Mistake.themes", "practice.Puzzle.answers", "practice.Puzzle.code",
    "practice.Puzzle.digest", "practice.Puzzle.facts", "practice.Puzzle.game", "practice.Puzzle.losses",
    "practice.Puzzle.position", "practice.Puzzle.tempting",
    "practice.Puzzle.themes", "practice.PuzzleRating.game", "practice.StepDone.game",
    "practice.StepDone.lesson", "practice.StudiedMatch.game",
    "clubs.Club.sites", "clubs.Federation.age_day", "clubs.Licence.former_lines",
    "tournaments.Entry.byes_asked", "tournaments.Phase.declined", "tournaments.Event.round_dates",
    "tournaments.SentAct.sent_as", "tournaments.TournamentTable.forfeits",
    "tournaments.Event.announced", "tournaments.Event.digest", "tournaments.Event.held_as",
    "tournaments.Event.code", "tournaments.Event.format",
    "tournaments.Event.game", "tournaments.Event.rules", "tournaments.Event.secret",
    "tournaments.Event.settings", "tournaments.LogEntry.what", "tournaments.Member.bot",
    "tournaments.Member.nonce", "tournaments.ScoreEntry.deals", "tournaments.ScoreEntry.sent_as",
    "tournaments.Entry.lineup", "tournaments.Round.byes", "tournaments.Series.code",
    "tournaments.Series.points", "tournaments.Series.season_starts",
    "tournaments.TournamentTable.adjusted", "tournaments.TournamentTable.deals",
    "tournaments.TournamentTable.labels", "tournaments.TournamentTable.penalties",
    "tournaments.TournamentTable.places", "tournaments.TournamentTable.seated",
    "tournaments.TournamentTable.stage", "webhooks.Delivery.kind", "webhooks.Delivery.subject",
    "webhooks.Webhook.kinds", "webhooks.Webhook.topic",
}  # fmt: skip
"""Columns that the program writes, or whose values it checks against a list."""

BAD, MASKED = "che merda", "che m****"
WHY = "Insulti al tavolo"
RULES = {"preset": "classico"}
PLAYED: dict[str, Any] = {"game": "tressette", "rules": RULES, "players": 4, "format": "swiss"}


def test_every_text_of_every_model_is_classified() -> None:
    ours = ("ludocards", "ludopoli", "games", "clubs", "practice", "analysis", "tournaments")
    found = [
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        if model.__module__.partition(".")[0] in ours
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField | models.JSONField) and not field.choices
    ]
    assert sorted(found) == sorted([*NAMES, *FREE, *COPIES, *NOT_FOR_OTHERS, *NO_TEXTS])


def mute(person: User) -> Sanction:
    until = timezone.now() + timedelta(days=3)
    return sanctions.impose_sanction(person, Sanction.Kind.MUTE, reason=WHY, until=until)


@pytest.fixture
def tonight(evening: NewEvening, club: list[User]) -> Evening:  # noqa: F811
    begun = evening()
    begun.pairs(club)
    begun.start()
    return begun


# ---- names


Named = Callable[[User, Evening, str], Any]


def _event(by: User, on: Evening, name: str) -> Any:
    return actions.create_event(by, name=name, starts_at=on.now + timedelta(hours=3), now=on.now, **PLAYED)


def _late() -> list[User]:
    return list(User.objects.filter(username__in=["Nora", "Olga"]))


def _owned(by: User) -> Club:
    made = Club.objects.create(name="Circolo")
    ClubMember.objects.create(club=made, number=1, user=by, role="owner", since=timezone.now())
    return made


NAMING: dict[str, Named] = {
    "house rules": lambda by, on, name: play.save_rules(by, game="tressette", name=name, rules=RULES),
    "house rules kept": lambda by, on, name: play.copy_rules(by, game="tressette", name=name, rules=RULES),
    "house rules renamed": lambda by, on, name: play.change_rules(
        by, HouseRules.objects.create(owner=by, game="tressette", name="Casa", rules=RULES), name=name
    ),
    "event": _event,
    "event renamed": lambda by, on, name: actions.change_event(by, on.event, name=name),
    "series": lambda by, on, name: actions.create_series(by, name=name),
    "series renamed": lambda by, on, name: actions.change_series(
        by, Series.objects.create(organiser=by, name="Lega", points=[1]), name=name
    ),
    "division": lambda by, on, name: actions.change_series(
        by, Series.objects.create(organiser=by, name="Lega", points=[1]), divisions=[name]
    ),
    "club": lambda by, on, name: clubs.create_club(by, name=name),
    "club renamed": lambda by, on, name: clubs.change_club(by, _owned(by), name=name),
    "member of a club": lambda by, on, name: clubs.add_member(by, _owned(by), name),
    "member renamed": lambda by, on, name: clubs.change_member(by, _owned(by).members.get(), name=name),
    "federation": lambda by, on, name: federations.create_federation(by, name=name, slug="lega"),
    "score pad": lambda by, on, name: scorepads.open_pad(by, "", "tressette", RULES, [name, *"BCD"]),
    "date": lambda by, on, name: dates.add_dates(by, _owned(by), title=name, starts_at=on.now),
    "entry by the director": lambda by, on, name: actions.enter_members(
        by, on.event, _late(), name=name, now=on.now
    ),
}


@pytest.mark.parametrize("kind", NAMING)
def test_a_name_with_a_word_of_the_list_is_refused(kind: str, evening: NewEvening, organiser: User) -> None:  # noqa: F811
    with refused("bad_words") as caught:
        NAMING[kind](organiser, evening(), "La merda")
    assert str(caught.value) == "C’è una parola che qui non si usa. Scegline un’altra."


@pytest.mark.parametrize("kind", NAMING)
def test_the_muted_cannot_name_anything(kind: str, evening: NewEvening, organiser: User) -> None:  # noqa: F811
    tonight = evening()
    until = mute(organiser).until
    assert until is not None
    with refused("silenced", until=format_utc(until), reason=WHY) as caught:
        NAMING[kind](organiser, tonight, "La bella")
    assert WHY in str(caught.value)


def test_a_pairs_name_is_refused(evening: NewEvening, club: list[User]) -> None:  # noqa: F811
    tonight = evening()
    one, other = club[:2]
    entered: dict[str, Any] = {"partner": other, "now": tonight.now}
    with refused("bad_words"):
        actions.register_entry(one, tonight.event, name="La merda", **entered)
    mute(one)
    with refused("silenced"):
        actions.register_entry(one, tonight.event, name="La bella", **entered)
    actions.register_entry(one, tonight.event, **entered)


@pytest.mark.parametrize("name", ["Stronzo", "Str0nzo", "Testa di cazzo", "s.t.r.o.n.z.o"])
def test_the_name_of_an_account_or_a_bot_is_refused(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        names.check_account_name(name)
    assert refused.value.code in ("bad_words", names.NameValidator.code)
    names.check_account_name("Scunthorpe")


def test_names_in_a_record_from_elsewhere_are_masked() -> None:
    class Document:
        game = GAMES["tressette"]
        players = ("Stronzo", "Anna")

    assert imports._names(Document()) == ["S******", "Anna"]  # type: ignore[arg-type]


# ---- free text


def _club(name: str) -> User:
    return User.objects.get(username=name)


def _claim(by: User, on: Evening) -> Any:
    return actions.call_directors(by, on.tables(1)[0], BAD, now=on.now)


def _answer(by: User, on: Evening) -> Any:
    made = actions.call_directors(_club("Anna"), on.tables(1)[0], "aiuto", now=on.now)
    return actions.answer_claim(by, made, accepts=False, reason=BAD, now=on.now)


def _penalty(by: User, on: Evening) -> Any:
    on.play()
    return actions.penalise_table(by, on.tables(1)[0], [100, 0], BAD, on.now)


WRITING: dict[str, Callable[[User, Evening], Any]] = {
    "announcement": lambda by, on: actions.publish_announcement(by, on.event, BAD, on.now),
    "answer": _answer,
    "description": lambda by, on: actions.change_event(by, on.event, description=BAD, now=on.now),
    "series": lambda by, on: actions.create_series(by, name="Lega", description=BAD),
    "club": lambda by, on: clubs.change_club(by, _owned(by), description=BAD),
    "cancelling": lambda by, on: actions.cancel_event(by, on.event, BAD, on.now),
    "pause": lambda by, on: actions.pause_event(by, on.event, BAD, on.now),
    "penalty": _penalty,
}


def _read(on: Evening) -> str:
    """Return everything that pages, the API, files and notices show of the event to others."""
    event, director = Event.objects.get(pk=on.event.pk), on.organiser
    addresses = [event.get_absolute_url(), reverse("console", args=[event.code])]
    addresses += [reverse("console-table", args=[event.code, 1, number]) for number in (1, 2)]
    addresses += [reverse("series", args=[each.code]) for each in Series.objects.all()]
    addresses += [each.get_absolute_url() for each in Club.objects.all()]
    pages = [as_person(director).get(each).content.decode() for each in addresses]
    pages += [as_person(_club("Anna")).get(event.get_absolute_url()).content.decode()]
    client, api = as_person(_club("Anna")), f"/api/v1/tournaments/{event.code}/"
    pages += [
        client.get(api + each).content.decode() for each in ("", "announcements/", "claims/", "rounds/")
    ]
    pages += [client.get("/api/v1/series/").content.decode()]
    pages += [str(each) for each in journal.read_log(event, director)]
    whole = shapes.EventShape.render(event, sheet=selectors.event_sheet(event), reader=director)
    pages += [str(whole), selectors.why_cancelled(event)]
    pages += [each.text for each in Notice.objects.all()]
    return "\n".join(pages)


@pytest.mark.parametrize("kind", WRITING)
def test_free_text_is_masked_for_its_readers(kind: str, tonight: Evening) -> None:
    WRITING[kind](tonight.organiser, tonight)
    read = _read(tonight)
    assert MASKED in read
    assert BAD not in read


@pytest.mark.parametrize("kind", WRITING)
def test_the_muted_publish_nothing(kind: str, tonight: Evening) -> None:
    mute(tonight.organiser)
    with refused("silenced"):
        WRITING[kind](tonight.organiser, tonight)


def test_claims_are_masked_and_the_muted_cannot_claim(tonight: Evening, club: list[User]) -> None:  # noqa: F811
    anna, bruno = club[:2]
    _claim(anna, tonight)
    read = _read(tonight)
    assert MASKED in read
    assert BAD not in read
    mute(bruno)
    with refused("silenced"):
        _claim(bruno, tonight)


def test_muted_directors_may_still_act_without_words(tonight: Evening) -> None:
    mute(tonight.organiser)
    checking.check_reason(tonight.organiser, "", needed=False)
    actions.pause_event(tonight.organiser, tonight.event, now=tonight.now)
    actions.change_event(tonight.organiser, tonight.event, break_seconds=30)


def test_a_muted_director_still_rules_with_a_reason_from_the_list(tonight: Evening) -> None:
    """A tournament may have no other director, and fixed reasons need no filter."""
    by = tonight.organiser
    called = actions.call_directors(_club("Anna"), tonight.tables(1)[0], "aiuto", now=tonight.now)
    tonight.play()
    mute(by)
    table = tonight.tables(1)[0]
    with translation.override("it"):
        reasons = [str(each) for each in event_texts.REASONS]
        with refused("silenced", reasons=reasons) as caught:
            actions.penalise_table(by, table, [100, 0], "Hanno parlato", tonight.now)
        assert "con un motivo dell’elenco" in str(caught.value)
    for language in ("it", "en"):
        with translation.override(language):
            reason = str(event_texts.REASONS[0])
        ruled = actions.penalise_table(by, table, [100, 0], reason, tonight.now)
        assert ruled.reason == reason
    actions.answer_claim(by, called, accepts=False, reason=reason, now=tonight.now)
    with refused("silenced"):
        actions.publish_announcement(by, tonight.event, reason, tonight.now)


def test_a_barred_director_cannot_rule(tonight: Evening) -> None:
    by = tonight.organiser
    sanctions.impose_sanction(by, Sanction.Kind.BAN, reason=WHY)
    with refused("banned"):
        actions.cancel_event(by, tonight.event, str(event_texts.REASONS[0]), tonight.now)


def test_the_console_offers_the_listed_reasons(tonight: Evening) -> None:
    director, at = as_person(tonight.organiser), tonight.event.code
    for page in (
        reverse("console", args=[at]),
        reverse("console-table", args=[at, 1, 1]),
        reverse("console-entry", args=[at, 1]),
    ):
        shown = director.get(page).content.decode()
        assert shown.count('<datalist id="motivi">') == 1
        assert "secondo il regolamento del torneo" in shown
        assert 'list="motivi"' in shown


def test_a_file_of_results_is_masked(tonight: Evening) -> None:
    _penalty(tonight.organiser, tonight)
    rows = [*csv.reader(files.results_csv(tonight.event, tonight.organiser).splitlines())]
    written = [cell for row in rows for cell in row]
    assert MASKED in written
    assert BAD not in written


# ---- profiles


def test_a_profile_is_masked_on_display_and_stored_as_written(anna: User, bruno: User) -> None:
    sent = {"bio": BAD, "country": ""}
    assert as_person(anna).post(reverse("account_profile"), sent).status_code == 302
    assert User.objects.get(pk=anna.pk).bio == BAD
    for reader in (as_person(bruno), Client()):
        page = reader.get(reverse("profile", args=["Anna"])).content.decode()
        assert MASKED in page
        assert BAD not in page
        assert reader.get("/api/v1/people/Anna/").json()["about"] == MASKED
    assert BAD in as_person(anna).get(reverse("account_profile")).content.decode()


def test_the_profile_of_a_blocked_person_is_empty(anna: User, bruno: User) -> None:
    User.objects.filter(pk=anna.pk).update(bio="Gioco da sempre")
    people.block(bruno, anna)
    mine = as_person(bruno)
    assert "Gioco da sempre" not in mine.get(reverse("profile", args=["Anna"])).content.decode()
    assert mine.get("/api/v1/people/Anna/").json()["about"] == ""
    assert "Gioco da sempre" in Client().get(reverse("profile", args=["Anna"])).content.decode()


def test_the_muted_cannot_change_their_profile(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(bio="Gioco da sempre")
    mute(anna)
    client = as_person(anna)
    answer = client.post(reverse("account_profile"), {"bio": "Altro", "country": ""})
    assert answer.status_code == 422
    assert WHY in answer.content.decode()
    same = client.post(reverse("account_profile"), {"bio": "Gioco da sempre", "country": "IT"})
    assert same.status_code == 302
    assert client.post(reverse("account_profile"), {"bio": "", "country": "IT"}).status_code == 302
    assert User.objects.get(pk=anna.pk).bio == ""


def test_the_muted_cannot_create_bots(anna: User) -> None:
    mute(anna)
    answer = proven(anna).post(reverse("bots"), {"name": "Tarlo", "about": ""})
    assert WHY in answer.content.decode()
    assert not anna.bots.exists()


def test_chat_explains_a_mute_and_its_end(anna: User) -> None:
    table = play.open_table(anna, game="tressette", rules=RULES, players=4)
    mute(anna)
    with refused("silenced", reason=WHY):
        play.add_table_line(anna, table, "ciao")


def test_a_clean_text_is_unchanged() -> None:
    assert word_filter.is_clean("asso di coppe")
    assert not word_filter.is_clean(BAD)
