/** Emails about an application to its users: who gets them, in which language, and only once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { dayMs } from "../../src/domain/day.ts";
import { kindsFor, notificationKinds, oldSecretMs } from "../../src/domain/notification.ts";
import type { Sunset } from "../../src/domain/sunset.ts";
import { planSunset } from "../../src/http/actions/sunsets.ts";
import * as arabic from "../../src/pages/languages/arabic.ts";
import * as english from "../../src/pages/languages/english.ts";
import * as spanish from "../../src/pages/languages/spanish.ts";
import type { Texts } from "../../src/pages/languages/texts.ts";
import { plainPhrase } from "../../src/pages/views/phrase.ts";
import { makeApiKey } from "../admin-api/support.ts";
import { addCollaborator } from "../support/collaborators.ts";
import { bearerFor } from "../support/flow.ts";
import { send } from "../support/keys-page.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeAdmin, makeUser } from "../support/service.ts";
import { type Received, startMailServer } from "../support/smtp.ts";
import { signedIn, type Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const page = "/account/notifications";

async function startMailing(settings: Readonly<Record<string, string>> = {}) {
  await using resources = new AsyncDisposableStack();
  const mails = resources.use(await startMailServer());
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  const world = resources.use(await startWorld({ ...smtp, ...settings }));
  const closing = resources.move();
  return Object.assign(world, { mails, [Symbol.asyncDispose]: () => closing.disposeAsync() });
}

type Mailing = Awaited<ReturnType<typeof startMailing>>;

/** Checks the text and the HTML of the mail. */
function says(mail: Received | undefined, text: string): void {
  assert.ok(mail !== undefined);
  assert.ok(mail.text.includes(text), `${text}\n${mail.text}`);
  const written = (mail.html ?? "").replace(/<\/?bdi>/g, "");
  assert.match(written, saying(text.replace(/[\u{2068}\u{2069}]/gu, "")));
}

async function regenerate(world: Mailing, visitor: Visitor): Promise<string> {
  const { status, html } = await send(world, visitor, "consumer-secret", {
    change: "regenerate",
    overlap: "24h",
  });
  assert.equal(status, 201);
  return /<code data-copy[^>]*>([A-Za-z0-9]{50})<\/code>/.exec(html)?.[1] ?? "";
}

async function choose(visitor: Visitor, off: readonly string[]): Promise<void> {
  const on = notificationKinds.filter((kind) => !off.includes(kind));
  const saved = await visitor.send(page, Object.fromEntries(on.map((kind) => [kind, "on"])));
  assert.equal(saved.location, `${page}?saved`);
}

// interface §14.33, §14.34
test("a new secret is told to owner and editors, each in their language, without the secret", async () => {
  await using world = await startMailing();
  const { baseUrl, ledger, mails, application } = world;
  const bob = await makeUser(ledger, "bob");
  const carol = await makeUser(ledger, "carol");
  await addCollaborator(world, bob.id, "editor");
  await addCollaborator(world, carol.id, "viewer");
  // Alice and bob are told about the new collaborators.
  const before = await mails.has(4);
  assert.deepEqual(new Set(before.flatMap(({ to }) => to)), addresses("alice", "bob"));
  const alices = await signedIn(baseUrl, world.alice);
  const bobs = await signedIn(baseUrl, bob);
  await bobs.get("/account", { "accept-language": "es" });
  await alices.get("/account", { "accept-language": "ar" });
  // The page on which she regenerates is in Arabic too, because the language used last is the one for mails.
  alices.cookies.set("language", "ar");
  const secret = await regenerate(world, alices);
  const notices = (await mails.has(6)).slice(4);
  const to = (name: string) => notices.find((one) => one.to.includes(`${name}@users.example`));
  const expected = (texts: Texts) => {
    const { byUser } = texts.notices.notices["secret-made"].said;
    return plainPhrase(byUser("Weather Bot", "@alice"));
  };
  says(to("bob"), expected(spanish));
  says(to("alice"), expected(arabic));
  assert.match(to("alice")?.html ?? "", /<html lang="ar" dir="rtl">/);
  const keys = `${baseUrl}/portal/applications/${application.id}/keys`;
  says(to("bob"), spanish.notices.open.keys);
  assert.ok(to("bob")?.text.includes(`${keys}\n`));
  assert.ok(to("bob")?.html?.includes(`href="${keys}"`));
  assert.ok(to("bob")?.text.includes(`${baseUrl}${page}\n`));
  for (const { raw, text, html } of notices) {
    for (const form of [raw, text, html]) assert.doesNotMatch(form ?? "", new RegExp(secret));
  }
});

