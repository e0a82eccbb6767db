/** Two-step verification: setting it up, signing in with it, and losing it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import * as english from "../../src/pages/languages/english.ts";
import { hashPassword } from "../../src/tools/passwords/passwords.ts";
import { inArabicDigits, inFullWidthDigits } from "../support/digits.ts";
import { requestTokenFor } from "../support/flow.ts";
import { saying } from "../support/saying.ts";
import { makeUser } from "../support/service.ts";
import { startMailServer } from "../support/smtp.ts";
import { appOn, recoveryCodesOn, setUpOn, setUpTwoStep } from "../support/two-step.ts";
import { decoded, formOn, pinOn, type Shown, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const texts = english.twoStep;
const step = 30_000;

/** A new browser that has sent the right password. */
async function atCode(world: World, continueTo = "/account", user = world.alice) {
  const visitor = new Visitor(world.baseUrl);
  const page = await visitor.get(`/sign-in?continue=${encodeURIComponent(continueTo)}`);
  const response = await visitor.submit(page, {
    username: user.screenName,
    password: user.password,
  });
  assert.equal(response.location, `/sign-in/code?continue=${encodeURIComponent(continueTo)}`);
  const asked = await visitor.get(response.location ?? "");
  const enter = (code: string): Promise<Shown> => visitor.submit(asked, { code });
  return { visitor, asked, enter };
}

// interface §14.38, §14.39, §3.28, §3.29
test("303 — set up with a code, asked for from then on; the session before it continues, others end", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock, ledger } = world;
  const [mine, other] = [await signedIn(baseUrl, alice), await signedIn(baseUrl, alice)];
  const before = mine.cookies.get("session");
  const app = await setUpTwoStep(mine, clock.now);
  assert.notEqual(mine.cookies.get("session"), before, "a new id");
  assert.equal((await other.get("/account")).status, 303);
  const shown = decoded((await mine.get("/account/two-step")).html);
  assert.match(shown, saying(texts.on));
  assert.match(shown, saying(texts.codes.left(10)));
  clock.now += 3_600_000;
  const { visitor, asked, enter } = await atCode(world);
  assert.match(decoded(asked.html), saying(texts.code.hint));
  assert.equal((await visitor.get("/account")).status, 303, "it is no session yet");
  const wrong = await enter("000000");
  assert.equal(wrong.status, 422);
  assert.match(decoded(wrong.html), saying(texts.code.problems.wrong.what));
  const right = await enter(app.codeAt(clock.now));
  assert.deepEqual([right.status, right.location], [303, "/account"]);
  assert.equal((await visitor.get("/account")).status, 200);
  const events = await ledger.eventsOf(alice.id, { after: undefined, size: 9 });
  assert.deepEqual(
    events.slice(0, 2).map(({ name, details }) => ({ name, details })),
    [
      { name: "user.signed-in", details: { authenticated: "totp" } },
      { name: "second-factor.turned-on", details: { kind: "totp" } },
    ],
  );
});

test("303 — codes in the digits of other scripts: setting up, signing in, and a recovery code", async () => {
  await using world = await startWorld();
  const { alice, baseUrl, clock } = world;
  const mine = await signedIn(baseUrl, alice);
  const page = await mine.get("/account/two-step/set-up");
  const code = inArabicDigits(appOn(page)(clock.now));
  const app = await setUpOn(page, mine, clock.now, { code });
  clock.now += 3_600_000;
  const [recovery = ""] = app.recoveryCodes;
  const inGroups = (code: string) => ` ${code.slice(0, 3)}-${code.slice(3)}`;
  for (const input of [
    inGroups(inFullWidthDigits(app.codeAt(clock.now))),
    inArabicDigits(recovery.replaceAll("-", " \u2013 ")),
  ]) {
    const { enter } = await atCode(world);
    assert.equal((await enter(input)).status, 303, input);
  }
});

