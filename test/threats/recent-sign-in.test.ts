/**
 * T21, T35: forms that require a recent sign-in. The test goes through the list of endpoints, so none can be forgotten.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { after, test } from "node:test";
import { issueBearerToken } from "../../src/actions/issue-bearer-token.ts";
import { newChallenge } from "../../src/authentication/passkey-challenge.ts";
import type { SessionId, UserId } from "../../src/domain/credentials.ts";
import type { Reason } from "../../src/domain/operating.ts";
import { endpoints } from "../../src/endpoints/index.ts";
import { profileChanged, userSuspended } from "../../src/events/account.ts";
import { applicationChanged } from "../../src/events/application.ts";
import { byCommandLine } from "../../src/events/context.ts";
import { proofsAsked } from "../../src/pages/recent-sign-in.ts";
import { authenticator } from "../support/authenticator.ts";
import { inviteCollaborator } from "../support/collaborators.ts";
import { entryOf, leaveProved, linkTo, providersIn } from "../support/identities.ts";
import { rowsOf } from "../support/ledger-rows.ts";
import { addPasskey, askedOn, localhost } from "../support/passkeys.ts";
import { formOn, type Person, signedIn } from "../support/person.ts";
import { makeAccessToken, makeOperator, makeUser, type TestUser } from "../support/service.ts";
import { type App, appOn, setUpTwoStep } from "../support/two-step.ts";
import { startWorld, type World } from "../support/world.ts";

const apps = new WeakMap<Person, App>();

type Fields = Readonly<Record<string, string>>;
type Setting = {
  readonly world: World;
  readonly bob: { readonly id: string };
  readonly own: Person;
};

const older = 16 * 60_000;

const known = { issuer: "https://login.example", subject: "somebody" };
const providersFile = providersIn([entryOf(known)]);
after(() => rmSync(dirname(providersFile), { recursive: true }));

/** Pages with forms for signed-in people. */
const forSignedIn = endpoints.filter(
  ({ paths: [path], methods, produces }) =>
    produces === "page" &&
    methods.includes("POST") &&
    /^\/(account|portal|admin|sign-out)(\/|$)/.test(path) &&
    path !== "/account/email",
);

/** The forms that carol (an operator, who owns the application) sends, by the endpoint's name and `change`. */
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
    leaveProved(world, own, known, world.clock.now + older);
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
  "portal/applications/:id/consumer-secret end-old": async ({ world, own }) => {
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
  "portal/applications/:id/access-token make": () => ({ replaces: "none" }),
  "portal/applications/:id/collaborators invite": () => ({ screen_name: "bob", role: "admin" }),
  "portal/applications/:id/collaborators make-admin": async ({ world, bob }) => {
    await inviteCollaborator(world, bob.id as UserId);
    return { user: bob.id };
  },
  "portal/applications/:id/transfer offer": () => ({ screen_name: "bob" }),
  "admin/people/:id suspend": () => ({ reason: "x" }),
  "admin/people/:id restore": async ({ world, bob }) => {
    const id = bob.id as Parameters<World["ledger"]["userById"]>[0];
    const event = userSuspended(byCommandLine(world.clock.now), id, "x" as Reason);
    await world.ledger.suspendUser(id, "x", event);
    return {};
  },
  "admin/people/:id make-link": ({ own }) => own.creation("/admin/invitations"),
  "admin/people/:id make-operator": () => ({}),
  "admin/people/:id unmake-operator": async ({ own, bob }) => {
    await own.send(`/admin/people/${bob.id}`, { change: "make-operator" });
    return {};
  },
  "admin/people/:id confirm-email": async ({ world, bob }) => {
    const userId = bob.id as Parameters<World["ledger"]["userById"]>[0];
    const profile = { userId, screenName: "bob", name: "", email: "bob@people.example" };
    await world.ledger.changeProfile(profile, profileChanged(byCommandLine(0), userId));
    return { email: "bob@people.example" };
  },
  "admin/people/:id delete": () => ({ screen_name: "bob" }),
  "admin/applications/:id suspend": () => ({ reason: "x" }),
  "admin/applications/:id restore": async ({ world, own }) => {
    const path = `/admin/applications/${world.application.id}`;
    assert.equal((await own.send(path, { change: "suspend", reason: "x" })).status, 303);
    return {};
  },
  "admin/applications/:id limits": () => ({ "oauth2/token": "1000000" }),
  "admin/applications/:id end-bearer": async ({ world: { ledger, application, clock } }) => {
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
    await ledger.changeApplication(change, applicationChanged(byCommandLine(clock.now), from.id));
    return { scheme: "wbot" };
  },
  "admin/people/:id make-recovery-link": async ({ own }) => ({
    ...(await own.creation("/admin/invitations")),
    reason: "lost the phone",
  }),
  "admin/people/:id remove-identity": async ({ world }) => {
    await linkTo(world, await findUser(world, "bob"), known);
    return { ...known, reason: "left the company" };
  },
  "admin/people/:id remove-second-factor": async ({ world }) => {
    const lost = await signedIn(world.baseUrl, await findUser(world, "bob"));
    await setUpTwoStep(lost, world.clock.now);
    return { factor: "totp", reason: "lost the phone" };
  },
  "admin/people/:id remove-second-factors": async ({ world }) => {
    const lost = await signedIn(world.baseUrl, await findUser(world, "bob"));
    await setUpTwoStep(lost, world.clock.now);
    return { reason: "lost the phone" };
  },
  "admin/applications/:id move": () => ({ screen_name: "bob" }),
  "admin/invitations make": async ({ own }) => ({
    ...(await own.creation("/admin/invitations")),
    note: "for bob",
  }),
  "admin/settings": () => ({ sign_up: "open" }),
};

