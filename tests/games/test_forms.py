"""The form that opens a table: it agrees with the catalog, and refuses whatever the game would refuse."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games import texts
from games.pages.forms import OPTION, OpenTableForm
from games.play.actions.tables import CLOCKS
from ludocards.engine.game import Refused, unrefused
from ludocards.engine.registry import GAMES
from ludocards.words.texts import option_key
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tests.node import run_on_page

NAMES = list(GAMES)


def filled(game: str, **changed: Any) -> dict[str, str]:
    """Return what a browser sends if only the `changed` fields differ from the defaults."""
    form = OpenTableForm(game)
    default = form.shown_preset
    sent = {
        "game": game,
        "base": default,
        "preset": default,
        "players": str(GAMES[game].players[0]),
        "watchable": "on",
    }
    options = {field.html_name: str(field.initial) for field in form.option_fields}
    return {**sent, "clock": next(iter(CLOCKS)), **options, **changed}


@pytest.mark.parametrize("game", NAMES)
def test_everything_in_the_catalogue_has_its_texts(game: str) -> None:
    rules, words = GAMES[game], texts.texts_of_game(game)
    assert words.presets.keys() == rules.presets.keys()
    assert words.options.keys() == {option.name for option in rules.options}
    for option in rules.options:
        labels = [words.options[option.name].choice(choice) for choice in option.choices]
        assert all(labels)
        assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("game", NAMES)
def test_an_untouched_form_is_the_default_preset(game: str) -> None:
    form = OpenTableForm(game, filled(game))
    assert form.is_valid(), form.errors
    assert form.rules == {"preset": next(iter(GAMES[game].presets))}
    assert form.arguments["players"] == GAMES[game].players[0]
    assert form.arguments["watchable"] is True
    assert form.arguments["private"] is False


@pytest.mark.parametrize("game", NAMES)
def test_every_choice_of_every_option_is_accepted(game: str) -> None:
    for option in GAMES[game].options:
        for choice in option.choices:
            form = OpenTableForm(game, filled(game, **{OPTION + option.name: option_key(choice)}))
            assert form.is_valid(), form.errors
            unrefused(GAMES[game].rules_from(form.rules))
            usual = texts.preset_values(game, form.rules["preset"])[option.name]
            assert form.rules.get(option.name, usual) == choice
            assert (option.name in form.rules) == (choice != usual)


def test_a_value_beside_the_choices_is_accepted_if_legal() -> None:
    form = OpenTableForm("tressette", filled("tressette", option_match_end='{"points": 50}'))
    assert form.is_valid()
    assert form.rules["match_end"] == {"points": 50}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("preset", "poker"),
        ("players", "5"),
        ("players", "quattro"),
        ("players", "1e9"),
        ("clock", "sand"),
        ("clock", "none"),
        ("option_match_end", "31"),
        ("option_match_end", '{"points": 0}'),
        ("option_match_end", "{"),
        ("option_match_end", "[" * 5000),
        ("option_accuse_window", '"2"'),
        ("option_accuse_window", "true"),
        ("option_removed_card", '"3B"'),
    ],
)
def test_a_bad_value_is_an_error_of_its_field(field: str, value: str) -> None:
    form = OpenTableForm("tressette", filled("tressette", **{field: value}))
    assert not form.is_valid()
    assert form.errors.keys() == {field}


def test_an_unknown_option_is_refused() -> None:
    form = OpenTableForm("tressette", filled("tressette", option_jokers="2"))
    assert not form.is_valid()


CHOOSING = """
    const { followPreset } = await load("presets");
    const chosen = clocks.map((value) => {
        const target = { name: "clock", value, dataset: { private: slow } };
        const form = {
            elements: { private: { checked: false } },
            querySelector: (selector) => selector.includes("players") ? null : { dataset: { values: "{}" } },
            querySelectorAll: () => [],
            addEventListener: (_event, act) => act({ target }),
        };
        followPreset(form);
        return form.elements.private.checked;
    });
    console.log(JSON.stringify(chosen));
"""


def test_a_clock_of_private_tables_makes_the_table_private_on_the_page() -> None:
    clock = OpenTableForm("briscola").fields["clock"]
    slow = clock.widget.attrs["data-private"]
    clocks = [name for name, _label in clock.choices]  # type: ignore[attr-defined]
    chosen = run_on_page(CHOOSING, clocks=clocks, slow=slow)
    assert [name for name, private in zip(clocks, chosen, strict=True) if private] == ["none", "day"]


CHANGING = """
    const { followPreset } = await load("presets");
    const preset = { dataset: { values: JSON.stringify({ option_points: "21", option_accuse: "true" }) } };
    const points = { name: "option_points", value: "21", labels: [{ textContent: "Punti" }] };
    const accuse = { ...points, name: "option_accuse", value: "true", selectedOptions: [{ text: "sì" }] };
    const said = {};
    const form = {
        elements: {},
        querySelector: (selector) => ({ "[name=preset]:checked": preset, "[data-changes]": said })[selector],
        querySelectorAll: (selector) => (selector === ".opt-row select" ? [points, accuse] : []),
        addEventListener: (_event, act) => (form.change = act),
    };
    for (const select of [points, accuse]) Object.assign(select, { dataset: {}, closest: () => ({}) });
    followPreset(form);
    const changes = [["31", "31 punti"], ["21", "21 punti"]].map(([value, text]) => {
        Object.assign(points, { value, selectedOptions: [{ text }] });
        form.change({ target: points });
        return said.textContent;
    });
    console.log(JSON.stringify(changes));
