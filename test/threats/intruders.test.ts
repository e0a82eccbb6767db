/** T58 and T59: what an intruder left in an account, after its owner or an administrator acted against them. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import type { Reason } from "../../src/domain/operating.ts";
import { issueUserLink } from "../../src/http/actions/issue-link.ts";
import * as english from "../../src/pages/languages/english.ts";
import { approvalOf, exchange, requestErrorOf, requestTokenFor } from "../support/flow.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { linkIn, type Received, startMailServer } from "../support/smtp.ts";
import { decoded, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const wanted = "a new one, nobody guesses";

/** What the owner or an administrator does. "everything": also invitations and offers end. */
const acts: Readonly<
  Record<string, { ends: "approvals" | "everything"; act: (world: World) => Promise<unknown> }>
> = {
  "a new password": {
    ends: "approvals",
    async act({ baseUrl, alice }) {
      const owner = await signedIn(baseUrl, alice);
      const change = { current_password: alice.password, new_password: wanted };
      assert.equal((await owner.send("/account/password", change)).status, 303);
    },
  },
  "sign out everywhere else": {
    ends: "approvals",
    async act({ baseUrl, alice }) {
      const owner = await signedIn(baseUrl, alice);
      const ended = await owner.send("/account/sessions", { change: "end-others" });
      assert.equal(ended.location, "/account/sessions?ended-others");
    },
  },
  "sign out, by an administrator": {
    ends: "approvals",
    async act({ baseUrl, alice, ledger }) {
      const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
      const ended = await admin.send(`/admin/users/${alice.id}`, { change: "end-sessions" });
      assert.equal(ended.status, 303);
    },
  },
  "a link to a new password": {
    ends: "everything",
    act: (world) => choosePassword(world, { purpose: "password-reset", userId: world.alice.id }),
  },
  "a recovery link": {
    ends: "everything",
    act: (world) => {
      const because = "somebody else had the account" as Reason;
      const { id: userId } = world.alice;
      return choosePassword(world, { purpose: "account-recovery", userId, because });
    },
  },
};

// interface §14.64, §17.23
for (const [name, { ends, act }] of Object.entries(acts)) {
  test(`T58 — 401 (code 89): what an intruder approved ends with ${name}; invitations and offers ${ends === "everything" ? "end" : "stay"}`, async () => {
    await using world = await startWorld();
    const { baseUrl, application, alice, ledger } = world;
    const mallory = await makeUser(ledger, "mallory");
    const trap = await makeApplication(ledger, mallory, { name: "Trap" });
    const intruder = await signedIn(baseUrl, alice);
    const request = await requestTokenFor(baseUrl, trap);
    const verifier = await approvalOf(baseUrl, request.token, alice, intruder);
    const helper = await makeUser(ledger, "helper");
    const page = `/portal/applications/${application.id}`;
    const offer = { change: "offer", screen_name: "mallory" };
    const invite = { change: "invite", screen_name: "helper", role: "editor" };
    assert.equal((await intruder.send(`${page}/transfer`, offer)).status, 303);
    assert.equal((await intruder.send(`${page}/collaborators`, invite)).status, 303);
    await act(world);
    const late = await exchange(baseUrl, trap, request, verifier);
    assert.equal(await requestErrorOf(late), "401 (code 89)");
    assert.deepEqual(await ledger.grants(trap.id, alice.id), []);
    assert.equal((await intruder.get("/account/applications")).status, 303, "signed out");
    const accept = async (user: typeof helper, role: string) => {
      const visitor = await signedIn(baseUrl, user);
      await visitor.send("/portal/invitations", { ...accepting, role });
      return ledger.applicationRole(application.id, user.id);
    };
    const accepting = { change: "accept", application: application.id };
    const works = ends === "approvals";
    assert.equal(await accept(helper, "editor"), works ? "editor" : undefined);
    assert.equal(await accept(mallory, "owner"), works ? "owner" : undefined);
  });
}

// interface §14.65
test("T58 — 303: a user sees what an intruder approved, until when it can be used, and withdraws it", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger, clock } = world;
  const texts = english.account.applications.pending;
  const mallory = await makeUser(ledger, "mallory");
  const trap = await makeApplication(ledger, mallory, { name: "Trap" });
  const other = await makeApplication(ledger, mallory, { name: "Other" });
  const owner = await signedIn(baseUrl, alice);
  assert.doesNotMatch(
    decoded((await owner.get("/account/applications")).html),
    saying(texts.title),
  );
  const intruder = await signedIn(baseUrl, alice);
  const requests = [];
  for (const application of [trap, other]) {
    const request = await requestTokenFor(baseUrl, application);
    const verifier = await approvalOf(baseUrl, request.token, alice, intruder);
    requests.push({ application, request, verifier });
  }
  const [one = assert.fail(), another = assert.fail()] = requests;
  const html = decoded((await owner.get("/account/applications")).html);
  const until = new Date(clock.now + 15 * 60_000).toISOString();
  for (const part of [texts.title, "Trap", "Other", "@mallory", texts.approved, until]) {
    assert.ok(html.includes(part), part);
  }
  const withdraw = (by: Visitor, token: string) =>
    by.send("/account/applications", { change: "withdraw", request_token: token });
  const malice = await signedIn(baseUrl, mallory);
  assert.equal(
    (await withdraw(malice, one.request.token)).location,
    "/account/applications",
    "not theirs",
  );
  const withdrawn = await withdraw(owner, one.request.token);
  assert.equal(withdrawn.location, `/account/applications?withdrawn=${trap.id}`);
  const done = decoded((await owner.get(withdrawn.location ?? "")).html);
  assert.match(done, /Your approval was withdrawn\.<\/strong> <bdi>Trap<\/bdi> can’t/);
  assert.ok(!done.includes(one.request.token) && done.includes(another.request.token));
  const late = await exchange(baseUrl, trap, one.request, one.verifier);
  assert.equal(await requestErrorOf(late), "401 (code 89)");
  const untrue = decoded((await owner.get(`/account/applications?withdrawn=${other.id}`)).html);
  assert.doesNotMatch(untrue, /Your approval was withdrawn/);
  assert.equal((await exchange(baseUrl, other, another.request, another.verifier)).status, 200);
  assert.equal(
    (await withdraw(owner, another.request.token)).location,
    "/account/applications",
    "too late",
  );
  const [event] = await ledger.eventsBy(
    { name: "access.withdrawn" },
    { after: undefined, size: 9 },
  );
  assert.deepEqual([event?.userId, event?.applicationId], [alice.id, trap.id]);
  assert.match(
    decoded((await owner.get("/account/events")).html),
    /approval of <bdi>Trap<\/bdi>[^<]* was withdrawn/,
  );
});