/** All people in these tests have the same password. */
async function findUser({ ledger, alice }: World, screenName: string): Promise<TestUser> {
  const found = await ledger.userByScreenName(screenName);
  assert.ok(found);
  return { ...alice, id: found.id, screenName };
}

async function withApp({ world, own }: Setting): Promise<Fields> {
  apps.set(own, await setUpTwoStep(own, world.clock.now));
  return {};
}

test("every form of a signed-in person says which proof it asks for, and nothing else does", () => {
  const listed = Object.entries<object>(proofsAsked).map(([name, of]) => [name, Object.keys(of)]);
  const served = forSignedIn.map(({ name, fields = [] }) => [
    name,
    fields.find((one) => one.name === "change")?.values ?? [""],
  ]);
  assert.deepEqual(Object.fromEntries(listed), Object.fromEntries(served));
  const asking = askingForms().map(([name, change]) => `${name} ${change}`.trim());
  assert.deepEqual(Object.keys(formsOf).toSorted(), asking.toSorted(), "each with its form here");
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
    const carol = await makeOperator(ledger, "carol");
    const bob = await makeUser(ledger, "bob");
    const route = forSignedIn.find((one) => one.name === name)?.paths[0] ?? "";
    const owner = route.startsWith("/portal") ? world.alice : carol;
    await makeAccessToken(ledger, world.application, bob);
    const own = await signedIn(baseUrl, owner);
    const id = route.startsWith("/admin/people") ? bob.id : world.application.id;
    const path = route.replace(":id", id);
    const form = { ...(await formsOf[title]?.({ world, bob, own })), ...(change && { change }) };
    const csrf = await own.csrf();
    clock.now += older;
    const fields = { csrf, ...form };
    const before = await rowsOf(world.service);
    const asked = await own.post(path, fields);
    assert.equal(asked.status, 422);
    const app = apps.get(own);
    const proof = app === undefined ? "current_password" : "current_code";
    assert.ok(asked.html.includes(`name="${proof}"`));
    for (const other of change === "" ? ["x", "constructor", "none"] : []) {
      const evaded = await own.post(path, { ...fields, change: other });
      assert.equal(evaded.status, 422, `with change=${other}`);
    }
    assert.deepEqual(await rowsOf(world.service), before);
    const wrong = await own.post(path, { ...fields, [proof]: app ? "000000" : "a wrong password" });
    assert.equal(wrong.status, 422);
    const right = app?.codeAt(clock.now) ?? owner.password;
    const proved = await own.post(path, { ...fields, [proof]: right });
    assert.ok([200, 201, 303].includes(proved.status), `${proved.status}`);
    const { audit_event: events = [] } = await rowsOf(world.service);
    assert.ok(events.at(-1)?.["actor"] === `user:${owner.id}`, "it is done");
    assert.notDeepEqual(await rowsOf(world.service), before);
  });
}

function askingForms(): (readonly [string, string])[] {
  return Object.entries<Readonly<Record<string, string>>>(proofsAsked).flatMap(([name, of]) =>
    Object.entries(of)
      .filter(([, proof]) => proof === "recent")
      .map(([change]) => [name, change] as const),
  );
}

// interface §14.25
test("422 — a new screen name asks as a new address does; the same in other capitals, or a name, does not", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, alice, clock } = world;
  const own = await signedIn(baseUrl, alice);
  clock.now += older;
  const profile = { name: "A", email: "alice@people.example" };
  const free = await own.send("/account/profile", { ...profile, screen_name: "ALICE" });
  assert.equal(free.status, 303);
  const renamed = { ...profile, screen_name: "alice2" };
  const asked = await own.send("/account/profile", renamed);
  assert.equal(asked.status, 422);
  assert.equal((await ledger.userById(alice.id))?.screenName, "ALICE");
  const proved = { ...renamed, current_password: alice.password };
  assert.equal((await own.send("/account/profile", proved)).status, 303);
  assert.equal((await ledger.userById(alice.id))?.screenName, "alice2");
});
