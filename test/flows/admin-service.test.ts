/** The administrators' overview, invitations, API keys and settings. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import software from "../../package.json" with { type: "json" };
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { type ApplicationId, tokenDigest } from "../../src/domain/credentials.ts";
import * as english from "../../src/pages/languages/english.ts";
import { inviteCollaborator } from "../support/collaborators.ts";
import { bearerFor } from "../support/flow.ts";
import { ledgerDatabase } from "../support/ledger-database.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { startMailServer } from "../support/smtp.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { decoded, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

async function adminIn(world: World, screenName = "carol"): Promise<Visitor> {
  return signedIn(world.baseUrl, await makeAdmin(world.ledger, screenName));
}

const anyPage = { after: undefined, size: 9 };

// interface §16.16
test("200 — the overview says whether it is well, what needs someone, and what happened", async () => {
  await using world = await startWorld();
  const { ledger, baseUrl, application } = world;
  const bob = await makeUser(ledger, "bob");
  await ledger.suspendUser(bob.id, "x", { at: 0, actor: "service" });
  const visitor = await adminIn(world);
  await bearerFor(baseUrl, application);
  const { html, status } = await visitor.get("/admin");
  assert.equal(status, 200);
  const facts = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map((pair) =>
    pair
      .slice(1)
      .map((part) => part.replace(/<[^>]*>/g, ""))
      .join(": "),
  );
  const { figures, disk, ...texts } = english.admin.overview;
  const said = new Map(facts.map((fact) => fact.split(": ") as [string, string]));
  assert.equal(said.get(figures.users), "3");
  assert.equal(said.get(figures.applications), "1");
  assert.equal(said.get(figures.tokens), "1");
  assert.equal(said.get(figures.requests), "1");
  assert.equal(said.get(figures.rejected), "0");
  assert.match(said.get(disk) ?? "", /\d (kB|MB)/);
  assert.deepEqual(
    facts.filter((fact) => !fact.startsWith(`${disk}:`)).slice(5),
    [
      "Database: Healthy",
      "Nonce store: Healthy",
      "Mail: Not set up",
      `Version: ${software.version}`,
      `${texts.keysSince}: ${english.dates.day(world.clock.now)}`,
      "Suspended users: 1",
      `${texts.apis}: ${baseUrl}`,
    ],
    "nothing of which there is none",
  );
  const counts = [...html.matchAll(/<tfoot><tr>(.*?)<\/tr>/gs)].map(([, totals = ""]) =>
    [...totals.matchAll(/<td>(\d+)/g)].map(([, count]) => Number(count)),
  );
  const [requests, signIns] = counts;
  assert.deepEqual(
    requests,
    [1, 1, 0, 0, 0],
    "verified, issued, rejected, unauthenticated, the day before",
  );
  assert.deepEqual(signIns, [1, 0], "sign-ins, failed ones");
  assert.match(html, saying(english.audit.happened["bearer-token.issued"]));
});

// interface §16.16
test("200 — an unusual share of rejected requests or failed sign-ins is in what needs attention", async () => {
  await using world = await startWorld();
  const visitor = await adminIn(world);
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  const call = (secret: string) =>
    world.signed("GET", "/1.1/account/verify_credentials.json", { token: { ...token, secret } });
  const attention = async () => {
    const { html } = await visitor.get("/admin");
    return [...html.matchAll(/id="attention-\d+">(.*?)<\/h3>/g)].map(([, what]) => what);
  };
  await Promise.all(Array.from({ length: 16 }, () => call(token.secret)));
  await Promise.all(Array.from({ length: 3 }, () => call("x")));
  const before = await attention();
  await call("x");
  const { rates } = english.admin.overview.attention;
  assert.deepEqual(
    (await attention()).filter((what) => !before.includes(what)),
    [rates.rejected.what("20%", undefined)],
    "nineteen are too few to tell",
  );
});

// interface §16.16
test("200 — a problem of the database is in what needs attention, and the database is failing", async (t) => {
  await using world = await startWorld();
  const visitor = await adminIn(world);
  const reason = "the disk does not respond";
  t.mock.method(world.ledger, "problems", () => [{ reason, stopsWrites: false }]);
  const { html } = await visitor.get("/admin");
  const { parts, states, attention } = english.admin.overview;
  assert.match(html, saying(attention.problem.what));
  assert.ok(html.includes(reason));
  const [, state = ""] = html.split(`<dt>${parts.ledger}</dt>`);
  assert.ok(state.slice(0, 80).includes(states.failing));
});

// interface §16.25
test("200 — the overview counts the applications that wait for a callback scheme, and leads to them", async () => {
  await using world = await startWorld();
  const { ledger, alice } = world;
  const visitor = await adminIn(world);
  const register = async (id: ApplicationId, ...callbacks: string[]) => {
    const from = await ledger.applicationById(id);
    assert.ok(from);
    const draft = { ...from, callbacks };
    await ledger.changeApplication(
      { applicationId: id, from, draft, now: 0 },
      { at: 0, actor: "command-line" },
    );
  };
  const waiting = await makeApplication(ledger, alice, { name: "Metro" });
  const confirmed = await makeApplication(ledger, alice, { callbacks: ["metro://"] });
  await register(waiting.id, "metro://", "com.example.metro://");
  const href = "/admin/applications?state=unconfirmed-schemes";
  const listed = async () => {
    const { html } = await visitor.get("/admin");
    const [, count] = /(\d+) applications? waits? for you/.exec(decoded(html)) ?? [];
    const found = (await visitor.get(href)).html.matchAll(/href="\/admin\/applications\/(\d+)"/g);
    return { count, ids: [...found].map(([, id]) => id) };
  };
  assert.deepEqual(await listed(), { count: "1", ids: [waiting.id] });
  assert.ok(decoded((await visitor.get("/admin")).html).includes(`href="${href}"`));
  const event = { name: "application.scheme-confirmed", at: 0, actor: "command-line" } as const;
  await ledger.confirmScheme({ applicationId: waiting.id, scheme: "metro" }, event);
  assert.deepEqual(await listed(), { count: undefined, ids: [] });
  await register(confirmed.id, "bus://");
  assert.deepEqual(await listed(), { count: "1", ids: [confirmed.id] });
  await register(confirmed.id, "https://metro.example/");
  assert.deepEqual(await listed(), { count: undefined, ids: [] });
});

// interface §16.4
test("200 — an application leads from the portal to the administrators' pages and back, for those who have both", async () => {
  await using world = await startWorld();
  const { ledger, baseUrl, alice, application } = world;
  const [mine, all] = ["portal", "admin"].map((area) => `/${area}/applications/${application.id}`);
  const links = async (visitor: Visitor, from = "", to = "") =>
    (await visitor.get(from)).html.includes(`href="${to}"`);
  const carols = await adminIn(world);
  const alices = await signedIn(baseUrl, alice);
  assert.deepEqual(
    [await links(carols, all, mine), await links(alices, mine, all)],
    [false, false],
  );
  await ledger.grantAdmin(alice.id, byCommandLine(world.clock.now));
  assert.deepEqual([await links(alices, all, mine), await links(alices, mine, all)], [true, true]);
});

// interface §15.41
test("200 — the sections of the portal and of the administrators' pages count what waits there", async () => {
  await using world = await startWorld();
  const { ledger, baseUrl } = world;
  const bob = await makeAdmin(ledger, "bob");
  const bobs = await signedIn(baseUrl, bob);
  const counts = async (path: string) =>
    [
      ...(await bobs.get(path)).html.matchAll(
        /href="([^"]*)"[^>]*><svg[^>]*><path[^>]*><\/svg>[^<]* <span class="count">(\d+)</g,
      ),
    ].map(([, href, count]) => `${href} ${count}`);
  assert.deepEqual([...(await counts("/portal")), ...(await counts("/admin"))], []);
  await inviteCollaborator(world, bob.id);
  await addWaiting(world);
  // The menu of a phone has the same sections.
  const twice = (one: string) => [one, one];
  assert.deepEqual(await counts("/portal/create"), twice("/portal/invitations 1"));
  assert.deepEqual(await counts("/admin/settings"), twice("/admin/applications 1"));
  assert.deepEqual(await counts("/account"), []);
});

/** The application's callback scheme waits for an administrator. */
async function addWaiting({ ledger, application }: World): Promise<void> {
  const from = await ledger.applicationById(application.id);
  assert.ok(from);
  const draft = { ...from, callbacks: ["metro://"] };
  const change = { applicationId: application.id, from, draft, now: 0 };
  await ledger.changeApplication(change, { at: 0, actor: "command-line" });
}

