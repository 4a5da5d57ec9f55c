"""S0: declarations at the table: their boxes and norms, and the viewers of each."""

from __future__ import annotations

from typing import Any

import pytest

from ludocards.catalogue.tressette.rules.announce import preview
from ludocards.catalogue.tressette.rules.state import State
from ludocards.engine.game import Event, Json
from tests.engine.tressette.table import GAME, after, done, new_match, play, played, position, refusal


def table(*hands: str, **options: Json) -> State:
    """Return a position with automatic declarations in which seat 0 leads."""
    return position([*hands, *[""] * (4 - len(hands))], preset="ludopoli", **options)


def said(events: list[Event]) -> list[str]:
    return [event.public["code"] for event in events if event.kind == "announced"]


def declared(state: State, seat: int, card: str, *boxes: str) -> list[str]:
    return said(done(state, (seat, play(card, *boxes)))[1])


def why(events: list[Event], seat: int) -> Any:
    """Return the private notice to a seat about its boxes that announced nothing."""
    [notice] = [event.shown_to(seat)["unsaid"] for event in events if "unsaid" in event.shown_to(seat)]
    return notice


# ---- the boxes


def test_the_boxes() -> None:
    leader = table("3B 5C", "4B 6C")
    assert GAME.view(leader, 0)["declarations"]["boxes"] == [
        "suit",
        "others",
        "partner_void",
        "partner_liscio",
    ]
    follower = played(leader, "3B")
    assert GAME.view(follower, 1)["declarations"]["boxes"] == ["capture"]
    assert refusal(leader, 0, play("3B", "capture")) == "wrong_box"
    for box in ("suit", "others", "partner_void", "partner_liscio"):
        assert refusal(follower, 1, play("4B", box)) == "wrong_box"


def test_one_declaration_covers_the_partners_suit() -> None:
    assert refusal(table("3B"), 0, play("3B", "partner_void", "partner_liscio")) == "one_partner_box"


def test_without_partners_no_partners_suit_is_declared() -> None:
    state = position(["3B 5C", "", ""], declarations="automatic")
    assert GAME.view(state, 0)["declarations"]["boxes"] == ["suit", "others"]
    assert refusal(state, 0, play("3B", "partner_void")) == "wrong_box"
    assert declared(state, 0, "3B", "suit") == ["piombo"]


@pytest.mark.parametrize(
    "options", [{"preset": "classico"}, {"preset": "ludopoli", "declarations": "manual"}]
)
def test_only_automatic_tables_have_boxes(options: dict[str, Json]) -> None:
    state = position(["3B 5C", "", "", ""], **options)
    assert "declarations" not in GAME.view(state, 0)
    assert refusal(state, 0, play("3B", "suit")) == "no_declarations"
    assert GAME.apply(state, 0, play("3B")) == GAME.apply(state, 0, play("3B", *[]))


def test_an_illegal_card_declares_nothing() -> None:
    state = played(table("3B 5C", "4B 6C"), "3B")
    assert refusal(state, 1, play("6C", "capture")) == "must_follow_suit"


# ---- events


def test_a_declaration_follows_the_card() -> None:
    _, events = done(table("3B RB 5B 4S"), (0, play("5B", "suit")))
    assert events == [
        Event("played", {"seat": 0, "card": "5B"}),
        Event(
            "announced",
            {
                "seat": 0,
                "trick": 0,
                "box": "suit",
                "code": "tre_terzo",
                "text": "busso",
                "also": ["Tre terzo"],
                "suit": "B",
            },
        ),
    ]


def test_the_declarations_of_a_deal_are_public() -> None:
    state = after(table("3B RB 5B 4S", "4B 6C"), 0, play("5B", "suit", "partner_void"))
    for viewer in (None, 0, 1):
        assert [each["code"] for each in GAME.view(state, viewer)["announcements"]] == [
            "tre_terzo",
            "faglio_compagno",
        ]


def test_several_boxes_are_announced_in_order() -> None:
    state = table("3B RB 5B 4S")
    assert declared(state, 0, "5B", "partner_liscio", "others", "suit") == [
        "tre_terzo",
        "faglio",
        "liscio_compagno",
    ]


def test_a_declaration_without_a_suit_reveals_none() -> None:
    _, events = done(table("3B RB 5B 4S"), (0, play("5B", "others", "partner_void")))
    assert [event.public["suit"] for event in events[1:]] == [None, None]


def test_an_unannounced_box_is_explained_to_its_player_alone() -> None:
    _, events = done(table("3B 5B 4S"), (0, play("5B", "suit", "others")))
    assert said(events) == ["faglio"]
    assert why(events, 0) == {"suit": "nothing"}
    assert [events[0].shown_to(viewer) for viewer in (None, 1, 2)] == [
        {"kind": "played", "seat": 0, "card": "5B"}
    ] * 3


