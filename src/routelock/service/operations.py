"""Operations: the whole API as one table; adapter, schema and docs are made from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from routelock.service import (
    assignments,
    bodies,
    defaults,
    endpoints,
    groups,
    guardrails,
    keys,
    mappings,
    models,
    presets,
    videos,
)
from routelock.service.access import Access
from routelock.service.paging import paged
from routelock.service.parameters import Parameter

if TYPE_CHECKING:
    from collections.abc import Callable

    from routelock.service.bodies import Body
    from routelock.service.call import Call
    from routelock.service.outcome import Outcome


class Operation(NamedTuple):
    """One row: what is asked, who may ask, what it does, and what can come of it.

    `body` is a shape of `bodies`, or the word for one whose fields the deployment decides:
    `create` and `change` of a guardrail, `request` of a model. `reply` names a shape, `errors` are
    those that this operation adds to `COMMON`.
    """

    name: str
    method: str
    path: str
    summary: str
    access: Access
    run: Callable[[Call], Outcome]
    reply: str
    errors: tuple[int, ...] = ()
    status: int = 200
    query: tuple[Parameter, ...] = ()
    body: type[Body] | str | None = None

    @property
    def writes(self) -> bool:
        """Whether the store may have to wait for other writers."""
        return self.method != "GET"


COMMON = (405, 429, 500)
"""What can come of any request."""

WITH_BODY = (400, 408, 413)
"""What can come of a body."""

_UUID = {"type": "string", "format": "uuid"}
_WORKSPACE = Parameter("workspace_id", _UUID, "Only those of this workspace.")
_GROUP = Parameter("scim_group_id", _UUID, "Only those of this group.")
_MANAGEMENT, _ANY = Access.MANAGEMENT, Access.ANY_KEY
_SHORT = paged(100)

# fmt: off
SPECIFIED: tuple[Operation, ...] = (
    Operation("getGuardrail", "GET", "/guardrails/{id}", "Get a guardrail",
              _MANAGEMENT, guardrails.read, "Guardrail", (404,)),
    Operation("getKey", "GET", "/keys/{hash}", "Get an API key",
              _MANAGEMENT, keys.read, "Key", (404,)),
    Operation("createScimGroupMapping", "POST", "/scim/group-mappings",
              "Map a SCIM group to a workspace role",
              _MANAGEMENT, mappings.create, "ScimGroupMapping", (404, 409), 201,
              body=bodies.MappingBody),
    Operation("getScimGroupMapping", "GET", "/scim/group-mappings/{id}", "Get a SCIM group mapping",
              _MANAGEMENT, mappings.read, "ScimGroupMapping", (404,)),
    Operation("listScimGroups", "GET", "/scim/groups", "List the SCIM groups of the organization",
              _MANAGEMENT, groups.page, "ScimGroups", (404,), query=_SHORT),
    Operation("listEndpointsZdr", "GET", "/endpoints/zdr", "List the endpoints that ZDR leaves",
              Access.PREVIEW, endpoints.zdr, "Endpoints"),
    Operation("listModelsUser", "GET", "/models/user", "List the models that this key may use",
              Access.LISTING, models.of_user, "Models", (404,), query=paged(1000)),
    Operation("getPreset", "GET", "/presets/{slug}", "Get a preset with its designated version",
              _ANY, presets.read, "Preset", (400, 404)),
    Operation("getVideos", "GET", "/videos/{jobId}", "Poll a video job",
              _ANY, videos.read, "Video", (404,)),
)
"""The nine operations of the specification (spec 4)."""

FURTHER: tuple[Operation, ...] = (
    Operation("listGuardrails", "GET", "/guardrails", "List guardrails",
              _MANAGEMENT, guardrails.page, "Guardrails", query=(*_SHORT, _WORKSPACE)),
    Operation("createGuardrail", "POST", "/guardrails", "Create a guardrail",
              _MANAGEMENT, guardrails.create, "Guardrail", (404,), 201, body="create"),
    Operation("updateGuardrail", "PATCH", "/guardrails/{id}", "Change a guardrail",
              _MANAGEMENT, guardrails.change, "Guardrail", (404,), body="change"),
    Operation("deleteGuardrail", "DELETE", "/guardrails/{id}", "Delete a guardrail",
              _MANAGEMENT, guardrails.delete, "Deleted", (404,)),
    Operation("listGuardrailKeyAssignments", "GET", "/guardrails/{id}/assignments/keys",
              "List the keys that have a guardrail",
              _MANAGEMENT, assignments.keys, "KeyAssignments", (404,), query=_SHORT),
    Operation("bulkAssignKeysToGuardrail", "POST", "/guardrails/{id}/assignments/keys",
              "Assign a guardrail to keys",
              _MANAGEMENT, assignments.assign_keys, "Assigned", (404, 409), body=bodies.KeysBody),
    Operation("bulkUnassignKeysFromGuardrail", "POST", "/guardrails/{id}/assignments/keys/remove",
              "Take a guardrail from keys",
              _MANAGEMENT, assignments.remove_keys, "Unassigned", (404,), body=bodies.KeysBody),
    Operation("listGuardrailMemberAssignments", "GET", "/guardrails/{id}/assignments/members",
              "List the members that have a guardrail",
              _MANAGEMENT, assignments.members, "MemberAssignments", (404,), query=_SHORT),
    Operation("bulkAssignMembersToGuardrail", "POST", "/guardrails/{id}/assignments/members",
              "Assign a guardrail to members",
              _MANAGEMENT, assignments.assign_members, "Assigned", (404, 409),
              body=bodies.MembersBody),
    Operation("bulkUnassignMembersFromGuardrail", "POST",
              "/guardrails/{id}/assignments/members/remove", "Take a guardrail from members",
              _MANAGEMENT, assignments.remove_members, "Unassigned", (404,),
              body=bodies.MembersBody),
    Operation("getDefaultGuardrail", "GET", "/workspaces/{id}/guardrail",
              "Get the default guardrail of a workspace",
              _MANAGEMENT, defaults.read, "Guardrail", (404,)),
    Operation("putDefaultGuardrail", "PUT", "/workspaces/{id}/guardrail",
              "Configure the default guardrail of a workspace",
              _MANAGEMENT, defaults.configure, "Guardrail", (404,), body="default"),
    Operation("deleteDefaultGuardrail", "DELETE", "/workspaces/{id}/guardrail",
              "Unconfigure the default guardrail of a workspace",
              _MANAGEMENT, defaults.delete, "Deleted", (404,)),
    Operation("listKeys", "GET", "/keys", "List API keys",
              _MANAGEMENT, keys.page, "Keys", query=(*_SHORT, _WORKSPACE)),
    Operation("createKeys", "POST", "/keys", "Create an API key; its secret is shown once",
              _MANAGEMENT, keys.create, "NewKey", (404,), 201, body=bodies.KeyBody),
    Operation("updateKeys", "PATCH", "/keys/{hash}", "Change an API key",
              _MANAGEMENT, keys.change, "Key", (404,), body=bodies.KeyChange),
    Operation("deleteKeys", "DELETE", "/keys/{hash}", "Delete an API key",
              _MANAGEMENT, keys.delete, "Deleted", (404,)),
    Operation("listScimGroupMappings", "GET", "/scim/group-mappings", "List SCIM group mappings",
              _MANAGEMENT, mappings.page, "ScimGroupMappings",
              query=(*_SHORT, _GROUP, _WORKSPACE)),
    Operation("updateScimGroupMapping", "PATCH", "/scim/group-mappings/{id}",
              "Change the role of a SCIM group",
              _MANAGEMENT, mappings.change, "ScimGroupMapping", (404,), body=bodies.MappingChange),
    Operation("deleteScimGroupMapping", "DELETE", "/scim/group-mappings/{id}",
              "Delete a SCIM group mapping",
              _MANAGEMENT, mappings.delete, "Deleted", (404,)),
    Operation("listPresets", "GET", "/presets", "List presets",
              _ANY, presets.page, "Presets", query=_SHORT),
    Operation("createPreset", "POST", "/presets", "Create a preset and its first version",
              _MANAGEMENT, presets.create, "Preset", (404, 409), 201, body=bodies.PresetBody),
    Operation("updatePreset", "PATCH", "/presets/{slug}",
              "Change a preset; a new configuration is a new version",
              _MANAGEMENT, presets.change, "Preset", (400, 404), body=bodies.PresetChange),
    Operation("listPresetVersions", "GET", "/presets/{slug}/versions",
              "List the versions of a preset",
              _ANY, presets.versions, "PresetVersions", (400, 404), query=_SHORT),
    Operation("listEndpoints", "GET", "/models/{author}/{model}/endpoints",
              "List the endpoints of one model",
              _ANY, endpoints.of_model, "ModelEndpoints", (404,)),
    Operation("createVideos", "POST", "/videos", "Submit a video job",
              _ANY, videos.submit, "Video", (403, 404), 202, body="request"),
    Operation("cancelVideos", "POST", "/videos/{jobId}/cancel", "Cancel a video job",
              _ANY, videos.cancel, "Video", (404, 409)),
)
"""What the specification leaves out (spec 4), and nobody could do without."""
# fmt: on

OPERATIONS: tuple[Operation, ...] = (*SPECIFIED, *FURTHER)
