import assert from "node:assert/strict";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { type TestContext, test } from "node:test";
import { type FalseProvider, startFalseProvider } from "../../../test/support/false-provider.ts";
import { Secret } from "../../domain/credentials.ts";
import {
  failedForMs,
  type IdentityProvider,
  ProviderError,
  verifiedEmail,
} from "./identity-provider.ts";
import { type IdentityProviders, openIdentityProviders } from "./identity-providers.ts";

const redirectUri = "https://id.example/sign-in/from/staff";

test("who signed in there: issuer, subject and what is told, by a request with PKCE, state and nonce", async () => {
  await using there = await startFalseProvider();
  there.userinfo = { preferred_username: "alice", email: "alice@users.example" };
  there.token = { email: "alice@staff.example" };
  const { providers, provider } = openProviders(there);
  const { location, secrets } = await providers.begin(provider, {
    redirectUri,
    again: false,
  });
  const query = Object.fromEntries(new URL(location).searchParams);
  assert.equal(new URL(location).origin, there.issuer);
  assert.equal(query["code_challenge_method"], "S256");
  assert.equal(query["redirect_uri"], redirectUri);
  assert.equal(query["scope"], "openid profile");
  assert.equal(query["prompt"], undefined);
  assert.deepEqual([query["state"], query["nonce"]], [secrets.state, secrets.nonce]);
  assert.ok(!location.includes(secrets.verifier) && !location.includes("secret"));
  const url = there.signIn(location);
  const authenticated = await providers.finish(provider, { url, secrets, again: false });
  assert.deepEqual(authenticated.identity, { issuer: there.issuer, subject: "alice-1" });
  assert.equal(authenticated.claims["preferred_username"], "alice");
  assert.equal(authenticated.claims["email"], "alice@staff.example", "the ID token counts");
});

test("its own document is asked for once, however many come, and again after an hour", async () => {
  await using there = await startFalseProvider();
  let now = Date.now();
  const { providers, provider } = openProviders(there, () => now);
  const begin = () => providers.begin(provider, { redirectUri, again: false });
  await Promise.all([begin(), begin(), begin()]);
  assert.equal(there.requests.document, 1);
  now += 3_600_000;
  there.fixedResponse = { status: 503, body: "" };
  await begin();
  there.fixedResponse = undefined;
  now += 30_000;
  await begin();
  assert.equal(there.requests.document, 1, "what is known serves on");
  now += 60_000;
  await begin();
  assert.equal(there.requests.document, 2);
  // A document that was fetched while the clock was ahead is no longer used.
  now -= 365 * 24 * 3_600_000;
  await begin();
  assert.equal(there.requests.document, 3);
});

test("a provider that is down, silent or talks too much is a problem with a name, and none once it is back", async () => {
  await using there = await startFalseProvider();
  let now = Date.now();
  const { providers, provider } = openProviders(there, () => now, there.issuer, 1);
  const begin = () => providers.begin(provider, { redirectUri, again: false });
  for (const [answer, problem] of [
    ["silence", "unreachable"],
    [{ status: 503, body: "" }, "unreachable"],
    [{ status: 200, body: `{"issuer":"${"x".repeat(300_000)}"}` }, "invalid"],
    [{ status: 200, body: "<html>" }, "invalid"],
    [{ status: 200, body: JSON.stringify({ issuer: "https://other.example" }) }, "invalid"],
  ] as const) {
    there.fixedResponse = answer;
    await assert.rejects(begin(), isProblem(problem), JSON.stringify(answer).slice(0, 40));
    now += failedForMs;
  }
  there.fixedResponse = undefined;
  await begin();
  const gone = await startFalseProvider();
  await gone[Symbol.asyncDispose]();
  const without = openProviders(gone);
  await assert.rejects(
    without.providers.begin(without.provider, { redirectUri, again: false }),
    isProblem("unreachable"),
  );
});

