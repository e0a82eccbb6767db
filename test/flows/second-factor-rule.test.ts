/** The second factor that administrators require: for whom, from when on, and at every sign-in method. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { type RequiredFor, writtenRule } from "../../src/domain/second-factor.ts";
import * as english from "../../src/pages/languages/english.ts";
import { requestTokenFor } from "../support/flow.ts";
import { afterRead } from "../support/interleave.ts";
import { saying } from "../support/saying.ts";
import { makeAdmin } from "../support/service.ts";
import { testPassword } from "../support/test-password.ts";
import { setUpOn, setUpTwoStep } from "../support/two-step.ts";
import { decoded, formOn, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const day = 86_400_000;
const setUp = (continueTo: string) =>
  `/account/two-step/set-up?continue=${encodeURIComponent(continueTo)}`;

/** Sets the rule, as `/admin/settings` does. */
async function requireOf(world: World, requiredFor: RequiredFor, graceDays: 0 | 7 = 0) {
  const { ledger, clock } = world;
  // So that the accounts are older than the rule.
  clock.now += 60_000;
  const rule = writtenRule({ requiredFor, graceDays, since: clock.now });
  await ledger.changeSetting("second-factor", rule, byCommandLine(clock.now));
}

// interface §16.34, §16.35
test("303 — an administrator requires it; from the next request on who lacks it is led to set it up, and goes on from there", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock, ledger } = world;
  const carol = await makeAdmin(ledger, "carol");
  const [visitor, admin] = [await signedIn(baseUrl, alice), await signedIn(baseUrl, carol)];
  clock.now += 60_000;
  const asked = { change: "save", sign_up: "closed", second_factor: "everybody", grace_days: "0" };
  assert.equal((await admin.send("/admin/settings", asked)).location, "/admin/settings?saved");
  assert.equal((await admin.get("/admin")).location, setUp("/admin"));
  assert.equal((await visitor.get("/portal")).location, setUp("/portal"));
  const page = await visitor.get(setUp("/portal"));
  assert.match(decoded(page.html), saying(english.twoStep.overdue.what));
  await setUpOn(page, visitor, clock.now);
  assert.equal((await visitor.get("/portal")).status, 200);
  const events = await ledger.eventsBy({ name: "setting.changed" }, { after: undefined, size: 1 });
  assert.deepEqual(events[0]?.details, { setting: "second-factor", value: "everybody 0" });
});

// interface §16.35
test("303 — required of everybody: no sign-in method leads past it", async () => {
  await using world = await startWorld({ SIGN_UP: "open" });
  const { baseUrl, alice, application } = world;
  const before = await signedIn(baseUrl, alice);
  const csrf = await before.csrf();
  await requireOf(world, "everybody");
  const gatewayEndpoints: Readonly<Record<string, () => Promise<Visitor>>> = {
    "a session that stood before": async () => before,
    "sign-in": () => signedIn(baseUrl, alice),
    "sign-up": async () => {
      const visitor = new Visitor(baseUrl);
      const fields = { screen_name: "dora", name: "", email: "" };
      const form = await visitor.get("/sign-up");
      await visitor.submit(form, { ...fields, new_password: "another long password" });
      return visitor;
    },
    consent: async () => {
      const { token } = await requestTokenFor(baseUrl, application);
      const visitor = new Visitor(baseUrl);
      const page = await visitor.get(`/oauth/authorize?oauth_token=${token}`);
      await visitor.submit(page, { username: alice.screenName, password: alice.password });
      return visitor;
    },
  };
  for (const [name, enter] of Object.entries(gatewayEndpoints)) {
    const visitor = await enter();
    for (const path of ["/account", "/account/profile", "/portal", "/account/two-step"]) {
      assert.equal((await visitor.get(path)).location, setUp(path), `${name}: ${path}`);
    }
    const { token } = await requestTokenFor(baseUrl, application);
    for (const way of ["authorize", "authenticate"]) {
      const path = `/oauth/${way}?oauth_token=${token}`;
      assert.equal((await visitor.get(path)).location, setUp(path), `${name}: ${way}`);
    }
    const forms = formOn((await visitor.get(setUp("/account"))).html);
    const own = forms.hidden["csrf"] ?? csrf;
    const approval = { csrf: own, oauth_token: token, decision: "allow" };
    const approved = await visitor.post("/oauth/authorize", approval);
    assert.doesNotMatch(approved.location ?? "", /oauth_verifier/, name);
    const profile = { csrf: own, screen_name: "x", name: "", email: "" };
    assert.match((await visitor.post("/account/profile", profile)).location ?? "", /set-up/, name);
  }
});