// interface §14.33
test("a suspension is told with its reason, and once; so is what ends it", async () => {
  await using world = await startMailing();
  const { baseUrl, ledger, mails, application } = world;
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "olive"));
  const path = `/admin/applications/${application.id}`;
  const suspend = { change: "suspend", reason: "Sent advertisements." };
  await Promise.all([admin.send(path, suspend), admin.send(path, suspend)]);
  await Promise.all([1, 2].map(() => admin.send(path, { change: "restore" })));
  const notices = await mails.has(2);
  const words = english.notices.notices;
  says(notices[0], plainPhrase(words.suspended.said("Weather Bot", "Sent advertisements.")));
  says(notices[1], plainPhrase(words.restored.said("Weather Bot")));
  // A third mail about the suspension would arrive before this one.
  await regenerate(world, await signedIn(baseUrl, world.alice));
  assert.equal((await mails.has(3)).length, 3);
});

// interface §14.33, §14.34, §15.42, §15.45
test("collaborators and a new owner are told, the user who lost the role too", async () => {
  await using world = await startMailing();
  const { baseUrl, ledger, mails, application, alice } = world;
  const bob = await makeUser(ledger, "bob");
  const [owner, bobs] = [await signedIn(baseUrl, alice), await signedIn(baseUrl, bob)];
  const path = `/portal/applications/${application.id}`;
  const words = english.notices.notices;
  await addCollaborator(world, bob.id, "viewer");
  await owner.send(`${path}/collaborators`, { change: "remove", user: bob.id });
  const [joined, ...removed] = await mails.has(3);
  says(joined, plainPhrase(words["collaborator-joined"].said.viewer("Weather Bot", "@bob")));
  assert.deepEqual(new Set(removed.flatMap(({ to }) => to)), addresses("alice", "bob"));
  const bobsMail = removed.find(({ to }) => to[0]?.startsWith("bob"));
  says(bobsMail, plainPhrase(words["collaborator-removed"].former.said("Weather Bot")));
  assert.doesNotMatch(bobsMail?.text ?? "", /https?:/, "no page is open to them any more");
  await choose(owner, notificationKinds);
  await owner.send(`${path}/transfer`, { change: "offer", screen_name: "bob" });
  const offered = (await mails.has(4))[3];
  assert.deepEqual(offered?.to, ["alice@users.example"]);
  says(offered, plainPhrase(words["ownership-offered"].said("Weather Bot", "@bob")));
  assert.ok(offered?.text.includes(`${baseUrl}${path}/transfer`));
  assert.doesNotMatch(offered?.text ?? "", /notifications/, "it cannot be turned off");
  await bobs.send("/portal/invitations", {
    change: "accept",
    application: application.id,
    role: "owner",
  });
  const transferred = (await mails.has(6)).slice(4);
  assert.deepEqual(new Set(transferred.flatMap(({ to }) => to)), addresses("alice", "bob"));
  const to = (name: string) => transferred.find((one) => one.to[0]?.startsWith(name));
  says(to("bob"), plainPhrase(words.transferred.said("Weather Bot", "@alice", "@bob")));
  says(to("alice"), plainPhrase(words.transferred.former.said("Weather Bot", "@bob")));
});

// interface §14.33
test("80 % and 100 % of a limit are told once a day", async () => {
  await using world = await startMailing({ RATE_LIMITS: "oauth2/token=5" });
  const { baseUrl, application, mails, clock } = world;
  const words = english.notices.notices["limit-reached"];
  const said = (percent: 80 | 100) =>
    plainPhrase(words.said[percent].application("Weather Bot", "oauth2/token", 5));
  const use = async (times: number) => {
    for (let one = 0; one < times; one += 1) await bearerFor(baseUrl, application);
  };
  await use(4);
  says((await mails.has(1))[0], said(80));
  await use(1);
  says((await mails.has(2))[1], said(100));
  clock.now += 3_600_000;
  await use(5);
  clock.now += 86_400_000;
  await use(5);
  const later = (await mails.has(3)).slice(2);
  assert.ok(later.length <= 2);
  assert.ok(later.some(({ text }) => text.includes(said(100)) || text.includes(said(80))));
});

