/** HEAD on every operation: it gets what GET would get without the body, and changes nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sessionTouchMs } from "../../src/domain/session.ts";
import { endpoints, internalEndpoints } from "../../src/http/endpoints/index.ts";
import { startFalseProvider } from "../support/false-provider.ts";
import { bearerFor } from "../support/flow.ts";
import { begin, entryOf, ledTo, startIdentityService } from "../support/identities.ts";
import { type LedgerDatabase, ledgerDatabase } from "../support/ledger-database.ts";
import { makeAccessToken, makeAdmin, makeApplication } from "../support/service.ts";
import { signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

/** GET there issues tokens, so HEAD is not served. */
const withoutHead = ["oauth/request_token", "oauth/access_token"];

/** Headers that differ between two equal requests. */
const changing = ["date", "set-cookie", "x-rate-limit-remaining", "x-countersign-request"];
/** Headers of the connection, which `fetch` does not keep after HEAD. */
const ofConnection = ["connection", "keep-alive", "transfer-encoding"];
/** Pages that show something random, whose length is another each time. */
const random = ["account/two-step/set-up", "portal/create"];

type Send = (method: "GET" | "HEAD", path: string) => Promise<Response>;

/** Compares the two answers; returns their status. */
async function alike(
  send: Send,
  path: string,
  differs: readonly string[] = changing,
): Promise<number> {
  const head = await send("HEAD", path);
  assert.equal(await head.text(), "", `${path}: a body`);
  const get = await send("GET", path);
  await get.arrayBuffer();
  assert.equal(head.status, get.status, path);
  const told = ({ headers }: Response) =>
    [...headers].filter(([name]) => ![...ofConnection, ...differs].includes(name));
  assert.deepEqual(told(head), told(get), path);
  assert.equal(head.headers.getSetCookie().length, get.headers.getSetCookie().length, path);
  return head.status;
}

const sendingTo =
  (origin: string, headers: Readonly<Record<string, string>> = {}): Send =>
  (method, path) =>
    fetch(origin + path, { method, headers, redirect: "manual" });

/** Every row of every table. */
async function everything({ rows }: LedgerDatabase): Promise<Map<unknown, readonly object[]>> {
  const tables = await rows("select name from sqlite_master where type = 'table'");
  const all = new Map<unknown, readonly object[]>();
  for (const { name } of tables) all.set(name, await rows(`select * from "${name}"`));
  return all;
}

// interface §1.16
test("HEAD on every path with GET is GET without its body, for an anonymous caller and for an administrator", async () => {
  await using world = await startWorld({ DATABASE_URL: "" });
  const { baseUrl, ledger, application } = world;
  const admin = await makeAdmin(ledger, "root");
  const own = await makeApplication(ledger, admin);
  const visitor = await signedIn(baseUrl, admin);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const files: Readonly<Record<string, string>> = {
    assets: /href="(\/assets\/[^"]+\.css)"/.exec((await visitor.get("/")).html)?.[1] ?? "",
    pictures: `/pictures/${admin.id}.svg`,
    icons: `/icons/${own.id}.png`,
  };
  const met = new Set<number>();
  for (const { name, paths, methods, noHead, produces, caller } of endpoints) {
    for (const pattern of paths) {
      const of = pattern.startsWith("/admin/users") ? admin.id : own.id;
      const folder = pattern.split("/")[1] ?? "";
      const path = pattern.includes(":file") ? (files[folder] ?? "") : pattern.replace(":id", of);
      if (noHead || !methods.includes("GET")) {
        const response = await sendingTo(baseUrl)("HEAD", path);
        assert.equal(response.status, 405, path);
        assert.equal(response.headers.get("allow"), methods.join(", "));
        continue;
      }
      const differs = random.includes(name) ? [...changing, "content-length"] : changing;
      met.add(await alike(sendingTo(baseUrl), path));
      if (caller.scheme !== "browser") continue;
      const status = await alike(sendingTo(baseUrl, { cookie }), path, differs);
      const led = name === "sign-in" || name === "sign-out" || name === "sign-in/code";
      if (produces === "page" && !led && !name.startsWith("oauth/")) assert.ok(status < 500, path);
      met.add(status);
    }
  }
  for (const status of [200, 303, 400, 404]) assert.ok(met.has(status), String(status));
  assert.equal(await alike(sendingTo(baseUrl), "/openapi.json"), 200);
  const gzip = sendingTo(baseUrl, { "accept-encoding": "gzip" });
  assert.equal(await alike(gzip, "/openapi.json"), 200);
  assert.equal(await alike(sendingTo(baseUrl), "/nowhere"), 404);
  assert.deepEqual(
    endpoints.filter(({ noHead }) => noHead).map(({ name }) => name),
    withoutHead,
  );
  assert.ok(application.id);
});