// interface §3.30
test("422 — a code works once, and so does the step before it; a recovery code works once", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock } = world;
  const app = await setUpTwoStep(await signedIn(baseUrl, alice), clock.now);
  const [one, two] = [await atCode(world), await atCode(world)];
  const used = await one.enter(app.codeAt(clock.now));
  assert.equal(used.status, 422, "it was the code of the setting up");
  assert.match(decoded(used.html), saying(texts.code.problems.used.what));
  assert.equal((await one.enter(app.codeAt(clock.now + step))).status, 303, "a clock that is fast");
  assert.equal((await two.enter(app.codeAt(clock.now + step))).status, 422);
  const [recovery = "", another = ""] = app.recoveryCodes;
  assert.equal((await two.enter(` ${recovery.toUpperCase()} `)).status, 303);
  const three = await atCode(world);
  assert.equal((await three.enter(recovery)).status, 422);
  assert.equal((await three.enter(another.replaceAll("-", ""))).status, 303);
  assert.match(
    decoded((await three.visitor.get("/account/two-step")).html),
    saying(texts.codes.left(8)),
  );
});

// interface §3.29
test("303 — consent continues after the code: the PIN's page, and a forced sign-in", async () => {
  await using world = await startWorld({}, { name: "Weather Bot" });
  const { baseUrl, alice, clock, application } = world;
  const app = await setUpTwoStep(await signedIn(baseUrl, alice), clock.now);
  clock.now += step;
  const token = await requestTokenFor(baseUrl, application, "oob");
  const back = `/oauth/authorize?oauth_token=${token.token}&force_login=true`;
  const { visitor, asked, enter } = await atCode(world, back);
  assert.match(decoded(asked.html), /Weather Bot/);
  const response = await enter(app.codeAt(clock.now));
  assert.equal(response.location, back);
  const consent = await visitor.get(back);
  const approved = await visitor.submit(consent, { decision: "allow" });
  assert.match(pinOn(approved.html), /^\d{7}$/);
});

// interface §14.40
test("422 — asked again: the code and not the password, and once it was given it is not asked for again", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const app = await setUpTwoStep(visitor, clock.now);
  clock.now += 16 * 60_000;
  const form = { change: "new-codes" };
  const missing = await visitor.send("/account/two-step", form);
  assert.equal(missing.status, 422);
  assert.match(missing.html, /name="current_code"/);
  const password = { ...form, current_password: alice.password };
  assert.equal((await visitor.send("/account/two-step", password)).status, 422);
  assert.equal(
    (await visitor.send("/account/two-step", { ...form, current_code: "000000" })).status,
    422,
  );
  const code = { ...form, current_code: app.codeAt(clock.now) };
  const renewed = await visitor.send("/account/two-step", code);
  assert.equal(renewed.status, 200);
  assert.notDeepEqual(recoveryCodesOn(renewed), app.recoveryCodes);
  const off = await visitor.send("/account/two-step", { change: "turn-off" });
  assert.equal(off.location, "/account/two-step?turned-off");
  assert.match(decoded((await visitor.get(off.location ?? "")).html), saying(texts.off));
  assert.deepEqual(await ledger.factorsOf(alice.id), {
    totp: undefined,
    passkeys: [],
    recoveryCodes: 0,
  });
  assert.equal((await signedIn(baseUrl, alice)).cookies.has("session"), true, "by password alone");
});

// interface §14.40
test("303 — what was proved for a new password, or for an app, is not asked for again in the session that continues", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  clock.now += 16 * 60_000;
  const app = await setUpTwoStep(visitor, clock.now, { current_password: alice.password });
  const off = await visitor.send("/account/two-step", { change: "turn-off" });
  assert.equal(off.location, "/account/two-step?turned-off");
  const again = await setUpTwoStep(visitor, clock.now);
  clock.now += 16 * 60_000;
  const fields = { current_password: alice.password, new_password: "a longer one 4711" };
  const code = { current_code: again.codeAt(clock.now) };
  const changed = await visitor.send("/account/password", { ...fields, ...code });
  assert.equal(changed.location, "/account/password?changed");
  const codes = await visitor.send("/account/two-step", { change: "new-codes" });
  assert.equal(codes.status, 200);
  assert.notDeepEqual(recoveryCodesOn(codes), app.recoveryCodes);
});

// interface §14.38
test("422 — a wrong code sets nothing up, and shows the same key again; an altered offer is rejected", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const page = await visitor.get("/account/two-step/set-up");
  const key = /<code data-copy="[^"]*" data-grouped dir="ltr">([^<]*)</.exec(page.html)?.[1] ?? "-";
  const rejected = await visitor.submit(page, { code: "000000" });
  assert.equal(rejected.status, 422);
  assert.ok(rejected.html.includes(key));
  assert.match(decoded(rejected.html), saying(texts.add.wrong.what));
  const bob = await signedIn(baseUrl, await makeUser(ledger, "bob"));
  const { offer = "" } = formOn(page.html).hidden;
  const bobs = await bob.send("/account/two-step/set-up", { offer, code: "000000" });
  assert.equal(bobs.status, 400, "sealed for somebody else");
  assert.equal(
    (await visitor.send("/account/two-step/set-up", { offer: "x", code: "1" })).status,
    400,
  );
  assert.equal((await ledger.factorsOf(alice.id)).totp, undefined);
});

