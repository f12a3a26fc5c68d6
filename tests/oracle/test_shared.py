"""The command line on a catalogue of 2,379 endpoints says what the oracle says."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from routelock.testing import oracle

if TYPE_CHECKING:
    from pathlib import Path

VENDORS = {"anthropic": ["anthropic"], "openai": ["openai"], "google": ["google"], "xai": ["x-ai"]}


def guardrails(catalogue: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Three guardrails of our own making, in terms of whatever hosts and models there are."""
    hosts = [*dict.fromkeys(row["provider"] for row in catalogue["endpoints"])]
    slugs = [*dict.fromkeys(row["canonical_slug"] for row in catalogue["models"])]
    training = {"enable_free_model_training": False, "enable_paid_model_training": False}
    zdr = {"enforce_zdr_anthropic": True, "enforce_zdr_openai": True}
    return {
        "default": {"name": "everybody", "ignored_providers": hosts[4:6], **training},
        "member": {"name": "research", "allowed_providers": hosts[:90:2], **zdr},
        "key": {"name": "batch", "allowed_models": slugs[: 30 * 7 : 7]},
    }


@pytest.fixture(scope="module")
def catalogue(shared: Path) -> Path:
    return shared / "catalogue" / "catalogue.json"


def command(folder: Path, catalogue: Path, documents: dict[str, Any], *more: str) -> Any:
    words = folder / "vendors.json"
    words.write_text(json.dumps(VENDORS))
    call = ["decide", "--json", "--catalogue", str(catalogue), "--vendors", str(words), *more]
    for layer, document in documents.items():
        file = folder / f"{layer}-guardrail.json"
        file.write_text(json.dumps(document))
        call += ["--guardrail", f"{layer}={file}"]
    ended = subprocess.run(
        [sys.executable, "-m", "routelock", *call], capture_output=True, text=True, check=False
    )
    assert ended.stderr == ""
    told = json.loads(ended.stdout)
    assert ended.returncode == (told["outcome"] == "refused")
    return told


def test_survivors_and_reasons_over_the_whole_catalogue(catalogue: Path, tmp_path: Path) -> None:
    rows = json.loads(catalogue.read_bytes())
    documents = guardrails(rows)
    layers = [(layer, f"{layer}-guardrail", paper) for layer, paper in documents.items()]
    expected = oracle.decide(rows, layers, vendors=VENDORS)
    told = command(tmp_path, catalogue, documents)
    assert {name: told[name] for name in expected} == expected
    assert len(told["endpoints"]) + len(told["excluded"]) == len(rows["endpoints"])
    assert 0 < len(told["endpoints"]) < len(rows["endpoints"]) / 10


def test_survivors_and_reasons_of_requests(catalogue: Path, tmp_path: Path) -> None:
    rows = json.loads(catalogue.read_bytes())
    documents = guardrails(rows)
    layers = [(layer, f"{layer}-guardrail", paper) for layer, paper in documents.items()]
    aliases = [row["id"] for row in rows["models"] if row.get("alias_target")][:2]
    for model in [*[row["id"] for row in rows["models"][::140]], *aliases]:
        body = {"model": f"{model}:nitro", "messages": [], "provider": {"sort": "price"}}
        file = tmp_path / "request.json"
        file.write_text(json.dumps(body))
        told = command(tmp_path, catalogue, documents, "--request", str(file))
        expected = oracle.decide(rows, layers, body, vendors=VENDORS)
        assert {name: told[name] for name in expected} == expected
