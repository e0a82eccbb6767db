/** What an administrator does on an application's page after a leak. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { byCommandLine, byUser } from "../../src/domain/audit-context.ts";
import { mintPin, mintRequestToken, type RequestToken } from "../../src/domain/credentials.ts";
import { dayMs } from "../../src/domain/day.ts";
import { revokeAccess } from "../../src/http/actions/tokens.ts";
import * as english from "../../src/pages/languages/english.ts";
import { bearerFor, requestErrorOf, verifyCredentials } from "../support/flow.ts";
import { ledgerDatabase } from "../support/ledger-database.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeAdmin, makeUser } from "../support/service.ts";
import { signedIn } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const { contain, done } = english.admin.application;

async function startIncident() {
  const world = await startWorld();
  const { baseUrl, ledger, application } = world;
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  return Object.assign(world, { admin, path: `/admin/applications/${application.id}` });
}

// interface §16.57
test("revoke-secret — neither the secret nor its bearer token works from the next request on; the portal says so and offers another", async () => {
  await using world = await startIncident();
  const { baseUrl, ledger, application, alice, admin, path, clock } = world;
  const token = await makeAccessToken(ledger, application, alice);
  const bearer = await bearerFor(baseUrl, application);
  assert.equal((await verifyCredentials(baseUrl, application, token)).status, 200);
  clock.now += 1000;
  const ended = await admin.send(path, { change: "revoke-secret" });
  assert.equal(ended.location, `${path}?secret-revoked`);
  assert.equal(
    await requestErrorOf(await verifyCredentials(baseUrl, application, token)),
    "401 (code 32)",
  );
  const headers = { authorization: `Bearer ${bearer}` };
  const withBearer = await fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, { headers });
  assert.equal(await requestErrorOf(withBearer), "401 (code 89)");
  await assert.rejects(bearerFor(baseUrl, application));
  const again = await admin.send(path, { change: "revoke-secret" });
  assert.equal(again.location, `${path}?secret-changed`, "what was ended is not ended again");

  const owner = await signedIn(baseUrl, alice);
  const keys = `/portal/applications/${application.id}`;
  assert.match((await owner.get(`${keys}/keys`)).html, saying(english.portal.keys.endedMeans));
  const offered = await owner.get(`${keys}/consumer-secret`);
  assert.match(offered.html, saying(english.portal.keys.createSecret.submit));
  clock.now += 1000;
  const { secretSetAt } = (await ledger.applicationById(application.id)) ?? assert.fail();
  const form = { change: "regenerate", overlap: "0", replaces: String(secretSetAt) };
  assert.equal((await owner.send(`${keys}/consumer-secret`, form)).status, 201);
  assert.doesNotMatch(
    (await owner.get(`${keys}/keys`)).html,
    saying(english.portal.keys.endedMeans),
  );
});

test("revoke-secret — a form that was shown before the owner regenerated ends nothing", async () => {
  await using world = await startIncident();
  const { ledger, application, admin, path } = world;
  const { secretSetAt } = (await ledger.applicationById(application.id)) ?? assert.fail();
  const sent = await admin.send(path, {
    change: "revoke-secret",
    replaces: String(secretSetAt - 1),
  });
  assert.equal(sent.location, `${path}?secret-changed`);
  assert.equal((await ledger.applicationById(application.id))?.secretRevokedAt, undefined);
});

// interface §16.58
test("revoke-access — only tokens used from new addresses since a time, which are counted before; then all", async () => {
  await using world = await startIncident();
  const { ledger, application, alice, path, clock } = world;
  const applicationId = application.id;
  const bob = await makeUser(ledger, "bob");
  const stolen = await makeAccessToken(ledger, application, alice);
  await makeAccessToken(ledger, application, bob);
  clock.now += 3 * dayMs;
  const at = clock.now;
  const use = { applicationId, credential: "consumer secret", network: "203.0.113.77" } as const;
  const counted = { program: "curl/8.5", first: at, last: at, requests: 9, rejected: 4 };
  const owns = { ...use, network: "198.51.100.4", program: "tide/3", first: at - 2 * dayMs };
  await ledger.addSources([{ ...counted, ...owns, tokens: [] }], at);
  await ledger.addSources([{ ...use, ...counted, tokens: [stolen.token] }], at);
  // The session of before has ended.
  const later = await signedIn(world.baseUrl, await makeAdmin(ledger, "dora"));
  const page = await later.get(path);
  assert.match(page.html, /203\.0\.113\.77/);
  assert.match(page.html, saying(contain.revoke.newOnly.submit));
  const tomorrow = new Date(at + dayMs).toISOString().slice(0, 16);
  const none = await later.get(`${path}?since=${tomorrow}`);
  assert.doesNotMatch(none.html, saying(contain.revoke.newOnly.submit), "no token, no form");
  const since = new Date(at - 3_600_000).toISOString().slice(0, 16);
  clock.now += 16 * 60_000;
  const asked = await later.send(path, { change: "revoke-access", since });
  assert.equal(asked.status, 422, "a recent sign-in is needed");
  const form = /<input type="hidden" name="since" value="([^"]*)">[\s\S]*?<\/form>/.exec(
    asked.html,
  );
  assert.equal(form?.[1], since, "the time that was sent stays");
  assert.match(form?.[0] ?? "", /name="current_password"/);
  assert.ok(await ledger.accessTokenHolder(stolen.token));
  const current_password = alice.password;
  const some = await later.send(path, { change: "revoke-access", since, current_password });
  assert.equal(some.location, `${path}?access-revoked`);
  assert.equal(await ledger.accessTokenHolder(stolen.token), undefined);
  assert.equal(await ledger.countGrants(applicationId, 9), 1, "bob's token was never used there");
  await later.send(path, { change: "revoke-access" });
  assert.equal(await ledger.countGrants(applicationId, 9), 0);
});

test("revoke-access — what is left after 5,000 tokens is said with the button that ends it, and the chosen time stays", async () => {
  await using world = await startIncident();
  const { application, admin, path, clock } = world;
  const since = new Date(clock.now - 3_600_000).toISOString().slice(0, 16);
  for (const [form, more] of [
    [{ since }, `?new-access-revoked-in-part&since=${since}`],
    [{}, "?access-revoked-in-part"],
  ] as const) {
    await addTokensOfNewSources(world, 5001);
    const part = await admin.send(path, { change: "revoke-access", ...form });
    assert.equal(part.location, `${path}${more}`);
    assert.equal(await world.ledger.countGrants(application.id, 9), 1);
    const { html } = await admin.get(part.location ?? "");
    const [which, other] = [contain.revoke.newOnly.submit, contain.revoke.all.submit];
    const [named, unnamed] = "since" in form ? [which, other] : [other, which];
    const [said = ""] = /<div[^>]*role="status"[\s\S]*?<\/div>/.exec(html) ?? [];
    assert.match(said, saying(named));
    assert.doesNotMatch(said, saying(unnamed));
    if ("since" in form) assert.match(html, new RegExp(`name="since" value="${since}"`));
    const rest = await admin.send(path, { change: "revoke-access", ...form });
    assert.equal(rest.location, `${path}?access-revoked`);
  }
});

test("revoke-access — a token that was used from a new address since the page was shown ends too", async () => {
  await using world = await startIncident();
  const { baseUrl, ledger, application, alice, path, clock } = world;
  const stolen = await makeAccessToken(ledger, application, alice);
  clock.now += 3 * dayMs;
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "dora"));
  await admin.get(path);
  clock.now += 5_000;
  const used = await world.signed("GET", "/1.1/account/verify_credentials.json", { token: stolen });
  assert.equal(used.status, 200);
  const since = new Date(clock.now - 60_000).toISOString().slice(0, 16);
  const sent = await admin.send(path, { change: "revoke-access", since });
  assert.equal(sent.location, `${path}?access-revoked`);
  assert.equal(await ledger.accessTokenHolder(stolen.token), undefined);
});

// interface §16.58
test("400 — a time that can't be read revokes nothing, instead of everything", async () => {
  await using world = await startIncident();
  const { ledger, application, alice, admin, path } = world;
  await makeAccessToken(ledger, application, alice);
  for (const since of [
    "",
    " ",
    "2026-11-28",
    "2026-11-28 03:00",
    "2026-13-28T03:00",
    "yesterday",
  ]) {
    const sent = await admin.send(path, { change: "revoke-access", since });
    assert.equal(sent.status, 400, since);
    assert.equal(await ledger.countGrants(application.id, 9), 1);
    assert.equal((await admin.get(`${path}?${new URLSearchParams({ since })}`)).status, 200);
  }
});

test("revoke-secret — a form that was altered ends nothing", async () => {
  await using world = await startIncident();
  const { ledger, application, admin, path } = world;
  for (const replaces of ["", "x", "1e400", "1.5", "-1", "9".repeat(30), "0x10", "\0"]) {
    const sent = await admin.send(path, { change: "revoke-secret", replaces });
    assert.ok(sent.status === 303 || sent.status === 400, `${replaces}: ${sent.status}`);
    assert.equal((await ledger.applicationById(application.id))?.secretRevokedAt, undefined);
  }
});

test("revoke-access — approvals that wait end too, and a user with read and write access is one user", async () => {
  await using world = await startIncident();
  const { ledger, application, alice, admin, path, clock } = world;
  for (const access of ["read", "write"] as const) {
    await makeAccessToken(ledger, application, alice, access);
  }
  const tokens = { applicationId: application.id, userId: undefined, after: undefined, size: 9 };
  assert.equal((await ledger.accessTokens(tokens)).length, 2);
  assert.match((await admin.get(path)).html, saying(contain.revoke.all.what(1)));
  const by = byCommandLine(clock.now);
  const waiting = await approvedToken(world);
  assert.equal((await ledger.pendingApprovals(alice.id, clock.now)).length, 1);
  await admin.send(path, { change: "revoke-access" });
  assert.deepEqual(await ledger.pendingApprovals(alice.id, clock.now), []);
  const approval = { token: waiting, userId: alice.id };
  assert.equal(await ledger.withdrawApproval(approval, by), undefined);
});

test("revokeAccess — it stops between its steps once its caller has left, and a second call ends the rest", async () => {
  await using world = await startIncident();
  const { ledger, application, service, clock } = world;
  for (let user = 0; user < 40; user += 1) {
    await makeAccessToken(ledger, application, await makeUser(ledger, `user${user}`));
  }
  const all = { applicationId: application.id, userId: undefined };
  const by = byCommandLine(clock.now);
  const parts = { ...service.dependencies, mail: undefined };
  const pause = () => Promise.reject(new Error("it has left"));
  await assert.rejects(revokeAccess.run(parts, { ...all, pause }, by), /it has left/);
  assert.equal(await ledger.countGrants(application.id, 99), 32, "one step was complete");
  assert.deepEqual(await revokeAccess.run(parts, all, by), { grants: 32, bearerTokens: 0 });
});

// interface §16.59
test("notify-owner — an owner without an address is told in the portal, and the page says so", async () => {
  await using world = await startIncident();
  const { baseUrl, ledger, application, alice, admin, path } = world;
  const message = "Your secret is in a <public> repository.";
  for (const wrong of ["", "x".repeat(201)]) {
    const sent = await admin.send(path, { change: "notify-owner", message: wrong });
    assert.equal(sent.status, 422);
  }
  const sent = await admin.send(path, { change: "notify-owner", message });
  assert.equal(sent.location, `${path}?owner-notified`);
  const page = await admin.get(`${path}?owner-notified`);
  assert.match(page.html, saying(done["owner-notified"]));
  assert.match(page.html, saying("gets no email."));
  const owner = await signedIn(baseUrl, alice);
  const shown = await owner.get(`/portal/applications/${application.id}`);
  assert.match(shown.html, saying(english.portal.application.administratorsNotice));
  assert.match(shown.html, /Your secret is in a .*public.* repository\./);
  assert.doesNotMatch(shown.html, /<public>/);
  const filter = { name: "application.owner-notified", applicationId: application.id } as const;
  const [event] = await ledger.eventsBy(filter, { after: undefined, size: 5 });
  assert.deepEqual([event?.actorScreenName, event?.details?.["message"]], ["carol", message]);
});

/** Each of a user of its own. They were used a moment ago, from an address that was new. */
async function addTokensOfNewSources({ service, application, clock }: World, count: number) {
  await using database = await ledgerDatabase(service);
  const at = `with recursive one(n) as (select 1 union all select n + 1 from one where n < ${count})`;
  await database.rows(`insert into "user" (id, screen_name, folded_screen_name, name, email, email_verified,
    password_hash, is_admin, created_at)
    ${at} select n, 'many' || n, 'many' || n, '', '', 0, '', 0, 1 from one where true on conflict do nothing`);
  await database.rows(`insert into access_token (token, secret, application_id, user_id, access, email_granted,
    created_at, new_source_at)
    ${at} select n || '-many', consumer_secret, id, n, 'read', 0, 1, ${clock.now} from one, application
    where id = ${application.id}`);
}

/** A request token that alice approved, and no one has exchanged. */
async function approvedToken({ ledger, application, alice, clock }: World): Promise<RequestToken> {
  const { now } = clock;
  const { access, callbacks } = (await ledger.applicationById(application.id)) ?? assert.fail();
  const { token, secret } = mintRequestToken(randomBytes);
  await ledger.issueRequestToken({
    token,
    secret,
    applicationId: application.id,
    callback: "oob",
    access: "read",
    requestEmail: false,
    seen: { access, callbacks },
    now,
    expiresAt: now + 60_000,
  });
  const verifier = mintPin(randomBytes);
  const approval = { token, userId: alice.id, verifier, kind: "pin", now } as const;
  await ledger.approveRequestToken(approval, byUser(alice.id, now, "127.0.0.1"));
  return token;
}