"""


def test_the_page_says_which_options_differ_from_the_chosen_preset() -> None:
    assert run_on_page(CHANGING) == ["Punti: 31 punti", ""]


def test_a_refused_form_says_which_options_differ_from_the_preset() -> None:
    assert OpenTableForm("tressette", filled("tressette")).changes == ""
    changed = OpenTableForm("tressette", filled("tressette", players="5", option_accuse_window="0"))
    assert changed.changes == "Accusa: senza"


def test_only_private_tables_may_have_no_clock() -> None:
    assert OpenTableForm("tressette", filled("tressette", clock="none", private="on")).is_valid()


def test_changed_groups_of_options_stay_open() -> None:
    def opened(**changed: str) -> list[bool]:
        form = OpenTableForm("tressette", filled("tressette", **changed))
        return [group.is_open for group in form.option_groups]

    assert opened() == [False, False]
    assert opened(option_accuse_window="0") == [False, True]
    assert opened(option_accuse_window="9") == [False, True]


def test_options_of_other_players_and_of_other_choices_are_silent() -> None:
    def silent(**chosen: str) -> set[str]:
        form = OpenTableForm("briscola", {"preset": "classico", **chosen})
        return {name for group in form.option_groups for name in group.silent}

    none = {"option_exchange": '"none"'}
    of_two, of_four = silent(players="2", **none), silent(players="4", **none)
    assert of_four < of_two, "two make no signs to each other"
    assert of_four > {"option_exchange_until", "option_exchange_after_win"}, "nothing is exchanged"


@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_exactly_one_heading(game: str) -> None:
    form = OpenTableForm(game)
    groups = form.option_groups
    listed = [field.name for group in groups for field in group.fields]
    assert sorted(listed) == sorted(field.name for field in form.option_fields)
    for group in groups:
        assert group.says.count(": ") >= len(group.fields) - len(group.silent)
        assert not group.says.endswith(": ")


def test_the_address_of_a_new_table_has_no_form_data(client: Client, db: None) -> None:
    """A browser keeps the fragment of the form's address across the redirect."""
    page = client.get("/tavoli/").content.decode()
    assert re.findall(r'(?:form)?action="(/tavoli/(?:apri|casa)/[^"]*)"', page) == [
        "/tavoli/apri/", "/tavoli/casa/", "/tavoli/casa/",
    ]  # fmt: skip
    wrong = client.post("/tavoli/apri/", {"preset": "nonsense"}).content.decode()
    assert 'role="alert" tabindex="-1" autofocus' in wrong, "so the page shows it, without a #"


def test_a_refused_table_keeps_the_form_filled_in(client: Client, db: None) -> None:
    kept = [*CLOCKS][1]
    sent = filled(NAMES[0], clock=kept)
    client.force_login(User.objects.create(username="Anna", password="!"))
    answers = [client.post("/tavoli/apri/", sent) for _ in range(6)]
    assert {each.status_code for each in answers[:5]} == {302}
    html = answers[-1].content.decode()
    assert answers[-1].status_code == 422
    assert f'<option value="{kept}" selected>' in html
    [error] = answers[-1].context["form"].non_field_errors()
    assert error in unescape(html)


@pytest.mark.parametrize("game", NAMES)
def test_the_displayed_values_of_a_preset_are_those_of_the_game(game: str) -> None:
    for preset in GAMES[game].presets:
        plain = GAMES[game].rules_from({"preset": preset})
        values = {
            name: value for name, value in texts.preset_values(game, preset).items() if value is not None
        }
        assert GAMES[game].rules_from({"preset": preset, **values}) == plain


@pytest.mark.parametrize("game", NAMES)
def test_the_summary_names_every_rule(game: str) -> None:
    for players in GAMES[game].players:
        lines = texts.rules_summary(game, {"preset": next(iter(GAMES[game].presets))}, players)
        assert lines
        assert all(label and value for label, value in lines)


def test_the_wording_of_the_summary() -> None:
    rules = {"preset": "classico", "match_end": {"points": 31}, "accuse_window": 0}
    lines = dict(texts.rules_summary("tressette", rules, players=4))
    assert lines["Si gioca"] == "a 31 punti"
    assert lines["Accusa"] == "senza"
    assert "In tre si toglie" not in lines
    assert (
        dict(texts.rules_summary("tressette", rules, players=3))["In tre si toglie"] == "Quattro di bastoni"
    )


def test_refusals_are_worded() -> None:
    follow, held = (
        Refused("must_follow_suit", "…", {"suit": "S"}),
        Refused("not_in_hand", "…", {"card": "AB"}),
    )
    assert str(texts.RulesRefused(follow, "tressette")) == "Devi rispondere a spade."
    assert str(texts.RulesRefused(held, "tressette")) == "L’asso di bastoni non è nella tua mano."
    assert str(ActionRefused("seat_taken")) == "Quel posto è già preso. Scegline un altro."


def test_a_preset_card_carries_its_options_for_the_script() -> None:
    [card, *_] = OpenTableForm("tressette").preset_cards
    assert json.loads(card.values)["option_accuse_window"] == "2"


def test_a_number_of_players_without_rules_chooses_rules_for_it() -> None:
    for players, preset in (("4", "scientifico"), ("2", "scopa"), ("3", "scopa")):
        form = OpenTableForm("scopone", {"players": players})
        form.is_valid()
        assert (form.rules["preset"], form.cleaned_data["players"]) == (preset, int(players))
        assert "players" not in form.errors


def test_rules_for_four_are_refused_for_two() -> None:
    form = OpenTableForm("scopone", filled("scopone", players="2"))
    assert list(form.errors) == ["players"]


def test_a_preset_card_names_its_numbers_of_players() -> None:
    cards = {card.name: card.players for card in OpenTableForm("scopone").preset_cards}
    assert cards == {"scientifico": "4", "nove_carte": "4", "scopa": "2 3 4"}
