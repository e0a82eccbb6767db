/** T36 to T40: a second factor that is skipped, guessed or used twice, and users that can be told apart by theirs. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { mintLinkSecret, tokenDigest } from "../../src/domain/credentials.ts";
import { OutcomeUnknown, StoreFailure } from "../../src/domain/errors.ts";
import { limits, limitWindowMs } from "../../src/domain/limits.ts";
import { linkLife } from "../../src/domain/one-time-link.ts";
import { writtenRule } from "../../src/domain/second-factor.ts";
import { rowsOf } from "../support/ledger-rows.ts";
import { addPasskey, localhost, signInWith } from "../support/passkeys.ts";
import { keepLedgersOnDisk, makeUser } from "../support/service.ts";
import { startMailServer } from "../support/smtp.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { formOn, type Shown, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const step = 30_000;

/** A new browser, or `user`, after the right password; with this address, if the service trusts a proxy. */
async function atCode(
  { baseUrl, alice }: World,
  { visitor = new Visitor(baseUrl), address = "198.51.100.1" } = {},
) {
  const headers = { "x-forwarded-for": address };
  // Its other cookie still identifies it.
  visitor.cookies.delete("session");
  const submit = (page: Shown, fields: Record<string, string>) => {
    const { action, hidden } = formOn(page.html);
    return visitor.post(action, { ...hidden, ...fields }, headers);
  };
  const credentials = { username: alice.screenName, password: alice.password };
  const response = await submit(await visitor.get("/sign-in", headers), credentials);
  const asked = await visitor.get(response.location ?? "", headers);
  return { visitor, enter: (code: string): Promise<Shown> => submit(asked, { code }) };
}

const statuses = (all: readonly Shown[]) => all.map(({ status }) => status).toSorted();

test("T36 — downgrade: a sign-in that waits is no session, under no cookie and at no page", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock, ledger } = world;
  await setUpTwoStep(await signedIn(baseUrl, alice), clock.now);
  const { visitor } = await atCode(world);
  const waiting = visitor.cookies.get("sign-in") ?? "";
  assert.match(waiting, /^[A-Za-z0-9]{43}$/);
  const thief = new Visitor(baseUrl);
  thief.cookies.set("session", waiting);
  for (const one of [visitor, thief]) {
    for (const path of ["/account", "/account/two-step", "/account/two-step/set-up", "/portal"]) {
      assert.match((await one.get(path)).location ?? "", /^\/sign-in\?/, path);
    }
  }
  assert.equal(await ledger.session(tokenDigest(waiting)), undefined);
});

test("T36 — downgrade: a session that was opened by the password alone ends with the second factor's setting up", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock, ledger } = world;
  const owner = await signedIn(baseUrl, alice);
  await setUpTwoStep(owner, clock.now);
  // As an earlier version that knows no second factor opens a session.
  const { passwordHash = "$" as const } = (await ledger.passwordOf("alice")) ?? {};
  const id = "x".repeat(43);
  const session = { digest: tokenDigest(id), replaces: undefined, userId: alice.id, passwordHash };
  const rest = { signedInFor: undefined, userAgent: "", address: "", now: clock.now };
  const authEvents = [{ kind: "password", at: clock.now }] as const;
  assert.ok(
    await ledger.openSession(
      { ...session, ...rest, authEvents },
      { at: clock.now, actor: "service" },
    ),
  );
  const older = new Visitor(baseUrl);
  older.cookies.set("session", id);
  assert.match((await older.get("/account")).location ?? "", /^\/sign-in\?/);
  assert.equal((await owner.get("/account")).status, 200);
});

test("T36 — downgrade: a rule that no one understands lets no one in by the password alone", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const by = byCommandLine(clock.now);
  await ledger.changeSetting("second-factor", "everyone-with-a-hat 7 0", by);
  assert.equal((await visitor.get("/account")).status, 500);
  const rule = writtenRule({ requiredFor: "nobody", graceDays: 0, since: 0 });
  await ledger.changeSetting("second-factor", rule, by);
  assert.equal((await visitor.get("/account")).status, 200);
});