// interface §1.16
test("200 — HEAD with credentials: signed with its own method, and by a bearer token; limits count it", async () => {
  await using world = await startWorld({ RATE_LIMITS: "account/verify_credentials=2" });
  const { baseUrl, application, alice, ledger } = world;
  const token = await makeAccessToken(ledger, application, alice);
  const path = "/1.1/account/verify_credentials.json";
  const first = await world.signed("HEAD", path, { token });
  assert.equal(first.status, 200);
  assert.ok(Number(first.headers.get("content-length")) > 100);
  assert.equal(first.headers.get("x-rate-limit-remaining"), "1");
  assert.equal((await world.signed("HEAD", path, { token })).status, 200);
  assert.equal((await world.signed("HEAD", path, { token })).status, 429);
  const bearer = await bearerFor(baseUrl, application);
  const send = sendingTo(baseUrl, { authorization: `Bearer ${bearer}` });
  assert.equal(await alike(send, "/1.1/application/rate_limit_status.json", [...changing]), 200);
});

// interface §1.17
test("T15 — HEAD on every path, by someone who is signed in, leaves every table as it is", async () => {
  await using world = await startWorld({ DATABASE_URL: "" }, { signIn: true });
  const { baseUrl, ledger, application, alice } = world;
  const admin = await makeAdmin(ledger, "root");
  const own = await makeApplication(ledger, admin, { signIn: true });
  await makeAccessToken(ledger, own, admin);
  const visitor = await signedIn(baseUrl, admin);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const csrf = await visitor.csrf();
  // GET would note this time as that of the last use, and the language as the user's.
  world.clock.now += sessionTouchMs + 1;
  const headers = { cookie, "accept-language": "es" };
  const requested = await world
    .signed("POST", "/oauth/request_token", {
      as: own,
      oauth: { oauth_callback: "https://weather.example/callback" },
    })
    .then(async (response) => new URLSearchParams(await response.text()).get("oauth_token") ?? "");
  // The request log gets the request above within a second, and the sources and traits of its application within a
  // minute.
  await world.service.dependencies.verifiedRequests.write();
  await world.service.dependencies.sources.sourcesOf(application.id, world.clock.now);
  await world.service.dependencies.traitCounter.write();
  await using database = await ledgerDatabase(world.service);
  const before = await everything(database);
  const query = new URLSearchParams({
    oauth_token: requested,
    decision: "allow",
    csrf,
    token: "x".repeat(43),
    confirm: "1",
  });
  for (const { paths } of endpoints) {
    for (const pattern of paths) {
      for (const id of [own.id, application.id, alice.id]) {
        const path = pattern.replace(/:\w+/, id);
        await sendingTo(baseUrl, headers)("HEAD", `${path}?${query}`);
        await sendingTo(baseUrl, headers)("HEAD", path);
        if (path === pattern) break;
      }
    }
  }
  for (const [table, rows] of await everything(database)) {
    assert.deepEqual(rows, before.get(table), String(table));
  }
  // GET at the same address signs in without asking, which shows that HEAD had something to leave alone.
  const asked = await sendingTo(baseUrl, headers)("HEAD", `/oauth/authenticate?${query}`);
  assert.equal(asked.status, 200, "the page that asks");
  const approved = await visitor.get(`/oauth/authenticate?oauth_token=${requested}`);
  assert.match(approved.location ?? "", /oauth_verifier=/);
  const head = await sendingTo(baseUrl, headers)("HEAD", "/admin/audit.jsonl");
  assert.equal(head.headers.get("content-type"), "application/jsonl; charset=utf-8");
});

// interface §1.17
test("HEAD at a provider's redirect URI signs no one in, and the GET that follows does", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const visitor = new Visitor(service.baseUrl);
  const begun = await begin(visitor, await visitor.get("/sign-in"));
  const { pathname, search } = provider.signIn(ledTo(begun));
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const head = await sendingTo(service.baseUrl, { cookie })("HEAD", pathname + search);
  assert.ok(head.status >= 400 && head.status < 500, String(head.status));
  assert.deepEqual(head.headers.getSetCookie(), []);
  assert.equal((await visitor.get(pathname + search)).status, 303);
});

// docs/reference/verification.md
test("the internal address: HEAD where there is GET, and 405 with Allow where there is none", async () => {
  await using world = await startWorld({ INTERNAL_SECRET: "0123456789abcdef" });
  const origin = world.service.internalUrl ?? "";
  const send = sendingTo(origin, { "x-countersign-secret": "0123456789abcdef" });
  for (const { path, methods } of internalEndpoints) {
    if (methods === "any" || path.startsWith("/gateway/")) continue;
    if (!methods.includes("GET")) {
      const response = await send("HEAD", path);
      assert.equal(response.status, 405, path);
      assert.equal(response.headers.get("allow"), "POST");
      continue;
    }
    // The text of the metrics has other numbers each time.
    const differs = path === "/metrics" ? [...changing, "content-length"] : changing;
    assert.equal(await alike(send, path, differs), 200, path);
  }
});