def test_declarations_end_with_the_deal() -> None:
    state = after(table("3B", "4B", "5B", "6B"), 0, play("3B", "suit"))
    assert GAME.view(state, 0)["announcements"]
    between = played(state, "4B", "5B", "6B")
    assert between.phase == "deal"
    assert GAME.view(between, 0)["announcements"] == []


# ---- the norms: seat 0 leads denari twice


def lost_and_regained(*first: str) -> State:
    """Let seat 0 lead denari and take, lose the lead to seat 1 in spade, and regain it in coppe."""
    state = table("3D RD 5D 4D 6S 3C", "2D 7S FC", "AD 5S 4C", "7D 4S 5C")
    state = after(state, 0, play("3D", *first))
    state = played(state, "2D", "AD", "7D", "6S", "7S", "5S", "4S")
    assert state.turn == 1
    state = played(state, "FC", "4C", "5C", "3C")
    assert state.turn == 0
    return state


def kept(*first: str, hand: str = "3D RD 5D 4D 6S") -> State:
    """Let seat 0 lead denari, take, and be on lead again."""
    state = table(hand, "2D 7S", "AD 5S", "7D 4S")
    return played(after(state, 0, play("3D", *first)), "2D", "AD", "7D")


def test_a_lead_in_silence_bars_the_suit() -> None:
    _, events = done(kept(), (0, play("5D", "suit")))
    assert (said(events), why(events, 0)) == ([], {"suit": "muted"})
    assert declared(lost_and_regained(), 0, "5D", "suit") == ["terzo_di_re"]


def test_silence_in_one_suit_does_not_bar_another() -> None:
    assert declared(kept(), 0, "6S", "suit") == ["sola"]


def test_an_unannounced_box_counts_as_silence() -> None:
    state = after(table("3D 5D 4D 3S", "2D 7S", "AD 5S", "7D 4S"), 0, play("3D", "others"))
    state = played(state, "2D", "AD", "7D")
    assert declared(state, 0, "5D", "suit") == []
    state = kept("suit", hand="3D RD 4D 6S")
    assert [each.code for each in state.announcements] == []
    assert declared(state, 0, "RD", "suit") == []


def test_a_suit_is_declared_once() -> None:
    _, events = done(kept("suit"), (0, play("5D", "suit")))
    assert (said(events), why(events, 0)) == ([], {"suit": "declared"})
    assert declared(lost_and_regained("suit"), 0, "5D", "suit") == []


def test_still_lunghissimo_may_be_declared_again() -> None:
    state = kept("suit", hand="3D RD CD FD 5D 4D 6S")
    assert [each.code for each in state.announcements] == ["lunghissimo"]
    assert declared(state, 0, "RD", "suit") == ["lunghissimo"]
    assert declared(state, 0, "4D", "suit") == ["lunghissimo_di_re"]


def test_lungo_is_not_declared_after_lunghissimo() -> None:
    state = kept("suit", hand="3D CD FD 5D 4D 6S")
    assert [each.code for each in state.announcements] == ["lunghissimo"]
    assert declared(state, 0, "5D", "suit") == []


def test_silence_bars_even_lunghissimo() -> None:
    """Denari is declared, then led in silence: this bars every further declaration until the lead is lost."""
    state = played(kept("suit", hand="3D RD CD FD 6D 5D 4D"), "RD", "7S", "5S", "4S")
    assert [each.code for each in state.announcements] == ["lunghissimo"]
    _, events = done(state, (0, play("CD", "suit")))
    assert (said(events), why(events, 0)) == ([], {"suit": "muted"})


def test_the_norms_apply_to_each_player_separately() -> None:
    """Seat 0 declares denari, seat 1 takes the next trick and declares its own denari."""
    state = table("3D RD 4S", "6D 5D 7D 7S", "2D 5S", "AD 6S")
    state = played(after(state, 0, play("3D", "suit")), "6D", "2D", "AD", "4S", "7S", "5S", "6S")
    assert [each.code for each in state.announcements] == ["si_liscia"]
    assert declared(state, 1, "7D", "suit") == ["si_liscia"]


def test_the_norms_are_forgotten_between_deals() -> None:
    state = after(table("3B", "4B", "5B", "6B"), 0, play("3B", "suit"))
    between = played(state, "4B", "5B", "6B")
    assert (between.announcements, between.tricks, between.signalled) == ((), (), ())


# ---- the suit of the trick taken