test("T37 — brute force: five guesses for an account, in however many browsers and at once", async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld({ RATE_LIMITS: "" });
  const { baseUrl, alice, clock } = world;
  const app = await setUpTwoStep(await signedIn(baseUrl, alice), clock.now);
  const browsers = await Promise.all(Array.from({ length: 4 }, () => atCode(world)));
  clock.now += step;
  const wrong = app.codeAt(clock.now + 20 * step);
  const responses = await Promise.all(
    browsers.flatMap(({ enter }) => [enter(wrong), enter(wrong), enter(wrong)]),
  );
  const looked = statuses(responses).filter((status) => status === 422).length;
  assert.equal(looked, limits["sign-in/code"].limit);
  assert.ok(responses.every(({ status }) => status === 422 || status === 429));
  const last = await atCode(world);
  assert.equal((await last.enter(app.codeAt(clock.now))).status, 429, "the right one, too");
  clock.now += limitWindowMs;
  assert.equal((await (await atCode(world)).enter(app.codeAt(clock.now))).status, 303);
});

// interface §3.32
test("503 — a code that the store could not take is no guess; one that may have been taken is", async () => {
  await using world = await startWorld({ RATE_LIMITS: "" });
  const { baseUrl, alice, clock, ledger } = world;
  // All of it happens in one window.
  clock.now = (Math.floor(clock.now / limitWindowMs) + 1) * limitWindowMs;
  const app = await setUpTwoStep(await signedIn(baseUrl, alice), clock.now);
  clock.now += step;
  const [one, other] = [await atCode(world), await atCode(world)];
  const { finishSignIn } = ledger;
  const failing = async ({ enter }: typeof one, error: StoreFailure, times: number) => {
    ledger.finishSignIn = () => Promise.reject(error);
    for (let tries = 0; tries < times; tries += 1) {
      assert.equal((await enter(app.codeAt(clock.now))).status, 503);
    }
    ledger.finishSignIn = finishSignIn;
  };
  const { limit } = limits["sign-in/code"];
  const unsure = new OutcomeUnknown("the disk did not confirm it");
  await failing(one, new StoreFailure("the disk is full"), limit + 1);
  await failing(one, unsure, limit - 1);
  assert.equal((await one.enter(app.codeAt(clock.now))).status, 303);
  clock.now += step;
  await failing(other, unsure, 1);
  assert.equal((await other.enter(app.codeAt(clock.now))).status, 429);
});

// interface §3.32
test("T37 — brute force: ten guesses in a day, however patient; the user is told, and gets in otherwise", async () => {
  await using mails = await startMailServer();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  await using world = await startWorld({ ...localhost, ...smtp, RATE_LIMITS: "" });
  const { baseUrl, alice, clock, ledger } = world;
  const day = 86_400_000;
  clock.now = (Math.floor(clock.now / day) + 1) * day;
  const owner = await signedIn(baseUrl, alice);
  const app = await setUpTwoStep(owner, clock.now);
  const { key } = await addPasskey(owner, baseUrl);
  await mails.has(2);
  const guess = async () => {
    const { enter } = await atCode(world);
    return (await enter(app.codeAt(clock.now + 20 * step))).status;
  };
  // Three in each window, so the limit for 15 minutes is never reached.
  const answers: number[] = [];
  for (let tries = 0; tries < 12; tries += 1) {
    if (tries % 3 === 0) clock.now += limitWindowMs;
    answers.push(await guess());
    if (tries === 4) await mails.has(3);
  }
  assert.equal(answers.filter((status) => status === 422).length, limits["sign-in/code-day"].limit);
  assert.deepEqual(answers.slice(-2), [429, 429]);

  clock.now += 2 * limitWindowMs;
  const rejected = await (await atCode(world)).enter(app.codeAt(clock.now));
  assert.equal(rejected.status, 429, "the right one, too");
  assert.ok(Number(rejected.headers.get("retry-after")) > 20 * 3_600);
  assert.match(rejected.html, /Try again in 23 hours/);
  const [recoveryCode = ""] = app.recoveryCodes;
  assert.equal((await (await atCode(world)).enter(recoveryCode)).status, 303);
  assert.equal((await signInWith(key, baseUrl)).response.status, 303);

  clock.now += day;
  for (let times = 0; times < 2 * limits["sign-in/code-day"].limit; times += 1) {
    clock.now += step;
    assert.equal((await (await atCode(world)).enter(app.codeAt(clock.now))).status, 303);
  }
  const page = { after: undefined, size: 9 };
  const events = await ledger.eventsBy(
    { name: "user.code-failed-repeatedly", userId: alice.id },
    page,
  );
  assert.equal(events.length, 1, "at most once an hour");
});

