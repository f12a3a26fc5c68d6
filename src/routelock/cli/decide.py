"""Decide: which endpoints may be used under these guardrails, and why not the others."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from routelock import explain
from routelock.clearance import Clearance
from routelock.cli import files
from routelock.cli.options import LAYERED, layered, moment
from routelock.cli.terminal import drawn
from routelock.gate import Gate
from routelock.policy import compose, observe
from routelock.policy import region as in_region
from routelock.wire import catalogue as catalogues
from routelock.wire.decision import decided, swept
from routelock.wire.spend import by_budget

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from routelock.cli.files import Layered
    from routelock.explain import Told
    from routelock.wire.decision import Json

EXAMPLE = """\b
Example:
  routelock decide --catalogue catalogue.json --vendors vendors.json \\
    --guardrail default=workspace.json --guardrail key.json --request request.json"""

FORMS: Mapping[str, Callable[[Told, Json], str]] = {
    "table": lambda told, _: drawn(explain.report(told)),
    "markdown": lambda told, _: explain.markdown(told),
    "json": lambda _, answer: json.dumps(answer, indent=2),
}


@click.command(epilog=EXAMPLE)
@click.option(
    "--catalogue", required=True, metavar="FILE", help="Take models and endpoints from FILE."
)
@click.option(
    "--guardrail",
    "guardrails",
    type=layered,
    metavar=LAYERED,
    multiple=True,
    help="Apply a guardrail; LAYER is account, default, member or key (the default). Repeatable.",
)
@click.option(
    "--observe",
    "observed",
    type=layered,
    metavar=LAYERED,
    multiple=True,
    help="Only look: tell apart what this guardrail would refuse. Repeatable.",
)
@click.option("--request", metavar="FILE", help="Decide this chat body, not the whole catalogue.")
@click.option("--vendors", metavar="FILE", help="Take the authors of each vendor word from FILE.")
@click.option("--spend", metavar="FILE", help="Take what has been spent from FILE, by guardrail.")
@click.option("--region", metavar="NAME", help="Ask for endpoints in this region.")
@click.option("--now", type=moment, metavar="TIME", help="Decide for this time, not for now.")
@click.option(
    "--prompt-tokens", type=click.IntRange(min=0), metavar="N", help="Count the prompt as N tokens."
)
@click.option(
    "--format",
    "form",
    type=click.Choice([*FORMS]),
    help="Print a table (the default), Markdown or JSON.",
)
@click.option("--json", "form", flag_value="json", help="Print one JSON object.")
def decide(  # noqa: PLR0913 (click hands over each option by its name)
    *,
    catalogue: str,
    guardrails: tuple[Layered, ...],
    observed: tuple[Layered, ...],
    request: str | None,
    vendors: str | None,
    spend: str | None,
    region: str | None,
    now: datetime | None,
    prompt_tokens: int | None,
    form: str | None,
) -> int:
    """Say which endpoints a request may use, and why not the others.

    Every stage runs, so every reason is given. `-` reads standard input.
    """
    words = files.vendors(vendors)
    refusing = {named: files.policy(named, words) for named in guardrails}
    looking = {named: files.policy(named, words) for named in observed}
    where = [] if region is None else [in_region(region)]
    policy = compose((*refusing.values(), *map(observe, looking.values()), *where))
    clearance = Clearance(policy, files.loaded(catalogue, catalogues.read))
    given = files.spend(spend, refusing | looking)
    if request is None:
        return _print(form, clearance, swept(clearance))
    gate = Gate(clearance)
    spent = by_budget(given, gate.budgets)
    outcome = files.loaded(
        request,
        lambda body: gate.decide(
            body,
            spent,
            now or datetime.now(UTC),
            prompt_tokens=prompt_tokens,
            explain=True,
        ),
    )
    return _print(form, outcome, decided(outcome))


def _print(form: str | None, told: Told, answer: Json) -> int:
    click.echo(FORMS[form or "table"](told, answer))
    return 0 if answer["outcome"] == "cleared" else 1
