"""The differential run counts what differs and says so in its last line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from routelock.testing import differential

if TYPE_CHECKING:
    import pytest

    from routelock.testing.cases import Case


def test_a_thousand_cases_do_not_differ(capsys: pytest.CaptureFixture[str]) -> None:
    assert differential.main(["--cases", "1000", "--seed", "3"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1000 cases, 0 differences, seed 3"


def test_a_fast_path_that_errs_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = differential.decide

    def forgetful(case: Case) -> dict[str, Any]:
        told = honest(case)
        return told | {"excluded": told["excluded"][1:]}

    monkeypatch.setattr(differential, "decide", forgetful)
    assert differential.main(["--cases", "50", "--seed", "3"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith("differs in excluded")
    assert 20 < int(told[-1].split(", ")[1].split()[0]) <= 50