// interface §3.32
test("T37 — who has the password alone keeps the user out neither with codes nor with sign-ins", async () => {
  await using world = await startWorld({ RATE_LIMITS: "", TRUSTED_PROXIES: "127.0.0.1" });
  const { baseUrl, alice, clock } = world;
  clock.now = (Math.floor(clock.now / limitWindowMs) + 1) * limitWindowMs;
  const owner = await signedIn(baseUrl, alice);
  const app = await setUpTwoStep(owner, clock.now);
  const [first = "", second = "", third = ""] = app.recoveryCodes;
  const [thief, elsewhere] = ["198.51.100.1", "203.0.113.1"];
  const own = await atCode(world, { address: elsewhere });
  const wrong = await atCode(world, { address: thief });
  for (let times = 0; times < 2 * limits["sign-in/recovery-code"].limit; times += 1) {
    assert.equal((await wrong.enter("no code at all")).status, 422, "it is no try");
  }
  for (let times = 0; times < limits["sign-in/recovery-code"].limit; times += 1) {
    assert.equal((await wrong.enter("0000-0000-0000-0000")).status, 422);
  }
  assert.equal((await wrong.enter(first)).status, 429);
  for (let times = 0; times < limits["sign-in/code"].limit; times += 1) await wrong.enter("000000");
  // More than a user used to have places for; none of them ends the sign-in that the user has begun.
  for (let times = 0; times < 25; times += 1) {
    clock.now += 1;
    await atCode(world, { address: thief });
  }
  assert.equal((await own.enter(first)).location, "/account", "from another network");
  clock.now += step;
  assert.equal((await (await atCode(world, { address: thief })).enter(second)).status, 429);
  const known = await atCode(world, { visitor: own.visitor, address: thief });
  assert.equal((await known.enter(third)).location, "/account", "in a browser of before");
  const again = await atCode(world, { visitor: own.visitor, address: thief });
  assert.equal((await again.enter(app.codeAt(clock.now))).location, "/account", "by the app too");
});

// interface §3.32
test("T37 — brute force: the account's own browsers and sessions have guesses of their own, ten a day together", async () => {
  await using world = await startWorld({ RATE_LIMITS: "" });
  const { baseUrl, alice, clock } = world;
  const day = 86_400_000;
  clock.now = (Math.floor(clock.now / day) + 1) * day;
  const session = await signedIn(baseUrl, alice);
  const app = await setUpTwoStep(session, clock.now);
  const browsers: Visitor[] = [];
  for (const code of app.recoveryCodes.slice(0, 3)) {
    const { visitor, enter } = await atCode(world);
    assert.equal((await enter(code)).status, 303);
    browsers.push(visitor);
  }
  session.cookies.delete("browser");
  clock.now += limitWindowMs;
  const wrong = () => app.codeAt(clock.now + 20 * step);
  const answers: number[] = [];
  for (const visitor of browsers) {
    for (let times = 0; times < 3; times += 1) {
      answers.push((await (await atCode(world, { visitor })).enter(wrong())).status);
    }
  }
  assert.deepEqual(answers, Array(9).fill(422));
  const authenticate = (current_code: string) =>
    session.send("/account/two-step", { change: "new-codes", current_code });
  assert.equal((await authenticate(wrong())).status, 422);
  assert.equal((await authenticate(app.codeAt(clock.now))).status, 429);
  const [visitor] = browsers;
  const own = await atCode(world, visitor && { visitor });
  assert.equal((await own.enter(app.codeAt(clock.now))).status, 429);
  const other = await atCode(world);
  assert.equal((await other.enter(app.codeAt(clock.now))).status, 303, "others have theirs");
});

// interface §3.32
test("T37 — brute force: somebody with a link to a new password has no guesses of the account's own browsers", async () => {
  await using world = await startWorld({ RATE_LIMITS: "" });
  const { baseUrl, alice, clock, ledger } = world;
  const day = 86_400_000;
  clock.now = (Math.floor(clock.now / day) + 1) * day;
  const app = await setUpTwoStep(await signedIn(baseUrl, alice), clock.now);
  const [code = ""] = app.recoveryCodes;
  const { visitor: owner, enter } = await atCode(world);
  assert.equal((await enter(code)).status, 303);
  const reset = async (visitor: Visitor, password: string) => {
    const secret = mintLinkSecret(randomBytes).reveal();
    const times = { createdAt: clock.now, expiresAt: clock.now + linkLife["password-reset"] };
    const link = { digest: tokenDigest(secret), userId: alice.id, note: "", ...times };
    await ledger.createLink({ ...link, purpose: "password-reset" }, byCommandLine(clock.now));
    const page = await visitor.get(`/reset/password?token=${secret}`);
    assert.equal((await visitor.submit(page, { new_password: password })).status, 303);
    return { ...world, alice: { ...alice, password } };
  };
  const guess = async (visitor: Visitor, of: World) => {
    const { enter } = await atCode(of, { visitor });
    return (await enter(app.codeAt(clock.now + 20 * step))).status;
  };
  const { limit } = limits["sign-in/code"];
  const hers = await reset(owner, "a password of hers");
  for (let times = 0; times < limit; times += 1) {
    assert.equal(await guess(new Visitor(baseUrl), hers), 422);
  }
  assert.equal(await guess(new Visitor(baseUrl), hers), 429);
  assert.equal(await guess(owner, hers), 422, "a browser that signed in before stays one");
  clock.now += limitWindowMs;
  const thief = new Visitor(baseUrl);
  const taken = await reset(thief, "a password of theirs");
  for (let times = 0; times < limit; times += 1) assert.equal(await guess(thief, taken), 422);
  assert.equal(await guess(thief, taken), 429);
  assert.equal(await guess(new Visitor(baseUrl), taken), 429, "they count with all others");
});

