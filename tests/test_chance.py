"""Draws that follow from a name."""

from __future__ import annotations

from pathlib import Path

from tests.chance import NamedChance


def test_draws_follow_from_the_name_and_their_number() -> None:
    one, other = NamedChance(), NamedChance()
    with one.named("a deal"), other.named("a deal"):
        first, second = one.token_bytes(32), one.token_bytes(32)
        assert [other.token_bytes(32), other.token_bytes(32)] == [first, second]
        assert first != second
        with other.named("another"):
            assert other.token_bytes(32) not in (first, second)
        assert other.uuid4() == one.uuid4()


def test_without_a_name_nothing_is_promised() -> None:
    assert NamedChance().token_bytes(32) != NamedChance().token_bytes(32)


def test_processes_that_follow_a_file_draw_in_turn(tmp_path: Path) -> None:
    def drawn() -> list[bytes]:
        (tmp_path / "chance").write_text("a test")
        processes = NamedChance(), NamedChance()
        for each in processes:
            each.follow(tmp_path / "chance")
        return [each.token_bytes(32) for each in (*processes, *processes)]

    assert drawn() == drawn()
    assert len({*drawn()}) == 4
