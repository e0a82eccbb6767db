/** Plans on the pages of administrators, from a form to the next request of an application. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeAdmin } from "../support/service.ts";
import { signedIn } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const path = "/admin/plans";
const settings = { API_LIMITS: "exports:application:5/1m" };

// interface §16.69
test("200 — a plan is created, made the default one, given to an application, changed, and deleted", async () => {
  await using world = await startWorld(settings);
  const { application, baseUrl, ledger, service } = world;
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  const allowed = () => service.dependencies.ownLimits.of(application.id, "oauth2/token");
  const wanted = { name: "free", description: "To try it.", is_default: "on", "oauth2/token": "7" };
  const created = await admin.send(path, {
    change: "create",
    ...wanted,
    "api/exports": "2/1s 9/month",
  });
  assert.equal(created.location, `${path}?created`);
  assert.match((await admin.get(path)).html, /<code[^>]*>api.exports.{1,8}2.1s 9.month/);
  assert.deepEqual(allowed(), [{ allowed: 7 }]);
  assert.equal((await admin.send(path, { change: "create", ...wanted })).status, 409);

  await admin.send(path, { change: "create", name: "partner", "oauth2/token": "70" });
  const page = `/admin/applications/${application.id}`;
  assert.match((await admin.get(page)).html, /<option value="" selected>Default \(free\)/);
  await admin.send(page, { change: "set-plan", plan: "partner" });
  assert.deepEqual(allowed(), [{ allowed: 70 }]);
  assert.equal((await admin.send(page, { change: "set-plan", plan: "none" })).status, 409);

  const change = { change: "change", name: "partner", "oauth2/token": "700", seen: "1" };
  assert.equal((await admin.send(path, change)).location, `${path}?changed`);
  assert.deepEqual(allowed(), [{ allowed: 700 }]);
  assert.equal((await admin.send(path, { ...change, "oauth2/token": "1" })).status, 409);
  assert.deepEqual(allowed(), [{ allowed: 700 }]);

  const end = { change: "delete", name: "partner", seen: "2" };
  assert.equal((await admin.send(path, end)).status, 409);
  assert.equal((await ledger.plans()).length, 2);
  const ended = await admin.send(path, { ...end, to_default: "on" });
  assert.equal(ended.location, `${path}?deleted`);
  assert.deepEqual(allowed(), [{ allowed: 7 }]);
});

// interface §16.69
test("422 — a plan with a wrong name, description, or limit is shown as it was typed, and not saved", async () => {
  await using world = await startWorld(settings);
  const admin = await signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
  for (const wrong of [
    { name: "Free" },
    { description: "x".repeat(201) },
    { "oauth2/token": "0" },
    { "oauth2/token": "10/1s" },
    { "api/exports": "10/1s 20/1s" },
  ]) {
    const { status, html } = await admin.send(path, { change: "create", name: "free", ...wrong });
    assert.equal(status, 422, JSON.stringify(wrong));
    assert.ok(html.includes(`value="${Object.values(wrong)[0]}"`), html);
  }
  assert.deepEqual(await world.ledger.plans(), []);
});