// interface §14.33
test("a secret that is a year old is told once", async () => {
  await using world = await startMailing();
  const { baseUrl, clock, mails, ledger } = world;
  clock.now += oldSecretMs + 86_400_000;
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "olive"));
  const path = `/admin/applications/${world.application.id}`;
  // The service looks from time to time, and after every event.
  await admin.send(path, { change: "suspend", reason: "Spam." });
  await admin.send(path, { change: "restore" });
  const notices = await mails.has(3);
  const { subject } = english.notices.notices["old-secret"];
  const old = notices.filter(
    ({ headers }) => headers.get("subject") === plainPhrase(subject("Weather Bot")),
  );
  assert.equal(old.length, 1);
});

// interface §16.64
test("an API key that expires soon is told once to each administrator who wants it, and only they can choose", async () => {
  await using world = await startMailing();
  const { baseUrl, clock, mails, ledger } = world;
  const [olive, oscar] = [await makeAdmin(ledger, "olive"), await makeAdmin(ledger, "oscar")];
  const [olives, oscars] = [await signedIn(baseUrl, olive), await signedIn(baseUrl, oscar)];
  const alices = await signedIn(baseUrl, world.alice);
  assert.doesNotMatch((await alices.get(page)).html, /name="api-keys"/);
  assert.match((await oscars.get(page)).html, /name="api-keys" type="checkbox" value="on" checked/);
  await choose(oscars, ["api-keys"]);
  assert.match((await oscars.get(page)).html, /name="api-keys" type="checkbox" value="on">/);
  await alices.send(page, { secrets: "on" });
  assert.ok(!(await ledger.notificationsOff(world.alice.id)).includes("api-keys"));
  await olives.get("/account", { "accept-language": "es" });
  const expiresAt = clock.now + 10 * 86_400_000;
  const { secret } = await makeApiKey(ledger, "viewer", { name: "deploy", expiresAt });
  await Promise.all([1, 2].map(() => ledger.sweep({ now: clock.now, most: 9 })));
  const [notice] = await mails.has(1);
  assert.deepEqual(notice?.to, ["olive@users.example"]);
  const { apiKey } = spanish.notices;
  says(notice, plainPhrase(apiKey.said("deploy", spanish.dates.moment(expiresAt))));
  assert.ok(notice?.text.includes(`${baseUrl}/admin/api-keys\n`));
  assert.ok(notice?.text.includes(`${baseUrl}${page}\n`));
  assert.ok(!notice?.raw.includes(secret.slice(0, 12)));
  clock.now += 86_400_000;
  await ledger.sweep({ now: clock.now, most: 9 });
  // A second one about the key would arrive before this one.
  await regenerate(world, await signedIn(baseUrl, world.alice));
  const [, next] = await mails.has(2);
  assert.deepEqual(next?.to, ["alice@users.example"]);
});

// interface §16.73
test("a sunset is told once to the owner of what uses it, with its applications, its end, and its brownout", async () => {
  await using world = await startMailing({ SIGNATURE_METHODS: "HMAC-SHA1,HMAC-SHA256" });
  const { baseUrl, clock, mails, ledger, application, alice } = world;
  await (await signedIn(baseUrl, alice)).get("/account", { "accept-language": "es" });
  const token = await makeAccessToken(ledger, application, alice);
  const path = "/1.1/account/verify_credentials.json";
  assert.equal((await world.signed("GET", path, { token })).status, 200);
  const { dependencies } = world.service;
  await dependencies.traitCounter.write();
  const link = "https://example.com/sha1";
  const day = 86_400_000;
  const brownout = { from: clock.now + 20 * day, until: clock.now + 27 * day, minutes: 10 };
  const sunset: Sunset = {
    ...{ name: "sha1", trait: "hmac-sha1", applicationId: undefined, exempt: [], rejects: true },
    ...{ deprecatedAt: clock.now, endsAt: clock.now + 30 * day, link, brownout },
  };
  const by = { at: clock.now, actor: "command-line" };
  assert.ok(typeof (await planSunset.run(dependencies, { sunset }, by)) !== "string");
  // The service looks from time to time, and after this event.
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "olive"));
  await admin.send(`/admin/applications/${application.id}`, { change: "suspend", reason: "Spam." });
  await admin.send(`/admin/applications/${application.id}`, { change: "restore" });
  const all = await mails.has(3);
  const { sunset: words } = spanish.notices;
  const subject = plainPhrase(words.subject(spanish.dates.day(sunset.endsAt)));
  const told = all.filter(({ headers }) => headers.get("subject") === subject);
  const [notice, ...more] = told;
  assert.deepEqual([notice?.to, more], [["alice@users.example"], []]);
  const what = spanish.admin.sunsets.traits["hmac-sha1"];
  says(notice, plainPhrase(words.rejected(what, spanish.dates.moment(sunset.endsAt))));
  assert.match(notice?.text ?? "", /> .*Weather Bot/);
  assert.ok(notice?.text.includes(spanish.dates.moment(brownout.from)));
  for (const url of [link, `${baseUrl}/portal`, `${baseUrl}${page}`])
    assert.ok(notice?.text.includes(`${url}\n`), url);
});

