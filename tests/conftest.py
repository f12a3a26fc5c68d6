"""What every test may rely on: Hypothesis profiles, and where the files are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile("default", max_examples=100, deadline=None, derandomize=True)
settings.register_profile(
    "thorough", max_examples=2_000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("ROUTELOCK_PROFILE", "default"))


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared material, beside the repository or where ROUTELOCK_SHARED points."""
    folder = Path(os.environ.get("ROUTELOCK_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"`{folder.name}` is not beside the repository: set ROUTELOCK_SHARED")
    return folder
