"""Machine: what a figure was measured on, as far as it says something about the figure."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

PACKAGES = (
    "routelock",
    "pydantic",
    "pydantic-core",
    "cedarpy",
    "opa-eval",
    "regopy",
    "opa-golib-python-bindings",
    "numpy",
    "polars",
    "pyroaring",
)


def facts(packages: Iterable[str] = PACKAGES) -> dict[str, str]:
    """Processor, system, Python and the versions of whom we measure; no names of machines."""
    versions = {name: installed(name) for name in packages}
    return {
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        **versions,
    }


def load() -> str:
    """How busy the machine is: the processes that want to run, over one, five, fifteen minutes."""
    return ", ".join(f"{each:.1f}" for each in os.getloadavg())


def processor() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def installed(name: str) -> str:
    """The version of a distribution."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
