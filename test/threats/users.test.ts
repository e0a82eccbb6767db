/**
 * T15, T16, T21, T28, T31, T35 on the pages of signed-in users. They go through the list of endpoints, so no new route
 * is forgotten.
 */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { after, test } from "node:test";
import {
  mintBearerToken,
  Secret,
  type SessionId,
  tokenDigest,
} from "../../src/domain/credentials.ts";
import { requestIdHeader } from "../../src/domain/logged-request.ts";
import { endpoints } from "../../src/http/endpoints/index.ts";
import * as english from "../../src/pages/languages/english.ts";
import { authenticator } from "../support/authenticator.ts";
import { inviteCollaborator } from "../support/collaborators.ts";
import { entryOf, leaveAuthenticated, linkTo, providersIn } from "../support/identities.ts";
import { rowsOf } from "../support/ledger-rows.ts";
import { addPasskey, askedOn, localhost } from "../support/passkeys.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { appOn, setUpTwoStep } from "../support/two-step.ts";
import { formOn, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";
import { assertIsolated, assertNotAnonymous, assertOnlyOwnPageSends } from "./page-defenses.ts";

const routes = endpoints
  .filter((one) => one.produces === "page" && one.methods.includes("POST"))
  .map((one) => one.paths[0])
  // It only asks; test/flows/search.test.ts tests its token.
  .filter((path) => path !== "/search")
  // Forms of users who are not signed in; test/threats/sign-in-methods.test.ts has those of sign-up, reset and
  // verifying an address. T41 in test/threats/identity-providers.test.ts has those of signing in at a provider. An
  // icon is sent in another kind of form; test/flows/icons.test.ts tests its token and its sender.
  .filter((path) => !path.endsWith("/icon"))
  .filter(
    (path) =>
      !/^\/(oauth\/|admin(\/|$)|sign-in$|sign-in\/(with|first)|(language|display)$|sign-up$|reset(\/|$)|account\/email$)/.test(
        path,
      ),
  );

const known = { issuer: "https://login.example", subject: "somebody" };
const providersFile = providersIn([entryOf(known)]);
after(() => rmSync(dirname(providersFile), { recursive: true }));
/** On an IP address there would be no passkeys. */
const settings = { IDENTITY_PROVIDERS: providersFile, ...localhost };

/** The path of a route for alice, with the id of her application. */
function pathOf(route: string, { application }: World): string {
  if (route === "/docs/:id") return "/docs/errors";
  return route.replace(":id", application.id);
}

const drafted = {
  name: "Other Bot",
  description: "It does other things.",
  website: "https://other.example",
  access: "write",
  request_email: "on",
  callbacks: "https://other.example/callback",
};

/** The forms with which alice would change something of hers, by route; a route without an entry fails. */
const formsOf: Record<string, (world: World, own: Visitor) => Promise<Record<string, string>[]>> = {
  "/account/applications": async ({ application }) => [
    { application_id: application.id, change: "reduce" },
    { application_id: application.id, change: "revoke" },
  ],
  "/account/profile": async () => [{ screen_name: "alice2", name: "A", email: "a@a.example" }],
  "/account/password": async ({ alice }) => [
    { current_password: alice.password, new_password: "another long password" },
  ],
  "/account/identities": async (world, own) => {
    await linkTo(world, world.alice, known, own);
    return [{ change: "unlink", ...known }];
  },
  "/account/identities/link": async (world, own) => {
    leaveAuthenticated(world, own, known, world.clock.now);
    return [{}];
  },
  "/account/passkeys": async ({ baseUrl }, own) => {
    const { key } = await addPasskey(own, baseUrl);
    const asked = askedOn(await own.get("/account/passkeys")) ?? "";
    const passkey = authenticator(baseUrl).create(asked);
    return [
      { change: "rename", name: "another", id: key.id },
      { change: "add", name: "other", passkey },
      { change: "remove", id: key.id },
    ];
  },
  "/account/sessions": async ({ ledger, alice, clock }, own) => {
    const ownDigest = tokenDigest((own.cookies.get("session") ?? "") as SessionId);
    const open = await ledger.sessionsOf(alice.id, clock.now, { after: undefined, size: 9 });
    const others = open.filter((one) => one.digest !== ownDigest);
    assert.equal(others.length, open.length - 1);
    const ends = others.map((one) => ({ session: one.digest, change: "end" }));
    return [...ends, { change: "end-others" }];
  },
  "/account/two-step": async ({ clock }, own) => {
    await setUpTwoStep(own, clock.now);
    return [{ change: "new-codes" }, { change: "turn-off" }];
  },
  "/account/two-step/set-up": async ({ clock }, own) => {
    const page = await own.get("/account/two-step/set-up");
    const { offer = "" } = formOn(page.html).hidden;
    return [{ offer, code: appOn(page)(clock.now) }];
  },
  "/sign-in/code": async ({ clock, alice }, own) => {
    const app = await setUpTwoStep(own, clock.now);
    const credentials = { username: alice.screenName, password: alice.password };
    const asked = { continue: "/account", csrf: await own.csrf(), ...credentials };
    assert.equal((await own.post("/sign-in", asked)).status, 303);
    return [{ code: app.codeAt(clock.now + 30_000), continue: "/account" }];
  },
  "/account/notifications": async () => [{ limits: "on" }],
  "/account/data": async () => [{}],
  "/account/delete": async ({ alice, ledger, application }) => {
    await ledger.deleteApplication(application.id, { at: 0, actor: "service" });
    return [{ screen_name: alice.screenName, current_password: alice.password }];
  },
  "/portal/applications/:id/check": async () => [
    { request: "GET https://id.example.com/\nAuthorization: OAuth oauth_consumer_key=k" },
  ],
  "/docs": async ({ ledger, application, alice }) => {
    await makeAccessToken(ledger, application, alice);
    return [{ application: application.id }];
  },
  "/portal/applications/:id/programs": async ({ ledger, application, alice }) => {
    await makeAccessToken(ledger, application, alice);
    return [{}];
  },
  "/portal/applications/:id/try": async ({ application }, own) => {
    const begun = await own.send(`/portal/applications/${application.id}/try`, {});
    const agreed = await own.submit(await own.get(begun.location ?? ""), { decision: "allow" });
    return [Object.fromEntries(new URL(agreed.location ?? "").searchParams), {}];
  },
  "/portal/preview": async ({ application }) => [{ ...drafted, application: application.id }],
  "/portal/create": async (_, own) => {
    const { creation = "" } = formOn((await own.get("/portal/create")).html).hidden;
    return [{ ...drafted, creation }];
  },
  "/portal/applications/:id": async ({ ledger, application, clock: { now } }) => {
    const from = await ledger.applicationById(application.id);
    assert.ok(from);
    const by = { at: now, actor: "service" } as const;
    assert.ok(await ledger.declineApplication({ from, because: "Its purpose.", now }, by));
    const described = { purpose: "Weather", expected_users: "Everyone in town" };
    return [{ ...described, change: "request-approval" }, { change: "take-back" }];
  },
  "/portal/applications/:id/settings": async () => {
    const confirmed = "access-raised callback-removed:https://weather.example/callback";
    return [{ ...drafted, confirmed }];
  },
  "/portal/applications/:id/delete": async ({ ledger, application }) => {
    const { name = "" } = (await ledger.applicationById(application.id)) ?? {};
    return [{ typed_name: name }];
  },
  "/portal/applications/:id/consumer-secret": async ({ ledger, application, clock }) => {
    const { now } = clock;
    const change = { applicationId: application.id, secret: new Secret("x"), now };
    await ledger.regenerateConsumerSecret(
      { ...change, previousUntil: now + 1000, overlap: "1h" },
      { at: now, actor: "service" },
    );
    const replaces = String(now);
    return [
      { change: "regenerate", overlap: "1h", replaces },
      { change: "revoke-previous", replaces },
    ];
  },
  "/portal/applications/:id/bearer-token": async ({ ledger, application, clock: { now } }) => {
    const candidate = mintBearerToken(randomBytes);
    await ledger.issueBearerToken(
      { applicationId: application.id, candidate, now },
      { at: now, actor: "service" },
    );
    return [{ change: "revoke" }, { change: "issue" }];
  },
  "/portal/applications/:id/access-token": async ({ ledger, application, clock }) => {
    const current = await ledger.applicationById(application.id);
    assert.ok(current);
    const { ownAccess } = await ledger.applicationKeys(
      { applicationId: current.id, userId: current.ownerId },
      clock.now,
    );
    const quota = ownAccess.find((one) => one.access === current.access);
    return [{ change: "create", replaces: String(quota?.since) }, { change: "revoke" }];
  },
  "/portal/applications/:id/collaborators": async (world) => {
    const carol = await makeUser(world.ledger, "carol");
    await inviteCollaborator(world, carol.id);
    return [
      { change: "invite", screen_name: "bob", role: "editor" },
      { change: "make-editor", user: carol.id },
      { change: "make-viewer", user: carol.id },
      { change: "remove", user: carol.id },
    ];
  },
  "/portal/applications/:id/transfer": async ({ ledger }) => {
    const dora = await makeUser(ledger, "dora");
    return [
      { change: "offer", screen_name: dora.screenName },
      { change: "withdraw", user: dora.id },
    ];
  },
  "/portal/invitations": async ({ ledger, alice, clock }) => {
    const application = await makeApplication(ledger, await makeUser(ledger, "erin"));
    await inviteCollaborator({ ledger, application, clock }, alice.id);
    const about = { application: application.id, role: "viewer" };
    return [
      { ...about, change: "accept" },
      { ...about, change: "decline" },
      { ...about, change: "leave" },
    ];
  },
  "/sign-out": async () => [{}],
};

/** A user's rows in all tables, except audit events, and except grants to an application that others may delete. */
async function rowsOfUser(world: World, id: string, grantedTo?: string): Promise<unknown> {
  const { audit_event: _, ...tables } = await rowsOf(world.service);
  return Object.values(tables).map((rows) =>
    rows
      .filter((row) => row["user_id"] === id || row["id"] === id || row["owner_id"] === id)
      .filter((row) => grantedTo === undefined || row["application_id"] !== grantedTo),
  );
}

async function seeded(world: World) {
  const bob = await makeUser(world.ledger, "bob");
  for (const user of [world.alice, bob]) {
    for (const access of ["read", "write"] as const) {
      await makeAccessToken(world.ledger, world.application, user, access);
    }
  }
  return {
    bob,
    elsewhere: await signedIn(world.baseUrl, world.alice),
    alicesBrowser: await signedIn(world.baseUrl, world.alice),
    bobsBrowser: await signedIn(world.baseUrl, bob),
  };
}

for (const route of routes) {
  // interface §14.2
  test(`T15, T21 — ${route}: by no one, without the form's token, or from another site nothing changes`, async () => {
    await using world = await startWorld(settings);
    const { alicesBrowser, bobsBrowser } = await seeded(world);
    const forms = await formsOf[route]?.(world, alicesBrowser);
    assert.ok(forms !== undefined, `say what ${route} is sent`);
    const path = pathOf(route, world);
    const csrf = await alicesBrowser.csrf();
    const othersCsrf = await bobsBrowser.csrf();
    const before = await rowsOf(world.service);
    for (const fields of forms) {
      const own = { path, fields, visitor: alicesBrowser, csrf, othersCsrf };
      await assertOnlyOwnPageSends(world, own);
      await assertNotAnonymous(world, own);
    }
    const { status, html } = await alicesBrowser.send(path, forms[0] ?? {});
    if (["/docs", "/portal/applications/:id/programs"].includes(route)) {
      // The service writes by itself that the token was used, and the request log.
      assert.match(html, /Response: 200/);
      return;
    }
    if (route === "/portal/applications/:id/check" || route === "/portal/preview") {
      // The response is all that this form does.
      assert.equal(status, 200);
      assert.deepEqual(await rowsOf(world.service), before);
      return;
    }
    assert.notDeepEqual(
      await rowsOf(world.service),
      before,
      "the same form, sent by alice, changes something",
    );
  });

  test(`T21 — ${route}: another user's ids and extra fields reach nothing of others`, async () => {
    await using world = await startWorld(settings);
    const { bob, alicesBrowser, bobsBrowser } = await seeded(world);
    const forms = (await formsOf[route]?.(world, alicesBrowser)) ?? [];
    const path = pathOf(route, world);
    const alices = await rowsOfUser(world, world.alice.id);
    for (const form of forms) {
      const { status } = await bobsBrowser.send(path, form);
      if (path !== route) assert.equal(status, 404, "of what is not his nothing is known");
    }
    assert.deepEqual(await rowsOfUser(world, world.alice.id), alices, "bob sends alice's form");
    const hers = path === route ? undefined : world.application.id;
    const bobs = await rowsOfUser(world, bob.id, hers);
    const extra = {
      user_id: bob.id,
      userId: bob.id,
      id: bob.id,
      screen_name_of: "bob",
      access: "write",
    };
    for (const form of forms) await alicesBrowser.send(path, { ...extra, ...form });
    assert.deepEqual(await rowsOfUser(world, bob.id, hers), bobs, "alice names bob");
  });
}

// interface §14.3
test("T35 — signing out ends the session, and the browser gets an id that was never signed in", async () => {
  await using world = await startWorld();
  const { baseUrl, alice } = world;
  const [visitor, elsewhere] = [await signedIn(baseUrl, alice), await signedIn(baseUrl, alice)];
  const before = visitor.cookies.get("session") ?? "";
  const response = await visitor.send("/sign-out", {});
  assert.equal(response.location, "/sign-in?signed-out");
  assert.notEqual(visitor.cookies.get("session"), before);
  const thief = new Visitor(baseUrl);
  thief.cookies.set("session", before);
  for (const one of [visitor, thief]) assert.equal((await one.get("/account")).status, 303);
  assert.equal((await elsewhere.get("/account")).status, 200);
});

// interface §14.9
test("T35 — a password change gives this browser a new session and ends all others", async () => {
  await using world = await startWorld();
  const { baseUrl, alice } = world;
  const [visitor, elsewhere] = [await signedIn(baseUrl, alice), await signedIn(baseUrl, alice)];
  const before = visitor.cookies.get("session") ?? "";
  const wanted = "another long password";
  const fields = { current_password: alice.password, new_password: wanted };
  const response = await visitor.send("/account/password", fields);
  assert.equal(response.location, "/account/password?changed");
  assert.notEqual(visitor.cookies.get("session"), before);
  assert.match(
    (await visitor.get("/account/password?changed")).html,
    saying(english.account.password.changed),
  );
  const thief = new Visitor(baseUrl);
  thief.cookies.set("session", before);
  for (const one of [elsewhere, thief]) assert.equal((await one.get("/account")).status, 303);
  await assert.rejects(signedIn(baseUrl, alice), /could not sign in/);
  await signedIn(baseUrl, { ...alice, password: wanted });
});

test("T35 — an older sign-in puts no email address back that is being changed", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock, ledger } = world;
  const older = await signedIn(baseUrl, alice);
  clock.now += 16 * 60_000;
  const recent = await signedIn(baseUrl, alice);
  const [oldersCsrf, csrf] = [await older.csrf(), await recent.csrf()];
  let email = "alice@users.example";
  for (let times = 0; times < 10; times += 1) {
    const profile = { screen_name: "alice", name: "" };
    const wanted = `alice${times}@users.example`;
    await Promise.all([
      recent.post("/account/profile", { ...profile, csrf, email: wanted }),
      older.post("/account/profile", { ...profile, csrf: oldersCsrf, email }),
    ]);
    email = wanted;
    assert.equal((await ledger.userById(alice.id))?.email, email);
  }
});