// interface §16.17
test("invitations — made with a note, shown once, withdrawn; each makes one account", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, clock } = world;
  const visitor = await adminIn(world);
  const path = "/admin/invitations";
  const make = async (note: string) =>
    visitor.send(path, { change: "create", note, ...(await visitor.creation(path)) });
  assert.equal((await make("x".repeat(201))).status, 422);
  const linkOf = async (note: string) => {
    const { html, status } = await make(note);
    assert.equal(status, 200);
    const [, address = ""] = /(\/sign-up\?invitation=\w{43})</.exec(decoded(html)) ?? [];
    return address;
  };
  const [one, other] = [await linkOf(" for alice's friend "), await linkOf("\u{3164}")];
  const notes = (await ledger.links("invitation", clock.now, anyPage)).map(({ note }) => note);
  assert.deepEqual(notes.toSorted(), ["", "for alice's friend"]);
  const { html } = await visitor.get(path);
  assert.match(decoded(html), /for alice's friend/);
  assert.ok(!html.includes(one.slice(-43)));
  assert.equal((await new Visitor(baseUrl).get(one)).status, 200);
  const digest = tokenDigest(one.slice(-43));
  await visitor.send(path, { change: "withdraw", invitation: digest });
  assert.equal((await new Visitor(baseUrl).get(one)).status, 403);
  const guest = new Visitor(baseUrl);
  const account = {
    screen_name: "bob",
    name: "",
    email: "",
    new_password: "a long enough password",
  };
  assert.equal((await guest.submit(await guest.get(other), account)).status, 303);
  assert.deepEqual(await ledger.links("invitation", clock.now, anyPage), []);
  clock.now += 16 * 60_000;
  assert.equal((await make("")).status, 422);
  assert.deepEqual(await ledger.links("invitation", clock.now, anyPage), []);
});

