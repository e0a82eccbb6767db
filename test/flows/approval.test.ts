/** Applications that wait for approval: what works meanwhile, and how they are approved, asked about, and declined. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import {
  approvalOf,
  basicHeader,
  bearerFor,
  exchange,
  requestErrorOf,
  requestTokenFor,
  verifyCredentials,
  wholeFlow,
} from "../support/flow.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeAdmin, makeUser, type TestUser } from "../support/service.ts";
import { formOn, signedIn, type Visitor } from "../support/visitor.ts";
import { errorOf, startWorld, type World } from "../support/world.ts";
import { api, ask, settings, signedVerification } from "../verification/asking.ts";

const by = { at: 0, actor: "command-line" };
const waiting = "401 (code 416)";

async function present({ ledger, application }: World) {
  return (await ledger.applicationById(application.id)) ?? assert.fail();
}

async function decline(world: World): Promise<void> {
  const from = await present(world);
  assert.ok(await world.ledger.declineApplication({ from, because: "Its purpose.", now: 0 }, by));
}

async function approve(world: World): Promise<void> {
  assert.ok(await world.ledger.approveApplication({ from: await present(world), now: 0 }, by));
}

function bearerCall({ baseUrl }: World, bearer: string): Promise<Response> {
  return fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
}

async function decisionOf(world: World, request: object) {
  const { json } = await ask(world, "/verify", request);
  return json.valid ? "valid" : `${json.response.status} (code ${json.code}) ${json.cause}`;
}

// interface §11.33
test("401 (code 416) — T80: without approval, everything but the owner's account; no nonce is spent", async () => {
  await using world = await startWorld(settings);
  const { application, baseUrl, ledger, alice } = world;
  const bob = await makeUser(ledger, "bob");
  const own = await makeAccessToken(ledger, application, alice);
  const bobs = await makeAccessToken(ledger, application, bob);
  const bearer = await bearerFor(baseUrl, application);
  await decline(world);

  assert.equal((await verifyCredentials(baseUrl, application, own)).status, 200);
  assert.equal(
    await decisionOf(world, signedVerification(world, "GET", "/x", { token: own })),
    "valid",
  );
  await wholeFlow(baseUrl, application, alice);

  const oauth = { oauth_nonce: "once" };
  const path = "/1.1/account/verify_credentials.json";
  const { status, code, message } = await errorOf(
    await world.signed("GET", path, { token: bobs, oauth }),
  );
  assert.deepEqual([status, code], [401, 416]);
  assert.match(message, /waits for approval/);
  assert.equal(await requestErrorOf(await bearerCall(world, bearer)), waiting);
  const basic = await fetch(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: basicHeader(application) },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  assert.equal(await requestErrorOf(basic), waiting);
  const rejected = `${waiting} approval`;
  for (const request of [
    signedVerification(world, "GET", "/x", { token: bobs }),
    // On its own behalf, it is about no account.
    signedVerification(world, "GET", "/x"),
    { method: "GET", origin: api, target: "/x", authorization: `Bearer ${bearer}` },
  ]) {
    assert.equal(await decisionOf(world, request), rejected);
  }
  const introspected = await fetch(`${world.service.internalUrl}/introspect`, {
    method: "POST",
    headers: { "x-countersign-secret": settings.INTERNAL_SECRET },
    body: new URLSearchParams({ token: bobs.token }),
  });
  assert.deepEqual(await introspected.json(), { active: false });

  await approve(world);
  assert.equal((await world.signed("GET", path, { token: bobs, oauth })).status, 200);
  assert.equal((await bearerCall(world, bearer)).status, 200);
});

test("403 — T80: another user's consent page says that it waits, and no token is issued", async () => {
  await using world = await startWorld();
  const { application, baseUrl, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  await decline(world);
  const request = await requestTokenFor(baseUrl, application);
  const visitor = await signedIn(baseUrl, bob);
  const path = `/oauth/authorize?oauth_token=${request.token}`;
  const page = await visitor.get(path);
  assert.equal(page.status, 403);
  assert.match(page.html, saying(english.error.kinds["unapproved-application"].happened));
  // A form of before is no way around it.
  const form = { oauth_token: request.token, decision: "allow" };
  const sent = await visitor.send("/oauth/authorize", form);
  assert.equal(sent.status, 403);
  assert.equal((await ledger.requestToken(request.token, "ever"))?.decided, false);
});

// interface §11.34
test("401 (code 416) — T80: an approval that is withdrawn ends what users have begun", async () => {
  await using world = await startWorld();
  const { application, baseUrl, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const approved = await requestTokenFor(baseUrl, application);
  const verifier = await approvalOf(baseUrl, approved.token, bob);
  const open = await requestTokenFor(baseUrl, application);
  const visitor = await signedIn(baseUrl, bob);
  const consent = await visitor.get(`/oauth/authorize?oauth_token=${open.token}`);
  assert.equal(consent.status, 200);
  await decline(world);
  assert.equal((await visitor.submit(consent, { decision: "allow" })).status, 403);
  const exchanged = await exchange(baseUrl, application, approved, verifier);
  assert.equal(await requestErrorOf(exchanged), waiting);
  assert.deepEqual(await ledger.grants(application.id, bob.id), []);
  await approve(world);
  assert.equal((await exchange(baseUrl, application, approved, verifier)).status, 200);
});

const asksApproval = {
  APPROVAL: "changes",
  APPROVAL_QUESTIONS: "Where is it hosted? | Who pays?",
};
const described = {
  purpose: "Posts <b>weather</b>",
  expected_users: "Fifty of our customers",
  answer_1: "At home",
  answer_2: "No one",
};

const shownPurpose = "Posts &#60;b&#62;weather&#60;/b&#62;";

async function created(visitor: Visitor, name: string, fields: Record<string, string>) {
  const form = { ...(await visitor.creation("/portal/create")), name, access: "read" };
  return visitor.send("/portal/create", { ...form, callbacks: "https://a.example/cb", ...fields });
}

async function applicationNamed({ ledger }: World, owner: TestUser, name: string) {
  const [one] = await ledger.applicationsNamed({ ownerId: owner.id, name }, 1);
  return one ?? assert.fail();
}

// interface §15.70
test("201, 422 — a developer says what an application is for, and it waits", async () => {
  await using world = await startWorld(asksApproval);
  const { baseUrl, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const form = await visitor.get("/portal/create");
  for (const text of ["Where is it hosted?", "Who pays?"]) assert.match(form.html, saying(text));
  const { answer_2: _, ...incomplete } = described;
  const rejected = await created(visitor, "Waits", incomplete);
  assert.equal(rejected.status, 422);
  assert.match(rejected.html, saying(english.portal.approval.problem(500)));
  assert.equal((await created(visitor, "Waits", described)).status, 201);
  const one = await applicationNamed(world, alice, "Waits");
  assert.equal(one.approval, "waiting");
  assert.deepEqual(one.answers, ["Where is it hosted?\nAt home", "Who pays?\nNo one"]);
  const page = await visitor.get(`/portal/applications/${one.id}`);
  assert.match(page.html, saying(english.portal.approval.what.waiting));
  assert.ok(page.html.includes(shownPurpose));
  assert.ok(!page.html.includes(described.purpose), "T80: what it is for is no markup");

  const root = await makeAdmin(ledger, "root");
  const admin = await signedIn(baseUrl, root);
  assert.doesNotMatch((await admin.get("/portal/create")).html, saying("Who pays?"));
  assert.equal((await created(admin, "Own", {})).status, 201);
  assert.equal((await applicationNamed(world, root, "Own")).approval, undefined);
});

// interface §16.67
test("303, 409 — T80: an administrator asks back and approves what was shown", async () => {
  await using world = await startWorld(asksApproval);
  const { baseUrl, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  await created(visitor, "Waits", described);
  const { id } = await applicationNamed(world, alice, "Waits");
  const stateOf = async () => (await ledger.applicationById(id))?.approval;
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "root"));
  const queue = await admin.get("/admin");
  assert.match(queue.html, /href="\/admin\/applications\?approval&#61;waiting"/);
  assert.match((await admin.get("/admin/applications?approval=waiting")).html, saying("Waits"));
  const path = `/admin/applications/${id}`;
  const hidden = async () => formOn((await admin.get(path)).html).hidden;
  const seen = await hidden();
  assert.ok((await admin.get(path)).html.includes(shownPurpose));
  assert.equal((await admin.post(path, { ...seen, change: "ask", text: "" })).status, 422);
  const asked = await admin.post(path, { ...seen, change: "ask", text: "Whose weather?" });
  assert.equal(asked.location, `${path}?approval-asked`);
  assert.equal(await stateOf(), "asked");

  const own = `/portal/applications/${id}`;
  assert.match((await visitor.get(own)).html, saying("Whose weather?"));
  const answer = { ...described, purpose: "Our town's weather", change: "request-approval" };
  assert.equal((await visitor.send(own, { ...answer, answer_1: "" })).status, 422);
  assert.equal((await visitor.send(own, answer)).location, `${own}?approval-asked`);
  assert.equal(await stateOf(), "waiting");

  const outdated = await admin.post(path, { ...seen, change: "approve", access: "write" });
  assert.equal(outdated.status, 409);
  assert.equal(await stateOf(), "waiting");
  const now = await hidden();
  const approved = await admin.post(path, { ...now, change: "approve", access: "write" });
  assert.equal(approved.location, `${path}?approved`);
  const one = await ledger.applicationById(id);
  assert.deepEqual([one?.approval, one?.access], [undefined, "write"]);
  const names = (await ledger.eventsBy({ applicationId: id }, { after: undefined, size: 9 })).map(
    (event) => event.name,
  );
  assert.deepEqual(names, [
    "application.approved",
    "application.changed",
    "application.approval-requested",
    "application.approval-asked",
    "application.approval-requested",
    "application.created",
  ]);
  const declined = { ...(await hidden()), change: "decline", text: "It sells data." };
  // The first form of the page may be another one.
  const fields = { csrf: await admin.csrf(), change: "decline", text: declined.text };
  assert.equal((await admin.post(path, fields)).location, `${path}?declined`);
  assert.equal(await stateOf(), "declined");
  assert.match((await visitor.get(own)).html, saying("It sells data."));
});

// interface §15.71
test("303 — a raised level and callbacks with a new host wait, and the application goes on", async () => {
  await using world = await startWorld(asksApproval);
  const { baseUrl, alice, application, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const path = `/portal/applications/${application.id}`;
  const form = async (more: Record<string, string>) => {
    const { html } = await visitor.get(`${path}/settings`);
    const one = await present(world);
    return {
      ...{ name: one.name, description: one.description, access: one.access },
      callbacks: one.callbacks.join("\n"),
      ...formOn(html).hidden,
      ...more,
    };
  };
  const change = { description: "New words", access: "write" };
  const saved = await visitor.post(`${path}/settings`, await form(change));
  assert.equal(saved.location, `${path}?waits`);
  const hosts = "https://weather.example/callback\nhttps://new.example/cb";
  await visitor.post(`${path}/settings`, await form({ callbacks: hosts }));
  const one = await present(world);
  assert.deepEqual([one.description, one.access], ["New words", "read"]);
  assert.deepEqual([one.approval, one.awaitedAccess], ["waiting", "write"]);
  assert.deepEqual(one.awaitedCallbacks, hosts.split("\n"));
  await wholeFlow(baseUrl, application, await makeUser(ledger, "bob"));
  const fresh = world.signed("POST", "/oauth/request_token", {
    oauth: { oauth_callback: "https://new.example/cb" },
  });
  assert.equal(await requestErrorOf(await fresh), "403 (code 415)");

  await visitor.send(path, { change: "take-back" });
  assert.equal((await present(world)).approval, undefined);
  await visitor.post(`${path}/settings`, await form({ access: "write" }));
  // Declined, it goes on as before, and the owner reads why.
  await decline(world);
  const after = await present(world);
  assert.deepEqual(
    [after.approval, after.access, after.awaitedAccess],
    [undefined, "read", undefined],
  );
  assert.match((await visitor.get(path)).html, saying("Its purpose."));
  await visitor.post(`${path}/settings`, await form({ access: "write", callbacks: hosts }));
  await approve(world);
  const approved = await present(world);
  assert.deepEqual([approved.access, approved.callbacks.length], ["write", 2]);
  assert.equal(approved.approval, undefined);
});

test("T80: of a user's exchange and a withdrawn approval, one is first, and no token is left to use", async () => {
  await using world = await startWorld();
  const { application, baseUrl, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  for (let round = 0; round < 5; round += 1) {
    const request = await requestTokenFor(baseUrl, application);
    const verifier = await approvalOf(baseUrl, request.token, bob);
    const [response] = await Promise.all([
      exchange(baseUrl, application, request, verifier),
      decline(world),
    ]);
    if (response.status === 200) {
      const pair = new URLSearchParams(await response.text());
      const access = {
        token: pair.get("oauth_token") ?? "",
        secret: pair.get("oauth_token_secret") ?? "",
      };
      const used = await verifyCredentials(baseUrl, application, access);
      assert.equal(await requestErrorOf(used), waiting);
    } else {
      assert.equal(await requestErrorOf(response), waiting);
      assert.deepEqual(await ledger.grants(application.id, bob.id), []);
    }
    await approve(world);
    await ledger.revokeAccess({ applicationId: application.id, userId: bob.id }, by);
  }
});

// interface §16.67, §16.68
test("200 — an approval gives the application a plan in the same act, or neither happens", async () => {
  await using world = await startWorld(settings);
  const { application, baseUrl, ledger, service } = world;
  const { ownLimits } = service.dependencies;
  const draft = { description: "", limits: { "oauth2/token": 7 }, isDefault: false };
  await ledger.savePlan({ name: "partner", draft, most: 9 }, by);
  ownLimits.planSaved({ name: "partner", ...draft });
  await decline(world);

  const from = await present(world);
  assert.equal(await ledger.approveApplication({ from, plan: "none", now: 0 }, by), "no-plan");
  assert.deepEqual(await present(world), from);

  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  const page = `/admin/applications/${application.id}`;
  const unknown = await admin.send(page, { change: "approve", plan: "none" });
  assert.equal(unknown.status, 409);
  assert.match((await admin.get(page)).html, /<select id="approval-plan" name="plan">/);
  const approved = await admin.send(page, { change: "approve", access: "read", plan: "partner" });
  assert.equal(approved.location, `${page}?approved`);
  const { approval, access, plan } = await present(world);
  assert.deepEqual([approval, access, plan], [undefined, "read", "partner"]);
  assert.deepEqual(ownLimits.of(application.id, "oauth2/token"), [{ allowed: 7 }]);
  const events = await ledger.eventsBy({}, { after: undefined, size: 9 });
  for (const name of ["application.approved", "application.plan-changed"]) {
    assert.equal(events.filter((one) => one.name === name).length, 1, name);
  }
});
