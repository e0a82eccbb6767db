/** What the database keeps of calls with an `Idempotency-Key`, how much and how long, and what a failure leaves. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { maxStoredRequests, maxStoredResponseBytes } from "../../src/domain/admin-request.ts";
import { adminEndpoints } from "../../src/http/admin-api/endpoints.ts";
import { failingDisk } from "../support/failing-disk.ts";
import { freePort } from "../support/free-port.ts";
import { startServe } from "../support/process.ts";
import {
  keepLedgersOnDisk,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { skippedOnPostgres } from "../support/test-engine.ts";
import { until } from "../support/until.ts";
import { assertProblem, clientOf, makeApiKey, operationAt, startAdminService } from "./support.ts";

const inMemory = skippedOnPostgres("the rows are read in memory");
const bob = {
  screen_name: "bob",
  password: "a long and unusual password",
  name: "Robert",
  email: "bob@users.example",
};
const withKey = () => ({ "idempotency-key": randomUUID() });

async function startWithRows() {
  const service = await startAdminService();
  const { memory } = service;
  assert.ok(memory);
  const rows = () =>
    memory.prepare("select * from admin_request").all() as Record<string, unknown>[];
  return Object.assign(service, { memory, rows });
}

test("T69 — each POST says whose data its response has, or that it changes nothing", () => {
  const posts = adminEndpoints.flatMap(({ operations }) =>
    operations.filter(({ method }) => method === "POST"),
  );
  assert.ok(posts.length > 10);
  for (const { name, about, changesNothing } of posts) {
    assert.notEqual(about !== undefined, changesNothing === true, name);
  }
  assert.ok(operationAt("POST", "/configuration/plan")?.changesNothing);
});

test("200 — what changes nothing is not stored: a plan and an export", {
  skip: inMemory,
}, async () => {
  await using service = await startWithRows();
  const { manager, viewer, dependencies, rows } = service;
  const { id } = await makeUser(dependencies.ledger, "alice");
  const plan = withKey();
  for (const body of [{ settings: { sign_up: "closed" } }, { settings: { sign_up: "open" } }]) {
    // The key has no meaning here, so another request may have it too.
    assert.equal((await viewer.call("POST", "/configuration/plan", body, plan)).status, 200);
  }
  const exported = withKey();
  const at = `/users/${id}`;
  for (const _ of [1, 2]) {
    const { status, headers } = await manager.call("POST", `${at}/data`, undefined, exported);
    assert.deepEqual([status, headers.get("idempotency-replayed")], [200, null]);
  }
  const events = await viewer.call("GET", "/events?name=user.data-exported");
  assert.equal(events.body.data.length, 2, "each export is an event");
  assert.deepEqual(rows(), []);
  await manager.call("DELETE", at);
  const after = await manager.call("POST", `${at}/data`, undefined, exported);
  assertProblem(after, 404, "not-found");
  assert.deepEqual(rows(), []);
});

test("429 — an API key has so many stored responses, with so many bytes, and no more", {
  skip: inMemory,
}, async () => {
  await using service = await startWithRows();
  const { dependencies, memory, internalUrl } = service;
  const key = await makeApiKey(dependencies.ledger, "manager");
  const client = clientOf(internalUrl, key.secret);
  const other = clientOf(internalUrl, (await makeApiKey(dependencies.ledger, "manager")).secret);
  const insert = memory.prepare(
    "insert into admin_request values (?, 'r', ?, 'a', ?, x'00', ?, 0, null, null)",
  );
  const begunAt = Date.now() - 3_600_000;
  const fill = (rows: number, bytes: number) => {
    memory.exec("delete from admin_request; begin");
    for (let at = 0; at < rows; at += 1) insert.run(`d${at}`, key.id, begunAt, bytes);
    memory.exec("commit");
  };
  for (const [rows, bytes] of [
    [maxStoredRequests, 1],
    [4, maxStoredResponseBytes / 4],
  ] as const) {
    fill(rows, bytes);
    const rejected = await client.call("POST", "/invitations", {}, withKey());
    assertProblem(rejected, 429, "too-many-idempotency-keys");
    const seconds = Number(rejected.headers.get("retry-after"));
    assert.ok(seconds > 22.9 * 3600 && seconds <= 23 * 3600, String(seconds));
    assert.match(rejected.body.detail, /without Idempotency-Key/);
    assert.equal((await client.call("POST", "/invitations", {})).status, 201, "without a key");
    assert.equal((await other.call("POST", "/invitations", {}, withKey())).status, 201);
    memory.exec("delete from admin_request where digest = 'd1'");
    if (rows > 4) continue;
    assert.equal((await client.call("POST", "/invitations", {}, withKey())).status, 201);
  }
  fill(maxStoredRequests - 1, 1);
  assert.equal((await client.call("POST", "/invitations", {}, withKey())).status, 201);
  assertProblem(
    await client.call("POST", "/invitations", {}, withKey()),
    429,
    "too-many-idempotency-keys",
  );
});

test("a digest of a body cannot be guessed without the API key", { skip: inMemory }, async () => {
  await using service = await startWithRows();
  const { manager, dependencies, internalUrl, rows, memory } = service;
  const other = clientOf(internalUrl, (await makeApiKey(dependencies.ledger, "manager")).secret);
  const key = { "idempotency-key": "the-same-for-both" };
  const seen = new Set<unknown>();
  for (const client of [manager, other]) {
    assert.equal((await client.call("POST", "/users", bob, key)).status, 201);
    memory.exec("delete from user");
    memory.exec("delete from reserved_screen_name");
  }
  for (const { digest, request } of rows()) seen.add(digest).add(request);
  assert.equal(seen.size, 4, "equal calls of two API keys have different digests");
});

test("410 — a response ends with its user or application, and the call does not run again", {
  skip: inMemory,
}, async () => {
  await using service = await startWithRows();
  const { manager, viewer, dependencies, rows } = service;
  await makeUser(dependencies.ledger, "alice");
  const key = withKey();
  const created = await manager.call("POST", "/users", bob, key);
  const again = await manager.call("POST", "/users", bob, key);
  assert.deepEqual([again.status, again.body], [201, created.body]);
  const collaborator = { screen_name: "bob", role: "viewer" };
  const weather = { name: "Weather", access: "read", owner: "alice" };
  const [creating, inviting, regenerating] = [withKey(), withKey(), withKey()];
  const application = await manager.call("POST", "/applications", weather, creating);
  const at = `/applications/${application.body.id}`;
  const invited = `${at}/collaborators`;
  const secret = `${at}/consumer_secret`;
  assert.equal((await manager.call("POST", invited, collaborator, inviting)).status, 201);
  const overlap = { overlap: "0" };
  assert.equal((await manager.call("POST", secret, overlap, regenerating)).status, 201);

  assert.equal((await manager.call("DELETE", `/users/${created.body.id}`)).status, 204);
  for (const erased of [
    await manager.call("POST", "/users", bob, key),
    await manager.call("POST", invited, collaborator, inviting),
  ]) {
    assertProblem(erased, 410, "response-erased");
    assert.doesNotMatch(JSON.stringify(erased.body), /bob|Robert/i);
  }
  assert.equal((await viewer.call("GET", "/users?q=bob")).body.data.length, 0);
  assert.equal((await manager.call("POST", "/applications", weather, creating)).status, 201);

  assert.equal((await manager.call("DELETE", at)).status, 204);
  for (const erased of [
    await manager.call("POST", "/applications", weather, creating),
    await manager.call("POST", secret, overlap, regenerating),
  ]) {
    assertProblem(erased, 410, "response-erased");
  }
  assert.equal((await viewer.call("GET", "/applications")).body.data.length, 0);
  assert.deepEqual(
    rows().map(({ reply }) => reply),
    [null, null, null, null],
  );
});

test("200 — each secret that is returned again is an event", async () => {
  await using service = await startAdminService();
  const { manager, viewer, dependencies } = service;
  const { ledger } = dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const at = `/applications/${application.id}`;
  const token = { application: application.id, user: alice.id };
  const calls: readonly (readonly [string, object | undefined, string, boolean, boolean])[] = [
    [
      "/applications",
      { name: "Weather", access: "read", owner: "alice" },
      "consumer-secret",
      true,
      true,
    ],
    [`${at}/consumer_secret`, { overlap: "0" }, "consumer-secret", false, true],
    ["/access_tokens", token, "access-token", true, true],
    [`${at}/bearer_tokens`, undefined, "bearer-token", false, true],
    [`/users/${alice.id}/reset_links`, undefined, "link", true, false],
    [`/users/${alice.id}/recovery_links`, { because: "lost" }, "link", true, false],
    ["/invitations", {}, "link", false, false],
  ];
  let events = 0;
  const newest = async () => {
    const { body } = await viewer.call("GET", "/events?name=secret.returned-again");
    return body.data;
  };
  for (const [path, body, kind, ofUser, ofApplication] of calls) {
    const key = withKey();
    const first = await manager.call("POST", path, body, key);
    assert.equal(first.status, 201, path);
    assert.equal((await newest()).length, events, `${path}: the first response`);
    const again = await manager.call("POST", path, body, key);
    assert.deepEqual(again.body, first.body);
    events += 1;
    const [event, ...others] = await newest();
    assert.equal(others.length, events - 1, path);
    assert.equal(event.actor, "api-key:deploy");
    assert.deepEqual(event.details, { kind });
    assert.deepEqual(
      [event.user_id !== undefined, event.application_id !== undefined],
      [ofUser, ofApplication],
    );
  }
  // With a new key, the token that exists is returned.
  const { body } = await manager.call("POST", "/access_tokens", token, withKey());
  assert.ok(body.token_secret);
  assert.equal((await newest()).length, events + 1);
});

test("500 — after a failure that changed nothing, the key is free", {
  skip: inMemory,
}, async () => {
  await using service = await startWithRows();
  const { manager, memory, rows } = service;
  const key = withKey();
  memory.exec(
    "create trigger broken before insert on user begin select raise(abort, 'broken'); end",
  );
  for (const _ of [1, 2]) {
    assertProblem(await manager.call("POST", "/users", bob, key), 500, "internal-error");
  }
  assert.deepEqual(rows(), []);
  memory.exec("drop trigger broken");
  assert.equal((await manager.call("POST", "/users", bob, key)).status, 201);
  const again = await manager.call("POST", "/users", bob, key);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
});

test("503 — a disk that fails, for once or for long, and a kill: the same key runs once", {
  skip: skippedOnPostgres("its disk is the server's"),
}, async (t) => {
  using disk = failingDisk();
  if (disk === undefined) return t.skip("needs a C compiler");
  using _onDisk = keepLedgersOnDisk();
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-idempotency-"));
  await using _directory = {
    async [Symbol.asyncDispose]() {
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  let secret = "";
  {
    await using service = await startTestService({ DATA_DIR: dataDir });
    secret = (await makeApiKey(service.dependencies.ledger, "manager")).secret;
  }
  const port = await freePort();
  const settings = { DATA_DIR: dataDir, INTERNAL_PORT: String(port) };
  const start = () => startServe(settings, { variables: disk.variables });
  const client = clientOf(`http://127.0.0.1:${port}`, secret);
  let number = 0;
  const create = () =>
    client.call(
      "POST",
      "/users",
      { ...bob, screen_name: `bob${number}` },
      { "idempotency-key": `bob${number}` },
    );
  const users = async () => (await client.call("GET", "/users")).body.data.length;
  {
    await using server = await start();
    assert.equal(await users(), 0);
    // The time of its last call is written beside the calls.
    await until(async () => {
      const { body } = await client.call("GET", "/api_keys");
      return body.data[0].last_used_at !== null;
    });
    // The one failure may meet a write of the service itself.
    let failed: Awaited<ReturnType<typeof create>>;
    do {
      number += 1;
      disk.fail("sync-once countersign.db-wal");
      failed = await create();
    } while (failed.status === 201 && number < 9);
    assertProblem(failed, 503, "over-capacity");
    disk.fail("sync countersign.db-wal");
    assertProblem(await create(), 503, "outcome-unknown");
    assertProblem(await create(), 503, "over-capacity");
    assert.equal(await users(), number - 1);
    await server.kill();
  }
  disk.fail();
  await using server = await start();
  const created = await create();
  assert.equal(created.status, 201);
  assert.deepEqual((await create()).body, created.body);
  assert.equal(await users(), number);
  await server.stop();
});