// interface §16.76
test("303 — a withdrawn invitation is restored by the notice's button, once, for ten seconds, in its session", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, clock } = world;
  const carol = await makeAdmin(ledger, "carol");
  const visitor = await signedIn(baseUrl, carol);
  const path = "/admin/invitations";
  const made = await visitor.send(path, { change: "create", ...(await visitor.creation(path)) });
  const [, link = ""] = /(\/sign-up\?invitation=\w{43})</.exec(decoded(made.html)) ?? [];
  const invitation = tokenDigest(link.slice(-43));
  const opens = async () => (await new Visitor(baseUrl).get(link)).status === 200;
  const { undo, done, unchanged } = english.admin.invitations;
  const offersUndo = (html: string) => html.includes(undo(10));
  const withdraw = async () => {
    assert.equal(
      (await visitor.send(path, { change: "withdraw", invitation })).location,
      `${path}?withdrawn`,
    );
    assert.equal(await opens(), false, "it ends at once");
    return visitor.get(`${path}?withdrawn`);
  };

  assert.ok(!offersUndo((await visitor.get(`${path}?withdrawn`)).html), "nothing was withdrawn");
  const page = await withdraw();
  assert.ok(offersUndo(page.html));
  const others = await adminIn(world, "dave");
  assert.ok(!offersUndo((await others.get(`${path}?withdrawn`)).html));
  const restoration = { change: "restore", invitation };
  assert.equal((await others.send(path, restoration)).location, `${path}?too-late`);
  const mine = await signedIn(baseUrl, carol);
  assert.equal((await mine.send(path, restoration)).location, `${path}?too-late`);
  assert.equal(await opens(), false);

  clock.now += 9_999;
  assert.equal((await visitor.send(path, restoration)).location, `${path}?restored`);
  assert.equal(await opens(), true);
  assert.match((await visitor.get(`${path}?restored`)).html, saying(done.restored));
  assert.equal((await visitor.send(path, restoration)).location, `${path}?too-late`, "only once");

  await withdraw();
  clock.now += 10_000;
  assert.ok(!offersUndo((await visitor.get(`${path}?withdrawn`)).html));
  assert.equal((await visitor.send(path, restoration)).location, `${path}?too-late`);
  assert.equal(await opens(), false);
  assert.match((await visitor.get(`${path}?too-late`)).html, saying(unchanged["too-late"].what));
  assert.deepEqual(await ledger.links("invitation", clock.now, anyPage), []);
});