test("a provider that failed is not asked again for ten seconds: no one waits for it again", async () => {
  await using there = await startFalseProvider();
  let now = Date.now();
  const { providers, provider } = openProviders(there, () => now);
  const begin = () => providers.begin(provider, { redirectUri, again: false });
  there.fixedResponse = { status: 503, body: "" };
  await assert.rejects(begin(), isProblem("unreachable"));
  there.fixedResponse = undefined;
  now += failedForMs - 1;
  await assert.rejects(begin(), isProblem("unreachable"));
  assert.equal(there.requests.document, 0);
  now += 1;
  await begin();
  assert.equal(there.requests.document, 1);
});

test("for a logout token that could not hold, however it is signed, nothing is fetched", async () => {
  await using there = await startFalseProvider();
  const { providers, provider } = openProviders(there);
  const old = Math.floor(Date.now() / 1000) - 3600;
  const right = there.logoutToken({ sub: "alice-1" });
  for (const token of [
    ...["", "x", "a.b.c", "x".repeat(60_000), right.split(".").slice(1).join(".")],
    ...[{ iss: "https://other.example" }, { aud: "another" }, { nonce: "n" }, { events: {} }].map(
      (wrong) => there.logoutToken({ sub: "alice-1", ...wrong }),
    ),
    ...[{ sub: undefined }, { jti: undefined }, { iat: old }, { iat: "now" }].map((wrong) =>
      there.logoutToken({ sub: "alice-1", ...wrong }),
    ),
    right.replace(/^[^.]*/, Buffer.from('{"alg":"HS256"}').toString("base64url")),
  ]) {
    await assert.rejects(providers.loggedOut(provider, token), isProblem("invalid"));
  }
  assert.equal(there.requests.document, 0);
  assert.equal((await providers.loggedOut(provider, right)).subject, "alice-1");
});

test("16 logout tokens wait for a provider that is silent; more are told so at once, and so are all once it failed", async () => {
  await using there = await startFalseProvider();
  let now = Date.now();
  const { providers, provider } = openProviders(there, () => now, there.issuer, 1);
  const iat = Math.floor(now / 1000);
  const token = there.logoutToken({ sub: "alice-1", iat, exp: iat + 300 });
  const many = () => {
    const all = Array.from({ length: 40 }, () => providers.loggedOut(provider, token).catch(same));
    return Promise.all(all);
  };
  const reasons = (answers: readonly unknown[]) => {
    const problems = answers.filter((one) => one instanceof ProviderError);
    assert.ok(problems.every(({ problem }) => problem === "unreachable"));
    return Map.groupBy(problems, ({ reason }) => reason);
  };
  for (const step of ["document", "keys"] as const) {
    there.fixedResponse = step === "document" ? "silence" : undefined;
    there.silentKeys = step === "keys";
    const waited = reasons(await many());
    assert.equal(waited.get("too many wait")?.length, 24, step);
    const began = performance.now();
    assert.equal(reasons(await many()).get("too many wait"), undefined, step);
    assert.ok(performance.now() - began < 900, `${step}: no one waits for it`);
    now += failedForMs;
  }
  there.silentKeys = false;
  await providers.loggedOut(provider, token);
  there.fixedResponse = "silence";
  assert.deepEqual(reasons(await many()).size, 0, "keys that are known are not waited for");
});

test("an ID token of someone else, for someone else, or of another sign-in is rejected", async () => {
  await using there = await startFalseProvider();
  const { providers, provider } = openProviders(there);
  const anonymous = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const seconds = Math.floor(Date.now() / 1000);
  const wrong: readonly Partial<Pick<FalseProvider, "token" | "signer">>[] = [
    { token: { aud: "another-client" } },
    { token: { aud: ["countersign", "another-client"], azp: "another-client" } },
    { token: { nonce: "of-another-sign-in" } },
    { token: { nonce: undefined } },
    { token: { iss: "https://other.example" } },
    { token: { exp: seconds - 120 } },
    { token: { sub: "" } },
    { token: { sub: "x".repeat(256) } },
    { signer: anonymous },
  ];
  for (const change of wrong) {
    Object.assign(there, { token: {}, signer: undefined, ...change });
    await assert.rejects(
      signIn(providers, provider, there),
      isProblem("invalid"),
      JSON.stringify(change),
    );
  }
  Object.assign(there, { token: {}, signer: undefined });
  assert.equal((await signIn(providers, provider, there)).identity.subject, "alice-1");
});

