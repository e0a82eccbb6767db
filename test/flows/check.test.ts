/** "Check a request": what an application's users learn about a pasted request, and what no one learns. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Cause } from "../../src/doctor/cause.ts";
import { maxPaste } from "../../src/doctor/paste/pasted-request.ts";
import { explained } from "../../src/pages/languages/causes.ts";
import * as english from "../../src/pages/languages/english.ts";
import * as spanish from "../../src/pages/languages/spanish.ts";
import { addCollaborator } from "../support/collaborators.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { authorizationHeader, type SigningCredentials, signedPairs } from "../support/signing.ts";
import {
  decoded,
  type Shown,
  signedIn,
  type Visitor,
  withoutLanguages,
} from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const { check } = english.portal;
const verify = "/1.1/account/verify_credentials.json";

async function started(settings: Readonly<Record<string, string>> = {}) {
  const world = await startWorld(settings);
  const owner = await signedIn(world.baseUrl, world.alice);
  const path = `/portal/applications/${world.application.id}/check`;
  const { token, secret } = await makeAccessToken(world.ledger, world.application, world.alice);
  const right = { ...world.application, token, tokenSecret: secret };
  return { world, owner, path, right };
}

/** A curl command, signed at the service's time. */
function curl(
  { baseUrl, clock }: World,
  credentials: SigningCredentials,
  {
    method = "GET",
    path = verify,
    signedPath,
  }: { method?: string; path?: string; signedPath?: string } = {},
  oauth: Readonly<Record<string, string | undefined>> = {},
): string {
  const oauth_timestamp = String(Math.floor(clock.now / 1000));
  const pairs = signedPairs(method, baseUrl + (signedPath ?? path), credentials, [], {
    oauth_timestamp,
    ...oauth,
  });
  return `curl -X ${method} '${baseUrl}${path}' -H 'Authorization: ${authorizationHeader(pairs)}'`;
}

function answers({ html }: Shown): string {
  return decoded(html.replaceAll(/<\/?(?:bdi|code)>/g, ""));
}

function says(page: Shown, cause: Cause): void {
  const { what, change } = explained(cause, check.causes);
  for (const text of [what, change])
    assert.ok(answers(page).includes(text), `${text}\n${answers(page)}`);
}

const ask = (visitor: Visitor, path: string, request: string) => visitor.send(path, { request });

const hasNothingPasted = ({ html }: Shown) => /<textarea[^>]*>\s*<\/textarea>/.test(html);

// interface §15.58
test("200 — a request that is right, one that is not, with both base strings and the mark", async () => {
  const { world, owner, path, right } = await started();
  await using _ = world;
  const form = await owner.get(path);
  assert.equal(form.status, 200);
  assert.match(form.html, saying(check.what));
  assert.match(form.html, /<textarea id="request" name="request"/);
  const fine = await ask(owner, path, curl(world, right));
  assert.equal(fine.status, 200);
  assert.match(fine.html, saying(check.right.what));
  const swapped = { ...right, tokenSecret: right.consumerSecret };
  says(await ask(owner, path, curl(world, swapped)), { id: "token-secret-is-consumer-secret" });
  const slash = await ask(owner, path, curl(world, right, { signedPath: `${verify}/` }));
  says(slash, { id: "trailing-slash", signed: `${verify}/`, sent: verify });
  assert.equal(slash.html.match(/<mark>/g)?.length, 2);
  assert.match(slash.html, saying(check.certainty.certain.means));
  const unknown = await ask(owner, path, curl(world, { ...right, tokenSecret: "x" }));
  assert.match(unknown.html, saying(check.certainty.guess.means));
  for (const page of [fine, slash, unknown]) {
    for (const secret of [right.consumerSecret, right.tokenSecret]) {
      assert.ok(!page.html.includes(secret));
    }
  }
});

// interface §15.59
test("200 — the nonce is not spent, and one that was spent is known; nothing is written anywhere", async () => {
  const { world, owner, path, right } = await started();
  await using _ = world;
  const { ledger, baseUrl } = world;
  const before = await ledger.eventsBy({}, { after: undefined, size: 50 });
  const request = curl(world, right);
  for (const _time of [1, 2]) {
    assert.match((await ask(owner, path, request)).html, saying(check.right.what));
  }
  const authorization = /Authorization: (.*)'$/.exec(request)?.[1] ?? "";
  const sent = await fetch(baseUrl + verify, { headers: { authorization } });
  assert.equal(sent.status, 200, "its nonce was still new");
  says(await ask(owner, path, request), { id: "nonce-used" });
  assert.deepEqual(await ledger.eventsBy({}, { after: undefined, size: 50 }), before);
});