test("T37 — brute force: an anonymous caller without the password spends none of the guesses", async () => {
  await using world = await startWorld({ RATE_LIMITS: "" });
  const { baseUrl, alice, clock } = world;
  const app = await setUpTwoStep(await signedIn(baseUrl, alice), clock.now);
  const anonymous = new Visitor(baseUrl);
  const csrf = await anonymous.csrf("/sign-in");
  for (let times = 0; times < 6; times += 1) {
    const form = { csrf, continue: "/account", code: "000000", username: "alice" };
    const response = await anonymous.post("/sign-in/code", form);
    assert.equal(response.location, "/sign-in?continue=%2Faccount");
  }
  clock.now += step;
  assert.equal((await (await atCode(world)).enter(app.codeAt(clock.now))).status, 303);
});

test("T38 — a recovery code that comes twice at once signs in once", async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld();
  const { baseUrl, alice, clock, service } = world;
  const app = await setUpTwoStep(await signedIn(baseUrl, alice), clock.now);
  const [code = ""] = app.recoveryCodes;
  const browsers = await Promise.all([atCode(world), atCode(world), atCode(world)]);
  const responses = await Promise.all(browsers.map(({ enter }) => enter(code)));
  assert.deepEqual(statuses(responses), [303, 422, 422]);
  const { recovery_code: rows = [] } = await rowsOf(service);
  assert.equal(rows.length, 9);
  assert.ok(!JSON.stringify(await rowsOf(service)).includes(code.replaceAll("-", "")));
});

test("T39 — a code that comes twice within its time signs in once, however they meet", async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld({ RATE_LIMITS: "off" });
  const { baseUrl, alice, clock } = world;
  const app = await setUpTwoStep(await signedIn(baseUrl, alice), clock.now);
  clock.now += 2 * step;
  const code = app.codeAt(clock.now);
  const browsers = await Promise.all(Array.from({ length: 5 }, () => atCode(world)));
  const responses = await Promise.all(browsers.map(({ enter }) => enter(code)));
  assert.deepEqual(statuses(responses), [303, 422, 422, 422, 422]);
  const before = app.codeAt(clock.now - step);
  assert.equal((await (await atCode(world)).enter(before)).status, 422, "nor does an earlier one");
  const asking = await signedInWithCode(world, app.recoveryCodes[0] ?? "");
  clock.now += 16 * 60_000;
  const again = { change: "new-codes", current_code: app.codeAt(clock.now) };
  assert.equal((await asking.send("/account/two-step", again)).status, 200);
  assert.equal(
    (await (await atCode(world)).enter(app.codeAt(clock.now))).status,
    422,
    "what was proved in a session is used as well",
  );
});

async function signedInWithCode(world: World, code: string): Promise<Visitor> {
  const { visitor, enter } = await atCode(world);
  assert.equal((await enter(code)).status, 303);
  return visitor;
}

test("T40 — an anonymous caller learns of no account which factors it has: all wrong passwords are answered alike", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  await setUpTwoStep(await signedIn(baseUrl, alice), clock.now);
  const seen = async (username: string) => {
    const visitor = new Visitor(baseUrl);
    const page = await visitor.get("/sign-in");
    const { status, html, location } = await visitor.submit(page, { username, password: "wrong" });
    const same = html.replaceAll(username, "NAME").replace(/name="csrf" value="[^"]*"/g, "");
    return { status, location, html: same, cookies: [...visitor.cookies.keys()] };
  };
  const [one, other, unknown] = [
    await seen(alice.screenName),
    await seen(bob.screenName),
    await seen("nobody_here"),
  ];
  assert.equal(one.status, 422);
  assert.deepEqual(one, other);
  assert.deepEqual(one, unknown);
});
