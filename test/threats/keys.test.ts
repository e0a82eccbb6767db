/** T21, T29, T31, T35 and races on the pages of an application's keys and tokens. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type AccessToken, type ConsumerKey, tokenDigest } from "../../src/domain/credentials.ts";
import { endpoints } from "../../src/http/endpoints/index.ts";
import * as english from "../../src/pages/languages/english.ts";
import {
  credentials,
  hiddenOn,
  making,
  pathOf,
  send,
  shownOn,
  signs,
} from "../support/keys-page.ts";
import { saying } from "../support/saying.ts";
import { keepLedgersOnDisk, makeUser } from "../support/service.ts";
import { signedIn } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const minute = 60_000;

/** Everything that the forms of these pages can change. */
async function quota({ ledger, application, clock }: World) {
  const current = await ledger.applicationById(application.id);
  assert.ok(current);
  const keys = await ledger.applicationKeys(
    { applicationId: current.id, userId: current.ownerId },
    clock.now,
  );
  return { secretSetAt: current.secretSetAt, ...keys };
}

// interface §15.26
test("T29 — what was shown once is on no page that is asked for, and in no other answer", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const canaries = new Set([application.consumerSecret]);
  const answers: string[] = [];
  for (const credential of credentials) {
    clock.now += 1000;
    const form = { ...(await hiddenOn(world, visitor, credential)), ...making[credential] };
    const made = await visitor.post(pathOf(world, credential), form);
    assert.equal(made.status, 201);
    assert.equal(made.headers.get("cache-control"), "no-store");
    for (const value of shownOn(made)) canaries.add(value);
    clock.now += 1000;
    for (const fields of [form, { ...form, overlap: "" }, { ...form, change: "show" }]) {
      const again = await visitor.post(pathOf(world, credential), fields);
      assert.ok(again.status >= 400, `${again.status}`);
      answers.push(again.html);
    }
  }
  canaries.delete(application.consumerKey);
  // The consumer secret and the access token are also shown as lines of a file.
  assert.equal(canaries.size, 7);
  const pages = endpoints.filter((one) => one.produces === "page" && one.methods.includes("GET"));
  const paths = pages.map((one) => one.paths[0].replace(":id", application.id));
  for (const path of [...paths, ...paths.map((one) => `${one}?created&secret&created-before`)]) {
    answers.push((await visitor.get(path)).html);
  }
  const events = await ledger.eventsBy({}, { after: undefined, size: 1000 });
  answers.push(JSON.stringify(events));
  for (const answer of answers) {
    for (const canary of canaries) assert.ok(!answer.includes(canary), answer);
  }
});

// interface §15.27
test("T35 — 422: an older sign-in makes no secret and breaks no client without the password", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  clock.now += 15 * minute - 1000;
  assert.equal((await send(world, visitor, "bearer-token", { change: "issue" })).status, 201);
  await send(world, visitor, "consumer-secret", making["consumer-secret"]);
  clock.now += 1000;
  const before = await quota(world);
  for (const [credential, fields] of [
    ["consumer-secret", making["consumer-secret"]],
    ["consumer-secret", { change: "revoke-previous" }],
    ["bearer-token", { change: "issue" }],
    ["bearer-token", { change: "revoke" }],
    ["access-token", { change: "create" }],
  ] as const) {
    const { html } = await visitor.get(pathOf(world, credential));
    assert.match(html, /name="current_password"/);
    for (const [current_password, said] of [
      ["", saying(english.shell.reauthentication.problems.missing)],
      ["a wrong password", saying(english.shell.reauthentication.problems.wrong)],
    ] as const) {
      const response = await send(world, visitor, credential, { ...fields, current_password });
      assert.equal(response.status, 422);
      assert.match(response.html, said);
      assert.doesNotMatch(response.html, /class="secret"|a wrong password/);
      assert.deepEqual(await quota(world), before);
    }
  }
  const chosen = await send(world, visitor, "consumer-secret", making["consumer-secret"]);
  assert.match(chosen.html, /value="24h" required checked/, "what was chosen is kept");
  const current_password = alice.password;
  for (const credential of ["consumer-secret", "access-token"] as const) {
    const fields = { ...making[credential], current_password };
    assert.equal((await send(world, visitor, credential, fields)).status, 201);
  }
  const ended = await send(world, visitor, "consumer-secret", {
    change: "revoke-previous",
    current_password,
  });
  assert.equal(ended.status, 303);
  assert.equal(await signs(world, application), false);
});