// interface §15.58
test("200 — states that the service knows: clock, callback, verifier, request token, revoked token", async () => {
  const { world, owner, path, right } = await started();
  await using _ = world;
  const { application, clock, ledger, alice } = world;
  const consumer = {
    consumerKey: application.consumerKey,
    consumerSecret: application.consumerSecret,
  };
  const diagnose = (oauth: Readonly<Record<string, string>>) =>
    ask(
      owner,
      path,
      curl(world, consumer, { method: "POST", path: "/oauth/request_token" }, oauth),
    );
  says(await diagnose({ oauth_callback: "https://weather.example/Callback" }), {
    id: "callback-unregistered",
    sent: "https://weather.example/Callback",
    nearest: "https://weather.example/callback",
    difference: "case",
  });
  says(await diagnose({}), { id: "callback-missing" });
  const ahead = String(Math.floor(clock.now / 1000) + 7200);
  says(await ask(owner, path, curl(world, right, {}, { oauth_timestamp: ahead })), {
    id: "clock",
    seconds: 7200,
    likely: "time-zone",
  });

  const response = await world.signed("POST", "/oauth/request_token", {
    oauth: { oauth_callback: "oob" },
  });
  const issued = new URLSearchParams(await response.text());
  const pair = {
    ...consumer,
    token: issued.get("oauth_token") ?? "",
    tokenSecret: issued.get("oauth_token_secret") ?? "",
  };
  const exchange = curl(world, pair, { method: "POST", path: "/oauth/access_token" });
  says(await ask(owner, path, exchange), { id: "not-approved" });
  says(await ask(owner, path, curl(world, pair)), { id: "request-token-instead" });
  clock.now += 16 * 60_000;
  says(await ask(owner, path, curl(world, pair, { method: "POST", path: "/oauth/access_token" })), {
    id: "request-token-expired",
    at: clock.now - 60_000,
  });

  const token = { token: right.token, secret: right.tokenSecret };
  assert.equal((await world.signed("POST", "/1.1/oauth/invalidate_token", { token })).status, 200);
  const events = await ledger.eventsBy({ userId: alice.id }, { after: undefined, size: 5 });
  const { at = 0 } = events.find(({ name }) => name === "access-token.revoked") ?? {};
  says(await ask(owner, path, curl(world, right)), { id: "token-revoked", at, by: "user" });
});

// interface §15.60
test("404 and 403 — for the owner and editors alone; a viewer and an anonymous caller learn nothing", async () => {
  const { world, path, right } = await started();
  await using _ = world;
  const { baseUrl, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const bobs = await signedIn(baseUrl, bob);
  assert.equal((await bobs.get(path)).status, 404);
  assert.equal((await ask(bobs, path, curl(world, right))).status, 404);
  await addCollaborator(world, bob.id, "viewer");
  assert.equal((await bobs.get(path)).status, 403);
  assert.equal((await ask(bobs, path, curl(world, right))).status, 403);
});

// interface §15.60
test("200 — someone else's key and one that no one has are answered alike; one's own other application is named", async () => {
  const { world, owner, path, right } = await started();
  await using _ = world;
  const { ledger, alice } = world;
  const bob = await makeUser(ledger, "bob");
  const foreign = await makeApplication(ledger, bob, { name: "Not hers" });
  const { token, secret } = await makeAccessToken(ledger, foreign, bob);
  const withoutKey = (page: Shown, ...hidden: string[]) =>
    hidden
      .reduce(
        (text, one) => text.replaceAll(one, "…"),
        answers({ ...page, html: withoutLanguages(page.html) })
          .replace(/<textarea[\s\S]*<\/textarea>/, "")
          .replace(/<figure[\s\S]*<\/figure>/, ""),
      )
      .replace(/name="csrf" value="[^"]*"/g, "");
  const key = "K".repeat(25);
  const unknown = { ...right, consumerKey: key, consumerSecret: "s".repeat(50) };
  const theirs = {
    ...right,
    consumerKey: foreign.consumerKey,
    consumerSecret: foreign.consumerSecret,
  };
  const [one, other] = [
    await ask(owner, path, curl(world, unknown)),
    await ask(owner, path, curl(world, theirs)),
  ];
  assert.equal(withoutKey(one, key), withoutKey(other, foreign.consumerKey));
  says(one, { id: "other-key", application: undefined });
  assert.ok(!answers(other).includes("Not hers"));

  // Tokens: one of another owner's application, and one that was never issued.
  const made = `${token.split("-")[0]}-${"x".repeat(40)}`;
  const [real, invented] = [token, made].map((each) => ({
    ...right,
    token: each,
    tokenSecret: secret,
  }));
  assert.ok(real && invented);
  assert.equal(
    withoutKey(await ask(owner, path, curl(world, real)), token),
    withoutKey(await ask(owner, path, curl(world, invented)), made),
  );

  const own = await makeApplication(ledger, alice, { name: "Garden" });
  says(await ask(owner, path, curl(world, { ...right, consumerKey: own.consumerKey })), {
    id: "other-key",
    application: "Garden",
  });
  says(await ask(owner, path, curl(world, { ...right, consumerSecret: own.consumerSecret })), {
    id: "other-application-secret",
    application: "Garden",
  });
});

// interface §15.60
test("200 — another application is named to those who may see its keys: its editors, and not its viewers", async () => {
  const { world, owner, path, right } = await started();
  await using _ = world;
  const { ledger, alice, clock } = world;
  const bob = await makeUser(ledger, "bob");
  for (const [role, named] of [
    ["viewer", false],
    ["editor", true],
  ] as const) {
    const application = await makeApplication(ledger, bob, { name: `Theirs as ${role}` });
    await addCollaborator({ ledger, clock, application }, alice.id, role);
    const { consumerKey, consumerSecret } = application;
    const byKey = await ask(owner, path, curl(world, { ...right, consumerKey }));
    says(byKey, { id: "other-key", application: named ? `Theirs as ${role}` : undefined });
    const bySecret = await ask(owner, path, curl(world, { ...right, consumerSecret }));
    assert.equal(answers(bySecret).includes(`Theirs as ${role}`), named);
  }
});

// interface §15.58
test("422 and 429 — what cannot be read says why and is kept; a search too many waits", async () => {
  const { world, owner, path, right } = await started({ RATE_LIMITS: "portal/check=2" });
  await using _ = world;
  for (const [text, problem] of [
    ["", "empty"],
    ["nothing to see", "not-understood"],
    ["curl 'https://a.example", "unclosed-quote"],
    [`GET /${"x".repeat(maxPaste)}`, "too-long"],
  ] as const) {
    const page = await ask(owner, path, text);
    assert.equal(page.status, 422, problem);
    assert.match(page.html, saying(check.problems[problem]));
    // As much of it as can be checked.
    const kept = `>${text.slice(0, maxPaste)}</textarea>`;
    assert.ok(decoded(page.html).replace(/>\n/g, ">").includes(kept), problem);
  }
  assert.ok(hasNothingPasted(await owner.get(path)));
  const without = await owner.send(path, {});
  assert.equal(without.status, 422);
  assert.match(without.html, saying(check.problems.empty));
  assert.ok(hasNothingPasted(without));
  for (const status of [200, 200, 429]) {
    const page = await ask(owner, path, curl(world, right));
    assert.equal(page.status, status);
  }
  const late = await ask(owner, path, curl(world, right));
  assert.match(late.html, saying(check.problems["too-many"]));
  assert.match(late.headers.get("retry-after") ?? "", /^\d+$/);
});

// interface §15.58
test("413 — a form has room for a paste in which each character is three, and not for more", async () => {
  const { world, owner, path } = await started();
  await using _ = world;
  const most = 4 * maxPaste;
  const csrf = /name="csrf" value="([^"]*)"/.exec((await owner.get(path)).html)?.[1] ?? "";
  const rest = new URLSearchParams({ csrf, request: "" }).toString().length;
  for (const [length, status] of [
    [most, 422],
    [most + 1, 413],
  ] as const) {
    const page = await owner.post(path, { csrf, request: "x".repeat(length - rest) });
    assert.equal(page.status, status);
  }
});

