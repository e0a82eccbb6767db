/** The middleware of every framework, with real requests, in front of a small API and with a real service. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import express from "express";
import { Hono } from "hono";
import { sendText } from "../../../test/support/raw-http.ts";
import { makeAccessToken, type TestToken } from "../../../test/support/service.ts";
import { startWorld, type World } from "../../../test/support/world.ts";
import { api as origin, settings, signedVerification } from "../../../test/verification/asking.ts";
import { createDecide } from "../src/decide.ts";
import { countersign, keepBody } from "../src/express.ts";
import { countersign as forHono } from "../src/hono.ts";
import { answer, apis, listen, listenTo } from "./apis.ts";

const quiet = () => {};
const longForm = [["a", "x".repeat(70_000)]] as const;

for (const [name, startApi] of Object.entries(apis)) {
  const started = async (world: World, more = {}) =>
    startApi({
      url: String(world.service.internalUrl),
      secret: settings.INTERNAL_SECRET,
      origin,
      onFailure: quiet,
      ...more,
    });

  test(`${name}: 200 — a signed request: the caller, the limit, and a target as the client sent it`, async () => {
    await using world = await startWorld(settings);
    await using api = await started(world);
    const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
    const response = await send(
      api.url,
      world,
      "GET",
      "/1/things/a%2Fb?q=a%20b&q=&%C3%A9=%2f",
      token,
    );
    assert.equal(response.status, 200);
    assert.deepEqual(((await response.json()) as { caller: unknown }).caller, {
      context: "user",
      userId: world.alice.id,
      screenName: "alice",
      appId: world.application.id,
      consumerKey: world.application.consumerKey,
      access: "read",
      body: "unsigned",
    });
    assert.equal(response.headers.get("x-rate-limit-remaining"), "2");
  });

  test(`${name}: 200 — a form is verified as it was sent, and parsed afterwards`, async () => {
    await using world = await startWorld(settings);
    await using api = await started(world);
    const token = await makeAccessToken(world.ledger, world.application, world.alice, "write");
    for (const value of ["b c", "é/%+&=", "x".repeat(60_000)]) {
      const form = [
        ["a", value],
        ["empty", ""],
      ] as const;
      const response = await send(api.url, world, "POST", "/1/things", token, { form });
      assert.equal(response.status, 200);
      assert.equal(((await response.json()) as { a: string }).a, value);
    }
    const empty = await send(api.url, world, "POST", "/1/things", token, { form: [] });
    assert.equal(empty.status, 200);
    const json = await send(api.url, world, "POST", "/1/things", token, {
      headers: { "content-type": "application/json" },
      body: '{"a":"of json"}',
    });
    assert.equal(((await json.json()) as { a: string }).a, "of json");
  });

  test(`${name}: 401 (code 32) — T60, T66: another form, target, method or Host than was signed`, async () => {
    await using world = await startWorld(settings);
    await using api = await started(world);
    const token = await makeAccessToken(world.ledger, world.application, world.alice, "write");
    const post = signedVerification(world, "POST", "/1/things", { token, form: [["a", "b"]] });
    const headers = { authorization: post.authorization, "content-type": post.content_type ?? "" };
    const other = await fetch(`${api.url}/1/things`, { method: "POST", headers, body: "a=c" });
    assert.equal(other.status, 401);
    const get = signedVerification(world, "GET", "/1/things/1", { token }).authorization;
    for (const target of ["/1/things/2", "/1/things/1?x", "/1//things/1", "/1/things/./1"]) {
      const answered = await raw(
        api.url,
        `GET ${target} HTTP/1.1\r\nHost: api.example.com\r\nAuthorization: ${get}\r\n`,
      );
      assert.match(answered, /^HTTP\/1.1 (401|404) /, target);
      assert.doesNotMatch(answered, /alice/);
    }
    const local = signedVerification(world, "GET", "/1/things/1", { token, origin: api.url });
    const byHost = await fetch(`${api.url}/1/things/1`, { headers: local });
    assert.equal(byHost.status, 401, "the origin is configured, and not what Host says");
  });

  test(`${name}: 400 (code 215) — T60: a form beside what was signed, under a type that only the framework reads, or under two`, async () => {
    await using world = await startWorld(settings);
    await using api = await started(world);
    const token = await makeAccessToken(world.ledger, world.application, world.alice, "write");
    const form = "Content-Type: application/x-www-form-urlencoded";
    for (const types of [`${form}\xa0`, `Content-Type: text/plain\r\n${form}`]) {
      const { authorization } = signedVerification(world, "POST", "/1/things", { token });
      const head = `POST /1/things HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n`;
      const text = `${head}${types}\r\nContent-Length: 3\r\nConnection: close\r\n\r\na=b`;
      assert.match(await sendText(api.url, text), /^HTTP\/1.1 400 .*"code":215/s, types);
    }
  });

  test(`${name}: the rejection of the service, byte for byte: 401 (code 89), 403 (code 220), 403 (code 261), 429 (code 88)`, async () => {
    await using world = await startWorld({ ...settings, API_ORIGINS: "" });
    await using api = await started(world, { origin: world.baseUrl });
    const options = { origin: world.baseUrl };
    const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
    const bad = { token: `${token.token}x`, secret: token.secret } as TestToken;
    const path = "/1.1/account/verify_credentials.json";
    const publicly = await send(world.baseUrl, world, "GET", path, bad, options);
    const here = await send(api.url, world, "GET", "/1/own", bad, options);
    assert.equal(here.status, 401);
    assert.equal(here.headers.get("www-authenticate"), publicly.headers.get("www-authenticate"));
    assert.equal(here.headers.get("content-type"), publicly.headers.get("content-type"));
    assert.equal(await here.text(), await publicly.text());

    const bearer = { headers: { authorization: `Bearer ${await bearerOf(world)}` } };
    assert.equal((await fetch(`${api.url}/1/own`, bearer)).status, 403);
    assert.equal((await fetch(`${api.url}/1/things/1`, bearer)).status, 200);

    const write = await send(api.url, world, "POST", "/1/things", token, options);
    assert.match(await write.text(), /"code":261/);
    for (let call = 0; call < 3; call += 1) {
      assert.equal((await send(api.url, world, "GET", "/1/things/1", token, options)).status, 200);
    }
    const over = await send(api.url, world, "GET", "/1/things/1", token, options);
    assert.deepEqual([over.status, over.headers.get("x-rate-limit-remaining")], [429, "0"]);
    assert.ok(Number(over.headers.get("retry-after")) > 0);
  });

  test(`${name}: 401 — a token that is revoked is rejected with the next request; a replay too`, async () => {
    await using world = await startWorld(settings);
    await using api = await started(world);
    const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
    const { authorization } = signedVerification(world, "GET", "/1/own", { token });
    const statuses = [];
    for (let time = 0; time < 2; time += 1) {
      statuses.push((await fetch(`${api.url}/1/own`, { headers: { authorization } })).status);
    }
    assert.deepEqual(statuses, [200, 401], "T02");
    const path = "/1.1/oauth/invalidate_token";
    assert.equal((await world.signed("POST", path, { token })).status, 200);
    const after = await send(api.url, world, "GET", "/1/own", token);
    assert.match(await after.text(), /"code":89/);
  });

  test(`${name}: 400, 413 (code 215) — two Authorization headers; a form that is too large`, async () => {
    await using world = await startWorld(settings);
    await using api = await started(world);
    const token = await makeAccessToken(world.ledger, world.application, world.alice, "write");
    const { authorization } = signedVerification(world, "GET", "/1/own", { token });
    const twice = `Authorization: ${authorization}\r\nAuthorization: Bearer x\r\n`;
    assert.match(
      await raw(api.url, `GET /1/own HTTP/1.1\r\nHost: x\r\n${twice}`),
      /^HTTP\/1.1 400 .*"code":215/s,
    );
    const long = await send(api.url, world, "POST", "/1/things", token, { form: longForm });
    assert.equal(long.status, 413);
  });

  test(`${name}: 503 — T09: no decision, no service: stopped, wrong secret, wrong origin, too slow, not Countersign`, async () => {
    await using world = await startWorld(settings);
    const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
    await using silent = await listen(() => {});
    await using other = await listen((_request, response) => response.end('{"valid":true}'));
    for (const [options, says] of [
      [{ url: "http://127.0.0.1:1" }, /ECONNREFUSED/],
      [{ secret: "not-the-secret-of-it" }, /X-Countersign-Secret is missing or wrong/],
      [{ origin: "https://other.example.com" }, /COUNTERSIGN_API_ORIGINS/],
      [{ url: silent.url, deadlineMs: 50 }, /no response within 50 ms/],
      [{ url: other.url }, /has no decision_id/],
    ] as const) {
      const said: string[] = [];
      const onFailure = (error: Error) => said.push(error.message);
      await using api = await started(world, { ...options, onFailure });
      const response = await send(api.url, world, "GET", "/1/own", token);
      assert.equal(response.status, 503);
      assert.equal(response.headers.get("retry-after"), "5");
      assert.match(await response.text(), /"code":130/);
      assert.match(said.join("\n"), says);
    }
  });

  test(`${name}: a route without protection has no caller`, async () => {
    await using world = await startWorld(settings);
    await using api = await started(world);
    assert.deepEqual(await (await fetch(`${api.url}/open`)).json(), { caller: "nobody" });
  });

  test(`${name}: an origin that is no origin stops the start`, async () => {
    await using world = await startWorld(settings);
    for (const wrong of [
      { origin: "api.example.com" },
      { origin: "https://api.example.com/v1" },
      { url: "9090" },
    ]) {
      await assert.rejects(
        started(world, wrong),
        /must be (where clients call|the internal address)/,
      );
    }
  });
}

test("express: 500 — a parser that has read the form: the first request says what to change", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "write");
  const url = String(world.service.internalUrl);
  const protect = countersign({ url, secret: settings.INTERNAL_SECRET, origin });
  const form = [["a", "b c"]] as const;
  const errors: string[] = [];
  const wrong = express();
  wrong.use(express.urlencoded({ extended: true }));
  wrong.post("/1/things", protect(), answer);
  // biome-ignore lint/suspicious/noExplicitAny: express has no types here
  wrong.use((error: Error, _request: any, response: any, _next: unknown) => {
    errors.push(error.message);
    response.status(500).end();
  });
  await using first = await listen(wrong);
  assert.equal((await send(first.url, world, "POST", "/1/things", token, { form })).status, 500);
  assert.match(errors[0] ?? "", /before the parser, or .*verify: keepBody/);

  const right = express();
  right.use(express.urlencoded({ extended: true, verify: keepBody }));
  right.post("/1/things", protect(), answer);
  await using second = await listen(right);
  const response = await send(second.url, world, "POST", "/1/things", token, { form });
  assert.equal(((await response.json()) as { a: string }).a, "b c");
  const long = await send(second.url, world, "POST", "/1/things", token, { form: longForm });
  assert.equal(long.status, 413, "the parser's bound is 100 KB");
});

test("hono: 500 — something that has read the form: the first request says what to change", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "write");
  const url = String(world.service.internalUrl);
  const protect = forHono({ url, secret: settings.INTERNAL_SECRET, origin });
  const errors: string[] = [];
  const app = new Hono();
  app.use("/parsed", async (c, next) => {
    await c.req.formData();
    await next();
  });
  app.use("/text", async (c, next) => {
    await c.req.text();
    await next();
  });
  app.post("/:how", protect(), async (c) => c.json({ a: (await c.req.parseBody())["a"] }));
  app.onError((error, c) => {
    errors.push(error.message);
    return c.text("", 500);
  });
  await using api = await listenTo(app);
  const form = [["a", "b c"]] as const;
  assert.equal((await send(api.url, world, "POST", "/parsed", token, { form })).status, 500);
  assert.match(errors[0] ?? "", /Put the countersign middleware first/);
  const response = await send(api.url, world, "POST", "/text", token, { form });
  assert.equal(((await response.json()) as { a: string }).a, "b c");
  assert.equal(
    (await send(api.url, world, "POST", "/text", token, { form: longForm })).status,
    413,
  );
});

test("a rule that is misspelt stops the start instead of protecting nothing", () => {
  const protect = countersign({ url: "http://127.0.0.1:1", origin });
  for (const rules of [
    { require: { context: "user" } },
    { requires: { acess: "write" } },
    { requires: { access: "admin" } },
    { requires: { context: "users" } },
  ]) {
    assert.throws(() => protect(rules as never), TypeError);
  }
});

test("400 (code 215) — a target that is not a path and a query as sent: no call is made, and no failure is reported", async () => {
  const decide = createDecide({
    url: "http://127.0.0.1:9",
    origin,
    onFailure: () => assert.fail(),
  });
  const request = { method: "GET", rawHeaders: [], address: undefined };
  for (const target of [
    "",
    "*",
    "things",
    "ftp://x/",
    "/a#b",
    "/a?b#c",
    "/a b",
    "/a\tb",
    "/a\0",
    "/a\x7f",
    "/é€",
  ]) {
    const decision = await decide({ ...request, target }, {}, () => assert.fail());
    assert.equal(decision.valid, false, target);
    assert.equal(decision.response.status, 400, target);
    assert.match(decision.response.body, /"code":215,"message":"Bad Authentication data"/);
  }
});

function send(
  url: string,
  world: World,
  method: string,
  target: string,
  token: TestToken,
  more: {
    form?: readonly (readonly [string, string])[];
    origin?: string;
    headers?: Record<string, string>;
    body?: string;
  } = {},
): Promise<Response> {
  const { form, origin: at = origin, headers, body } = more;
  const request = signedVerification(world, method, target, {
    token,
    ...(form && { form }),
    origin: at,
  });
  const sent = body ?? request.body;
  return fetch(url + target, {
    method,
    headers: {
      authorization: request.authorization,
      ...(request.content_type !== undefined && { "content-type": request.content_type }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  });
}

/** Sends a request unchanged that a client library would correct. */
function raw(url: string, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => {
      socket.write(`${head}Connection: close\r\n\r\n`);
    });
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(text));
  });
}

async function bearerOf({ application, baseUrl }: World): Promise<string> {
  const basic = btoa(`${application.consumerKey}:${application.consumerSecret}`);
  const response = await fetch(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
