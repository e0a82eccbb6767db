import assert from "node:assert/strict";
import { test } from "node:test";
import { isCollaboratorRole, roleCovers } from "./collaborator.ts";

test("an owner may do everything, an admin nearly everything, a viewer look", () => {
  const roles = ["viewer", "admin", "owner"] as const;
  for (const [held, role] of roles.entries()) {
    for (const [needed, one] of roles.entries()) {
      assert.equal(roleCovers(role, one), held >= needed, `${role} for ${one}`);
    }
  }
});

test("a collaborator is an admin or a viewer", () => {
  for (const text of ["admin", "viewer"]) assert.ok(isCollaboratorRole(text), text);
  for (const text of ["owner", "", "Admin"]) assert.ok(!isCollaboratorRole(text), text);
});