test("429 — wrong passwords on these pages count as failed sign-ins", async () => {
  await using world = await startWorld({ RATE_LIMITS: "sign-in/known-browser=3" });
  const { baseUrl, alice, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  clock.now += 15 * minute;
  for (const status of [422, 422, 422, 429]) {
    const fields = { change: "issue", current_password: "a wrong password" };
    assert.equal((await send(world, visitor, "bearer-token", fields)).status, status);
  }
});

// interface §15.29
test("T31 — 403: a suspended application makes no secrets, says why, and can give up what it has", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  for (const credential of credentials) await send(world, visitor, credential, making[credential]);
  clock.now += 1000;
  const hidden = await Promise.all(credentials.map((one) => hiddenOn(world, visitor, one)));
  await ledger.suspendApplication(application.id, "It floods users.", {
    at: clock.now,
    actor: "command-line",
  });
  const before = await quota(world);
  for (const [at, credential] of credentials.entries()) {
    const form = { ...hidden[at], ...making[credential] };
    const response = await visitor.post(pathOf(world, credential), form);
    assert.equal(response.status, 403);
    assert.match(response.html, /It floods users/);
    assert.deepEqual(await quota(world), before);
    const { html } = await visitor.get(pathOf(world, credential));
    assert.doesNotMatch(html, /value="(regenerate|issue|make)"/);
  }
  for (const [credential, change] of [
    ["consumer-secret", "revoke-previous"],
    ["bearer-token", "revoke"],
    ["access-token", "revoke"],
  ] as const) {
    assert.equal((await send(world, visitor, credential, { change })).status, 303);
  }
  const nothing = { previousSecretUntil: undefined, bearerSince: undefined, ownAccess: [] };
  assert.deepEqual(await quota(world), { ...before, ...nothing });
});

test("T31 — 303: a suspended owner's pages are closed, and make nothing", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const hidden = await Promise.all(credentials.map((one) => hiddenOn(world, visitor, one)));
  await ledger.suspendUser(alice.id, "x", { at: clock.now, actor: "command-line" });
  const before = await quota(world);
  for (const [at, credential] of credentials.entries()) {
    const form = { ...hidden[at], ...making[credential] };
    const response = await visitor.post(pathOf(world, credential), form);
    assert.equal(response.status, 303);
    assert.match(response.location ?? "", /^\/sign-in/);
  }
  assert.deepEqual(await quota(world), before);
});

test("T21 — 404: someone else's keys, and those of no application, alike", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, alice, application } = world;
  const visitor = await signedIn(baseUrl, await makeUser(ledger, "bob"));
  const owner = await signedIn(baseUrl, alice);
  const csrf = await visitor.csrf();
  const before = await quota(world);
  for (const credential of credentials) {
    const path = pathOf(world, credential);
    const unknown = path.replace(application.id, "1234567890123456");
    const { csrf: _, ...hidden } = await hiddenOn(world, owner, credential);
    const form = { csrf, ...hidden, ...making[credential] };
    const bodies: string[] = [];
    for (const one of [path, unknown]) {
      for (const response of [await visitor.get(one), await visitor.post(one, form)]) {
        assert.equal(response.status, 404);
        bodies.push(response.html.replaceAll(application.id, "1234567890123456"));
      }
    }
    assert.equal(new Set(bodies).size, 1);
  }
  assert.deepEqual(await quota(world), before);
});

test("of forms sent at once exactly one makes something, and what it shows is what works", async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  clock.now += 1000;
  for (const credential of credentials) {
    const form = { ...(await hiddenOn(world, visitor, credential)), ...making[credential] };
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => visitor.post(pathOf(world, credential), form)),
    );
    const made = responses.filter((one) => one.status === 201);
    assert.equal(made.length, 1, credential);
    assert.equal(responses.filter((one) => one.status === 409).length, 7, credential);
    const [first = "", second = ""] = made.flatMap(shownOn);
    if (credential === "consumer-secret") {
      assert.equal(await signs(world, { ...application, consumerSecret: second }), true);
    } else if (credential === "bearer-token") {
      assert.ok(await ledger.bearerApplication(tokenDigest(first), clock.now));
    } else {
      const found = await ledger.accessTokenCredentials(
        application.consumerKey as ConsumerKey,
        first as AccessToken,
        clock.now,
      );
      assert.equal(found?.access.secret.reveal(), second);
    }
  }
});