// interface §14.34
test("303 — each kind is turned off by the user, for themselves alone; account mails stay", async () => {
  await using world = await startMailing();
  const { baseUrl, mails, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const [alices, bobs] = [await signedIn(baseUrl, world.alice), await signedIn(baseUrl, bob)];
  const shownKinds = kindsFor({ isAdmin: false });
  const checked = async (visitor: Visitor) => {
    const { html } = await visitor.get(page);
    return shownKinds.filter((kind) =>
      html.includes(`name="${kind}" type="checkbox" value="on" checked`),
    );
  };
  assert.deepEqual(await checked(alices), shownKinds);
  await choose(alices, ["secrets", "collaborators"]);
  assert.deepEqual(await checked(alices), ["suspensions", "limits", "old-secrets", "sunsets"]);
  assert.deepEqual(await checked(bobs), shownKinds);
  await addCollaborator(world, bob.id, "editor");
  await mails.has(1);
  await regenerate(world, alices);
  const changed = { current_password: world.alice.password, new_password: "another long one" };
  assert.equal((await alices.send("/account/password", changed)).status, 303);
  const notices = await mails.has(3);
  const of = (name: string) => notices.filter(({ to }) => to.includes(`${name}@users.example`));
  assert.deepEqual(
    of("alice").map(({ headers }) => headers.get("subject")),
    [plainPhrase(english.mail.passwordChanged.subject("Countersign"))],
  );
  assert.equal(of("bob").length, 2);
  const { html } = await alices.get("/account/events");
  const event = english.account.events.happened["user.notifications-changed"]("");
  assert.match(html, saying(plainPhrase(event)));
});

test("access that isn't used is announced by email and on the user's page, and its end is among the events", async () => {
  await using world = await startMailing();
  const { baseUrl, ledger, mails, alice, application, clock } = world;
  const grant = { applicationId: application.id, userId: alice.id };
  await makeAccessToken(ledger, application, alice);
  const alices = await signedIn(baseUrl, alice);
  await alices.get("/account", { "accept-language": "es" });
  const rule = { configured: 90, emails: true };
  const issued = clock.now;
  const told = { ...rule, now: issued + 80 * dayMs };
  assert.equal((await ledger.settleUnusedAccess(told, [grant])).told, 1);
  const { changed } = spanish.mail.accessExpiring;
  says((await mails.has(1))[0], plainPhrase(changed("@alice", "Countersign")));
  const { html } = await alices.get("/account/applications");
  assert.match(html, saying(english.account.applications.unusedEnd));
  const later = { ...rule, now: issued + 94 * dayMs };
  assert.equal((await ledger.settleUnusedAccess(later, [grant])).ended, 1);
  assert.doesNotMatch((await alices.get("/account/applications")).html, /id="application-/);
  const events = (await alices.get("/account/events")).html;
  for (const name of ["access.expiring", "access.revoked"] as const) {
    const happened = plainPhrase(english.account.events.happened[name]("Weather Bot"));
    assert.match(
      events.replace(/<\/?bdi>/g, ""),
      saying(happened.replace(/[\u{2068}\u{2069}]/gu, "")),
    );
  }
});

// interface §14.35
test("200 — the page says why nothing comes: no mail server, or an address that is not verified", async () => {
  const { withoutMail, unverified } = english.notifications;
  await using silent = await startWorld();
  const { html } = await (await signedIn(silent.baseUrl, silent.alice)).get(page);
  assert.match(html, saying(withoutMail.what));
  await using world = await startMailing();
  const alices = await signedIn(world.baseUrl, world.alice);
  assert.doesNotMatch((await alices.get(page)).html, saying(unverified.what));
  await alices.send("/account/profile", { name: "", screen_name: "alice", email: "a@b.example" });
  assert.match((await alices.get(page)).html, saying(unverified.what));
});

function addresses(...names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => `${name}@users.example`));
}