test("that an address is proven counts for the address that it was said of", async () => {
  await using there = await startFalseProvider();
  const { providers, provider } = openProviders(there);
  const email = async () => verifiedEmail((await signIn(providers, provider, there)).claims);
  there.token = { email: "carol@users.example" };
  there.userinfo = { email: "alice@users.example", email_verified: true };
  assert.equal(await email(), undefined);
  there.token = { email_verified: true };
  there.userinfo = { email: "alice@users.example" };
  assert.equal(await email(), undefined);
  there.token = {};
  there.userinfo = { email: "alice@users.example", email_verified: true };
  assert.equal(await email(), "alice@users.example");
});

test("userinfo of someone else is rejected", async () => {
  await using there = await startFalseProvider();
  there.userinfo = { sub: "bob-1", email: "bob@users.example" };
  const { providers, provider } = openProviders(there);
  await assert.rejects(signIn(providers, provider, there), isProblem("invalid"));
});

test("a response with another state, from another provider, or without saying from whom, costs no question", async () => {
  await using there = await startFalseProvider();
  const { providers, provider } = openProviders(there);
  for (const more of [{ state: "x".repeat(43) }, { iss: "https://other.example" }, { iss: "" }]) {
    const attempt = signIn(providers, provider, there, more);
    await assert.rejects(attempt, isProblem("invalid"), JSON.stringify(more));
  }
  assert.equal(there.requests.token, 0);
});

test("a code that someone else asked for, or that was used, is rejected", async () => {
  await using there = await startFalseProvider();
  const { providers, provider } = openProviders(there);
  const begin = () => providers.begin(provider, { redirectUri, again: false });
  const [mine, theirs] = [await begin(), await begin()];
  const url = there.signIn(theirs.location, { state: mine.secrets.state });
  const finish = { url, secrets: mine.secrets, again: false };
  await assert.rejects(providers.finish(provider, finish), isProblem("rejected"));
  const right = { url: there.signIn(mine.location), secrets: mine.secrets, again: false };
  await providers.finish(provider, right);
  await assert.rejects(providers.finish(provider, right), isProblem("rejected"));
});

test("asked again: only where credentials were entered since", async () => {
  await using there = await startFalseProvider();
  const { providers, provider } = openProviders(there);
  const { location } = await providers.begin(provider, { redirectUri, again: true });
  assert.equal(new URL(location).searchParams.get("prompt"), "login");
  assert.equal(new URL(location).searchParams.get("max_age"), "300");
  there.token = { auth_time: Math.floor(Date.now() / 1000) - 3600 };
  await assert.rejects(signIn(providers, provider, there, {}, true), isProblem("invalid"));
  there.token = { auth_time: undefined };
  await assert.rejects(signIn(providers, provider, there, {}, true), isProblem("invalid"));
  there.token = {};
  await signIn(providers, provider, there, {}, true);
});

test("what it says went wrong: the user said no, or something else; its own words go nowhere", async () => {
  await using there = await startFalseProvider();
  const { providers, provider } = openProviders(there);
  for (const [error, problem] of [
    ["access_denied", "canceled"],
    ["server_error", "rejected"],
  ] as const) {
    const { location, secrets } = await providers.begin(provider, {
      redirectUri,
      again: false,
    });
    const url = there.signIn(location, { error, error_description: "alice@users.example" });
    url.searchParams.delete("code");
    const failure = await providers.finish(provider, { url, secrets, again: false }).catch(same);
    assert.ok(failure instanceof ProviderError);
    assert.equal(failure.problem, problem);
    assert.doesNotMatch(`${failure.message} ${failure.reason}`, /alice/);
  }
});

test("signing out there: where the provider has a page for it", async () => {
  await using there = await startFalseProvider();
  const { providers, provider } = openProviders(there);
  assert.equal(await providers.signOutAddress(provider, "https://id.example/sign-in"), undefined);
  there.described = { end_session_endpoint: `${there.issuer}/end` };
  const fresh = openProviders(there);
  const address = await fresh.providers.signOutAddress(fresh.provider, "https://id.example/x");
  const url = new URL(address ?? "");
  assert.equal(url.origin + url.pathname, `${there.issuer}/end`);
  assert.equal(url.searchParams.get("client_id"), "countersign");
  assert.equal(url.searchParams.get("post_logout_redirect_uri"), "https://id.example/x");
});