// interface §16.54
test("API keys — created with a role and an expiry, shown once, revoked for every call at once", async () => {
  await using world = await startWorld();
  const { ledger, service, clock, baseUrl } = world;
  const carol = await makeAdmin(ledger, "carol");
  const visitor = await signedIn(baseUrl, carol);
  const path = "/admin/api-keys";
  const texts = english.admin.apiKeys;
  assert.match((await visitor.get(path)).html, saying(texts.none));
  const form = { change: "create", name: "deploy", role: "manager", expires: "90" };
  const created = await visitor.send(path, form);
  assert.equal(created.status, 201);
  const [secret = ""] = /cs_live_[A-Za-z0-9]{43}/.exec(created.html) ?? [];
  assert.equal(created.headers.get("cache-control"), "no-store");
  const [stored] = await ledger.apiKeys({ after: undefined, size: 9 });
  assert.deepEqual(
    [stored?.role, stored?.expiresAt, stored?.createdBy, stored?.creatorScreenName],
    ["manager", clock.now + 90 * 86_400_000, `user:${carol.id}`, "carol"],
  );
  const statusNow = async () => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await fetch(`${service.internalUrl}/admin/v1/api_keys`, { headers })).status;
  };
  assert.equal(await statusNow(), 200);
  await service.dependencies.background.settled();
  const { html } = await visitor.get(path);
  assert.ok(!html.includes(secret) && html.includes(secret.slice(0, 12)));
  for (const shown of [/deploy/, saying(texts.roles.manager.label), /@carol/]) {
    assert.match(html, shown);
  }

  const [event] = await ledger.eventsBy({}, { after: undefined, size: 1 });
  assert.equal(event?.name, "api-key.created");
  assert.deepEqual(event?.details, { key: "deploy", role: "manager" });
  assert.equal(event?.actor, `user:${carol.id}`);

  const again = await visitor.send(path, form);
  assert.equal(again.status, 409);
  assert.match(again.html, saying(texts.problems.taken));
  for (const [wrong, status] of [
    [{ name: "two words" }, 422],
    [{ name: "" }, 422],
    [{ name: "x".repeat(65) }, 422],
    [{ name: "other", role: "" }, 422],
    [{ name: "other", role: "owner" }, 422],
    [{ name: "other", expires: "91" }, 400],
    [{ name: "other", expires: "" }, 400],
  ] as const) {
    assert.equal((await visitor.send(path, { ...form, ...wrong })).status, status);
  }
  assert.equal((await ledger.apiKeys({ after: undefined, size: 9 })).length, 1);

  const revoked = await visitor.send(path, { change: "revoke", key: stored?.id ?? "" });
  const after = (await visitor.get(revoked.location ?? "")).html;
  assert.match(after, saying(texts.revoked));
  assert.ok(after.includes('href="/admin/audit?actor=api-key%3Adeploy"'));
  assert.equal((await visitor.get("/admin/audit?actor=api-key%3Adeploy")).status, 200);
  assert.equal(await statusNow(), 401);
  const [last] = await ledger.eventsBy({}, { after: undefined, size: 1 });
  assert.deepEqual([last?.name, last?.actor], ["api-key.revoked", `user:${carol.id}`]);
  for (const key of ["", "1", "x", stored?.id ?? ""]) {
    assert.equal((await visitor.send(path, { change: "revoke", key })).status, 303);
  }
  const [none] = await ledger.eventsBy({}, { after: undefined, size: 1 });
  assert.equal(none?.id, last?.id, "nothing else was revoked");
});

// interface §16.61
test("API keys — rotated on the page with an overlap, shown once, and not again until it ends", async () => {
  await using world = await startWorld();
  const { ledger, service, clock, baseUrl } = world;
  const carol = await makeAdmin(ledger, "carol");
  const visitor = await signedIn(baseUrl, carol);
  const path = "/admin/api-keys";
  const texts = english.admin.apiKeys.rotation;
  const created = { change: "create", name: "deploy", role: "viewer", expires: "30" };
  const secretIn = (html: string) => /cs_live_[A-Za-z0-9]{43}/.exec(html)?.[0] ?? "";
  const first = secretIn((await visitor.send(path, created)).html);
  const stored = async () => (await ledger.apiKeys({ after: undefined, size: 9 }))[0];
  const { id = "", prefix = "" } = (await stored()) ?? {};
  assert.ok((await visitor.get(path)).html.includes(`href="/admin/api-keys?rotate=${id}"`));
  const page = await visitor.get(`${path}?rotate=${id}`);
  assert.match(page.html, saying(texts.overlap));
  const form = { change: "rotate", key: id, replaces: prefix, overlap: "1h", expires: "90" };
  assert.equal((await visitor.send(path, { ...form, overlap: "" })).status, 422);
  assert.equal((await visitor.send(path, { ...form, expires: "91" })).status, 400);
  for (const wrong of [{ key: "1" }, { key: "" }, { replaces: "cs_live_xxxx" }]) {
    const rejected = await visitor.send(path, { ...form, ...wrong });
    assert.equal(rejected.status, 409);
    assert.match(rejected.html, saying(texts.since));
  }
  const rotated = await visitor.send(path, form);
  assert.equal(rotated.status, 201);
  assert.match(rotated.html, saying(texts.previousUntil));
  assert.equal(rotated.headers.get("cache-control"), "no-store");
  const second = secretIn(rotated.html);
  assert.notEqual(second, first);
  const statusOf = async (secret: string) => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await fetch(`${service.internalUrl}/admin/v1/api_keys`, { headers })).status;
  };
  assert.deepEqual([await statusOf(first), await statusOf(second)], [200, 200]);
  const overlapping = await visitor.get(path);
  assert.match(overlapping.html, saying(texts.previousUntil));
  assert.ok(!overlapping.html.includes("?rotate="));
  const { prefix: replaces = "" } = (await stored()) ?? {};
  assert.equal((await visitor.send(path, { ...form, replaces })).status, 409);
  clock.now += 3_600_000;
  assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 200]);
  const [event] = await ledger.eventsBy({}, { after: undefined, size: 1 });
  assert.deepEqual(event?.details, { key: "deploy", overlap: "1h" });
  const later = await signedIn(baseUrl, carol);
  assert.equal((await later.send(path, { ...form, replaces, overlap: "0" })).status, 201);
  assert.equal(await statusOf(second), 401);
});

