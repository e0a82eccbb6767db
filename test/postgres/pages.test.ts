/** Two services on one PostgreSQL, and forms that reach both at the same moment. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { freshDatabase } from "../support/postgres.ts";
import { makeAdmin, makeUser, startTestService, type TestUser } from "../support/service.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { decoded, type Shown, signedIn, Visitor } from "../support/visitor.ts";

async function twoNodes() {
  await using resources = new AsyncDisposableStack();
  const database = resources.use(await freshDatabase());
  const shared = {
    DATABASE_URL: database.url,
    DATABASE_TIMEOUT: "20000",
    KEYS: `k1:${randomBytes(32).toString("base64")}`,
  };
  const nodes = await Promise.all([1, 2].map(() => startTestService(shared)));
  for (const one of nodes) resources.use(one);
  const [here, there] = nodes;
  assert.ok(here && there);
  const owned = resources.move();
  return {
    baseUrls: [here.baseUrl, there.baseUrl, here.baseUrl, there.baseUrl],
    here,
    ledger: here.dependencies.ledger,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test("a link to a new password, an invitation and a code are used once, whichever nodes are asked", async () => {
  await using nodes = await twoNodes();
  const { here, ledger, baseUrls } = nodes;
  const admin = await signedIn(here.baseUrl, await makeAdmin(ledger, "carol"));
  const bob = await makeUser(ledger, "bob");
  const app = await setUpTwoStep(await signedIn(here.baseUrl, bob), Date.now());
  const waiting = await Promise.all(baseUrls.map((baseUrl) => beginSignIn(baseUrl, bob)));
  const [code = ""] = app.recoveryCodes;
  const answers = waiting.map(({ visitor, page }) => visitor.submit(page, { code }));
  assert.deepEqual(await statusesOf(answers), [303, 422, 422, 422]);

  const making = await admin.creation("/admin/invitations");
  const invited = await admin.send("/admin/invitations", { change: "create", ...making });
  const accounts = baseUrls.map(async (baseUrl, at) => {
    const visitor = new Visitor(baseUrl);
    const fields = { screen_name: `erin_${at}`, new_password: "a long one 4711" };
    return visitor.submit(await visitor.get(linkOn(invited)), fields);
  });
  assert.deepEqual(await statusesOf(accounts), [303, 403, 403, 403]);

  const path = `/admin/users/${bob.id}`;
  const form = { change: "create-reset-link", ...(await admin.creation(path)) };
  const link = linkOn(await admin.send(path, form));
  const passwords = baseUrls.map(async (baseUrl, at) => {
    const visitor = new Visitor(baseUrl);
    return visitor.submit(await visitor.get(link), { new_password: `a long one 4711 ${at}` });
  });
  assert.deepEqual(await statusesOf(passwords), [303, 404, 404, 404]);
});

async function beginSignIn(baseUrl: string, { screenName: username, password }: TestUser) {
  const visitor = new Visitor(baseUrl);
  const begun = await visitor.submit(await visitor.get("/sign-in"), { username, password });
  return { visitor, page: await visitor.get(begun.location ?? "") };
}

/** Sorted, because any of them may be first. */
async function statusesOf(answers: readonly Promise<Shown>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ status }) => status).sort((a, b) => a - b);
}

/** Its path and query. */
function linkOn({ html }: Shown): string {
  const [, link = ""] = /<code data-copy[^>]*>http:\/\/[^/]+([^<]*)</.exec(decoded(html)) ?? [];
  assert.notEqual(link, "");
  return link;
}
