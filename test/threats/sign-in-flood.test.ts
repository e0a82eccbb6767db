/**
 * T25 for signing in: what one account or one network can take from others, and what repeated sign-ins leave behind.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { knownBrowser, setKnownBrowser } from "../../src/accounts/browser-session.ts";
import { maxSessions } from "../../src/domain/session.ts";
import { incoming } from "../support/incoming.ts";
import { rowsOf } from "../support/ledger-rows.ts";
import { keepLedgersOnDisk, makeUser, type TestUser } from "../support/service.ts";
import { keepPasswordsCostly } from "../support/test-password.ts";
import { formOn, type Shown, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const behindProxy = { TRUSTED_PROXIES: "127.0.0.1" };
const withLimits = { ...behindProxy, RATE_LIMITS: "" };

/** A browser with its own address and the sign-in form open. */
async function atSignIn(world: World, address: string) {
  const visitor = new Visitor(world.baseUrl);
  const headers = { "x-forwarded-for": address };
  const { hidden } = formOn((await visitor.get("/sign-in", headers)).html);
  const signIn = (username: string, password: string): Promise<Shown> =>
    visitor.post("/sign-in", { ...hidden, username, password }, headers);
  return { visitor, signIn, signInAs: (user: TestUser) => signIn(user.screenName, user.password) };
}

type Browser = Awaited<ReturnType<typeof atSignIn>>;

/** Browsers at the sign-in form, each with its own address and a cookie of an earlier sign-in to the account. */
async function knownBrowsers(world: World, user: TestUser, count: number): Promise<Browser[]> {
  const { dependencies } = world.service;
  const { passwordHash = "$" as const } = (await world.ledger.passwordOf(user.screenName)) ?? {};
  const holder = { userId: user.id, passwordHash };
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const one = await atSignIn(world, `198.51.100.${at + 1}`);
      const [cookie = ""] = setKnownBrowser(incoming(), holder, dependencies).split(";");
      const known = knownBrowser(incoming({ headers: { cookie } }), holder, dependencies);
      assert.ok(known?.hasPresentPassword);
      one.visitor.cookies.set("browser", cookie.slice("browser=".length));
      return one;
    }),
  );
}

const statuses = (all: readonly Shown[]) => all.map((one) => one.status);

/** Sign-ins can be a flood only because checking a password takes time, on a server as it is run. */
function asOnAServer(): Disposable {
  const all = new DisposableStack();
  all.use(keepLedgersOnDisk());
  all.use(keepPasswordsCostly());
  return all;
}

for (const [limits, settings] of [
  ["default limits", withLimits],
  ["no limits", behindProxy],
] as const) {
  test(`T25 — ${limits}: 85 known browsers of one account, all with the right password, give no one else a 503`, async () => {
    using _ = asOnAServer();
    await using world = await startWorld(settings);
    const bob = await makeUser(world.ledger, "bob");
    const flood = await knownBrowsers(world, world.alice, 85);
    const others = await Promise.all(
      ["203.0.113.1", "203.0.113.2", "198.51.100.1"].map((address) => atSignIn(world, address)),
    );
    const flooding = Promise.all(flood.map((one) => one.signInAs(world.alice)));
    const responses = await Promise.all(others.map((one) => one.signInAs(bob)));
    assert.deepEqual(statuses(responses), [303, 303, 303]);
    const flooded = statuses(await flooding);
    assert.ok(flooded.includes(303), "the account itself is served, as far as its share goes");
    assert.deepEqual(
      flooded.filter((status) => ![303, 429, 503].includes(status)),
      [],
    );
  });
}

test("T25 — one network that tries 90 names at once gives no one on another network a 503", async () => {
  using _ = asOnAServer();
  await using world = await startWorld(withLimits);
  const bob = await makeUser(world.ledger, "bob");
  const flood = await Promise.all(
    Array.from({ length: 90 }, () => atSignIn(world, "198.51.100.1")),
  );
  const other = await atSignIn(world, "203.0.113.1");
  const flooding = Promise.all(flood.map((one, at) => one.signIn(`name${at}`, "a wrong password")));
  assert.equal((await other.signInAs(bob)).status, 303);
  await flooding;
});

// interface §14.22, §14.23
test("T25 — sessions of one user are bounded, the oldest goes; signing in again from one address is one row an hour", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, service, clock } = world;
  const rows = async () => {
    const { session, audit_event: events } = await rowsOf(service);
    const signedInRows = events?.filter((one) => one["name"] === "user.signed-in");
    return [session?.length, signedInRows?.length];
  };
  const users: Visitor[] = [];
  for (let count = 0; count < maxSessions + 2; count += 1) {
    clock.now += 1000;
    users.push(await signedIn(baseUrl, alice));
  }
  assert.deepEqual(await rows(), [maxSessions, 1]);
  const opened = await Promise.all(users.slice(0, 3).map((one) => one.get("/account")));
  assert.deepEqual(statuses(opened), [303, 303, 200]);
  clock.now += 3_600_000;
  await signedIn(baseUrl, alice);
  assert.deepEqual(await rows(), [maxSessions, 2]);
});
