/**
 * T15, T16, T21, T28, T31 on the administrators' pages. The tests go through the list of endpoints, so a new route
 * cannot be forgotten.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { newApiKey } from "../../src/domain/api-key.ts";
import { apiLimitFrom } from "../../src/domain/api-limits.ts";
import { byCommandLine, byUser } from "../../src/domain/audit-context.ts";
import { type BulkActionId, tokenDigest } from "../../src/domain/credentials.ts";
import { issueBearerToken } from "../../src/http/actions/issue-bearer-token.ts";
import { endpoints } from "../../src/http/endpoints/index.ts";
import { bearerFor } from "../support/flow.ts";
import { linkTo } from "../support/identities.ts";
import { ledgerDatabase } from "../support/ledger-database.ts";
import { rowsOf } from "../support/ledger-rows.ts";
import { addPasskey, localhost } from "../support/passkeys.ts";
import { makeAccessToken, makeAdmin, makeUser } from "../support/service.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { signedIn, type Visitor } from "../support/visitor.ts";
import { webhookSettings } from "../support/webhook-receiver.ts";
import { startWorld, type World } from "../support/world.ts";
import {
  assertIsolated,
  assertNotAnonymous,
  assertOnlyOwnPageSends,
  type Fields,
} from "./page-defenses.ts";

const routes = endpoints.filter((one) => one.paths[0].startsWith("/admin"));

type Route = (typeof routes)[number];

const known = { issuer: "https://login.example", subject: "dave" };

/** The other fields of a form, by the endpoint's name and `change`. Forms that are not listed have only `change`. */
const detailsOf: Readonly<Record<string, (seed: Seed) => Fields>> = {
  "admin/users/:id suspend": () => ({ reason: "x" }),
  "admin/users/:id verify-email": ({ dave }) => ({ email: dave.email }),
  "admin/users/:id revoke-access": ({ application }) => ({ application_id: application.id }),
  "admin/users/:id remove-factor": ({ factor }) => ({ factor, reason: "x" }),
  "admin/users/:id remove-factors": () => ({ reason: "x" }),
  "admin/users/:id create-reset-link": ({ creation }) => ({ creation }),
  "admin/users/:id create-recovery-link": ({ creation }) => ({ creation, reason: "x" }),
  "admin/users/:id remove-identity": () => ({ ...known, reason: "x" }),
  "admin/users/:id delete": ({ dave }) => ({ screen_name: dave.screenName }),
  "admin/applications/:id suspend": () => ({ reason: "x" }),
  "admin/applications/:id set-limits": () => ({ "oauth2/token": "5" }),
  "admin/applications/:id set-plan": () => ({ plan: "partner" }),
  "admin/applications/:id confirm-scheme": () => ({ scheme: "weather" }),
  "admin/applications/:id notify-owner": () => ({ message: "x" }),
  "admin/applications/:id transfer": ({ dave }) => ({ screen_name: dave.screenName }),
  "admin/applications/:id ask": () => ({ text: "x" }),
  "admin/applications/:id decline": () => ({ text: "x" }),
  "admin/invitations create": ({ creation }) => ({ creation, note: "for bob" }),
  "admin/invitations resend": ({ replaced }) => ({ invitation: replaced }),
  "admin/invitations withdraw": ({ invitation }) => ({ invitation }),
  "admin/invitations restore": ({ invitation }) => ({ invitation }),
  "admin/api-keys create": () => ({ name: "deploy", role: "manager", expires: "90" }),
  "admin/api-keys rotate": ({ apiKey }) => ({
    ...{ key: apiKey.id, replaces: apiKey.prefix },
    ...{ overlap: "24h", expires: "90" },
  }),
  "admin/api-keys revoke": ({ apiKey }) => ({ key: apiKey.id }),
  "admin/bulk-actions announce": ({ dave }) => ({ kind: "revoke-access-tokens", user: dave.id }),
  "admin/plans create": () => ({ name: "free" }),
  "admin/plans change": () => ({ name: "partner", description: "x", seen: "1" }),
  "admin/plans delete": () => ({ name: "partner", seen: "2" }),
  "admin/api-limits create": () => ({ name: "search", per: "user", windows: "5/1m" }),
  "admin/api-limits change": () => ({ name: "exports", windows: "6/1m", seen: "1" }),
  "admin/api-limits delete": () => ({ name: "exports", seen: "2" }),
  "admin/sunsets plan": () => ({
    ...{ name: "sha1", ending: "hmac-sha1", ends: "2999-01-01", link: "https://example.com/" },
    minutes: "10",
  }),
  "admin/sunsets remove": () => ({ name: "sha1" }),
  "admin/settings save": () => ({ sign_up: "open" }),
  "admin/unused-access turn-on": () => ({ days: "30" }),
  "admin/unused-access turn-off": () => ({}),
  "admin/webhooks retry": () => ({ receiver: "hooks.example" }),
};

