/**
 * T21, T35: forms that require a recent sign-in. A session that someone left open, or stole, must not be enough for
 * what gives power, gives access or ends something permanently. The test goes through the list of endpoints, so none
 * can be forgotten.
 */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { after, test } from "node:test";
import { newChallenge } from "../../src/accounts/passkey-challenge.ts";
import { newApiKey } from "../../src/domain/api-key.ts";
import type { ApiLimit } from "../../src/domain/api-limits.ts";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import type { BulkActionId, SessionId, UserId } from "../../src/domain/credentials.ts";
import { tokenDigest } from "../../src/domain/credentials.ts";
import { dayMs } from "../../src/domain/day.ts";
import { issueBearerToken } from "../../src/http/actions/issue-bearer-token.ts";
import { endpoints } from "../../src/http/endpoints/index.ts";
import type { Sensitivity } from "../../src/http/operation/endpoint.ts";
import { authenticator } from "../support/authenticator.ts";
import { inviteCollaborator } from "../support/collaborators.ts";
import { entryOf, leaveAuthenticated, linkTo, providersIn } from "../support/identities.ts";
import { rowsOf } from "../support/ledger-rows.ts";
import { addPasskey, askedOn, localhost } from "../support/passkeys.ts";
import { makeAccessToken, makeAdmin, makeUser, type TestUser } from "../support/service.ts";
import { type App, appOn, setUpTwoStep } from "../support/two-step.ts";
import { formOn, signedIn, type Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const apps = new WeakMap<Visitor, App>();

type Fields = Readonly<Record<string, string>>;
type Setting = {
  readonly world: World;
  readonly bob: { readonly id: string };
  readonly own: Visitor;
};

const older = 16 * 60_000;
const bulkActionId = "8123456789012341" as BulkActionId;

const known = { issuer: "https://login.example", subject: "somebody" };
const providersFile = providersIn([entryOf(known)]);
after(() => rmSync(dirname(providersFile), { recursive: true }));

/** Pages with forms for signed-in users. */
const forSignedIn = endpoints.filter((one) => one.changes !== undefined);

/**
 * What each form asks for, by the endpoint's name and the form's `change`, "" where it has none. Who changes the
 * sensitivity of a change in its endpoint changes the policy, and says so here.
 */
const policy: Readonly<Record<string, Readonly<Record<string, Sensitivity>>>> = {
  search: { "": "none" },
  docs: { "": "none" },
  "account/applications": { reduce: "none", revoke: "none", withdraw: "none" },
  // A new address or screen name can be used to take over the account. A name alone is not sensitive.
  "account/profile": { "": "sometimes" },
  "account/password": { "": "password" },
  "account/two-step": { "turn-off": "recent", "new-codes": "recent" },
  "account/two-step/set-up": { "": "recent" },
  // The identity gives access to the account.
  "account/identities": { unlink: "recent" },
  "account/identities/link": { "": "recent" },
  // A name gives no access.
  "account/passkeys": { add: "recent", rename: "none", remove: "recent" },
  "account/sessions": { end: "none", "end-others": "none" },
  // Emails about the account itself cannot be turned off.
  "account/notifications": { "": "none" },
  // The file has IP addresses, the email address, and everything that was granted.
  "account/data": { "": "recent" },
  "account/delete": { "": "password" },
  "portal/create": { "": "recent" },
  "portal/preview": { "": "none" },
  // Sensitive if it decides who may do what or where users are sent; texts alone are not.
  "portal/applications/:id/settings": { "": "sometimes" },
  "portal/applications/:id/delete": { "": "recent" },
  "portal/applications/:id/consumer-secret": { regenerate: "recent", "revoke-previous": "recent" },
  "portal/applications/:id/bearer-token": { issue: "recent", revoke: "recent" },
  "portal/applications/:id/access-token": { create: "recent", revoke: "none" },
  "portal/applications/:id/collaborators": {
    invite: "recent",
    "make-editor": "recent",
    "make-viewer": "none",
    remove: "none",
  },
  // An administrator decides on what is said, and what is taken back was not in force.
  "portal/applications/:id": { "request-approval": "none", "take-back": "none" },
  // Texts and pictures decide nothing, and the consent page says that they changed.
  "portal/applications/:id/icon": { set: "none", remove: "none" },
  "portal/applications/:id/transfer": { offer: "recent", withdraw: "none" },
  // Accepts something that the owner has offered, or gives something up.
  "portal/invitations": { accept: "none", decline: "none", leave: "none" },
  // Consent has its own page, and the walk's results are shown shortened.
  "portal/applications/:id/try": { "": "none" },
  // It calls what reads the user's own name, with a token that the user has.
  "portal/applications/:id/programs": { "": "none" },
  // It changes nothing.
  "portal/applications/:id/check": { "": "none" },
  // It sets what is in force already.
  admin: { "backup-done": "none", "hide-checklist": "none" },
  "admin/users/:id": {
    suspend: "recent",
    restore: "recent",
    "end-sessions": "none",
    "create-reset-link": "recent",
    "grant-admin": "recent",
    "revoke-admin": "recent",
    "verify-email": "recent",
    "revoke-access": "none",
    "remove-factor": "recent",
    "remove-factors": "recent",
    "create-recovery-link": "recent",
    "remove-identity": "recent",
    delete: "recent",
  },
  "admin/applications/:id": {
    suspend: "recent",
    approve: "recent",
    ask: "recent",
    decline: "recent",
    restore: "recent",
    "set-limits": "recent",
    "set-plan": "recent",
    "confirm-scheme": "recent",
    "revoke-bearer-token": "recent",
    "revoke-secret": "recent",
    // It ends what many users gave. One user's access, on the page of that user, is given again with one consent.
    "revoke-access": "recent",
    "notify-owner": "recent",
    transfer: "recent",
  },
  "admin/invitations": {
    create: "recent",
    resend: "recent",
    withdraw: "none",
    restore: "none",
  },
  "admin/api-keys": { create: "recent", rotate: "recent", revoke: "none" },
  "admin/bulk-actions": { announce: "none" },
  "admin/bulk-actions/:id": { begin: "recent", stop: "none" },
  "admin/plans": { create: "recent", change: "recent", delete: "recent" },
  "admin/api-limits": { create: "recent", change: "recent", delete: "recent" },
  "admin/sunsets": { plan: "recent", remove: "none" },
  "admin/settings": { save: "recent", "test-email": "none" },
  "admin/unused-access": { "turn-on": "recent", "turn-off": "recent" },
  "admin/webhooks": { retry: "none" },
};

/** The forms that carol (an administrator, who owns the application) sends, by the endpoint's name and `change`. */
const formsOf: Readonly<Record<string, (setting: Setting) => Fields | Promise<Fields>>> = {
  "account/profile": () => ({ screen_name: "carol", name: "", email: "thief@evil.example" }),
  "account/two-step turn-off": withApp,
  "account/two-step new-codes": withApp,
  "account/two-step/set-up": async ({ world, own }) => {
    const page = await own.get("/account/two-step/set-up");
    const { offer = "" } = formOn(page.html).hidden;
    return { offer, code: appOn(page)(world.clock.now + older) };
  },
  "account/data": () => ({}),
  "account/passkeys add": async ({ world, own }) => {
    const { id: userId } = await findUser(world, "carol");
    const options = JSON.parse(askedOn(await own.get("/account/passkeys")) ?? "");
    const sessionId = (own.cookies.get("session") ?? "") as SessionId;
    const then = { ...world.service.dependencies, clock: () => world.clock.now + older };
    const challenge = newChallenge({ sessionId, purpose: "add", userId }, then);
    const made = authenticator(world.baseUrl).create(JSON.stringify({ ...options, challenge }));
    return { name: "A key", passkey: made };
  },
  "account/passkeys remove": async ({ world, own, bob }) => {
    await withApp({ world, own, bob });
    const { key } = await addPasskey(own, world.baseUrl);
    return { id: key.id };
  },
  "account/identities unlink": async ({ world, own }) => {
    await linkTo(world, await findUser(world, "carol"), known, own);
    return { ...known };
  },
  "account/identities/link": ({ world, own }) => {
    leaveAuthenticated(world, own, known, world.clock.now + older);
    return {};
  },
  "portal/create": async ({ own }) => ({
    creation: formOn((await own.get("/portal/create")).html).hidden["creation"] ?? "",
    name: "Other Bot",
    access: "read",
  }),
  "portal/applications/:id/settings": () => ({
    name: "Weather Bot",
    access: "read",
    website: "https://weather.example",
    callbacks: "https://weather.example/callback\nhttps://evil.example/callback",
  }),
  "portal/applications/:id/delete": () => ({ typed_name: "Weather Bot" }),
  "portal/applications/:id/consumer-secret regenerate": async ({ world }) => {
    const found = await world.ledger.applicationById(world.application.id);
    return { overlap: "0", replaces: String(found?.secretSetAt) };
  },
  "portal/applications/:id/consumer-secret revoke-previous": async ({ world, own }) => {
    const path = `/portal/applications/${world.application.id}/consumer-secret`;
    const found = await world.ledger.applicationById(world.application.id);
    const change = { change: "regenerate", overlap: "7d", replaces: String(found?.secretSetAt) };
    assert.equal((await own.send(path, change)).status, 201);
    const regenerated = await world.ledger.applicationById(world.application.id);
    return { replaces: String(regenerated?.secretSetAt) };
  },
  "portal/applications/:id/bearer-token issue": () => ({}),
  "portal/applications/:id/bearer-token revoke": async ({ world, own }) => {
    const path = `/portal/applications/${world.application.id}/bearer-token`;
    assert.equal((await own.send(path, { change: "issue" })).status, 201);
    return {};
  },
  "portal/applications/:id/access-token create": () => ({ replaces: "none" }),
  "portal/applications/:id/collaborators invite": () => ({ screen_name: "bob", role: "editor" }),
  "portal/applications/:id/collaborators make-editor": async ({ world, bob }) => {
    await inviteCollaborator(world, bob.id as UserId);
    return { user: bob.id };
  },
  "portal/applications/:id/transfer offer": () => ({ screen_name: "bob" }),
  "admin/users/:id suspend": () => ({ reason: "x" }),
  "admin/users/:id restore": async ({ world, bob }) => {
    const id = bob.id as Parameters<World["ledger"]["userById"]>[0];
    await world.ledger.suspendUser(id, "x", byCommandLine(world.clock.now));
    return {};
  },
  "admin/users/:id create-reset-link": ({ own }) => own.creation("/admin/invitations"),
  "admin/users/:id grant-admin": () => ({}),
  "admin/users/:id revoke-admin": async ({ own, bob }) => {
    await own.send(`/admin/users/${bob.id}`, { change: "grant-admin" });
    return {};
  },
  "admin/users/:id verify-email": async ({ world, bob }) => {
    const userId = bob.id as Parameters<World["ledger"]["userById"]>[0];
    const profile = { userId, screenName: "bob", name: "", email: "new@users.example" };
    await world.ledger.changeProfile(profile, byCommandLine(0));
    return { email: "new@users.example" };
  },
  "admin/users/:id delete": () => ({ screen_name: "bob" }),
  "admin/applications/:id suspend": () => ({ reason: "x" }),
  "admin/applications/:id approve": async ({ world, own }) => {
    const path = `/admin/applications/${world.application.id}`;
    assert.equal((await own.send(path, { change: "decline", text: "x" })).status, 303);
    return { access: "write" };
  },
  "admin/applications/:id ask": async ({ world, own }) => {
    const path = `/admin/applications/${world.application.id}`;
    assert.equal((await own.send(path, { change: "decline", text: "x" })).status, 303);
    return { text: "Why?" };
  },
  "admin/applications/:id decline": () => ({ text: "x" }),
  "admin/applications/:id restore": async ({ world, own }) => {
    const path = `/admin/applications/${world.application.id}`;
    assert.equal((await own.send(path, { change: "suspend", reason: "x" })).status, 303);
    return {};
  },
  "admin/applications/:id revoke-secret": () => ({}),
  "admin/applications/:id revoke-access": () => ({}),
  "admin/applications/:id notify-owner": () => ({ message: "x" }),
  "admin/applications/:id set-limits": () => ({ "oauth2/token": "1000000" }),
  "admin/applications/:id set-plan": async (setting) => {
    const { name } = await aPlan(setting);
    return { plan: name ?? "" };
  },
  "admin/applications/:id revoke-bearer-token": async ({
    world: { ledger, application, clock },
  }) => {
    const by = byCommandLine(clock.now);
    await issueBearerToken({ ledger, random: randomBytes }, application.id, by);
    return {};
  },
  "admin/applications/:id confirm-scheme": async ({ world }) => {
    const { ledger, application, clock } = world;
    const from = await ledger.applicationById(application.id);
    assert.ok(from);
    const draft = { ...from, callbacks: [...from.callbacks, "wbot://"] };
    const change = { applicationId: application.id, from, draft, now: clock.now };
    await ledger.changeApplication(change, byCommandLine(clock.now));
    return { scheme: "wbot" };
  },
  "admin/users/:id create-recovery-link": async ({ own }) => ({
    ...(await own.creation("/admin/invitations")),
    reason: "lost the phone",
  }),
  "admin/users/:id remove-identity": async ({ world }) => {
    await linkTo(world, await findUser(world, "bob"), known);
    return { ...known, reason: "left the company" };
  },
  "admin/users/:id remove-factor": async ({ world }) => {
    const lost = await signedIn(world.baseUrl, await findUser(world, "bob"));
    await setUpTwoStep(lost, world.clock.now);
    return { factor: "totp", reason: "lost the phone" };
  },
  "admin/users/:id remove-factors": async ({ world }) => {
    const lost = await signedIn(world.baseUrl, await findUser(world, "bob"));
    await setUpTwoStep(lost, world.clock.now);
    return { reason: "lost the phone" };
  },
  "admin/applications/:id transfer": () => ({ screen_name: "bob" }),
  "admin/invitations resend": async ({ world: { ledger, clock } }) => {
    const digest = tokenDigest("invitation");
    const life = { createdAt: clock.now, expiresAt: clock.now + dayMs };
    const link = { digest, purpose: "invitation", userId: undefined, note: "", ...life } as const;
    await ledger.createLink(link, byCommandLine(clock.now));
    return { invitation: digest };
  },
  "admin/invitations create": async ({ own }) => ({
    ...(await own.creation("/admin/invitations")),
    note: "for bob",
  }),
  "admin/api-keys create": () => ({ name: "deploy", role: "manager", expires: "never" }),
  "admin/api-keys rotate": async ({ world: { ledger, clock } }) => {
    const wanted = { name: "events", role: "viewer", expiresAt: undefined } as const;
    const { key } = newApiKey(wanted, randomBytes, clock.now);
    await ledger.createApiKey(key, byCommandLine(clock.now));
    return { key: key.id, replaces: key.prefix, overlap: "24h", expires: "never" };
  },
  "admin/bulk-actions/:id begin": async ({ world: { ledger, application, clock } }) => {
    const { id: applicationId } = application;
    const work = {
      kind: "revoke-access-tokens",
      applicationId,
      userId: undefined,
      filters: {},
    } as const;
    const action = { id: bulkActionId, work, announcedAt: clock.now, items: 1, users: 1 };
    await ledger.announceBulkAction(action, byCommandLine(clock.now));
    return {};
  },
  "admin/plans create": () => ({ name: "free", "oauth2/token": "1000000" }),
  "admin/plans change": async (setting) => ({
    ...(await aPlan(setting)),
    "oauth2/token": "1000000",
  }),
  "admin/plans delete": aPlan,
  "admin/api-limits create": () => ({ name: "exports", per: "user", windows: "9/1s" }),
  "admin/api-limits change": async (setting) => ({
    ...(await anApiLimit(setting)),
    windows: "9/1s",
  }),
  "admin/api-limits delete": anApiLimit,
  "admin/sunsets plan": () => ({
    ...{ name: "sha1", ending: "hmac-sha1", ends: "2999-01-01", link: "https://evil.example/" },
    ...{ minutes: "10", seen: "" },
  }),
  "admin/settings save": () => ({ sign_up: "open" }),
  "admin/unused-access turn-on": () => ({ days: "30" }),
  "admin/unused-access turn-off": async ({ world: { ledger, clock } }) => {
    await ledger.changeSetting("unused-access", "365", byCommandLine(clock.now));
    return {};
  },
};

async function aPlan({ world: { ledger, clock } }: Setting): Promise<Fields> {
  const draft = { description: "", limits: {}, isDefault: false };
  const plan = { name: "partner", draft, most: 9 };
  await ledger.savePlan(plan, byCommandLine(clock.now));
  return { name: "partner", seen: "1" };
}

async function anApiLimit({ world: { ledger, clock } }: Setting): Promise<Fields> {
  await ledger.saveApiLimit({ limit: minutely, most: 9 }, byCommandLine(clock.now));
  return { name: "exports", per: "application", seen: "1" };
}

const minutely: ApiLimit = {
  ...{ name: "api/exports", per: "application", windows: [{ limit: 5, length: 60_000 }] },
};

/** All users in these tests have the same password. */
async function findUser({ ledger, alice }: World, screenName: string): Promise<TestUser> {
  const found = await ledger.userByScreenName(screenName);
  assert.ok(found);
  return { ...alice, id: found.id, screenName };
}

async function withApp({ world, own }: Setting): Promise<Fields> {
  apps.set(own, await setUpTwoStep(own, world.clock.now));
  return {};
}

test("every form of a signed-in user asks for the proof that the policy names", () => {
  const served = forSignedIn.map(({ name, changes }) => [name, changes]);
  assert.deepEqual(Object.fromEntries(served), policy);
  const asking = askingForms().map(([name, change]) => `${name} ${change}`.trim());
  assert.deepEqual(Object.keys(formsOf).toSorted(), asking.toSorted(), "each with its form here");
});

test("every page that a session opens has its changes in the policy, but signing out", () => {
  const area = /^\/(account|portal|admin|sign-out)(\/|$)/;
  const others = endpoints.filter(
    ({ paths: [path], methods, produces, changes }) =>
      produces === "page" && methods.includes("POST") && area.test(path) && changes === undefined,
  );
  // The link in a mail verifies an address, in whichever browser it is opened.
  assert.deepEqual(others.map(({ name }) => name).toSorted(), ["account/email", "sign-out"]);
});

test("the reference names each change, and the proofs of the forms that can ask for one", () => {
  for (const { name, fields = [], changes = {} } of forSignedIn) {
    const named = Object.keys(changes).filter((change) => change !== "");
    const values = fields.find((one) => one.name === "change")?.values ?? [];
    assert.deepEqual(values, named, name);
    const asks = Object.values(changes).some((one) => one !== "none");
    const authEvents = fields
      .filter((one) => one.name.startsWith("current_"))
      .map((one) => one.name);
    const all = ["current_code", "current_passkey", "current_password"];
    assert.deepEqual(authEvents.toSorted(), asks ? all : [], name);
  }
});

for (const [name, change] of askingForms()) {
  const title = `${name} ${change}`.trim();

  // interface §16.23
  test(`422 — ${title}: nothing happens 15 minutes after the sign-in, until the password is typed`, async () => {
    await using world = await startWorld({
      ...localhost,
      SIGN_UP: "closed",
      IDENTITY_PROVIDERS: providersFile,
    });
    const { baseUrl, ledger, clock } = world;
    const carol = await makeAdmin(ledger, "carol");
    const bob = await makeUser(ledger, "bob");
    const route = forSignedIn.find((one) => one.name === name)?.paths[0] ?? "";
    const owner = route.startsWith("/portal") ? world.alice : carol;
    await makeAccessToken(ledger, world.application, bob);
    const own = await signedIn(baseUrl, owner);
    const id = route.startsWith("/admin/users") ? bob.id : world.application.id;
    const path = route.replace(":id", route.includes("bulk-actions") ? bulkActionId : id);
    const form = { ...(await formsOf[title]?.({ world, bob, own })), ...(change && { change }) };
    const csrf = await own.csrf();
    clock.now += older;
    const fields = { csrf, ...form };
    const before = await rowsOf(world.service);
    const page = await own.post(path, fields);
    assert.equal(page.status, 422);
    const app = apps.get(own);
    const field = app === undefined ? "current_password" : "current_code";
    assert.ok(page.html.includes(`name="${field}"`));
    for (const other of change === "" ? ["x", "constructor", "none"] : []) {
      const evaded = await own.post(path, { ...fields, change: other });
      assert.equal(evaded.status, 422, `with change=${other}`);
    }
    assert.deepEqual(await rowsOf(world.service), before);
    const wrong = await own.post(path, {
      ...fields,
      [field]: app ? "000000" : "a wrong password",
    });
    assert.equal(wrong.status, 422);
    const right = app?.codeAt(clock.now) ?? owner.password;
    const authenticated = await own.post(path, { ...fields, [field]: right });
    assert.ok([200, 201, 303].includes(authenticated.status), `${authenticated.status}`);
    const { audit_event: events = [] } = await rowsOf(world.service);
    // The service ends a bulk action that was begun, in the background.
    const ownEvents = events.filter(({ name: event }) => event !== "bulk-action.ended");
    const last = (title === "admin/bulk-actions/:id begin" ? ownEvents : events).at(-1);
    assert.ok(last?.["actor"] === `user:${owner.id}`, "it is done");
    assert.notDeepEqual(await rowsOf(world.service), before);
  });
}

function askingForms(): (readonly [string, string])[] {
  return Object.entries(policy).flatMap(([name, of]) =>
    Object.entries(of)
      .filter(([, when]) => when === "recent" || when === "sometimes")
      .map(([change]) => [name, change] as const),
  );
}

// interface §14.25
test("422 — a new screen name asks as a new address does; the same in other capitals, or a name, does not", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, alice, clock } = world;
  const own = await signedIn(baseUrl, alice);
  clock.now += older;
  const profile = { name: "A", email: "alice@users.example" };
  const free = await own.send("/account/profile", { ...profile, screen_name: "ALICE" });
  assert.equal(free.status, 303);
  const renamed = { ...profile, screen_name: "alice2" };
  const page = await own.send("/account/profile", renamed);
  assert.equal(page.status, 422);
  assert.equal((await ledger.userById(alice.id))?.screenName, "ALICE");
  const authenticated = { ...renamed, current_password: alice.password };
  assert.equal((await own.send("/account/profile", authenticated)).status, 303);
  assert.equal((await ledger.userById(alice.id))?.screenName, "alice2");
});
