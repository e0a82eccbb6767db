import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestService } from "../../test/support/service.ts";
import type { UserId } from "../domain/credentials.ts";
import { openNonceStore } from "../storage/sqlite/nonce-store.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import {
  type BegunSignIn,
  begunSignInMs,
  forgetBegunSignIn,
  keepBegunSignIn,
  takeBegunSignIn,
} from "./begun-sign-in.ts";

const signIn: BegunSignIn = {
  secrets: { state: "s".repeat(43), nonce: "n".repeat(43), verifier: "v".repeat(43) },
  continueTo: `/oauth/authorize?oauth_token=${"r".repeat(27)}`,
  again: false,
  linkTo: undefined,
  authenticates: undefined,
};
const { state } = signIn.secrets;

test("the browser that began a sign-in gets it back once, of many at once too", async () => {
  await using service = await startTestService();
  const { dependencies } = service;
  const browser = back(keepBegunSignIn("staff", signIn, dependencies));
  const takes = [1, 2, 3].map(() => take(browser, dependencies));
  const answers = (await Promise.all(takes)).filter((one) => one !== undefined);
  assert.deepEqual(answers, [withoutUndefined(signIn)]);
  assert.equal(await take(browser, dependencies), undefined, "it was used");
});

test("another browser, another provider or another state gets nothing, and uses nothing up", async () => {
  await using service = await startTestService();
  const { dependencies } = service;
  const browser = back(keepBegunSignIn("staff", signIn, dependencies));
  const other = { ...signIn, secrets: { ...signIn.secrets, state: "o".repeat(43) } };
  const anonymous = back(keepBegunSignIn("staff", other, dependencies));
  assert.equal(await take({ headers: {} }, dependencies), undefined);
  assert.equal(await take(anonymous, dependencies), undefined, "a foreign state");
  assert.equal(await take(browser, dependencies, "partners"), undefined, "a mix-up");
  for (const wrong of ["", null, "o".repeat(43)]) {
    const callback = { providerId: "staff", state: wrong };
    assert.equal(await takeBegunSignIn(browser, callback, dependencies), undefined);
  }
  const [cookie = ""] = [browser.headers.cookie];
  // Some bits of the last character have no effect, so another one is changed.
  const altered = cookie.replace(/.(?=.{9}$)/, (one) => (one === "A" ? "B" : "A"));
  assert.equal(await take({ headers: { cookie: altered } }, dependencies), undefined);
  const long = { headers: { cookie: `provider=${"A".repeat(5000)}` } };
  assert.equal(await take(long, dependencies), undefined);
  assert.notEqual(await take(browser, dependencies), undefined);
});

test("it waits for ten minutes, and is remembered as used for as long", async () => {
  let now = 1_700_000_000_000;
  await using service = await startTestService({}, () => now);
  await using nonceStore = openNonceStore(undefined);
  const dependencies = { ...service.dependencies, nonceStore };
  const begin = (name: string) => {
    const secrets = { ...signIn.secrets, state: name.repeat(43) };
    return {
      secrets,
      browser: back(keepBegunSignIn("staff", { ...signIn, secrets }, dependencies)),
    };
  };
  const [early, late, over] = [begin("a"), begin("b"), begin("c")];
  const taken = ({ secrets, browser }: ReturnType<typeof begin>) =>
    takeBegunSignIn(browser, { providerId: "staff", state: secrets.state }, dependencies);
  assert.notEqual(await taken(early), undefined);
  now += begunSignInMs - 1;
  await nonceStore.sweep(now);
  assert.notEqual(await taken(late), undefined);
  assert.equal(await taken(early), undefined, "it was used");
  now += 1;
  assert.equal(await taken(over), undefined);
  assert.equal(begunSignInMs, 600_000);
});

test("the cookie says nothing, and is bound to the host over https", async () => {
  await using service = await startTestService();
  const { dependencies } = service;
  const linking = { ...signIn, linkTo: "7" as UserId };
  const line = keepBegunSignIn("staff", linking, dependencies);
  assert.match(line, /^provider=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  const sealed = /=([\w-]+)/.exec(line)?.[1] ?? "";
  const inside = Buffer.from(sealed, "base64url").toString("latin1");
  for (const part of Object.values(signIn.secrets)) assert.ok(!inside.includes(part));
  const https = { ...dependencies, origins: ["https://id.example"] } as const;
  const secure = keepBegunSignIn("staff", linking, https);
  assert.match(secure, /^__Host-provider=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; /);
  assert.equal((await take(back(secure), https))?.linkTo, "7");
  assert.match(forgetBegunSignIn(https), /^__Host-provider=; Max-Age=0; Path=\/; /);
});

function take(
  browser: ReturnType<typeof back> | { headers: Record<string, string> },
  dependencies: Dependencies,
  providerId = "staff",
) {
  return takeBegunSignIn(browser, { providerId, state }, dependencies);
}

/** Makes the request that a browser sends after it got the Set-Cookie line. */
function back(line: string) {
  return { headers: { cookie: line.split(";", 1)[0] ?? "" } };
}

/** Drops the members that are undefined, as a round trip through JSON does. */
function withoutUndefined({ linkTo: _, authenticates: __, ...rest }: BegunSignIn) {
  return rest;
}