/** The forms that a route declares, in its order, so that none can be forgotten. */
function formsOf({ name, fields = [] }: Route, seed: Seed): readonly Fields[] {
  const changes = fields.find((one) => one.name === "change")?.values;
  if (changes === undefined) {
    const details = detailsOf[name];
    assert.ok(details !== undefined, `say what ${name} is sent`);
    return [details(seed)];
  }
  return changes.map((change) => ({ change, ...detailsOf[`${name} ${change}`]?.(seed) }));
}

type Seed = Awaited<ReturnType<typeof seeded>>;

/**
 * Bob is any user, alice owns the application in the forms, dave is the user in the forms, and carol is an
 * administrator.
 */
async function seeded(world: World) {
  const { baseUrl, ledger, alice, application } = world;
  const bob = await makeUser(ledger, "bob");
  const carol = await makeAdmin(ledger, "carol");
  const draft = { description: "", limits: {}, isDefault: false };
  await ledger.savePlan({ name: "partner", draft, most: 9 }, byUser(carol.id, world.clock.now, ""));
  const limit = apiLimitFrom("exports", "application", "5/1m");
  assert.ok(limit);
  await ledger.saveApiLimit({ limit, most: 9 }, byUser(carol.id, world.clock.now, ""));
  const dave = await makeUnconfirmed(world, "dave");
  const daves = await signedIn(baseUrl, { ...alice, ...dave });
  await setUpTwoStep(daves, world.clock.now);
  const { key: passkey } = await addPasskey(daves, baseUrl);
  await linkTo(world, dave, known);
  await makeAccessToken(ledger, application, bob);
  await makeAccessToken(ledger, application, dave);
  await bearerFor(baseUrl, application);
  await addWaitingScheme(world);
  const context = byUser(carol.id, world.clock.now, "127.0.0.1");
  await issueBearerToken(world.service.dependencies, application.id, context);
  const [invitation, replaced] = [tokenDigest("invitation"), tokenDigest("replaced")];
  for (const digest of [invitation, replaced]) {
    await ledger.createLink(
      {
        digest,
        purpose: "invitation",
        note: "",
        userId: undefined,
        createdAt: world.clock.now,
        expiresAt: world.clock.now + 3_600_000,
      },
      byUser(carol.id, world.clock.now, "127.0.0.1"),
    );
  }
  const wanted = { name: "events", role: "viewer", expiresAt: undefined } as const;
  const { key } = newApiKey(wanted, randomBytes, world.clock.now);
  await ledger.createApiKey(key, context);
  const bulkActions = await addBulkActions(world);
  await addWaitingDelivery(world);
  const carols = await signedIn(baseUrl, carol);
  const [event] = await ledger.eventsBy({}, { after: undefined, size: 1 });
  return {
    event: event ?? assert.fail("nothing happened"),
    bob,
    bulkActions,
    carol,
    dave,
    application,
    invitation,
    replaced,
    apiKey: key,
    factor: `passkey:${passkey.id}`,
    bobs: await signedIn(baseUrl, bob),
    alices: await signedIn(baseUrl, alice),
    carols,
    ...(await carols.creation("/admin/invitations")),
  };
}

/** A user without applications, so that the account can be deleted. */
async function makeUnconfirmed({ ledger, clock }: World, screenName: string) {
  const user = await makeUser(ledger, screenName);
  const email = `${screenName}@elsewhere.example`;
  await ledger.changeProfile(
    { userId: user.id, screenName, name: screenName, email },
    byUser(user.id, clock.now, "127.0.0.1"),
  );
  return { ...user, email };
}

