/** A user lost their second factor, or everything, and an administrator helps. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { writtenRule } from "../../src/domain/second-factor.ts";
import * as english from "../../src/pages/languages/english.ts";
import { authenticator } from "../support/authenticator.ts";
import { addPasskey, localhost, signInWith } from "../support/passkeys.ts";
import { saying } from "../support/saying.ts";
import { makeAdmin } from "../support/service.ts";
import { startMailServer } from "../support/smtp.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { decoded, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const texts = english.admin.user.factors;

// interface §16.40
test("422 — a proof that is missing leaves the factor chosen, and a reason in its own form alone", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice, clock, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  await setUpTwoStep(visitor, clock.now);
  const { key } = await addPasskey(visitor, baseUrl, { name: "Phone" });
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  clock.now += 3_600_000;
  const path = `/admin/users/${alice.id}`;
  const factor = `passkey:${key.id}`;
  const reason = "lost it";
  const reasons = (html: string) =>
    [...html.matchAll(/id="([a-z-]*reason)" name="reason" type="text" value="lost it"/g)].map(
      ([, id]) => id,
    );
  const removing = await admin.send(path, { change: "remove-factor", reason, factor });
  assert.equal(removing.status, 422);
  assert.ok(decoded(removing.html).includes(`<option value="${factor}" dir="auto" selected>`));
  assert.deepEqual(reasons(removing.html), ["factors-reason"]);
  const suspending = await admin.send(path, { change: "suspend", reason });
  assert.equal(suspending.status, 422);
  assert.deepEqual(reasons(suspending.html), ["reason"]);
});

// interface §16.37
test("303 — an administrator sees which factors a user has, and removes them with a reason; a mail says so", async () => {
  await using mails = await startMailServer();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  await using world = await startWorld(smtp);
  const { baseUrl, alice, clock, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const app = await setUpTwoStep(visitor, clock.now);
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  const path = `/admin/users/${alice.id}`;
  const page = decoded((await admin.get(path)).html);
  assert.match(page, saying(english.twoStep.on));
  for (const code of app.recoveryCodes) assert.ok(!page.includes(code));
  const change = "remove-factors";
  assert.equal((await admin.send(path, { change, reason: "" })).status, 422);
  assert.equal((await ledger.factorsOf(alice.id)).recoveryCodes, 10);
  const removed = await admin.send(path, { change, reason: "lost the phone" });
  assert.equal(removed.location, `${path}?factors-removed`);
  assert.match(decoded((await admin.get(path)).html), saying(texts.none));
  assert.equal((await visitor.get("/account")).status, 303, "signed out");
  assert.equal((await (await signedIn(baseUrl, alice)).get("/account")).status, 200);
  const [event] = await ledger.eventsBy(
    { name: "second-factor.removed", userId: alice.id },
    { after: undefined, size: 1 },
  );
  assert.deepEqual(event?.details, { because: "lost the phone" });
  const received = (await mails.has(2)).map(({ text }) => text.replaceAll("\n", " "));
  const [beginning = ""] = english.mail.factors.said.removed("@alice", "Countersign");
  assert.ok(received.some((text) => text.includes(String(beginning).trim())));
  assert.equal((await admin.send(path, { change, reason: "again" })).status, 400, "nothing left");
});

// interface §16.40
test("303 — an administrator removes one second factor of several; without any, a required one is set up at the next sign-in", async () => {
  await using mails = await startMailServer();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  await using world = await startWorld({ ...localhost, ...smtp });
  const { baseUrl, alice, clock, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const app = await setUpTwoStep(visitor, clock.now);
  const longest = authenticator(baseUrl, { idBytes: 1023 });
  const { key } = await addPasskey(visitor, baseUrl, { key: longest, name: "Phone" });
  const carol = await makeAdmin(ledger, "carol");
  const admin = await signedIn(baseUrl, carol);
  const path = `/admin/users/${alice.id}`;
  const page = decoded((await admin.get(path)).html);
  assert.match(page, saying(texts.one.which));
  const factor = `passkey:${key.id}`;
  assert.ok(page.includes(`value="${factor}"`));
  const remove = (fields: Record<string, string>, of = path) =>
    admin.send(of, { change: "remove-factor", reason: "lost it", ...fields });
  const unexplained = await remove({ factor, reason: "" });
  assert.equal(unexplained.status, 422);
  assert.ok(decoded(unexplained.html).includes(`<option value="${factor}" dir="auto" selected>`));
  for (const wrong of ["", "recovery-code", "passkey:AAAA"]) {
    assert.equal((await remove({ factor: wrong })).status, 400, wrong);
  }
  assert.equal((await remove({ factor: "totp" }, `/admin/users/${carol.id}`)).status, 400);
  assert.equal((await ledger.factorsOf(alice.id)).passkeys.length, 1);
  assert.equal((await remove({ factor })).location, `${path}?factor-removed`);
  assert.match(
    decoded((await admin.get(`${path}?factor-removed`)).html),
    saying(english.admin.user.done["factor-removed"]),
  );
  assert.equal((await visitor.get("/account")).status, 303, "signed out");
  assert.equal((await signInWith(key, baseUrl)).response.status, 422);
  const { totp, passkeys, recoveryCodes } = await ledger.factorsOf(alice.id);
  assert.deepEqual([totp !== undefined, passkeys.length, recoveryCodes], [true, 0, 10]);
  assert.equal((await remove({ factor })).status, 400, "it is gone");

  clock.now += 60_000;
  const rule = writtenRule({ requiredFor: "everybody", graceDays: 0, since: clock.now });
  const helper = await signedIn(baseUrl, carol);
  await setUpTwoStep(helper, clock.now);
  await ledger.changeSetting("second-factor", rule, byCommandLine(clock.now));
  const last = { change: "remove-factor", factor: "totp", reason: "lost it" };
  assert.equal((await helper.send(path, last)).status, 303);
  assert.equal((await ledger.factorsOf(alice.id)).recoveryCodes, 0);
  const anew = await signedIn(baseUrl, alice);
  assert.match((await anew.get("/account")).location ?? "", /^\/account\/two-step\/set-up/);
  assert.equal((await anew.get("/portal")).status, 303, "nothing else works");
  assert.equal(app.recoveryCodes.length, 10);

  const events = await ledger.eventsOf(alice.id, { after: undefined, size: 9 });
  const removals = events.filter(({ actor }) => actor === `user:${carol.id}`);
  assert.deepEqual(
    removals.map(({ name, details }) => [name, details]),
    [
      ["second-factor.turned-off", { kind: "totp", because: "lost it" }],
      ["passkey.removed", { passkey: "Phone", because: "lost it" }],
    ],
  );
  const received = (await mails.has(5)).map(({ text }) => text.replaceAll("\n", " "));
  for (const news of ["passkeyTaken", "appRemoved"] as const) {
    const [beginning = ""] = english.mail.factors.said[news]("@alice", "Countersign");
    assert.ok(
      received.some((text) => text.includes(String(beginning).trim())),
      news,
    );
  }
});

// interface §16.38
test("303 — lost everything: a link sets a new password and takes the factors; where they are required, they are set up anew", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock, ledger } = world;
  await setUpTwoStep(await signedIn(baseUrl, alice), clock.now);
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  const path = `/admin/users/${alice.id}`;
  const change = "create-recovery-link";
  assert.equal((await admin.send(path, { change, reason: "x".repeat(201) })).status, 422);
  const shown = await admin.send(path, {
    ...{ change, reason: "lost phone and password" },
    ...(await admin.creation(path)),
  });
  const [, token = ""] =
    /\/reset\/password\?token=([A-Za-z0-9]{43})/.exec(decoded(shown.html)) ?? [];
  clock.now += 60_000;
  const rule = writtenRule({ requiredFor: "everybody", graceDays: 0, since: clock.now });
  await ledger.changeSetting("second-factor", rule, byCommandLine(clock.now));
  const visitor = new Visitor(baseUrl);
  const page = await visitor.get(`/reset/password?token=${token}`);
  assert.match(decoded(page.html), saying(english.reset.choose.recovers.what));
  const password = "another long password";
  const changed = await visitor.submit(page, { new_password: password });
  assert.equal(
    changed.location,
    "/sign-in?changed&screen_name=alice&continue=%2Faccount%2Fprofile",
  );
  assert.equal((await visitor.get(`/reset/password?token=${token}`)).status, 404, "once");
  const anew = await signedIn(baseUrl, { ...alice, password });
  assert.match((await anew.get("/account")).location ?? "", /^\/account\/two-step\/set-up/);
  const events = await ledger.eventsOf(alice.id, { after: undefined, size: 9 });
  const names = events.map(({ name }) => name);
  assert.ok(names.includes("user.recovered") && names.includes("user.recovery-link-created"));
});

// interface §16.38
test("303 — a link to a new password alone leaves the second factor as it is", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock, ledger } = world;
  await setUpTwoStep(await signedIn(baseUrl, alice), clock.now);
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  const path = `/admin/users/${alice.id}`;
  const shown = await admin.send(path, {
    change: "create-reset-link",
    ...(await admin.creation(path)),
  });
  const [, token = ""] =
    /\/reset\/password\?token=([A-Za-z0-9]{43})/.exec(decoded(shown.html)) ?? [];
  const visitor = new Visitor(baseUrl);
  const page = await visitor.get(`/reset/password?token=${token}`);
  await visitor.submit(page, { new_password: "another long password" });
  const form = await visitor.get("/sign-in");
  const credentials = { username: "alice", password: "another long password" };
  assert.equal(
    (await visitor.submit(form, credentials)).location,
    "/sign-in/code?continue=%2Faccount",
  );
});