// interface §16.49
test("T59 — 404: after a recovery, neither a new password nor the address comes through the mailbox of an intruder", async () => {
  await using mails = await startMailServer();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  await using world = await startWorld(smtp, { requestEmail: true });
  const { baseUrl, alice, ledger, application } = world;
  const email = "mallory@evil.example";
  const token = await makeAccessToken(ledger, application, alice, "read", true);
  const seenByApplications = async () => {
    const path = "/1.1/account/verify_credentials.json?include_email=true";
    const response = await world.signed("GET", path, { token });
    return ((await response.json()) as { email: string | null }).email;
  };
  const intruder = await signedIn(baseUrl, alice);
  const profile = { screen_name: "alice", name: "", email };
  await intruder.send("/account/profile", profile);
  const open = async (link: URL) => {
    const visitor = new Visitor(baseUrl);
    const page = await visitor.get(link.pathname + link.search);
    return page.status === 404 ? page : visitor.submit(page, {});
  };
  const links = async (count: number) => {
    const found = (one: { to: readonly string[]; text: string }) =>
      one.to.includes(email) && /\/account\/email\?token=/.test(one.text);
    for (let all = 1; ; all += 1) {
      const received = (await mails.has(all)).filter(found).map((one) => linkIn(one as Received));
      if (received.length >= count) return received;
    }
  };
  const [first = assert.fail()] = await links(1);
  assert.equal((await open(first)).location, "/account/email?verified");
  assert.equal(await seenByApplications(), email);
  await intruder.send("/account/profile", { ...profile, email: "other@evil.example" });
  await intruder.send("/account/profile", profile);
  const [, link = assert.fail()] = await links(2);

  const because = "somebody else had the account" as Reason;
  const { id: userId } = alice;
  const next = await choosePassword(world, { purpose: "account-recovery", userId, because });
  assert.equal(next, "/sign-in?changed&screen_name=alice&continue=%2Faccount%2Fprofile");
  assert.equal((await open(link)).status, 404);
  assert.equal(await seenByApplications(), null);
  await makeUser(ledger, "bob");
  const forgotten = async (who: string) => {
    const visitor = new Visitor(baseUrl);
    const asked = await visitor.submit(await visitor.get("/reset"), { who });
    assert.equal(asked.status, 200);
  };
  const resets = () =>
    mails.received
      .filter(({ text }) => /\/reset\/password\?token=/.test(text))
      .map(({ to }) => to[0]);
  for (const who of ["alice", email, "bob"]) await forgotten(who);
  while (!resets().includes("bob@users.example")) await mails.has(mails.received.length + 1);
  assert.deepEqual(resets(), ["bob@users.example"]);

  const owner = await signedIn(baseUrl, { ...alice, password: wanted });
  const shown = decoded((await owner.get("/account/profile")).html);
  assert.ok(shown.includes(`value="${email}"`));
  assert.match(shown, saying(english.account.profile.distrusted.what));
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  const page = decoded((await admin.get(`/admin/users/${alice.id}`)).html);
  assert.ok(page.includes(email));
  assert.match(page, saying(english.admin.user.verifyEmail.recovered));

  await owner.send("/account/profile", { send_link: "on" });
  const [, , last = assert.fail()] = await links(3);
  assert.equal((await open(last)).location, "/account/email?verified");
  assert.equal(await seenByApplications(), email, "the owner verified it");
  const after = decoded((await owner.get("/account/profile")).html);
  assert.doesNotMatch(after, saying(english.account.profile.distrusted.what));
  await forgotten("alice");
  while (!resets().includes(email)) await mails.has(mails.received.length + 1);
});

/** Returns where the browser is led. */
async function choosePassword(
  { ledger, baseUrl }: World,
  link: Parameters<typeof issueUserLink>[1],
): Promise<string> {
  const from = { ledger, random: randomBytes, origin: baseUrl };
  const issued = await issueUserLink(from, link, byCommandLine(Date.now()));
  const { pathname, search } = new URL(issued?.href ?? assert.fail());
  const owner = new Visitor(baseUrl);
  const page = await owner.get(pathname + search);
  const chosen = await owner.submit(page, { new_password: wanted });
  assert.match(chosen.location ?? "", /^\/sign-in\?changed/);
  return chosen.location ?? "";
}
