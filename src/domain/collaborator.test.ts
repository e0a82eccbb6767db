import assert from "node:assert/strict";
import { test } from "node:test";
import {
  invitationPlace,
  isCollaboratorRole,
  readInvitationPlace,
  roleCovers,
} from "./collaborator.ts";
import type { ApplicationId } from "./credentials.ts";

test("an owner may do everything, an admin nearly everything, a viewer look", () => {
  const roles = ["viewer", "editor", "owner"] as const;
  for (const [held, role] of roles.entries()) {
    for (const [needed, one] of roles.entries()) {
      assert.equal(roleCovers(role, one), held >= needed, `${role} for ${one}`);
    }
  }
});

test("a collaborator is an admin or a viewer", () => {
  for (const text of ["editor", "viewer"]) assert.ok(isCollaboratorRole(text), text);
  for (const text of ["owner", "", "Admin"]) assert.ok(!isCollaboratorRole(text), text);
});

test("the paging key of an invitation is read as it was written; any other text is rejected", () => {
  for (const [at, id, role] of [
    [1_700_000_000_000, "1000000000000002", "viewer"],
    [7, "8", "owner"],
  ] as const) {
    const invitation = { at, applicationId: id as ApplicationId, role, applicationName: "Bot" };
    const place = invitationPlace({ ...invitation, icon: undefined, ownerScreenName: "alice" });
    assert.deepEqual(readInvitationPlace(place), { at, applicationId: Number(id), role });
    for (const other of [`${place} `, ` ${place}`, place.toUpperCase()]) {
      assert.equal(readInvitationPlace(other), undefined, other);
    }
  }
  assert.equal(readInvitationPlace(undefined), undefined);
});