test("T55 — issuer confusion: a document that speaks for many issuers is not this provider's", async (t) => {
  await using there = await startFalseProvider();
  const issuer = "https://login.microsoftonline.com/common/v2.0";
  // At this host the library would accept such an issuer, and the tokens of every tenant.
  there.described = {
    issuer: "https://login.microsoftonline.com/{tenantid}/v2.0",
    authorization_endpoint: `${issuer}/authorize`,
  };
  atHost(t, issuer, there);
  const { providers, provider } = openProviders(there, Date.now, issuer);
  await assert.rejects(
    providers.begin(provider, { redirectUri, again: false }),
    isProblem("invalid"),
  );
});

test("T55 — keys that would come in plain text check no logout token", async (t) => {
  await using there = await startFalseProvider();
  const issuer = "https://login.example";
  atHost(t, issuer, there);
  const token = () => there.logoutToken({ iss: issuer, sub: "alice-1" });
  for (const [jwks_uri, holds] of [
    [`${there.issuer}/keys`, false],
    ["no address", false],
    [`${issuer}/keys`, true],
  ] as const) {
    there.described = { issuer, jwks_uri };
    const { providers, provider } = openProviders(there, Date.now, issuer);
    const attempt = providers.loggedOut(provider, token());
    if (holds) assert.equal((await attempt).subject, "alice-1");
    else await assert.rejects(attempt, isProblem("invalid"), jwks_uri);
  }
});

test("a new key of the provider is asked for once a clock that was ahead is right again", async () => {
  await using there = await startFalseProvider();
  let now = Date.now();
  const { providers, provider } = openProviders(there, () => now);
  const ended = () => {
    const iat = Math.floor(now / 1000);
    const token = there.logoutToken({ iss: there.issuer, sub: "alice-1", iat, exp: iat + 60 });
    return providers.loggedOut(provider, token);
  };
  assert.equal((await ended()).subject, "alice-1");
  there.keyId = "another";
  await assert.rejects(ended(), isProblem("unreachable"), "asked a moment ago");
  now -= 365 * 24 * 3_600_000;
  assert.equal((await ended()).subject, "alice-1");
});

/** Until the test ends, requests to this URL go to the false provider. */
function atHost(t: TestContext, address: string, { issuer }: FalseProvider): void {
  const own = globalThis.fetch;
  t.mock.method(globalThis, "fetch", (url: string | URL, init?: RequestInit) =>
    own(String(url).replace(address, issuer), init),
  );
}

function openProviders(
  there: FalseProvider,
  clock = Date.now,
  issuer = there.issuer,
  patienceSeconds = 20, // A busy machine is no provider that is silent.
): { readonly providers: IdentityProviders; readonly provider: IdentityProvider } {
  const provider: IdentityProvider = {
    id: "staff",
    name: "Staff",
    issuer,
    clientId: "countersign",
    clientSecret: new Secret("secret"),
    scopes: ["openid", "profile"],
    firstSignIn: "create",
    screenNameClaim: "preferred_username",
    firstAdmin: undefined,
    secondFactor: false,
  };
  const surroundings = { clock, random: randomBytes, patienceSeconds };
  return { provider, providers: openIdentityProviders([provider], surroundings) };
}

async function signIn(
  providers: IdentityProviders,
  provider: IdentityProvider,
  there: FalseProvider,
  more: Readonly<Record<string, string>> = {},
  again = false,
) {
  const { location, secrets } = await providers.begin(provider, { redirectUri, again });
  return providers.finish(provider, { url: there.signIn(location, more), secrets, again });
}

function isProblem(problem: ProviderError["problem"]) {
  return (error: unknown) => {
    assert.ok(error instanceof ProviderError, String(error));
    assert.equal(error.problem, problem, error.reason);
    return true;
  };
}

function same(error: unknown): unknown {
  return error;
}