// interface §16.17
test("invitations — emailed where mail is set up; sent again, a new link replaces the old one; one address gets five a day", async () => {
  await using mailbox = await startMailServer();
  await using world = await startWorld({
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    MAIL_FROM: "id@service.example",
    RATE_LIMITS: "",
  });
  const { baseUrl, ledger, clock } = world;
  const visitor = await adminIn(world);
  const path = "/admin/invitations";
  const { problems, noneSent, outcomes } = english.admin.invitations;
  const make = async (email: string, note = "") =>
    visitor.send(path, {
      change: "create",
      emails: email,
      note,
      ...(await visitor.creation(path)),
    });
  const linkIn = (text = "") => /\/sign-up\?invitation=\w{43}/.exec(text)?.[0] ?? "";
  const only = async () => {
    const [link, ...others] = await ledger.links("invitation", clock.now, anyPage);
    assert.equal(others.length, 0);
    return link ?? assert.fail("there is no invitation");
  };

  const wrong = await make("bob@users.example, dora@, @eve\n");
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, saying(problems.email));
  assert.match(wrong.html, /<bdi>dora@<\/bdi>.*<bdi>@eve<\/bdi>/s, "each wrong one is told");
  const tooMany = Array.from({ length: 51 }, (_, at) => `user${at}@users.example`).join("\n");
  const many = await make(tooMany);
  assert.match(many.html, saying(problems["too-many-addresses"]));
  assert.deepEqual(await ledger.links("invitation", clock.now, anyPage), []);
  const sent = await make(" bob@users.example ", "Bob");
  assert.equal(sent.status, 200);
  const toBob = /An invitation is being emailed to <bdi>bob@users\.example<\/bdi>\./;
  assert.match(sent.html, toBob);
  assert.equal((await only()).note, "Bob <bob@users.example>");
  const [first] = await mailbox.has(1);
  assert.deepEqual(first?.to, ["bob@users.example"]);
  const old = linkIn(first?.text);
  assert.equal((await new Visitor(baseUrl).get(old)).status, 200);

  clock.now += 86_400_000;
  const before = await only();
  const again = { change: "resend", invitation: before.digest };
  assert.equal((await visitor.send(path, again)).status, 422, "the sign-in is no longer recent");
  assert.equal((await only()).digest, before.digest);
  const recent = await adminIn(world, "dave");
  const resent = await recent.send(path, again);
  assert.equal(resent.status, 200);
  assert.match(resent.html, toBob);
  const [, second] = await mailbox.has(2);
  assert.equal((await new Visitor(baseUrl).get(old)).status, 403);
  assert.equal((await new Visitor(baseUrl).get(linkIn(second?.text))).status, 200);
  const after = await only();
  assert.equal(after.expiresAt - before.expiresAt, 86_400_000);
  assert.equal((await recent.send(path, again)).location, `${path}?gone`);
  const [event] = await ledger.eventsBy({ name: "invitation.replaced" }, anyPage);
  assert.match(event?.actor ?? "", /^user:/);

  for (let count = 1; count < 5; count += 1) {
    const { digest } = await only();
    const reply = await recent.send(path, { change: "resend", invitation: digest });
    assert.match(reply.html, toBob);
  }
  const { digest } = await only();
  const beyond = await recent.send(path, { change: "resend", invitation: digest });
  assert.equal(beyond.status, 429);
  assert.match(beyond.html, saying(problems["too-many"]));
  assert.equal((await only()).digest, digest, "the link stays that was sent last");
  const creation = await recent.creation(path);
  const form = { change: "create", emails: "bob@users.example", note: "", ...creation };
  const more = await recent.send(path, form);
  assert.equal(more.status, 429);
  assert.match(more.html, saying(noneSent));
  assert.match(more.html, saying(`bob@users.example</bdi>: ${outcomes["too-many"]}`));
  assert.match(
    decoded(more.html),
    /bob@users\.example<\/textarea>/,
    "the form keeps what was entered",
  );
  assert.equal((await mailbox.has(6)).length, 6);
});