def trick_to(hand: str, *boxes: str, others: tuple[str, ...] = ("5C 4S", "6C 5S", "FC 6S")) -> list[Event]:
    """Let seat 3 lead coppe and seat 0 declare with its first card; return the events of the trick."""
    state = position([hand, others[0], others[1], others[2]], leader=3, preset="ludopoli")
    cards = [others[2].split()[0], hand.split()[0], others[0].split()[0], others[1].split()[0]]
    plays = [(3, play(cards[0])), (0, play(cards[1], *boxes)), (1, play(cards[2])), (2, play(cards[3]))]
    return done(state, *plays)[1]


def test_a_capture_is_declared_by_the_taker() -> None:
    events = trick_to("3C 4B", "capture")
    assert [event.kind for event in events] == ["played"] * 4 + ["taken", "announced"]
    assert events[-1].public["text"] == "ho fatto questo piombo"
    assert (events[-1].public["seat"], events[-1].public["trick"], events[-1].public["suit"]) == (0, 0, "C")


def test_a_card_that_can_be_beaten_is_liscio() -> None:
    assert said(trick_to("3C 7C", "capture")) == ["liscio_qui"]


def test_masters_alone_declare_nothing() -> None:
    events = trick_to("3C 2C AC", "capture")
    assert said(events) == []
    assert why(events, 0) == {"capture": "nothing"}
    assert events[-1].shown_to(1) == {**events[-1].public, "kind": "taken"}


def test_a_player_who_does_not_take_declares_nothing() -> None:
    events = trick_to("4C 4B", "capture")
    assert said(events) == []
    assert not any("unsaid" in event.shown_to(0) for event in events)


def test_without_a_tick_nothing_is_declared() -> None:
    assert said(trick_to("3C 4B")) == []


def test_an_unused_tick_stays_private() -> None:
    state = position(["4C 4B", "5C 4S", "6C 5S", "FC 6S"], leader=3, preset="ludopoli")
    silent, ticked = ([(3, play("FC")), (0, play("4C", *boxes))] for boxes in ((), ("capture",)))
    (plain, events), (with_box, events_with) = done(state, *silent), done(state, *ticked)
    for viewer in (None, 1, 2, 3):
        assert GAME.view(plain, viewer) == GAME.view(with_box, viewer)
        assert [e.shown_to(viewer) for e in events] == [e.shown_to(viewer) for e in events_with]


def test_a_tick_lasts_for_one_trick() -> None:
    state = position(["4C 3S 5S", "5C 4S 6S", "6C 2S 7S", "FC FS RS"], leader=3, preset="ludopoli")
    state = after(played(state, "FC"), 0, play("4C", "capture"))
    assert GAME.load(GAME.dump(state)) == state
    state = played(state, "5C", "6C")
    assert declared(played(state, "FS"), 0, "3S") == []
    state, events = done(state, (3, play("FS")), (0, play("3S")), (1, play("4S")), (2, play("2S")))
    assert said(events) == []


def test_the_last_trick_declares_nothing() -> None:
    events = trick_to("3C", "capture", others=("5C", "6C", "FC"))
    assert said(events) == []
    assert why(events, 0) == {"capture": "nothing"}


def test_a_declared_suit_is_not_declared_again_on_taking() -> None:
    """Seat 0 declares denari, loses the lead, then takes a trick of denari led by seat 1."""
    state = table("3D RD 5D 4D 6S", "2D 7S CD", "AD 5S FD", "7D 4S 6C")
    state = after(state, 0, play("3D", "suit"))
    state = played(state, "2D", "AD", "7D", "6S", "7S", "5S", "4S", "CD", "FD", "6C")
    _, events = done(state, (0, play("RD", "capture")))
    assert (said(events), why(events, 0)) == ([], {"capture": "declared"})


def test_silence_as_leader_does_not_bar_the_capture() -> None:
    """Seat 0 leads denari in silence and loses the trick, then takes a trick of denari."""
    state = table("RD CD 5D", "3D 7D", "AD 4D", "6D FD")
    state = played(state, "RD", "3D", "AD", "6D", "7D", "4D", "FD")
    assert declared(state, 0, "CD", "capture") == ["liscio_qui"]


# ---- the other suits


def test_faglio_is_another_suit() -> None:
    assert declared(table("3B RB 5C 4S"), 0, "5C", "others") == ["faglio"]
    assert declared(table("3B RD 5C 4S"), 0, "5C", "others") == []
    assert declared(table("3B RD 5C 5S"), 0, "5S", "others") == []


def test_faglio_is_not_the_suit_just_taken() -> None:
    """The hand is void only of denari, the suit of the trick."""
    past = [(1, "4D 3D 2D AD"), (0, "6D CD FD 7D")]
    assert declared(position(["3B RC 5S", *[""] * 3], taken=past, preset="ludopoli"), 0, "5S", "others") == []
    past[1] = (0, "6S CS FS 7S")
    state = position(["3B RC 5S", *[""] * 3], taken=past, preset="ludopoli")
    assert declared(state, 0, "5S", "others") == ["faglio"]


