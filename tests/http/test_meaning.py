"""What a write means: three states, the old flag, where guardrails apply, and walls between."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from routelock.clearance import Clearance
from routelock.guardrail import Guardrail
from routelock.policy import compose, resolve
from routelock.reasons import Layer, Source
from routelock.service import demo
from routelock.service.keys import named
from routelock.service.operations import OPERATIONS, Operation
from routelock.store import rows
from routelock.wire.guardrails import decode
from tests.http.running import AT, GOOD, NOW, VENDORS, Client, catalogue, key, prepare

if TYPE_CHECKING:
    from collections.abc import Callable

WORDS = ("anthropic", "openai", "google", "xai", "other")
OTHER_HOSTS = {"name": "no openai", "ignored_providers": ["openai", "azure"]}


def flags(document: dict[str, Any]) -> dict[str, Any]:
    return {word: document.get(f"enforce_zdr_{word}", "absent") for word in WORDS}


def created(client: Client, **fields: Any) -> dict[str, Any]:
    reply = client.do("createGuardrail", json={"name": "new", **fields})
    assert reply.status_code == 201, reply.text
    told: dict[str, Any] = reply.json()["data"]
    return told


def changed(client: Client, guardrail: dict[str, Any], **fields: Any) -> dict[str, Any]:
    path = f"/guardrails/{guardrail['id']}"
    told: dict[str, Any] = client.do("updateGuardrail", path=path, json=fields).json()["data"]
    return told


def models(client: Client) -> list[str]:
    return [model["id"] for model in client.do("listModelsUser").json()["data"]]


# --- three states -------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [None, [], ["openai"]])
def test_a_change_tells_absent_null_and_a_value_apart(client: Client, value: Any) -> None:
    guardrail = created(client, allowed_providers=["azure"], description="stays")
    after = changed(client, guardrail, allowed_providers=value)
    assert (after["allowed_providers"], after["description"]) == (value, "stays")
    assert "ignored_providers" not in after
    assert after["updated_at"] is not None


def test_a_change_that_says_nothing_changes_nothing(client: Client) -> None:
    guardrail = created(client, allowed_models=None, enable_free_model_training=False)
    after = changed(client, guardrail)
    assert after | {"updated_at": None} == guardrail


def test_what_is_read_can_be_written_again(client: Client) -> None:
    path = GOOD["getGuardrail"](client.demo)[0]
    before = client.ask("GET", path).json()["data"]
    ours = ("id", "created_at", "updated_at", "workspace_id")
    again = {name: value for name, value in before.items() if name not in ours}
    after = client.do("updateGuardrail", json=again).json()["data"]
    assert after | {"updated_at": None} == before


@pytest.mark.parametrize("name", ["id", "created_at", "updated_at", "workspace_id"])
def test_what_the_server_sets_cannot_be_changed(client: Client, name: str) -> None:
    reply = client.do("updateGuardrail", json={name: None})
    assert reply.json()["error"]["metadata"]["problems"][0]["path"] == f"$.{name}"


def test_a_label_of_a_builtin_is_the_systems(client: Client) -> None:
    sent = [{"slug": "ip-address", "action": "flag", "label": "mine"}]
    guardrail = created(client, content_filter_builtins=sent)
    assert guardrail["content_filter_builtins"][0]["label"] == "[IP_ADDRESS]"


def test_a_pattern_that_does_not_compile_is_a_bad_request(client: Client) -> None:
    entries = [{"pattern": "(", "action": "flag"}]
    reply = client.do("createGuardrail", json={"name": "x", "content_filters": entries})
    problem = reply.json()["error"]["metadata"]["problems"][0]
    assert (reply.status_code, problem["path"]) == (400, "$.content_filters[0].pattern")


# --- the old flag -------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [True, False, None])
def test_the_old_flag_is_copied_into_what_a_body_does_not_mention(
    client: Client, value: bool | None
) -> None:
    guardrail = created(client, enforce_zdr=value, enforce_zdr_xai=False, enforce_zdr_google=None)
    assert flags(guardrail) == {**dict.fromkeys(WORDS, value), "xai": False, "google": None}
    assert guardrail["enforce_zdr"] is value


def test_a_change_is_spread_before_it_is_merged(client: Client) -> None:
    guardrail = created(client, enforce_zdr_xai=False, enforce_zdr_openai=False)
    after = changed(client, guardrail, enforce_zdr=True, enforce_zdr_openai=None)
    assert flags(after) == {**dict.fromkeys(WORDS, True), "openai": None}


def test_without_the_old_flag_nothing_is_copied(client: Client) -> None:
    guardrail = created(client, enforce_zdr_xai=True)
    assert flags(guardrail) == {**dict.fromkeys(WORDS, "absent"), "xai": True}


# --- where a guardrail applies ------------------------------------------------------------------


def expected(*documents: tuple[Layer, dict[str, Any]]) -> list[str]:
    """What the core says of these layers: its models, and the aliases of them."""
    policy = compose(
        resolve(decode(document, VENDORS), Source(layer), VENDORS) for layer, document in documents
    )
    left = Clearance(policy, catalogue().catalogue).models()
    return [row["id"] for row in map(_json, catalogue().models) if row["model"] in left]


def _json(row: Any) -> dict[str, Any]:
    import json  # noqa: PLC0415

    return {"id": json.loads(row.body)["id"], "model": row.model_id}


def assigned_to_member(client: Client, guardrail: str) -> None:
    path = f"/guardrails/{guardrail}/assignments/members"
    sent = {"member_user_ids": [demo.MEMBER]}
    assert client.do("bulkAssignMembersToGuardrail", path=path, json=sent).status_code == 200


def assigned_to_key(client: Client, guardrail: str) -> None:
    path = f"/guardrails/{guardrail}/assignments/keys"
    sent = {"key_hashes": [named(client.demo.management_key)["hash"]]}
    assert client.do("bulkAssignKeysToGuardrail", path=path, json=sent).status_code == 200


def set_as_default(client: Client, guardrail: str) -> None:
    client.world.store.workspaces.update(
        demo.ORGANIZATION,
        client.demo.workspace_id,
        lambda home: replace(home, default_guardrail_id=guardrail),
    )


LAYERS = {
    Layer.DEFAULT: set_as_default,
    Layer.MEMBER: assigned_to_member,
    Layer.KEY: assigned_to_key,
}
DOCUMENT = {"name": "new", "allowed_providers": ["anthropic", "openai"]}


@pytest.mark.parametrize("workspace", ["own", None])
@pytest.mark.parametrize(("layer", "apply"), LAYERS.items(), ids=list(LAYERS))
def test_a_guardrail_applies_where_it_is_assigned_and_nowhere_else(
    client: Client, layer: Layer, apply: Callable[[Client, str], None], workspace: str | None
) -> None:
    everything = models(client)
    home = client.demo.workspace_id if workspace else None
    guardrail = created(client, **DOCUMENT, workspace_id=home)
    assert guardrail["workspace_id"] == home
    assert models(client) == everything == expected()
    apply(client, guardrail["id"])
    assert models(client) == expected((layer, DOCUMENT)) != everything
    assert client.do("deleteGuardrail", path=f"/guardrails/{guardrail['id']}").status_code == 200
    assert models(client) == everything


def test_all_layers_apply_together(client: Client) -> None:
    documents: dict[Layer, dict[str, Any]] = {
        Layer.DEFAULT: {"name": "d", "ignored_providers": ["openai"]},
        Layer.MEMBER: {"name": "m", "enforce_zdr": True},
        Layer.KEY: {"name": "k", "ignored_models": ["google/gemini-2.5-pro"]},
    }
    for layer, apply in LAYERS.items():
        apply(client, created(client, **documents[layer])["id"])
    settings = b'{"enable_paid_model_training": false}'
    client.world.store.organizations.update(
        demo.ORGANIZATION, demo.ORGANIZATION, lambda one: replace(one, settings=settings)
    )
    account = (Layer.ACCOUNT, {"name": "a", "enable_paid_model_training": False})
    assert models(client) == expected(account, *documents.items())


def test_a_new_assignment_takes_the_place_of_the_old_one(client: Client) -> None:
    first, second = created(client, **DOCUMENT), created(client, **OTHER_HOSTS)
    assigned_to_key(client, first["id"])
    assigned_to_key(client, second["id"])
    assert models(client) == expected((Layer.KEY, OTHER_HOSTS))


def test_assigning_is_all_or_nothing(client: Client) -> None:
    path = f"/guardrails/{created(client)['id']}/assignments/keys"
    sent = {"key_hashes": [client.demo.key_hash, "nobody"]}
    reply = client.do("bulkAssignKeysToGuardrail", path=path, json=sent)
    problem = reply.json()["error"]["metadata"]["problems"][0]
    assert (reply.status_code, problem["path"]) == (409, "$.key_hashes[1]")
    assert client.ask("GET", path).json() == {"data": [], "total_count": 0}


def test_the_preview_of_zdr_asks_account_settings_and_no_guardrail(client: Client) -> None:
    before = client.do("listEndpointsZdr").json()["data"]
    for apply in LAYERS.values():
        apply(client, created(client, allowed_models=[])["id"])
    assert client.do("listEndpointsZdr").json()["data"] == before
    client.world.store.organizations.update(
        demo.ORGANIZATION,
        demo.ORGANIZATION,
        lambda one: replace(one, settings=b'{"ignored_providers": ["anthropic"]}'),
    )
    after = client.do("listEndpointsZdr").json()["data"]
    assert after == [row for row in before if row["tag"].partition("/")[0] != "anthropic"]


def test_the_preview_of_zdr_is_what_the_core_says(client: Client) -> None:
    guardrail = Guardrail(enforce_zdr=True)
    policy = resolve(guardrail, Source(Layer.REQUEST), VENDORS)
    left = Clearance(policy, catalogue().catalogue).survivors()
    shown = client.do("listEndpointsZdr").json()["data"]
    assert [(row["model_id"], row["tag"]) for row in shown] == [
        (endpoint.model.id, endpoint.tag) for endpoint in left
    ]


def test_a_regional_hostname_keeps_what_is_in_its_region(client: Client) -> None:
    client.serve(regions={"eu.example.com": "europe"})
    everything = models(client)
    regional = {
        host: [
            model["id"]
            for model in client.ask("GET", "/models/user", headers={"host": host}).json()["data"]
        ]
        for host in ("eu.example.com", "EU.example.com:443", "us.example.com", "x.eu.example.com")
    }
    assert regional["eu.example.com"] == regional["EU.example.com:443"] != everything
    assert regional["us.example.com"] == regional["x.eu.example.com"] == everything
    assert set(regional["eu.example.com"]) < set(everything)


def test_the_default_of_a_workspace_is_unknown_until_it_is_configured(client: Client) -> None:
    assert client.do("getDefaultGuardrail").status_code == 404
    made = client.do("putDefaultGuardrail", json=OTHER_HOSTS).json()["data"]
    assert client.do("getDefaultGuardrail").json()["data"] == made
    assert client.ask("GET", f"/guardrails/{made['id']}").json()["data"] == made
    assert models(client) == expected((Layer.DEFAULT, OTHER_HOSTS))
    again = client.do("putDefaultGuardrail", json={"name": "open"}).json()["data"]
    assert (again["id"], again.get("ignored_providers")) == (made["id"], None)
    assert client.do("deleteDefaultGuardrail").status_code == 200
    assert client.do("getDefaultGuardrail").status_code == 404


# --- other resources ----------------------------------------------------------------------------


def test_a_new_configuration_is_a_new_version_and_a_new_name_is_not(client: Client) -> None:
    client.serve(clock=lambda: NOW + timedelta(seconds=1))
    client.do("updatePreset", json={"name": "renamed"})
    assert client.do("listPresetVersions").json()["total_count"] == 1
    told = client.do("updatePreset", json={"system_prompt": "Be brief."}).json()["data"]
    version = told["designated_version"]
    assert (version["version"], version["config"]["model"]) == (2, "openai/gpt-5")
    assert version["system_prompt"] == "Be brief."
    listed = client.do("listPresetVersions").json()["data"]
    assert [row["version"] for row in listed] == [1, 2]
    assert client.do("getPreset").json()["data"] == told


def test_a_role_that_nobody_named_is_member(client: Client) -> None:
    sent = {name: GOOD["createScimGroupMapping"](client.demo)[1][name]
            for name in ("scim_group_id", "workspace_id")}  # fmt: skip
    assert client.do("createScimGroupMapping", json=sent).json()["data"]["role"] == "member"


def test_a_job_keeps_what_may_be_sent_and_not_what_came(client: Client) -> None:
    sent = {"model": "openai/gpt-5", "prompt": "for a@example.com"}
    job = client.do("createVideos", key=client.demo.ordinary_key, json=sent).json()
    assert (job["status"], job["polling_url"]) == ("pending", f"/api/v1/videos/{job['id']}")
    row = client.world.store.videos.get(demo.ORGANIZATION, job["id"])
    assert row is not None
    assert b"for [EMAIL]" in row.request


# --- walls --------------------------------------------------------------------------------------


def stranger(client: Client) -> str:
    """The secret of a management key of another organization with SCIM."""
    store = client.world.store
    home = "11111111-1111-4111-8111-111111111111"
    store.organizations.add(
        "elsewhere", rows.Organization(id="elsewhere", created_at=AT, scim=True)
    )
    store.workspaces.add(
        "elsewhere", rows.Workspace(id=home, organization_id="elsewhere", created_at=AT)
    )
    store.keys.add("elsewhere", key("stranger", home, organization_id="elsewhere"))
    return "stranger"


NAMED = [row for row in OPERATIONS if "{" in row.path and row.name != "listEndpoints"]


@pytest.mark.parametrize("row", NAMED, ids=lambda row: row.name)
def test_what_another_organization_has_is_not_there(client: Client, row: Operation) -> None:
    prepare(client, row.name)
    secret = stranger(client)
    assert client.do(row.name, key=secret).status_code == 404
    assert client.do(row.name).status_code == row.status


@pytest.mark.parametrize(
    "name", ["listGuardrails", "listScimGroups", "listScimGroupMappings", "listPresets"]
)
def test_a_list_ends_at_the_wall(client: Client, name: str) -> None:
    assert client.do(name, key=stranger(client)).json() == {"data": [], "total_count": 0}


def test_a_stranger_sees_its_own_key_alone(client: Client) -> None:
    listed = client.do("listKeys", key=stranger(client)).json()
    assert [row["hash"] for row in listed["data"]] == [named("stranger")["hash"]]


def test_nobody_maps_a_group_to_somebody_elses_workspace(client: Client) -> None:
    stranger(client)
    sent = GOOD["createScimGroupMapping"](client.demo)[1]
    sent |= {"workspace_id": "11111111-1111-4111-8111-111111111111"}
    assert client.do("createScimGroupMapping", json=sent).status_code == 404


# --- what may be sent ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("createKeys", "expires_at", "2026-02-30T00:00:00Z"),
        ("createKeys", "expires_at", "tomorrow"),
        ("createKeys", "expires_at", "0001-01-01T00:00:00+05:00"),
        ("createKeys", "limit", -1),
        ("createKeys", "limit", "1"),
        ("createKeys", "limit_reset", "yearly"),
        ("createKeys", "is_management_key", 1),
        ("updateKeys", "name", None),
        ("updateKeys", "disabled", "yes"),
        ("createPreset", "slug", "a b"),
        ("createPreset", "slug", ""),
        ("createPreset", "config", []),
        ("updatePreset", "status", "gone"),
        ("createScimGroupMapping", "role", "owner"),
        ("updateScimGroupMapping", "role", None),
        ("bulkAssignKeysToGuardrail", "key_hashes", []),
        ("bulkAssignMembersToGuardrail", "member_user_ids", "user_demo"),
        ("putDefaultGuardrail", "workspace_id", None),
        ("createGuardrail", "enforce_zdr_nobody", True),
        ("createGuardrail", "ignored_provider", []),
        ("createVideos", "provider", {"zdr": "yes"}),
    ],
)
def test_a_value_that_means_nothing_is_told_with_its_place(
    client: Client, name: str, field: str, value: Any
) -> None:
    body = GOOD[name](client.demo)[1]
    reply = client.do(name, json={**body, field: value})
    problems = reply.json()["error"]["metadata"]["problems"]
    assert reply.status_code == 400
    assert problems[0]["path"].startswith("$")
    assert any(field in problem["path"] + problem["message"] for problem in problems)


def test_a_key_that_has_an_end_stops_there(client: Client) -> None:
    end = "2026-11-21T10:00:00+01:00"
    made = client.do("createKeys", json={"name": "new", "expires_at": end}).json()
    assert made["data"]["expires_at"] == end
    assert client.do("listPresets", key=made["key"]).status_code == 401
    path = f"/keys/{made['data']['hash']}"
    client.do("updateKeys", path=path, json={"expires_at": "2026-11-21T09:00:01Z"})
    assert client.do("listPresets", key=made["key"]).status_code == 200


def test_a_preset_may_have_no_version_yet(client: Client) -> None:
    preset = client.world.store.presets.find(demo.ORGANIZATION, slug=client.demo.preset_slug)
    assert preset is not None
    client.world.store.presets.update(
        demo.ORGANIZATION, preset.id, lambda row: replace(row, designated_version_id=None)
    )
    assert client.do("getPreset").json()["data"]["designated_version"] is None
    told = client.do("updatePreset", json={"system_prompt": "Be brief."}).json()["data"]
    assert told["designated_version"]["config"] == {}


def test_a_key_whose_workspace_is_gone_submits_nothing(client: Client) -> None:
    client.world.store.workspaces.remove(demo.ORGANIZATION, client.demo.workspace_id)
    assert client.do("createVideos").status_code == 404


def test_a_key_that_nobody_made_has_the_layers_that_are_left(client: Client) -> None:
    home = client.demo.workspace_id
    client.world.store.keys.add(demo.ORGANIZATION, key("orphan", home))
    told = client.do("listModelsUser", key="orphan").json()
    assert told["total_count"] == len(expected())


def test_a_budget_that_is_used_up_refuses(client: Client) -> None:
    client.do("updateKeys", json={"limit": 0})
    reply = client.do("createVideos", key=client.demo.ordinary_key)
    reasons = reply.json()["error"]["metadata"]["reasons"]
    assert reply.status_code == 403
    assert [(reason["code"], reason["field"]) for reason in reasons] == [
        ("budget_exceeded", "/limit")
    ]
