/** Limits of APIs on the pages of administrators. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeAdmin } from "../support/service.ts";
import { signedIn } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const path = "/admin/api-limits";
const settings = { API_LIMITS: "fixed:application:5/1m" };
const wanted = { name: "exports", per: "user", windows: "10/1s 9/month" };

test("200 — a limit of an API is created, changed, kept while a plan has it, and deleted", async () => {
  await using world = await startWorld(settings);
  const { baseUrl, ledger, service } = world;
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  const allowed = () =>
    service.dependencies.ownLimits.apiLimits.get("exports")?.windows.map(({ limit }) => limit);
  const created = await admin.send(path, { change: "create", ...wanted });
  assert.equal(created.location, `${path}?created`);
  assert.deepEqual(allowed(), [10, 9]);
  const { html } = await admin.get(path);
  assert.match(html, /fixed.*Configured.*exports.*10.1s 9.month/s);
  for (const name of ["exports", "fixed"]) {
    assert.equal((await admin.send(path, { change: "create", ...wanted, name })).status, 409);
  }

  const change = { change: "change", ...wanted, windows: "20/1s", seen: "1" };
  assert.equal((await admin.send(path, change)).location, `${path}?changed`);
  assert.deepEqual(allowed(), [20]);
  assert.equal((await admin.send(path, { ...change, windows: "30/1s" })).status, 409);
  assert.deepEqual(allowed(), [20]);

  const plan = { change: "create", name: "free", "api/exports": "1/1s" };
  assert.equal((await admin.send("/admin/plans", plan)).location, "/admin/plans?created");
  const end = { change: "delete", name: "exports", seen: "2" };
  const kept = await admin.send(path, end);
  assert.equal(kept.status, 409);
  assert.match(kept.html, /Plans have this limit\. Take it out of them first\./);
  assert.deepEqual(allowed(), [20]);
  await admin.send("/admin/plans", { change: "delete", name: "free", seen: "1" });
  assert.equal((await admin.send(path, end)).location, `${path}?deleted`);
  assert.equal(allowed(), undefined);
});

test("422 — a limit with a wrong name or windows is shown as it was typed, and not saved", async () => {
  await using world = await startWorld(settings);
  const admin = await signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
  for (const wrong of [{ name: "Exports" }, { windows: "10" }, { windows: "10/1s 20/1s" }]) {
    const { status, html } = await admin.send(path, { change: "create", ...wanted, ...wrong });
    assert.equal(status, 422, JSON.stringify(wrong));
    assert.ok(html.includes(`value="${Object.values(wrong)[0]}"`), html);
  }
  assert.deepEqual(await world.ledger.apiLimits(), []);
});