async function addWaitingScheme({ ledger, application, alice, clock }: World): Promise<void> {
  const from = await ledger.applicationById(application.id);
  assert.ok(from !== undefined);
  const draft = { ...from, callbacks: [...from.callbacks, "weather://"] };
  await ledger.changeApplication(
    { applicationId: application.id, from, draft, now: clock.now },
    byUser(alice.id, clock.now, "127.0.0.1"),
  );
}

/** Only what isn't approved can be approved or asked about. */
async function decline({ ledger, application, clock }: World): Promise<void> {
  const from = (await ledger.applicationById(application.id)) ?? assert.fail();
  const declined = { from, because: "Its purpose.", now: clock.now };
  assert.ok(await ledger.declineApplication(declined, byCommandLine(clock.now)));
}

/** One is announced, and another process works on the other one, so that it runs until it is stopped. */
async function addBulkActions({ ledger, application, clock, service }: World) {
  const [announced, running] = ["8123456789012341", "8123456789012342"] as BulkActionId[];
  assert.ok(announced !== undefined && running !== undefined);
  const { id: applicationId } = application;
  const work = {
    kind: "revoke-access-tokens",
    applicationId,
    userId: undefined,
    filters: {},
  } as const;
  for (const id of [announced, running]) {
    const action = { id, work, announcedAt: clock.now, items: 2, users: 2 };
    await ledger.announceBulkAction(action, byCommandLine(clock.now));
  }
  await using database = await ledgerDatabase(service);
  await database.rows(
    `update bulk_action set state = 'running', lease = 'other', leased_until = ${clock.now + 10_000} where id = ${running}`,
  );
  return { announced, running };
}

/** Nothing else that happens is for it. */
const webhook = {
  ...webhookSettings("https://hooks.example/"),
  WEBHOOK_EVENTS: "database.restored",
};

/** Another process delivers to the webhook, if there is one, so that nothing is sent. */
async function addWaitingDelivery({ clock, service }: World): Promise<void> {
  await using database = await ledgerDatabase(service);
  await database.rows(`update receiver set lease = 'other', leased_until = ${clock.now + 10_000}`);
  await database.rows(
    `insert into delivery (receiver, event_id, mark, at, due_at, tries)
      select receiver.id, audit_event.id, 'm', at, ${clock.now + 10_000}, 1
      from receiver, audit_event order by audit_event.id limit 1`,
  );
}

function addressOf(
  { paths: [path] }: Route,
  { dave, application, event, bulkActions }: Seed,
  { change = "" }: Fields = {},
): string {
  const bulkAction = change === "stop" ? bulkActions.running : bulkActions.announced;
  const ids: Readonly<Record<string, string>> = {
    ...{ users: dave.id, audit: event.id, "bulk-actions": bulkAction },
  };
  const id = ids[path.split("/")[2] ?? ""] ?? application.id;
  return path.replace(":id", id);
}

test("no form is described that no route takes", () => {
  const taken = routes.flatMap(({ name, fields = [] }) => {
    const changes = fields.find((one) => one.name === "change")?.values;
    return changes === undefined ? [name] : changes.map((change) => `${name} ${change}`);
  });
  const unknown = Object.keys(detailsOf).filter((one) => !taken.includes(one));
  assert.deepEqual(unknown, []);
});