// interface §16.17, §17.4
test("200 — several addresses get a link each, with the message, role, and page; what became of each is told", async () => {
  await using mailbox = await startMailServer();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, MAIL_FROM: "id@service.example" };
  await using world = await startWorld(smtp);
  const { baseUrl, ledger, clock } = world;
  const admin = await adminIn(world, "rosa");
  const path = "/admin/invitations";
  const { outcomes, someSent } = english.admin.invitations;
  const message = "Welcome <b>Bob</b>!\r\nSee https://maps.example";
  const addresses = Array.from({ length: 5 }, (_, at) => `user${at}@users.example`);
  const reply = await admin.send(path, {
    change: "create",
    emails: `${addresses.join("\r\n")}, ALICE@users.example; USER0@users.example`,
    ...{ note: "Team", message, role: "admin", page: "portal" },
    ...(await admin.creation(path)),
  });
  assert.equal(reply.status, 200);
  assert.match(reply.html, saying(someSent(5)));
  assert.match(decoded(reply.html), saying(`USER0@users.example</bdi>: ${outcomes.duplicate}`));
  assert.match(
    decoded(reply.html),
    saying(`ALICE@users.example</bdi>: ${outcomes["has-account"]}`),
  );
  const mails = await mailbox.has(5);
  assert.deepEqual(mails.flatMap(({ to }) => to).sort(), addresses);
  const links = mails.map(({ text }) => /\/sign-up\?invitation=\w{43}/.exec(text)?.[0] ?? "");
  assert.equal(new Set(links).size, 5);
  assert.match(mails[0]?.text ?? "", /^> Welcome <b>Bob<\/b>!\n> See https:\/\/maps\.example$/m);
  assert.match((await admin.get(path)).html, /<bdi>@rosa<\/bdi>/);

  const visitor = new Visitor(baseUrl);
  const page = await visitor.get(links[0] ?? "");
  assert.match(
    page.html,
    /<blockquote><bdi>Welcome &#60;b&#62;Bob&#60;\/b&#62;!<\/bdi><br><bdi>See https/,
  );
  assert.doesNotMatch(page.html, /href="https:\/\/maps/);
  const fields = { screen_name: "bob", new_password: "another long password" };
  assert.equal((await visitor.submit(page, fields)).location, "/portal");
  const bob = (await ledger.userByScreenName("bob")) ?? assert.fail();
  assert.equal(bob.isAdmin, true);
  const granted = await ledger.eventsBy({ name: "admin.granted", userId: bob.id }, anyPage);
  assert.equal(granted.length, 1);

  const rosa = (await ledger.userByScreenName("rosa")) ?? assert.fail();
  assert.equal(await ledger.revokeAdmin(rosa.id, byCommandLine(clock.now)), "changed");
  const late = await new Visitor(baseUrl).get(links[1] ?? "");
  assert.equal(late.status, 403, "it ended with the right of its inviter");
});

// interface §16.17, §17.4
test("303 — an emailed invitation carries its address: an account with it is verified, with another it is not", async () => {
  await using mailbox = await startMailServer();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, MAIL_FROM: "id@service.example" };
  await using world = await startWorld(smtp);
  const { baseUrl, ledger } = world;
  const admin = await adminIn(world, "rosa");
  const path = "/admin/invitations";
  const invite = async (fields: { readonly emails: string; readonly note: string }) =>
    admin.send(path, { change: "create", ...fields, ...(await admin.creation(path)) });
  const linkIn = (text = "") => /\/sign-up\?invitation=\w{43}/.exec(text)?.[0] ?? "";
  const create = async (link: string, screenName: string, address?: string) => {
    const visitor = new Visitor(baseUrl);
    const page = await visitor.get(link);
    const prefilled = /name="email"[^>]* value="([^"]*)"/.exec(page.html)?.[1] ?? "";
    const email = address ?? prefilled;
    const fields = { screen_name: screenName, email, new_password: "another long password" };
    assert.equal((await visitor.submit(page, fields)).status, 303);
    const user = (await ledger.userByScreenName(screenName)) ?? assert.fail();
    const filter = { name: "user.email-verified", userId: user.id };
    const events = await ledger.eventsBy(filter, anyPage);
    assert.deepEqual(
      events.map(({ actor }) => actor),
      user.emailVerified ? [`user:${user.id}`] : [],
    );
    return [prefilled, user.email, user.emailVerified];
  };

  const invited = "Bob@users.example";
  await invite({ emails: invited, note: "Bob" });
  const [first] = await mailbox.has(1);
  assert.match(first?.text ?? "", /@rosa invites you to create an account at Countersign\./);
  assert.deepEqual(await create(linkIn(first?.text), "bob"), [invited, invited, true]);

  const known = await invite({ emails: invited, note: "" });
  assert.equal(known.status, 422);
  const { outcomes } = english.admin.invitations;
  assert.match(known.html, saying(`Bob@users.example</bdi>: ${outcomes["has-account"]}`));

  const dora = "dora@users.example";
  await invite({ emails: dora, note: "" });
  const [, second] = await mailbox.has(2);
  const other = "bob@users.example";
  assert.deepEqual(await create(linkIn(second?.text), "bob2", other), [dora, other, false]);
  const [, , confirming] = await mailbox.has(3);
  assert.match(confirming?.text ?? "", /\/account\/email\?token=/, "it has to be verified itself");

  const shown = await invite({ emails: "", note: `Bob <${invited}>` });
  assert.deepEqual(await create(linkIn(decoded(shown.html)), "bob3", invited), [
    "",
    invited,
    false,
  ]);
  assert.equal(
    (await mailbox.has(4)).length,
    4,
    "none for the account that the first one verified",
  );
});

