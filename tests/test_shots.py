"""The command line of the screenshot tool."""

from __future__ import annotations

import pytest

from tools.shots.__main__ import asked, examine, tab, take


def test_the_tool_for_pictures_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        asked(["--help"])
    assert ended.value.code == 0
    assert "--axe" in capsys.readouterr().out


def test_the_tool_for_pictures_refuses_what_it_does_not_know() -> None:
    with pytest.raises(SystemExit) as ended:
        asked(["--axes"])
    assert ended.value.code == 2


def test_the_tool_for_pictures_has_three_modes() -> None:
    usual, axe, keys = asked([]), asked(["--axe", "replay"]), asked(["--keys", "--english"])
    assert (usual.do, usual.words, usual.languages) == (take, [], ["it"])
    assert (axe.do, axe.words, axe.languages) == (examine, ["replay"], ["it", "en"])
    assert (keys.do, keys.words, keys.languages) == (tab, [], ["en"])