def last_of_denari(*first: str, led_since: str = "") -> State:
    """Let seat 0 lead its only card of denari and take, then perhaps lead on."""
    state = table("3D 3B 2B RC 4S", "2D 5B 6B 5C 5S", "AD 7B FB 6C 6S", "7D CB AB 7C 7S")
    state = played(after(state, 0, play("3D", *first)), "2D", "AD", "7D")
    return played(state, *led_since.split())


def test_faglio_is_not_a_suit_already_declared() -> None:
    """Denari is the only void, and its piombo was declared two tricks before."""
    state = last_of_denari("suit", led_since="3B 5B 7B CB")
    assert [each.code for each in state.announcements] == ["piombo"]
    _, events = done(state, (0, play("4S", "others")))
    assert (said(events), why(events, 0)) == ([], {"others": "declared"})
    assert preview(state, 0)["4S"]["others"] is None


def test_faglio_is_not_a_suit_led_in_silence() -> None:
    state = last_of_denari(led_since="3B 5B 7B CB")
    _, events = done(state, (0, play("4S", "others")))
    assert (said(events), why(events, 0)) == ([], {"others": "muted"})


def test_faglio_may_be_a_suit_led_in_silence_before_the_lead_was_lost() -> None:
    state = table("3D 3B RC 4S", "2D 5B 3C 7S", "AD 7B 6C 5S", "7D CB 7C 6S")
    state = played(after(state, 0, play("3D")), "2D", "AD", "7D", "4S", "7S", "5S", "6S", "5B", "7B")
    state = played(state, "CB", "3B")
    assert declared(state, 0, "RC", "others") == ["faglio"]


def test_faglio_of_a_second_suit_is_declared() -> None:
    """Denari has been declared, and spade are missing, too."""
    state = table("3D 3B 2B RC", "2D 5B 6B 5C", "AD 7B FB 6C", "7D CB AB 7C")
    state = played(after(state, 0, play("3D", "suit")), "2D", "AD", "7D")
    assert declared(state, 0, "3B", "others") == ["faglio"]


def test_the_partners_suit_is_not_checked() -> None:
    state = table("3B RC 5D 4S")
    assert declared(state, 0, "3B", "partner_void") == ["faglio_compagno"]
    assert declared(state, 0, "3B", "partner_liscio") == ["liscio_compagno"]


# ---- the preview


def test_the_preview_shows_what_each_box_would_announce() -> None:
    shown = preview(table("3B RB 5B 4S"), 0)
    faglio = {"code": "faglio", "text": "sono faglio a un palo"}
    partner = {
        "partner_void": {"code": "faglio_compagno", "text": "faglio al palo del mio compagno"},
        "partner_liscio": {"code": "liscio_compagno", "text": "liscio al palo del mio compagno"},
    }
    assert shown == {
        "3B": {"suit": None, "others": faglio, **partner},
        "RB": {"suit": {"code": "tre_terzo", "text": "busso"}, "others": faglio, **partner},
        "5B": {"suit": {"code": "tre_terzo", "text": "busso"}, "others": faglio, **partner},
        "4S": {"suit": {"code": "sola", "text": "sola"}, "others": faglio, **partner},
    }


def test_the_capture_preview_counts_the_card_itself() -> None:
    state = position(["3C 7C", "", "", ""], leader=3, on_table="FC", preset="ludopoli")
    liscio = {"code": "liscio_qui", "text": "sono liscio qui"}
    assert preview(state, 0) == {"3C": {"capture": liscio}, "7C": {"capture": None}}
    last_of_suit = position(["3C 7S", "", "", ""], leader=3, on_table="FC", preset="ludopoli")
    assert preview(last_of_suit, 0)["3C"]["capture"]["code"] == "piombo_preso"


def test_the_preview_applies_the_norms() -> None:
    assert preview(kept(), 0)["5D"]["suit"] is None
    assert preview(lost_and_regained(), 0)["5D"]["suit"] == {"code": "terzo_di_re", "text": "terzo di Re"}


def test_silence_as_leader_does_not_hide_the_capture_preview() -> None:
    state = played(table("RD CD 5D", "3D 7D", "AD 4D", "6D FD"), "RD", "3D", "AD", "6D", "7D", "4D", "FD")
    assert preview(state, 0)["CD"]["capture"] == {"code": "liscio_qui", "text": "sono liscio qui"}


def test_only_the_seat_on_turn_sees_a_preview() -> None:
    state = table("3B RB 5B 4S", "4B")
    assert "declarations" in GAME.view(state, 0)
    assert all("declarations" not in GAME.view(state, viewer) for viewer in (None, 1, 2, 3))
    assert "declarations" not in GAME.view(new_match(preset="ludopoli"), 0)
