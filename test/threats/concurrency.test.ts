/** T10, T17, T01: what may happen only once does happen only once, however many requests there are at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byUser } from "../../src/domain/audit-context.ts";
import { type RequestToken, Secret, type Verifier } from "../../src/domain/credentials.ts";
import type { Ledger } from "../../src/domain/ports/ledger.ts";
import {
  approvalOf,
  basicHeader,
  exchange,
  requestErrorOf,
  requestTokenFor,
} from "../support/flow.ts";
import { ledgerDatabase } from "../support/ledger-database.ts";
import { keepLedgersOnDisk, makeUser } from "../support/service.ts";
import { Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const times = <T>(count: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));

// interface §5.9
test("T10 — 64 parallel exchanges of one request token: one success", async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const request = await requestTokenFor(baseUrl, application);
  const verifier = await approvalOf(baseUrl, request.token, alice);
  const held = holdUntilAllHaveCome(world.ledger, ["exchangeRequestToken"], 64);
  const responses = await times(64, () => exchange(baseUrl, application, request, verifier));
  assert.equal(held.come(), 64, "all of them were under way at once");
  assert.equal(responses.filter((one) => one.status === 200).length, 1);
  for (const one of responses)
    if (one.status !== 200) assert.equal(await requestErrorOf(one), "401 (code 89)");
  const again = await exchange(baseUrl, application, request, verifier);
  assert.equal(await requestErrorOf(again), "401 (code 89)");
});

// interface §7.2
test("T10 — 64 parallel oauth2/token: one token", async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld();
  const held = holdUntilAllHaveCome(world.ledger, ["issueBearerToken"], 64);
  const tokens = await times(64, async () => {
    const response = await fetch(`${world.baseUrl}/oauth2/token`, {
      method: "POST",
      headers: { authorization: basicHeader(world.application) },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    assert.equal(response.status, 200);
    return ((await response.json()) as { access_token: string }).access_token;
  });
  assert.equal(held.come(), 64, "all of them found no bearer token");
  assert.equal(new Set(tokens).size, 1);
  const limits = `${world.baseUrl}/1.1/application/rate_limit_status.json`;
  const response = await fetch(limits, { headers: { authorization: `Bearer ${tokens[0]}` } });
  assert.equal(response.status, 200, "and the database knows it");
});

test("T10 — of 20 parallel flows of one user and application all end at one access token", async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const visitor = new Visitor(baseUrl);
  const approved = [];
  for (let index = 0; index < 20; index += 1) {
    const request = await requestTokenFor(baseUrl, application);
    approved.push({ request, verifier: await approvalOf(baseUrl, request.token, alice, visitor) });
  }
  holdUntilAllHaveCome(world.ledger, ["exchangeRequestToken"], 20);
  const forms = await Promise.all(
    approved.map(async ({ request, verifier }) =>
      (await exchange(baseUrl, application, request, verifier)).text(),
    ),
  );
  assert.equal(new Set(forms).size, 1);
});

test("T10 — of 30 parallel revocations one says 200", async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld();
  const { makeAccessToken } = await import("../support/service.ts");
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  holdUntilAllHaveCome(world.ledger, ["revokeAccessToken"], 30);
  const responses = await times(30, () =>
    world.signed("POST", "/1.1/oauth/invalidate_token", { token }),
  );
  const [first, ...others] = responses.toSorted((one, other) => one.status - other.status);
  assert.equal(first?.status, 200);
  const requestErrors = await Promise.all(others.map((one) => requestErrorOf(one)));
  assert.deepEqual(new Set(requestErrors), new Set(["401 (code 89)"]));
});

// interface §3.7
test("T10 — of parallel answers to one consent page exactly one counts", async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const { token } = await requestTokenFor(baseUrl, application);
  const visitor = new Visitor(baseUrl);
  const page = await visitor.open(`/oauth/authorize?oauth_token=${token}`, alice);
  holdUntilAllHaveCome(world.ledger, ["approveRequestToken", "cancelRequestToken"], 20);
  const responses = await times(20, (index) =>
    visitor.submit(page, { decision: index % 2 === 0 ? "allow" : "deny" }),
  );
  assert.equal(responses.filter((one) => one.status === 303).length, 1);
  assert.equal(responses.filter((one) => one.status === 403).length, 19);
});

// interface §5.7
test("T17 — N parallel PIN guesses: five are tried, and then the request token is dead", async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld({}, { callbacks: [] });
  const { baseUrl, application, alice } = world;
  const request = await requestTokenFor(baseUrl, application, "oob");
  const pin = await approvalOf(baseUrl, request.token, alice);
  const wrong = Array.from({ length: 40 }, (_, index) =>
    String((Number(pin) + 1 + index) % 10_000_000).padStart(7, "0"),
  );
  holdUntilAllHaveCome(world.ledger, ["exchangeRequestToken"], wrong.length);
  const answers = await Promise.all(
    wrong.map(async (guess) =>
      requestErrorOf(await exchange(baseUrl, application, request, guess)),
    ),
  );
  assert.equal(answers.filter((one) => one === "401 (code 32)").length, 5);
  assert.equal(answers.filter((one) => one === "401 (code 89)").length, 35);
  const right = await exchange(baseUrl, application, request, pin);
  assert.equal(await requestErrorOf(right), "401 (code 89)");
});

// interface §5.6
test("T17 — four wrong tries leave the right one; missing and empty are no tries", async () => {
  await using world = await startWorld({}, { callbacks: [] });
  const { baseUrl, application, alice } = world;
  const request = await requestTokenFor(baseUrl, application, "oob");
  const pin = await approvalOf(baseUrl, request.token, alice);
  for (let index = 0; index < 10; index += 1) {
    for (const none of [undefined, ""]) {
      const response = await exchange(baseUrl, application, request, none);
      assert.equal(await requestErrorOf(response), "401 (code 32)");
    }
  }
  for (const wrong of ["x", `${pin}0`, pin.slice(1), `${pin} 0`]) {
    assert.equal(
      await requestErrorOf(await exchange(baseUrl, application, request, wrong)),
      "401 (code 32)",
    );
  }
  assert.equal((await exchange(baseUrl, application, request, pin)).status, 200);
});

test("T17 — a PIN is kept under the key ring: the database alone, with all ten million PINs, does not tell it", async () => {
  const latest = [];
  for (const key of [1, 2]) {
    const keys = `k1:${Buffer.alloc(32, key).toString("base64")}`;
    await using world = await startWorld({ KEYS: keys });
    const digests = [];
    for (const token of ["A".repeat(27), "B".repeat(27)] as RequestToken[]) {
      await issuePin(world, token, "1234567" as Verifier);
      digests.push((await rowOf(world, token))["verifier_digest"]);
    }
    assert.notEqual(digests[0], digests[1], "one PIN of two request tokens has two digests");
    latest.push(digests[0]);
  }
  assert.notEqual(latest[0], latest[1], "under another key ring the same PIN is kept otherwise");
});

test("T17 — anonymous callers spend no tries: only a good signature can guess", async () => {
  await using world = await startWorld({}, { callbacks: [] });
  const { baseUrl, application, alice } = world;
  const request = await requestTokenFor(baseUrl, application, "oob");
  const pin = await approvalOf(baseUrl, request.token, alice);
  for (let index = 0; index < 20; index += 1) {
    const response = await exchange(
      baseUrl,
      { ...application, consumerSecret: "wrong" },
      request,
      "0000000",
    );
    assert.equal(await requestErrorOf(response), "401 (code 32)");
  }
  assert.equal((await exchange(baseUrl, application, request, pin)).status, 200);
});

test("T01 — without the verifier that the victim was shown the exchange fails", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const request = await requestTokenFor(baseUrl, application);
  await approvalOf(baseUrl, request.token, alice);
  for (const guess of [undefined, "", request.token, request.secret, "A".repeat(32)]) {
    const response = await exchange(baseUrl, application, request, guess);
    assert.equal(await requestErrorOf(response), "401 (code 32)");
  }
});

// interface §3.10
test("T01 — oauth_callback at authorize changes nothing", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const { token } = await requestTokenFor(baseUrl, application);
  const evil = encodeURIComponent("https://evil.example/");
  const response = await new Visitor(baseUrl).decide(
    `/oauth/authorize?oauth_token=${token}&oauth_callback=${evil}`,
    alice,
    "allow",
  );
  assert.match(response.location ?? "", /^https:\/\/weather\.example\/callback\?/);
});

// interface §3.11
test("T01 — a consent form shown in one session is rejected from another", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const { token } = await requestTokenFor(baseUrl, application);
  const path = `/oauth/authorize?oauth_token=${token}`;
  const attacker = new Visitor(baseUrl);
  const shown = await attacker.open(path, alice);
  const victim = new Visitor(baseUrl);
  await victim.open(path, bob);
  assert.equal((await victim.submit(shown, { decision: "allow" })).status, 403);
  const own = await victim.get(path);
  assert.equal((await victim.submit(own, { decision: "allow" })).status, 303);
});

async function issuePin(
  { ledger, application, alice, clock }: World,
  token: RequestToken,
  verifier: Verifier,
): Promise<void> {
  const { now } = clock;
  const applicationId = application.id;
  await ledger.issueRequestToken({
    token,
    secret: new Secret("s".repeat(32)),
    applicationId,
    callback: "oob",
    access: "read",
    requestEmail: false,
    seen: { access: "read", callbacks: ["https://weather.example/callback"] },
    now,
    expiresAt: now + 60_000,
  });
  const on = byUser(alice.id, now, "127.0.0.1");
  await ledger.approveRequestToken({ token, userId: alice.id, verifier, kind: "pin", now }, on);
}

async function rowOf({ service }: World, token: string): Promise<Record<string, unknown>> {
  await using database = await ledgerDatabase(service);
  const [row] = await database.rows(`select * from request_token where token = '${token}'`);
  return row ?? {};
}

/**
 * Holds the next `count` calls of these writes, then lets all of them continue in the same turn. So all
 * reads of the operations happen before the first write. Later calls are not changed.
 */
function holdUntilAllHaveCome(
  ledger: Ledger,
  names: readonly (keyof Ledger)[],
  count: number,
): { readonly come: () => number } {
  const all = Promise.withResolvers<void>();
  const writes = Object.fromEntries(names.map((name) => [name, ledger[name]]));
  let come = 0;
  for (const name of names) {
    const write = ledger[name] as (...args: unknown[]) => Promise<unknown>;
    const held = async (...args: unknown[]) => {
      come += 1;
      if (come === count) {
        Object.assign(ledger, writes);
        all.resolve();
      }
      await all.promise;
      return write(...args);
    };
    Object.assign(ledger, { [name]: held });
  }
  return { come: () => come };
}