test("T16, T28 — every page forbids frames and scripts, and escapes what others chose", async () => {
  const nasty = `"><script>alert(1)</script>'`;
  await using world = await startWorld(settings, { name: nasty });
  const { alicesBrowser } = await seeded(world);
  const profile = { screen_name: "alice", name: nasty, email: `${nasty}@a.example` };
  await alicesBrowser.send("/account/profile", profile);
  const { baseUrl, alice } = world;
  const credentials = { username: alice.screenName, password: alice.password };
  const other = new Visitor(baseUrl);
  const csrf = await other.csrf("/sign-in");
  await other.post("/sign-in", { csrf, ...credentials }, { "user-agent": nasty });
  const token = "A".repeat(43);
  const times = { createdAt: world.clock.now, expiresAt: world.clock.now + 1000 };
  const digest = tokenDigest(token);
  const link = { digest, purpose: "email", userId: alice.id, note: profile.email } as const;
  await world.ledger.createLink({ ...link, ...times }, { at: 0, actor: "service" });
  const rejected = await world.signed("GET", "/1.1/account/verify_credentials.json", {
    token: { token: "1-t", secret: "x" },
    headers: { "user-agent": nasty },
  });
  await world.service.dependencies.rejected.settled();
  const requestId = rejected.headers.get(requestIdHeader) ?? "";
  const paths = endpoints
    .filter(({ produces, name }) => produces === "page" && !name.endsWith("usage.csv"))
    .filter(({ methods }) => methods.includes("GET"))
    .map((one) => pathOf(one.paths[0], world).replace(":request", requestId))
    .filter((path) => /^\/(account|portal)/.test(path))
    .map((path) => (path === "/account/email" ? `${path}?token=${token}` : path));
  assert.ok(paths.length > 10);
  leaveAuthenticated(world, alicesBrowser, { ...known, subject: nasty }, world.clock.now);
  for (const path of paths) {
    assertIsolated(await alicesBrowser.get(path), path);
  }
  const typed = { ...drafted, name: nasty, description: nasty, website: nasty };
  assertIsolated(await alicesBrowser.send("/portal/preview", typed), "/portal/preview");
});

test("T31 — a suspended user's pages are closed from the next request on", async () => {
  await using world = await startWorld(settings);
  const { alicesBrowser } = await seeded(world);
  const forms = new Map<string, Record<string, string>[]>();
  for (const route of routes.filter((one) => one !== "/account/delete")) {
    forms.set(route, (await formsOf[route]?.(world, alicesBrowser)) ?? []);
  }
  // Making the forms may have opened another session.
  const csrf = await alicesBrowser.csrf();
  await world.ledger.suspendUser(world.alice.id, "x", { at: 0, actor: "command-line" });
  const before = await rowsOf(world.service);
  for (const route of routes) {
    for (const form of forms.get(route) ?? [{}]) {
      const response = await alicesBrowser.post(pathOf(route, world), { csrf, ...form });
      assert.equal(response.status, 303, route);
      if (route !== "/sign-out") assert.match(response.location ?? "", /^\/sign-in\?continue=/);
    }
  }
  assert.deepEqual(await rowsOf(world.service), before);
});