// interface §16.36
test("303 — days of grace: after sign-in and on every page the user sees how many are left, and may wait", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock } = world;
  const quota = await signedIn(baseUrl, alice);
  await requireOf(world, "everybody", 7);
  const left = async (visitor: Visitor, days: number) =>
    assert.match(
      decoded((await visitor.get("/account")).html),
      saying(english.twoStep.due.what(days)),
    );
  await left(quota, 7);
  clock.now += 3 * day + 1;
  await left(quota, 4);
  const visitor = new Visitor(baseUrl);
  const credentials = { username: alice.screenName, password: alice.password };
  const response = await visitor.submit(
    await visitor.get("/sign-in?continue=/portal"),
    credentials,
  );
  assert.equal(response.location, setUp("/portal"));
  const page = await visitor.get(response.location ?? "");
  assert.match(decoded(page.html), saying(english.twoStep.due.what(4)));
  assert.ok(page.html.includes(`<a class="action" href="/portal">${english.twoStep.add.notNow}`));
  assert.equal((await visitor.get("/portal")).status, 200);
  clock.now += 4 * day - 1;
  assert.equal((await visitor.get("/portal")).location, setUp("/portal"));
});

// interface §16.34
test("required of administrators: others are left alone; to turn it off leads back to setting it up", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger, clock } = world;
  const carol = await makeAdmin(ledger, "carol");
  const admin = await signedIn(baseUrl, carol);
  await setUpTwoStep(admin, clock.now);
  await requireOf(world, "admins");
  assert.equal((await (await signedIn(baseUrl, alice)).get("/account")).status, 200);
  const page = decoded((await admin.get("/account/two-step")).html);
  assert.match(page, saying(english.twoStep.required.what));
  await admin.send("/account/two-step", { change: "turn-off" });
  assert.equal((await admin.get("/admin")).location, setUp("/admin"));
});

// interface §16.42
test("409 — a page of settings that was open since before puts back neither the rule nor sign-up", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, clock } = world;
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  const { html } = await admin.get("/admin/settings");
  const seen = /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? assert.fail(html);
  const old = {
    ...{ change: "save", sign_up: "closed", second_factor: "nobody" },
    ...{ grace_days: "0", seen },
  };
  const { second_factor, grace_days } = { second_factor: "admins", grace_days: "7" };
  await admin.send("/admin/settings", { ...old, second_factor, grace_days });
  const rule = await ledger.setting("second-factor");
  const events = (await ledger.eventsAfter("0", 100)).length;
  for (const fields of [old, { ...old, sign_up: "open", second_factor, grace_days }]) {
    const response = await admin.send("/admin/settings", fields);
    assert.equal(response.status, 409);
    assert.ok(decoded(response.html).includes(english.admin.settings.changedSince));
    assert.match(response.html, /value="admins" required checked/, "as it is now");
  }
  const same = { ...old, second_factor, grace_days };
  assert.equal((await admin.send("/admin/settings", same)).location, "/admin/settings?saved");
  assert.deepEqual(
    [await ledger.setting("sign-up"), await ledger.setting("second-factor")],
    ["closed", rule],
  );
  assert.equal((await ledger.eventsAfter("0", 100)).length, events);
  clock.now += 16 * 60_000;
  afterRead(ledger, "passwordOf", () =>
    ledger.changeSetting("sign-up", "invitation", byCommandLine(clock.now)),
  );
  const { hidden } = formOn((await admin.get("/admin/settings")).html);
  const authenticated = {
    ...{ ...hidden, change: "save" },
    ...{ sign_up: "open", current_password: testPassword },
  };
  const response = await admin.send("/admin/settings", authenticated);
  assert.equal(response.status, 409, "another administrator wrote while the password was checked");
  assert.equal(await ledger.setting("sign-up"), "invitation");
});

// interface §16.34
test("400 — a rule that is none is rejected; the same rule once more counts its days from when it was set", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, clock } = world;
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  const send = (fields: Record<string, string>) =>
    admin.send("/admin/settings", { change: "save", sign_up: "closed", ...fields });
  assert.equal((await send({ second_factor: "some" })).status, 400);
  assert.equal((await send({ second_factor: "everybody", grace_days: "8" })).status, 400);
  assert.equal(await ledger.setting("second-factor"), undefined);
  const start = clock.now;
  await send({ second_factor: "everybody", grace_days: "30" });
  clock.now += 60_000;
  await send({ second_factor: "everybody", grace_days: "30" });
  await send({});
  assert.equal(await ledger.setting("second-factor"), `everybody 30 ${start}`);
  await send({ second_factor: "everybody", grace_days: "14" });
  assert.equal(await ledger.setting("second-factor"), `everybody 14 ${start}`, "no fresh start");
});