// interface §15.60
test("200 — the ten newest of one's own applications are compared", async () => {
  const { world, owner, path, right } = await started();
  await using _ = world;
  const { ledger, alice } = world;
  const make = async (name: string) => {
    // Each is of a millisecond of its own.
    await wait(2);
    return makeApplication(ledger, alice, { name });
  };
  const made = [];
  for (let at = 0; at < 10; at += 1) made.push(await make(`Garden ${at}`));
  const paste = (consumerSecret = "") =>
    ask(owner, path, curl(world, { ...right, consumerSecret }));
  const [oldest] = made;
  says(await paste(oldest?.consumerSecret), {
    id: "other-application-secret",
    application: "Garden 0",
  });
  for (let at = 0; at < 3; at += 1) await make(`Newer ${at}`);
  for (const { consumerSecret } of made.slice(0, 3)) {
    assert.ok(!answers(await paste(consumerSecret)).includes("Garden"));
  }
});

// interface §15.58
test("200 — in the user's language, and from “Try it” and the documentation", async () => {
  const { world, owner, path, right } = await started();
  await using _ = world;
  const swapped = curl(world, { ...right, tokenSecret: right.consumerSecret });
  const form = await owner.get(path);
  const csrf = /name="csrf" value="([^"]*)"/.exec(form.html)?.[1] ?? "";
  const page = await owner.post(path, { csrf, request: swapped }, { "accept-language": "es" });
  const { what } = explained(
    { id: "token-secret-is-consumer-secret" },
    spanish.portal.check.causes,
  );
  assert.ok(answers(page).includes(what));
  // Another language shows the response too, and the form has none.
  const languagesOf = ({ html }: Shown) =>
    /<form class="languages"[^>]* action="([^"]*)"/.exec(html);
  assert.deepEqual([languagesOf(page)?.[1], languagesOf(form)?.[1]], [path, "/language"]);
  assert.ok(
    form.html.includes(`<a href="${path.replace(/check$/, "requests")}" aria-current="page">`),
  );
  const programs = await owner.get(path.replace(/check$/, "programs"));
  assert.ok(programs.html.includes(`href="${path}"`));
  assert.match((await owner.get("/docs/signing")).html, /“Debug a signature”/);
});
