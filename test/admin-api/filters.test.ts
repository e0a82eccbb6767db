/** The filters, the orders and the counts of the lists of applications, users, and access tokens. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { type ApplicationId, mintAccessTokenCandidate } from "../../src/domain/credentials.ts";
import { dayMs, dayOf } from "../../src/domain/day.ts";
import { filterNames } from "../../src/domain/fields/filter.ts";
import {
  applicationFilters,
  tokenFilters,
  userFilters,
} from "../../src/domain/fields/list-filters.ts";
import { json, makeAlice, makeApp, scratchDirectory } from "../cli/command.ts";
import { runHere } from "../cli/run-here.ts";
import { makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { assertProblem, startAdminService } from "./support.ts";

async function startWithApplications() {
  const service = await startAdminService();
  const { ledger } = service.dependencies;
  const [alice, bob] = [await makeUser(ledger, "alice"), await makeAdmin(ledger, "bob")];
  const weather = await makeApplication(ledger, alice, { name: "Weather", access: "write" });
  const tides = await makeApplication(ledger, bob, { name: "Tides", access: "read" });
  const yesterday = Date.now() - dayMs;
  const use = { resolution: 3600, operation: "", kind: "verified", count: 1 } as const;
  await ledger.addUsage([{ ...use, of: weather.id as ApplicationId, at: yesterday }]);
  return Object.assign(service, { ledger, alice, bob, weather, tides, yesterday });
}

test("200 — applications by each filter, sorted, with a count if it is wanted", async () => {
  await using service = await startWithApplications();
  const { viewer, weather, tides, bob, yesterday, ledger } = service;
  await ledger.suspendApplication(tides.id, "spam", byCommandLine(Date.now()));
  const by = byCommandLine(Date.now());
  const draft = { description: "", limits: { "oauth2/token": 7 }, isDefault: false };
  await ledger.savePlan({ name: "partner", draft, most: 9 }, by);
  await ledger.setApplicationPlan(
    { applicationId: tides.id, plan: "partner", seen: undefined },
    by,
  );
  const day = new Date(yesterday).toISOString().slice(0, 10);
  const today = new Date(yesterday + dayMs).toISOString();
  const all = ["Tides", "Weather"];
  const expected: readonly [string, readonly string[]][] = [
    ["", all],
    ["state=suspended", ["Tides"]],
    ["access=read", ["Tides"]],
    ["owner=alice", ["Weather"]],
    [`owner=${bob.id}`, ["Tides"]],
    [`last_used_from=${day}`, ["Weather"]],
    [`last_used_before=${today.slice(0, 10)}`, ["Weather"]],
    [`last_used_before=${day}`, []],
    ["never_used=true", ["Tides"]],
    ["secret_set_before=2999-01-01", all],
    ["secret_set_from=2999-01-01", []],
    ["secret_set_from=2000-01-01&secret_set_before=2999-01-01", all],
    ["created_from=2999-01-01T00:00:00Z", []],
    [`created_from=${day}&created_before=2999-01-01`, all],
    [`ids=${weather.id},${tides.id},17`, all],
    [`consumer_keys=${weather.consumerKey}`, ["Weather"]],
    ["order=name-down", all.toReversed()],
    ["order=newest", ["Tides", "Weather"]],
    ["order=recently-used", ["Weather", "Tides"]],
    ["order=longest-unused", ["Tides", "Weather"]],
    ["q=w&access=write", ["Weather"]],
    ["approval=approved", all],
    ["approval=waiting", []],
    ["plan=partner", ["Tides"]],
  ];
  for (const [query, names] of expected) {
    const { body } = await viewer.call("GET", `/applications?${query}`);
    assert.deepEqual(
      body.data.map((one: { name: string }) => one.name),
      names,
      query,
    );
    assert.equal(body.total, null);
    const counted = await viewer.call("GET", `/applications?${query}&count=true&limit=1`);
    assert.equal(counted.body.total, names.length, query);
  }
  for (const name of filterNames(applicationFilters)) {
    assert.ok(
      expected.some(([query]) => query.includes(`${name}=`)),
      name,
    );
  }
  const { body } = await viewer.call("GET", "/applications?order=recently-used&limit=1");
  assert.equal(body.data[0].last_used_on, day);
  const next = await viewer.call(
    "GET",
    `/applications?order=recently-used&limit=1&cursor=${body.next_cursor}`,
  );
  assert.deepEqual([next.body.data[0].name, next.body.data[0].last_used_on], ["Tides", null]);
});

test("200 — users by each filter, sorted, with a count if it is wanted", async () => {
  await using service = await startWithApplications();
  const { viewer, alice } = service;
  const today = new Date().toISOString().slice(0, 10);
  const expected: readonly [string, readonly string[]][] = [
    ["state=active", ["alice", "bob"]],
    ["admin=true", ["bob"]],
    ["admin=false", ["alice"]],
    [`created_from=${today}`, ["alice", "bob"]],
    [`created_before=${today}`, []],
    [`ids=${alice.id}`, ["alice"]],
    ["order=name-down", ["bob", "alice"]],
  ];
  for (const [query, names] of expected) {
    const { body } = await viewer.call("GET", `/users?count=true&${query}`);
    assert.deepEqual(
      body.data.map((one: { screen_name: string }) => one.screen_name),
      names,
      query,
    );
    assert.equal(body.total, names.length);
  }
  for (const name of filterNames(userFilters)) {
    assert.ok(
      expected.some(([query]) => query.includes(`${name}=`)),
      name,
    );
  }
});

test("200 — access tokens by each filter; 400 — a filter without an application or a user", async () => {
  await using service = await startWithApplications();
  const { viewer, ledger, weather, alice, bob } = service;
  for (const [holder, access] of [
    [alice, "read"],
    [bob, "write"],
  ] as const) {
    const candidate = mintAccessTokenCandidate(randomBytes);
    const grant = { applicationId: weather.id as ApplicationId, userId: holder.id, access };
    const wanted = { ...grant, emailGranted: false, candidate, now: Date.now() };
    const granted = await ledger.grantAccess(wanted, byCommandLine(Date.now()));
    if (holder === bob && granted)
      await ledger.touchAccessTokens([granted.token], dayOf(Date.now()));
  }
  const today = new Date().toISOString().slice(0, 10);
  const expected: readonly [string, readonly string[]][] = [
    ["", ["alice", "bob"]],
    ["access=read", ["alice"]],
    [`issued_from=${today}`, ["alice", "bob"]],
    [`issued_before=${today}`, []],
    [`last_used_from=${today}`, ["bob"]],
    ["last_used_before=2999-01-01", ["bob"]],
    ["never_used=true", ["alice"]],
    ["unused_since=2999-01-01", ["alice", "bob"]],
    [`unused_since=${today}`, []],
  ];
  for (const [query, names] of expected) {
    const { body } = await viewer.call("GET", `/access_tokens?application=${weather.id}&${query}`);
    const found = body.data.map((one: { user: { screen_name: string } }) => one.user.screen_name);
    assert.deepEqual(found.toSorted(), names, query);
  }
  for (const name of filterNames(tokenFilters)) {
    assert.ok(
      expected.some(([query]) => query.includes(`${name}=`)),
      name,
    );
  }
  assertProblem(await viewer.call("GET", "/access_tokens?never_used=true"), 400, "invalid-request");
  const wrong = `/access_tokens?user=${alice.id}&unused_since=2026-05-03T09:00:00Z`;
  assertProblem(await viewer.call("GET", wrong), 400, "invalid-request");
});

test("400 — a value that is none of the filter's, with its form; 422 — an owner who does not exist", async () => {
  await using service = await startWithApplications();
  const { viewer } = service;
  const ids = Array.from({ length: 101 }, (_, at) => String(at + 1));
  const wrong: readonly [string, RegExp][] = [
    ["state=gone", /state must be active, suspended, or unconfirmed-schemes/],
    ["access=all", /access must be read or write/],
    ["owner=", /owner must be a screen name or a user ID/],
    ["last_used_from=2026-05-03T09:00:00Z", /last_used_from must be a day, such as 2026-05-03/],
    ["last_used_before=yesterday", /last_used_before must be a day/],
    ["never_used=false", /never_used must be true/],
    [
      "secret_set_before=2026-02-30",
      /secret_set_before must be a day, such as 2026-05-03, or a time/,
    ],
    ["created_from=1714721400", /created_from must be a day/],
    ["created_before=2026-05-03T09:00:00", /created_before must be a day/],
    ["ids=1,x", /ids must be 1 to 100 IDs, separated by commas/],
    [`ids=${ids}`, /ids must be 1 to 100 IDs/],
    ["consumer_keys=a", /consumer_keys must be 1 to 100 consumer keys/],
    ["order=age", /order must be name, /],
    ["q=w&order=newest", /What q finds is sorted by name/],
    ["suspended=true", /suspended/],
  ];
  for (const [query, detail] of wrong) {
    const response = await viewer.call("GET", `/applications?${query}`);
    assertProblem(response, 400, "invalid-request");
    assert.match(response.body.detail, detail, query);
  }
  const nobody = await viewer.call("GET", "/applications?owner=nobody");
  assertProblem(nobody, 422, "rejected");
  assert.match(nobody.body.detail, /^owner: No user has this screen name or ID/);
  assert.equal((await viewer.call("GET", `/applications?ids=${ids.slice(1)}`)).status, 200);
});

test("app list and user list have the filters as options, and reject what the API rejects", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  await makeApp(options);
  const names = async (...more: readonly string[]) => {
    const { data, total } = await json<{ data: { name: string }[]; total: number }>(
      ["app", "list", ...more],
      options,
    );
    assert.equal(total, data.length);
    return data.map(({ name }) => name);
  };
  const [name] = await names();
  assert.ok(name);
  for (const found of [["--never-used"], ["--owner", "alice", "--order", "recently-used"]]) {
    assert.deepEqual(await names(...found), [name], found.join(" "));
  }
  for (const none of [
    ["--created-from", "2999-01-01"],
    ["--state", "suspended"],
    ["--ids", "17"],
  ]) {
    assert.deepEqual(await names(...none), [], none.join(" "));
  }
  const users = await runHere(["user", "list", "--admin", "true"], options);
  assert.equal(users.stdout, "no users found\n");
  const wrong = await runHere(["app", "list", "--created-before", "May"], options);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /--created-before must be a day, such as 2026-05-03/);
  const nobody = await runHere(["app", "list", "--owner", "nobody"], options);
  assert.equal(nobody.status, 2);
  assert.match(nobody.stderr, /No user has this screen name or ID/);
});