// interface §3.31
test("303 — without a sign-in that waits, and after ten minutes, the code's page leads back to sign-in", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock } = world;
  const anonymous = await new Visitor(baseUrl).get("/sign-in/code?continue=/portal");
  assert.equal(anonymous.location, "/sign-in?continue=%2Fportal");
  const app = await setUpTwoStep(await signedIn(baseUrl, alice), clock.now);
  const { enter } = await atCode(world, "/portal");
  clock.now += 10 * 60_000;
  assert.equal((await enter(app.codeAt(clock.now))).location, "/sign-in?continue=%2Fportal");
  const evil = await new Visitor(baseUrl).get("/sign-in/code?continue=https://evil.example");
  assert.equal(evil.status, 400);
});

// interface §14.41
test("200 — each session says what was proved in it", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const both = english.account.sessions.with("password", "totp");
  assert.ok(!(await visitor.get("/account/sessions")).html.includes(both));
  await setUpTwoStep(visitor, clock.now);
  assert.ok((await visitor.get("/account/sessions")).html.includes(both));
});

// interface §14.42, §3.32
test("a mail tells of each change, of a recovery code, and of codes that were guessed", async () => {
  await using mails = await startMailServer();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  await using world = await startWorld({ ...smtp, RATE_LIMITS: "" });
  const { baseUrl, clock, ledger } = world;
  const carol = await makeUser(ledger, "carol");
  const visitor = await signedIn(baseUrl, carol);
  const app = await setUpTwoStep(visitor, clock.now);
  const { enter } = await atCode(world, "/account", carol);
  assert.equal((await enter(app.recoveryCodes[0] ?? "")).status, 303);
  const guesses = await atCode(world, "/account", carol);
  for (let times = 0; times < 5; times += 1) await guesses.enter("000000");
  const beyond = await guesses.enter(app.codeAt(clock.now + step));
  assert.equal(beyond.status, 429);
  assert.ok(beyond.headers.get("retry-after"));
  assert.equal((await guesses.enter(app.recoveryCodes[1] ?? "")).status, 303, "counted apart");
  const received = (await mails.has(4)).map(({ text }) => text.replaceAll("\n", " "));
  for (const news of ["turnedOn", "codeUsed", "codesRejected"] as const) {
    const [beginning = ""] = english.mail.factors.said[news]("@carol", "Countersign");
    assert.ok(
      received.some((text) => text.includes(String(beginning).trim())),
      news,
    );
  }
});

// interface §14.43
test("303 — a weak password is asked to be changed after sign-in, once a week, and can wait", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, clock } = world;
  const dora = await makeUser(ledger, "dora");
  const weak = { ...dora, password: "password123456" };
  await ledger.setPassword(dora.id, await hashPassword(weak.password), byCommandLine(clock.now));
  const signIn = async (password = weak.password) => {
    const visitor = new Visitor(baseUrl);
    const page = await visitor.get("/sign-in?continue=/portal");
    return { visitor, response: await visitor.submit(page, { username: "dora", password }) };
  };
  const { visitor, response: answer } = await signIn();
  assert.equal(answer.location, "/account/password?weak=common&continue=%2Fportal");
  const page = await visitor.get(answer.location ?? "");
  assert.match(decoded(page.html), saying(english.account.password.weak));
  assert.match(page.html, /<a class="action" href="\/portal">/);
  assert.equal((await signIn()).response.location, "/portal", "once a week");
  clock.now += 7 * 86_400_000;
  const again = await signIn();
  assert.match(again.response.location ?? "", /weak=common/);
  const fields = { current_password: weak.password, new_password: "a much better one, this" };
  const form = await again.visitor.get(again.response.location ?? "");
  assert.equal((await again.visitor.submit(form, fields)).location, "/portal");
  clock.now += 7 * 86_400_000;
  assert.equal((await signIn(fields.new_password)).response.location, "/portal");
});