// interface §16.17
test("invitations — an email that couldn't be sent is marked, until the invitation is sent again", async () => {
  let takes = false;
  await using mailbox = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(takes || address.startsWith("bob") ? null : new Error("no such user")),
  });
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, MAIL_FROM: "id@service.example" };
  await using world = await startWorld(smtp);
  const { ledger, clock } = world;
  const admin = await adminIn(world, "rosa");
  const path = "/admin/invitations";
  const { notSent } = english.admin.invitations;
  const emails = "gone@users.example, bob@users.example";
  await admin.send(path, { change: "create", emails, ...(await admin.creation(path)) });
  const stored = async () => {
    const links = await ledger.links("invitation", clock.now, anyPage);
    return new Map(links.map((one) => [one.mailedTo, one]));
  };
  const outcomeOf = async (address: string) => (await stored()).get(address)?.emailOutcome;
  const settled = async (address: string) => {
    while ((await outcomeOf(address)) === undefined) await nextTurn();
  };
  await settled("bob@users.example");
  assert.equal(await outcomeOf("gone@users.example"), "failed");
  const marks = async () => (await admin.get(path)).html.split(notSent).length - 1;
  assert.equal(await marks(), 1);
  takes = true;
  const { digest = "" } = (await stored()).get("gone@users.example") ?? {};
  await admin.send(path, { change: "resend", invitation: digest });
  await settled("gone@users.example");
  assert.equal(await outcomeOf("gone@users.example"), "sent");
  assert.equal(await marks(), 0);
  const link = (await stored()).get("bob@users.example") ?? assert.fail();
  const lost = { ...link, digest: tokenDigest("lost"), mailedTo: "lost@users.example" };
  await ledger.createLink({ ...lost, purpose: "invitation" }, byCommandLine(clock.now));
  assert.equal(await marks(), 0, "it may still be in the queue");
  clock.now += 30 * 60_000;
  assert.equal(await marks(), 1, "the service stopped before it was sent");
});

// interface §16.17
test("invitations — without mail, a new link is shown once, and the old one ends", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, clock } = world;
  const visitor = await adminIn(world);
  const path = "/admin/invitations";
  const form = { change: "create", note: "bob@users.example", ...(await visitor.creation(path)) };
  const linkIn = (html: string) => /\/sign-up\?invitation=\w{43}/.exec(decoded(html))?.[0] ?? "";
  const old = linkIn((await visitor.send(path, form)).html);
  const [made] = await ledger.links("invitation", clock.now, anyPage);
  const shown = await visitor.send(path, { change: "resend", invitation: made?.digest ?? "" });
  assert.equal(shown.status, 200);
  assert.equal((await new Visitor(baseUrl).get(old)).status, 403);
  assert.equal((await new Visitor(baseUrl).get(linkIn(shown.html))).status, 200);
});

// interface §16.43
test("303 — a form that makes a link makes one: sent again it shows none, even once that link is gone", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, alice, clock } = world;
  const visitor = await adminIn(world);
  const { invitations, user: texts } = english.admin;
  const ofAlice = `/admin/users/${alice.id}`;
  const before = `${ofAlice}?link-created-before`;
  const bobs = await signedIn(baseUrl, await makeAdmin(ledger, "bob"));
  for (const [purpose, path, change, location, said] of [
    [
      "invitation",
      "/admin/invitations",
      "create",
      "/admin/invitations?created-before",
      invitations.unchanged["created-before"].what,
    ],
    ["password-reset", ofAlice, "create-reset-link", before, texts.done["link-created-before"]],
    [
      "account-recovery",
      ofAlice,
      "create-recovery-link",
      `${ofAlice}?recovery-link-created-before`,
      texts.done["recovery-link-created-before"],
    ],
  ] as const) {
    const links = () => ledger.links(purpose, clock.now, anyPage);
    const form = { change, reason: "lost it", ...(await visitor.creation(path)) };
    const sent = await Promise.all([1, 2, 3].map(() => visitor.send(path, form)));
    assert.deepEqual(sent.map((one) => one.status).toSorted(), [200, 303, 303], change);
    const again = await visitor.send(path, form);
    assert.equal(again.location, location);
    const shown = decoded((await visitor.get(location)).html);
    assert.match(shown, saying(said));
    assert.doesNotMatch(shown, /(invitation|token)=\w{43}/);
    const [made, ...others] = await links();
    assert.ok(made !== undefined && others.length === 0, change);
    await using database = await ledgerDatabase(world.service);
    await database.rows(`delete from one_time_link where digest = '${made.digest}'`);
    assert.equal((await visitor.send(path, form)).location, location);
    assert.deepEqual(await links(), [], change);
    for (const altered of [form.creation, "", "x", `${form.creation}x`, `x${form.creation}`]) {
      const sender = altered === form.creation ? bobs : visitor;
      const response = await sender.send(path, { ...form, creation: altered });
      assert.equal(response.status, 400, `${change} ${altered}`);
    }
    assert.equal(
      (await visitor.send(path, { ...form, ...(await visitor.creation(path)) })).status,
      200,
    );
  }
});

