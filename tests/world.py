"""A small world to ask: two models, four hosts, and what each of them does with prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from routelock.clearance import Clearance
from routelock.policy import Policy, compose
from routelock.reasons import Layer
from routelock.vendors import Vendors
from routelock.wire import catalogue as catalogues
from routelock.wire import guardrails

if TYPE_CHECKING:
    from routelock.catalogue import Catalogue

VENDORS = Vendors({"openai": ["openai"], "xai": ["x-ai"]})
KEPT = {"retains_prompts": False, "trains_on_prompts": False, "publishes_prompts": False}
FREE = {"prompt": "0", "completion": "0"}
PRICES = {"prompt": "0.000001", "completion": "0.000002"}


def endpoint(model_id: str, tag: str, **facts: Any) -> dict[str, Any]:
    row = {"model_id": model_id, "tag": tag, "context_length": 8000, "max_completion_tokens": 1000}
    return (
        row
        | {"pricing": PRICES, "data_policy": KEPT, "regions": [], "quantization": "bf16"}
        | facts
    )


def world(*more: dict[str, Any]) -> Catalogue:
    return catalogues.decode(
        {
            "version": "test",
            "models": [
                {"id": "openai/gpt", "canonical_slug": "openai/gpt-1"},
                {"id": "openai/gpt:free", "canonical_slug": "openai/gpt-1"},
                {"id": "meta/llama", "canonical_slug": "meta/llama"},
                {
                    "id": "~openai/l",
                    "canonical_slug": "~openai/l",
                    "alias_target": {"slug": "openai/gpt"},
                },
            ],
            "endpoints": [
                endpoint("openai/gpt", "openai"),
                endpoint("openai/gpt", "azure/eu", regions=["eu"]),
                endpoint("openai/gpt", "shady", data_policy=None),
                endpoint("openai/gpt:free", "shady", data_policy=None, pricing=FREE),
                endpoint("meta/llama", "Together/fp8", quantization="fp8"),
                endpoint("meta/llama", "shady", data_policy=None),
                *more,
            ],
        }
    )  # fmt: skip


def policy(layer: str = "key", name: str = "g", **fields: Any) -> Policy:
    document = {"name": name, **fields}
    return guardrails.policy(guardrails.decode(document, VENDORS), Layer(layer), VENDORS, name)


def cleared(*policies: Policy, catalogue: Catalogue | None = None) -> Clearance:
    return Clearance(compose(policies), catalogue or world())


def tags(clearance: Clearance) -> list[str]:
    return [f"{endpoint.model.id} {endpoint.tag}" for endpoint in clearance.survivors()]
