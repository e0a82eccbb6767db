import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isNotificationKind,
  kindOfNotice,
  kindsFor,
  notificationKinds,
  percentReached,
} from "./notification.ts";

test("a limit is reached at four fifths and at its end, by one request each", () => {
  const reached = (limit: number) =>
    Array.from({ length: limit + 2 }, (_, used) => percentReached(limit, limit - used));
  assert.deepEqual(reached(5), [undefined, undefined, undefined, undefined, 80, 100, undefined]);
  assert.deepEqual(reached(1), [undefined, 100, undefined]);
  assert.deepEqual(reached(3), [undefined, undefined, undefined, 100, undefined]);
  assert.deepEqual(reached(60).indexOf(80), 48);
  assert.equal(percentReached(0, 0), undefined);
  assert.equal(percentReached(0, -1), undefined);
});

test("kinds of notifications are those of the list", () => {
  for (const kind of notificationKinds) assert.ok(isNotificationKind(kind), kind);
  for (const text of ["", "spam"]) assert.ok(!isNotificationKind(text), text);
});

test("only administrators choose emails about API keys", () => {
  assert.deepEqual(kindsFor({ isAdmin: true }), notificationKinds);
  const others = notificationKinds.filter((kind) => kind !== "api-keys");
  assert.deepEqual(kindsFor({ isAdmin: false }), others);
});

test("each notice is of the kind that its user may turn off", () => {
  const byKind = notificationKinds.map((kind) => [
    kind,
    Object.entries(kindOfNotice).flatMap(([what, of]) => (of === kind ? [what] : [])),
  ]);
  assert.deepEqual(Object.fromEntries(byKind), {
    secrets: ["secret-made"],
    suspensions: ["suspended", "restored"],
    collaborators: ["collaborator-joined", "collaborator-removed", "collaborator-left"],
    limits: ["limit-reached"],
    "old-secrets": ["old-secret"],
    // A sunset concerns several applications.
    sunsets: [],
    // Administrators are told about keys, which belong to no application.
    "api-keys": [],
  });
  const always = Object.entries(kindOfNotice).filter(([, kind]) => kind === undefined);
  assert.deepEqual(
    always.map(([what]) => what),
    [
      "secret-revoked",
      "from-administrator",
      "approved",
      "change-approved",
      "approval-asked",
      "declined",
      "change-declined",
      "ownership-offered",
      "transferred",
    ],
  );
});