// interface §16.18
test("settings — sign-up is opened and closed from the next request on; no secret is shown", async () => {
  const secret = "smtp://mailer:a-password-of-themailer@127.0.0.1:1";
  await using world = await startWorld({ SMTP_URL: secret, MAIL_FROM: "id@users.example" });
  const visitor = await adminIn(world);
  const anonymous = () => new Visitor(world.baseUrl).get("/sign-up");
  assert.equal((await anonymous()).status, 403);
  for (const [sign_up, status] of [
    ["open", 200],
    ["closed", 403],
    ["invitation", 403],
  ] as const) {
    const response = await visitor.send("/admin/settings", { change: "save", sign_up });
    assert.equal(response.location, "/admin/settings?saved");
    assert.equal((await anonymous()).status, status, sign_up);
    const { html } = await visitor.get("/admin/settings");
    assert.match(html, new RegExp(`value="${sign_up}" required checked`));
  }
  assert.equal(
    (await visitor.send("/admin/settings", { change: "save", sign_up: "ajar" })).status,
    400,
  );
  const html = decoded((await visitor.get("/admin/settings")).html.replaceAll("<wbr>", ""));
  assert.match(html, /COUNTERSIGN_SMTP_URL<\/code><\/dt><dd><code>\[secret\]/);
  assert.match(html, /COUNTERSIGN_MAIL_FROM<\/code><\/dt><dd><code>id@users\.example/);
  assert.ok(!html.includes("a-password-of-themailer"));
});

// interface §16.30
test("303 — saving the settings as they are finishes the step about who can create an account, and is an event", async () => {
  await using world = await startWorld();
  const visitor = await adminIn(world);
  const { html } = await visitor.get("/admin");
  assert.match(html, saying(english.admin.settings.ways.invitation.label));
  assert.match(html, /2 of 8 done/);
  const saved = await visitor.send("/admin/settings", { change: "save", sign_up: "invitation" });
  assert.equal(saved.location, "/admin/settings?saved");
  assert.equal(await world.ledger.setting("sign-up"), "invitation");
  assert.match((await visitor.get("/admin")).html, /3 of 8 done/);
  const [event] = await world.ledger.eventsBy({ name: "setting.changed" }, anyPage);
  assert.deepEqual(event?.details, { setting: "sign-up", value: "invitation" });
});

// interface §16.30
test("200 — a new service has a list of first steps, which goes once all is done or no one wants it", async () => {
  await using world = await startWorld();
  const visitor = await adminIn(world);
  const { checklist } = english.admin;
  const open = async () => {
    const { html } = await visitor.get("/admin");
    const steps = [...html.matchAll(/<h3>(.*?)<\/h3>\s*<span class="tag (\w+)"/g)];
    return Object.fromEntries(steps.map(([, title = "", state]) => [decoded(title), state]));
  };
  const { address, mail, signUp, application, backup, verification, secure, invite } =
    checklist.steps;
  assert.deepEqual(await open(), {
    [address.title]: "information",
    [mail.title]: "information",
    [signUp.title]: "information",
    [verification.title]: "information",
    [secure.title]: "information",
    [backup.title]: "information",
    [application.title]: "good",
    [invite.title]: "good",
  });
  const { noRequests } = english.admin.overview;
  assert.match((await visitor.get("/admin")).html, saying(noRequests));
  const bearer = await bearerFor(world.baseUrl, world.application);
  const status = `${world.baseUrl}/1.1/application/rate_limit_status.json`;
  assert.equal(
    (await fetch(status, { headers: { authorization: `Bearer ${bearer}` } })).status,
    200,
  );
  await setUpTwoStep(visitor, world.clock.now);
  const observed = await open();
  assert.deepEqual([observed[verification.title], observed[secure.title]], ["good", "good"]);
  assert.doesNotMatch((await visitor.get("/admin")).html, saying(noRequests));
  const { ledger, application: made } = world;
  await ledger.deleteApplication(made.id, { at: 0, actor: "service" });
  assert.equal((await open())[application.title], "information", "it is counted each time");
  assert.equal((await visitor.send("/admin", { change: "backup-done" })).location, "/admin");
  await ledger.changeSetting("sign-up", "closed", { at: 0, actor: "service" });
  const after = await open();
  assert.deepEqual([after[backup.title], after[signUp.title]], ["good", "good"]);
  const today = new Date(world.clock.now).toISOString().slice(0, 10);
  assert.match(
    (await visitor.get("/admin")).html,
    new RegExp(`${english.admin.overview.backupsSaid} <time datetime="${today}T`),
  );
  assert.equal((await visitor.send("/admin", { change: "dance" })).status, 400);
  await visitor.send("/admin", { change: "hide-checklist" });
  assert.deepEqual(await open(), {});
  const { html } = await visitor.get("/admin/audit?name=setting.changed");
  assert.equal(html.match(/<tr><th scope="row">/g)?.length, 3, "each of it is an event");
});
