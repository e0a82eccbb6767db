import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { Secret } from "../../src/domain/credentials.ts";
import {
  ProviderError,
  verifiedEmail,
} from "../../src/tools/identity-providers/identity-provider.ts";
import { openIdentityProviders } from "../../src/tools/identity-providers/identity-providers.ts";
import { startIdentityProvider } from "../support/identity-provider.ts";
import { Visitor } from "../support/visitor.ts";

/** https://www.npmjs.com/package/oidc-provider, certified by the OpenID Foundation. */

const redirectUri = "http://127.0.0.1:9/sign-in/from/staff";
const users = new Map([
  ["alice-1", { preferred_username: "alice", email: "alice@users.example", email_verified: true }],
  ["bob-1", { preferred_username: "bob", email: "bob@users.example", email_verified: false }],
]);

test("oidc-provider — who signed in there, in whichever browser it was", async () => {
  await using there = await startIdentityProvider(users, () => [redirectUri]);
  const { providers, provider } = openProviders(there);
  const signIn = async (browser: Visitor, user: string, again: boolean) => {
    const { location, secrets } = await providers.begin(provider, { redirectUri, again });
    const url = await answerOf(browser, location, { user });
    return providers.finish(provider, { url, secrets, again });
  };
  const browser = new Visitor(there.issuer);
  const alice = await signIn(browser, "alice-1", false);
  assert.deepEqual(alice.identity, { issuer: there.issuer, subject: "alice-1" });
  assert.equal(alice.claims["preferred_username"], "alice");
  assert.equal(verifiedEmail(alice.claims), "alice@users.example");
  const known = await signIn(browser, "bob-1", false);
  assert.equal(
    known.identity.subject,
    "alice-1",
    "the provider knows the browser, and asks nothing",
  );
  const again = await signIn(browser, "alice-1", true);
  assert.equal(typeof again.claims["auth_time"], "number", "credentials were entered");
  const bob = await signIn(new Visitor(there.issuer), "bob-1", true);
  assert.equal(bob.identity.subject, "bob-1");
  assert.equal(verifiedEmail(bob.claims), undefined);
});

test("oidc-provider — the user says no; a code is good once", async () => {
  await using there = await startIdentityProvider(users, () => [redirectUri]);
  const { providers, provider } = openProviders(there);
  const begin = () => providers.begin(provider, { redirectUri, again: false });
  const problem = (kind: ProviderError["problem"]) => (error: unknown) =>
    error instanceof ProviderError && error.problem === kind;
  const first = await begin();
  const no = await answerOf(new Visitor(there.issuer), first.location, { cancel: "yes" });
  const rejected = providers.finish(provider, { url: no, secrets: first.secrets, again: false });
  await assert.rejects(rejected, problem("canceled"));
  const { location, secrets } = await begin();
  const url = await answerOf(new Visitor(there.issuer), location, { user: "alice-1" });
  await providers.finish(provider, { url, secrets, again: false });
  await assert.rejects(
    providers.finish(provider, { url, secrets, again: false }),
    problem("rejected"),
  );
});

/** Signs in on the provider's pages; returns the address to which the browser is sent with the response. */
async function answerOf(
  browser: Visitor,
  location: string,
  answer: Readonly<Record<string, string>>,
): Promise<URL> {
  let at = location;
  for (let steps = 0; steps < 8; steps++) {
    if (at.startsWith(redirectUri)) return new URL(at);
    const path = new URL(at, location).href;
    const page = at.includes("/interaction/")
      ? await browser.post(path, { ...answer })
      : await browser.get(path);
    at = page.location ?? "";
  }
  throw new Error(`the provider led to ${at}`);
}

function openProviders(there: { issuer: string; clientId: string; clientSecret: string }) {
  const provider = {
    id: "staff",
    name: "Staff",
    issuer: there.issuer,
    clientId: there.clientId,
    clientSecret: new Secret(there.clientSecret),
    scopes: ["openid", "profile", "email"],
    firstSignIn: "create",
    screenNameClaim: "preferred_username",
    firstAdmin: undefined,
    secondFactor: false,
  } as const;
  const providers = openIdentityProviders([provider], { clock: Date.now, random: randomBytes });
  return { provider, providers };
}
