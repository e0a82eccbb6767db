import assert from "node:assert/strict";
import { test } from "node:test";
import { entryOf, startIdentityService } from "../../test/support/identities.ts";
import { openNonceStore } from "../storage/sqlite/nonce-store.ts";
import type { Claims } from "../tools/identity-providers/identity-provider.ts";
import {
  forgetVerifiedIdentity,
  keepVerifiedIdentity,
  spendVerifiedIdentity,
  verifiedIdentityOf,
} from "./verified-identity.ts";
import { forgetWaitingSignIn } from "./waiting-sign-in.ts";

test("it waits for ten minutes, and no longer where the clock was ahead", async () => {
  const issuer = "https://id.example";
  await using service = await startIdentityService([entryOf({ issuer })]);
  const { dependencies } = service;
  const provider = dependencies.identityProviders.provider("staff") ?? assert.fail();
  const now = 1_700_000_000_000;
  const minute = 60_000;
  const verified = {
    ...{ identity: { issuer, subject: "a" }, claims: {}, enteredAt: undefined, again: true },
    ...{ sid: undefined, authenticatedAt: now, continueTo: "/account", linkTo: undefined },
  };
  const line = keepVerifiedIdentity(provider, verified, { ...dependencies, clock: () => now });
  const browser = { headers: { cookie: line.slice(0, line.indexOf(";")) } };
  const waits = async (at: number) =>
    (await verifiedIdentityOf(browser, { ...dependencies, clock: () => at })) !== undefined;
  for (const [minutes, expected] of [
    [0, true],
    [10, false],
    [-10, true],
    [-11, false],
  ] as const) {
    assert.equal(await waits(now + minutes * minute), expected, String(minutes));
  }
  assert.equal(await waits(now + 10 * minute - 1), true);
});

const issuer = "https://id.example";
const identity = { issuer, subject: "a" };
const began = 1_700_000_000_000;

async function proving(more: object = {}) {
  const service = await startIdentityService([entryOf({ issuer }, more)]);
  const store = openNonceStore(undefined);
  let now = began;
  const clock = () => now;
  const dependencies = { ...service.dependencies, nonceStore: store, clock };
  const provider = dependencies.identityProviders.provider("staff") ?? assert.fail();
  const keep = (claims: Claims, continueTo = "/account") => {
    const line = keepVerifiedIdentity(
      provider,
      {
        ...{ identity, claims, continueTo, enteredAt: undefined, again: true },
        ...{ sid: undefined, authenticatedAt: now, linkTo: undefined },
      },
      dependencies,
    );
    return line.slice(0, line.indexOf(";"));
  };
  const read = (cookie: string) => verifiedIdentityOf({ headers: { cookie } }, dependencies);
  return {
    ...{ store, dependencies, keep, read },
    kept: async (claims: Claims, continueTo?: string) =>
      (await read(keep(claims, continueTo)))?.verified ?? assert.fail(),
    wait: (ms: number) => {
      now += ms;
    },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

test("it is used once, and is known as used for as long as it would wait", async () => {
  await using here = await proving();
  const cookie = here.keep({});
  const { verified } = (await here.read(cookie)) ?? assert.fail();
  assert.equal(await spendVerifiedIdentity(verified, here.dependencies), true);
  assert.equal(await here.read(cookie), undefined);
  here.wait(10 * 60_000 - 1);
  await here.store.sweep(here.dependencies.clock());
  assert.equal(await spendVerifiedIdentity(verified, here.dependencies), false);
});

test("of the claims it has those that are looked at later, and no more of each than a column takes", async () => {
  await using here = await proving({ screen_name_claim: "nick" });
  const long = "x".repeat(300);
  const claims = { nick: long, name: "Alice", email: "a@x.example", groups: ["a"], sub: "a" };
  const unverified = await here.kept(claims);
  assert.deepEqual(unverified.claims, { nick: "x".repeat(254), name: "Alice" });
  const keptIdentity = await here.kept({ ...claims, nick: 7, email_verified: true });
  assert.deepEqual(keptIdentity.claims, {
    name: "Alice",
    email: "a@x.example",
    email_verified: true,
  });
  assert.equal((await here.kept(Object.create(claims))).claims["nick"], undefined);
});

test("a user recognizes it by their name there, an address or the subject", async () => {
  await using here = await proving();
  const all = { preferred_username: "al", email: "a@x.example", name: "Alice" };
  for (const [claims, who] of [
    [all, "al"],
    [{ ...all, preferred_username: "" }, "a@x.example"],
    [{ name: "Alice", email: 7 }, "Alice"],
    [{}, "a"],
  ] as const) {
    assert.equal((await here.kept(claims)).who, who);
  }
});

test("the cookie is bound to the host over https", async () => {
  await using here = await proving();
  const https = { ...here.dependencies, origins: ["https://id.example"] } as const;
  assert.match(forgetVerifiedIdentity(https), /^__Host-identity=; Max-Age=0; /);
  assert.match(forgetVerifiedIdentity(here.dependencies), /^identity=; Max-Age=0; /);
  assert.match(forgetWaitingSignIn(https), /^__Host-sign-in=; Max-Age=0; /);
  assert.match(forgetWaitingSignIn(here.dependencies), /^sign-in=; Max-Age=0; /);
});

test("a page whose address does not fit into a cookie is left for the account's own", async () => {
  await using here = await proving();
  const page = (length: number) => `/${"x".repeat(length - 1)}`;
  assert.equal((await here.kept({}, page(500))).continueTo, page(500));
  assert.equal((await here.kept({}, page(501))).continueTo, "/account");
});

test("a cookie that no one sealed says nothing", async () => {
  await using here = await proving();
  const cookie = here.keep({});
  for (const other of [
    "identity=",
    "identity=AAAA",
    `${cookie}=`,
    cookie.replace("=", "=!"),
    `${cookie}AAAA`,
    "x=1",
  ]) {
    assert.equal(await here.read(other), undefined, other);
  }
  const { dependencies } = here;
  const identityProviders = { ...dependencies.identityProviders, provider: () => undefined };
  const without = { ...dependencies, identityProviders };
  assert.equal(await verifiedIdentityOf({ headers: { cookie } }, without), undefined);
  assert.notEqual(await here.read(cookie), undefined);
});