for (const route of routes) {
  const [path] = route.paths;
  if (!route.methods.includes("POST")) continue;

  // interface §16.1, §16.2
  test(`T15, T21 — ${path}: by no one, by another user, the owner, or from another site nothing changes`, async () => {
    await using world = await startWorld({ ...localhost, ...webhook });
    const seed = await seeded(world);
    const { bobs, alices, carols } = seed;
    const forms = formsOf(route, seed);
    const address = addressOf(route, seed);
    const [csrf, bobsOwn, alicesOwn] = [
      await carols.csrf(),
      await bobs.csrf(),
      await alices.csrf(),
    ];
    const before = await rowsOf(world.service);
    for (const form of forms) {
      const extra = {
        is_admin: "1",
        isAdmin: "true",
        user_id: world.alice.id,
        role: "editor",
      };
      const own = { path: address, fields: form, visitor: carols, csrf, othersCsrf: bobsOwn };
      await assertOnlyOwnPageSends(world, own);
      await assertNotAnonymous(world, own);
      const tries: [Visitor, Fields, number][] = [
        [bobs, { ...form, ...extra, csrf: bobsOwn }, 404],
        [alices, { ...form, ...extra, csrf: alicesOwn }, 404],
        [bobs, { ...form, csrf }, 403],
        [carols, { csrf, change: "else", sign_up: "else" }, 400],
      ];
      for (const [visitor, fields, status] of tries) {
        const tried = JSON.stringify(fields);
        assert.equal((await visitor.post(address, fields)).status, status, tried);
        assert.deepEqual(await rowsOf(world.service), before, tried);
      }
    }
    for (const form of forms) {
      // It only sends an email; see test/flows/test-email.test.ts.
      if (form["change"] === "test-email") continue;
      // The earlier suspension has ended all sessions.
      if (form["change"] === "end-sessions") await signedIn(world.baseUrl, seed.dave);
      if (["approve", "ask"].includes(form["change"] ?? "")) await decline(world);
      const rows = await rowsOf(world.service);
      await carols.send(addressOf(route, seed, form), form);
      assert.notDeepEqual(
        await rowsOf(world.service),
        rows,
        `${form["change"]} by an administrator`,
      );
    }
  });

  test(`T21 — ${path}: extra fields of an administrator's form reach nothing else`, async () => {
    await using world = await startWorld(localhost);
    const seed = await seeded(world);
    const { bob, carols } = seed;
    const untouched = async () => {
      const { audit_event: _, ...tables } = await rowsOf(world.service);
      return Object.values(tables).map((rows) =>
        rows.filter((row) => row["user_id"] === bob.id || row["id"] === bob.id),
      );
    };
    const before = await untouched();
    const extra = {
      user_id: bob.id,
      userId: bob.id,
      id: bob.id,
      user: bob.id,
      owner_id: bob.id,
      // Otherwise, the access that everyone gave to the application is what the form ends.
      since: "2100-01-01T00:00",
    };
    for (const form of formsOf(route, seed)) {
      await carols.send(addressOf(route, seed, form), { ...extra, ...form });
      assert.deepEqual(await untouched(), before, form["change"]);
    }
  });
}

test("T16, T28 — every administrators' page forbids frames and scripts, and escapes what others chose", async () => {
  const nasty = `"><script>alert(1)</script>'`;
  await using world = await startWorld(localhost, { name: nasty, description: nasty });
  const seed = await seeded(world);
  const { alices, carols } = seed;
  const profile = { screen_name: "alice", name: nasty, email: `${nasty}@a.example` };
  await alices.send("/account/profile", profile);
  // The page of an unknown request is 404. test/flows/rejected-requests.test.ts has one of a known request.
  const ofRequest = (path = "") => path.endsWith("/:request");
  for (const route of routes.filter((one) => one.mediaType === undefined)) {
    if (ofRequest(route.paths[0])) continue;
    const address = addressOf(route, seed);
    for (const query of ["", `?${new URLSearchParams({ q: nasty.slice(0, 10), after: nasty })}`]) {
      assertIsolated(await carols.get(address + query), address);
    }
  }
});

test("T31 — a suspended administrator, or a former one, has no such pages from the next request on", async () => {
  await using world = await startWorld(localhost);
  const seed = await seeded(world);
  const { carol, carols } = seed;
  await makeAdmin(world.ledger, "dora");
  const csrf = await carols.csrf();
  const by = { at: 0, actor: "command-line" };
  const rejected = async (status: number) => {
    const before = await rowsOf(world.service);
    for (const route of routes) {
      const address = addressOf(route, seed);
      assert.equal((await carols.get(address)).status, status, address);
      for (const form of route.methods.includes("POST") ? formsOf(route, seed) : []) {
        assert.equal((await carols.post(address, { csrf, ...form })).status, status, address);
      }
    }
    assert.deepEqual(await rowsOf(world.service), before);
  };
  await world.ledger.revokeAdmin(carol.id, by);
  await rejected(404);
  await world.ledger.grantAdmin(carol.id, by);
  await world.ledger.suspendUser(carol.id, "x", by);
  await rejected(303);
});
