/** Bodies with a signed hash, at every gateway endpoint and through the gateways that Debian packages. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { type TestContext, test } from "node:test";
import { bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { makeAccessToken } from "../support/service.ts";
import { startWorld, type World } from "../support/world.ts";
import { identity, origin, settings } from "./cases.ts";
import { openClient, signed } from "./client.ts";
import { type ConfiguredGateway, caddy, haproxy, kong, nginx, njs, tyk } from "./configured.ts";
import { bodiless, callGateway, dialects } from "./dialects.ts";
import { type Echo, startApi } from "./gateway.ts";

const target = "/1/things?a=b%20c";
const json = '{"amount": 10, "to": "bob"}';
const changed = json.replace("10", "1000");
const digest = (body: string) => hash("sha256", body, "base64");

async function clientOf(world: World) {
  const { ledger, application, alice } = world;
  const { token, secret } = await makeAccessToken(ledger, application, alice, "write");
  const credentials = { ...application, token, tokenSecret: secret };
  const timestamp = () => String(Math.floor(world.clock.now / 1000));
  return (oauth: Readonly<Record<string, string>> = {}) =>
    signed(credentials, "POST", origin, target, "", { oauth_timestamp: timestamp(), ...oauth });
}

/** Envoy's URL ends in `target=`, so the parameter goes first. */
function requiring(line: string): string {
  return line.includes("?") ? line.replace("?", "?body=hashed&") : `${line}?body=hashed`;
}

for (const [name, described] of Object.entries(dialects)) {
  test(`${name}: a body is compared with its hash, and X-Countersign-Body has the result`, async () => {
    await using world = await startWorld(settings);
    const sign = await clientOf(world);
    const send = async (authorization: string, body: string, change = (line: string) => line) => {
      const { line, lines } = described("POST", target);
      const length = Buffer.byteLength(body);
      const type = ["Content-Type: application/json", `Content-Length: ${length}`];
      const all = [...lines, ...type, `Authorization: ${authorization}`];
      const reply = await callGateway(world, change(line), all, body);
      return reply.status === 200 ? reply.header("x-countersign-body") : reply;
    };
    const own = sign({ oauth_body_hash: digest(json) });
    const wrong = await send(own, changed);
    assert.ok(typeof wrong === "object");
    assert.equal(wrong.status, 401, wrong.text);
    assert.match(wrong.text, /"code":32,.*oauth_body_hash doesn't match the body/);
    assert.equal(await send(own, json), "hashed");
    assert.equal(await send(sign({ oauth_body_hash: digest(json) }), json, requiring), "hashed");
    assert.equal(await send(sign(), json), "unsigned");
    const unsigned = await send(sign(), json, requiring);
    assert.ok(typeof unsigned === "object" && unsigned.status === 401);
    const bearer = `Bearer ${await bearerFor(world.baseUrl, world.application)}`;
    const borne = await send(bearer, json, requiring);
    assert.ok(typeof borne === "object" && borne.status === 401);
    assert.match(String(borne.header("www-authenticate")), /^OAuth realm=/);
    // An empty body proves nothing where the gateway's settings decide whether it sends one.
    const shows = ["njs", "haproxy", "kong", "tyk"].includes(name);
    const empty = await send(sign({ oauth_body_hash: digest("") }), "");
    assert.equal(empty, shows ? "hashed" : "unseen");
    const removed = await send(sign({ oauth_body_hash: digest(json) }), "");
    if (shows) assert.ok(typeof removed === "object" && removed.status === 401);
    else assert.equal(removed, "unseen");
    const unseen = await send(sign({ oauth_body_hash: digest(json) }), "", requiring);
    assert.ok(typeof unseen === "object" && unseen.status === 401);
  });
}

test("njs, haproxy: a call by GET has no body, so its hash is not compared", async () => {
  await using world = await startWorld(settings);
  const sign = await clientOf(world);
  for (const name of ["njs", "haproxy"]) {
    const { lines } = dialects[name]?.("POST", target) ?? { lines: [] };
    const authorization = `Authorization: ${sign({ oauth_body_hash: digest(json) })}`;
    const all = [...lines, "Content-Type: application/json", authorization];
    const reply = await callGateway(world, `GET /gateway/${name}`, all);
    assert.equal(reply.header("x-countersign-body"), "unseen", reply.text);
  }
});

for (const [name, described] of Object.entries(bodiless)) {
  test(`${name}: unseen, an empty body apart; 500 (code 131) — it cannot require a hashed body`, async () => {
    await using world = await startWorld(settings);
    const sign = await clientOf(world);
    const send = (oauth: Readonly<Record<string, string>>, query = "", ...more: string[]) => {
      const { line, lines } = described("POST", target);
      const all = [...lines, "Content-Type: application/json", ...more];
      return callGateway(world, line + query, [...all, `Authorization: ${sign(oauth)}`]);
    };
    const hashed = { oauth_body_hash: digest(json) };
    const length = (text: string) => `X-Countersign-Length: ${text}`;
    assert.equal((await send(hashed, "", length("27"))).header("x-countersign-body"), "unseen");
    assert.equal((await send(hashed)).header("x-countersign-body"), "unseen");
    const none = await send({ oauth_body_hash: digest("") }, "", length("0"));
    assert.equal(none.header("x-countersign-body"), "hashed");
    assert.equal((await send({})).header("x-countersign-body"), "unsigned");
    for (const [oauth, more] of [
      [hashed, [length("0")]],
      [{ oauth_body_hash: "not-a-hash" }, []],
    ] as const) {
      const rejected = await send(oauth, "", ...more);
      assert.deepEqual([rejected.status, rejected.header("x-countersign-body")], [401, undefined]);
    }
    const required = await send(hashed, "?body=hashed");
    const carried = required.header("x-countersign-error");
    const text = carried ? Buffer.from(carried, "base64url").toString() : required.text;
    assert.match(text, /"code\\?":131/);
  });
}

const types = { "content-type": "application/json" };

/** The gateway in front of an API, with a function that sends a signed request through it. */
async function running(t: TestContext, setup: ConfiguredGateway, requires = "") {
  const world = await startWorld(settings, { access: "write" });
  t.after(() => world[Symbol.asyncDispose]());
  const { ledger, application, alice } = world;
  const { token, secret } = await makeAccessToken(ledger, application, alice, "write");
  const credentials = { ...application, token, tokenSecret: secret };
  const api = await startApi();
  t.after(() => api[Symbol.asyncDispose]());
  const port = await freePort();
  const countersign = new URL(world.service.internalUrl ?? "").host;
  const gateway = await setup.start({ port, countersign, api: api.address, requires }, undefined);
  t.after(() => gateway[Symbol.asyncDispose]());
  const client = openClient(port);
  t.after(() => client[Symbol.dispose]());
  return {
    api,
    bearer: `Bearer ${await bearerFor(world.baseUrl, application)}`,
    sign: (method: string, text: string | undefined, form = "") =>
      signed(
        credentials,
        method,
        origin,
        target,
        form,
        text === undefined ? {} : { oauth_body_hash: digest(text) },
      ),
    async send(
      method: string,
      authorization: string,
      body: string,
      more: { headers?: Record<string, string>; path?: string } = {},
    ) {
      const length = { "content-length": String(Buffer.byteLength(body)) };
      const headers = { authorization, ...types, ...length, ...more.headers };
      const chunked = "transfer-encoding" in headers;
      const { "content-length": _, ...withoutLength } = headers;
      const sent = chunked || (method === "GET" && body === "") ? withoutLength : headers;
      const response = await client.send(method, more.path ?? target, { headers: sent, body });
      if (response.status !== 200) return `${response.status} ${response.body}`;
      const echo: Echo = JSON.parse(response.body);
      assert.equal(Buffer.from(echo.body, "latin1").toString(), body, gateway.output().slice(-500));
      return identity(echo)["body"];
    },
  };
}

const mismatch = /^401 .*"code":32,.*oauth_body_hash doesn't match the body/;

for (const [name, setup] of [
  ["nginx with njs", njs],
  ["HAProxy", haproxy],
  ["Kong's plugin", kong],
  ["Tyk's plugin", tyk],
] as const) {
  test(`${name}: a body with a hash, through the gateway`, { skip: setup.skip }, async (t) => {
    const { api, sign, send, bearer } = await running(t, setup);
    for (const text of [json, "", "x".repeat(60_000), "é & ü\0\r\n", "a=b&oauth_body_hash=x"]) {
      assert.equal(await send("PUT", sign("PUT", text), text), "hashed", text.slice(0, 30));
    }
    const large = "x".repeat(200_000);
    const ofLarge = String(await send("PUT", sign("PUT", large), large));
    assert.match(ofLarge, setup !== haproxy ? /^hashed$/ : /^413 /);
    assert.equal(await send("GET", sign("GET", ""), ""), "hashed");
    assert.equal(await send("DELETE", sign("DELETE", json), json), "hashed");
    const before = api.calls();
    const own = sign("PUT", json);
    for (const text of [changed, "", `${json} `])
      assert.match(String(await send("PUT", own, text)), mismatch);
    const encoded = sign("PUT", json).replace("oauth_body_hash", "o%61uth%5Fbody_hash");
    assert.match(String(await send("PUT", encoded, changed)), mismatch);
    const value = /oauth_body_hash="[^"]*", /;
    const query = `&oauth%5fbody_hash=${encodeURIComponent(digest(json))}`;
    const inQuery = sign("PUT", json).replace(value, "");
    const path = target + query;
    assert.match(String(await send("PUT", inQuery, changed, { path })), mismatch);
    const long = "x".repeat(300_000);
    assert.match(String(await send("PUT", sign("PUT", long), long)), /^413 /);
    assert.equal(api.calls(), before);
    assert.equal(await send("PUT", own, json), "hashed");
    assert.equal(await send("PUT", encoded, json), "hashed");
    assert.equal(await send("PUT", inQuery, json, { path }), "hashed");
    assert.equal(await send("PUT", sign("PUT", undefined), long), "unsigned");
    assert.equal(await send("PUT", bearer, long), "unsigned");
    const chunked = { headers: { "transfer-encoding": "chunked" } };
    const inChunks = String(await send("PUT", sign("PUT", json), json, chunked));
    assert.equal(inChunks, "hashed");
    const wrong = String(await send("PUT", sign("PUT", json), changed, chunked));
    assert.match(wrong, mismatch);
    const longInChunks = await send("PUT", bearer, long, chunked);
    assert.match(String(longInChunks), setup !== haproxy ? /^unsigned$/ : /^411 /);
  });

  test(`${name}: body=hashed, through the gateway`, { skip: setup.skip }, async (t) => {
    const { api, sign, send, bearer } = await running(t, setup, "body=hashed");
    const before = api.calls();
    assert.match(String(await send("PUT", sign("PUT", undefined), json)), /^401 .*"code":32/);
    assert.match(String(await send("PUT", bearer, json)), /^401 .*"code":32/);
    assert.match(String(await send("PUT", sign("PUT", json), changed)), mismatch);
    assert.equal(api.calls(), before);
    assert.equal(await send("PUT", sign("PUT", json), json), "hashed");
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    assert.equal(await send("POST", sign("POST", undefined, "a=b"), "a=b", { headers }), "signed");
  });
}

for (const [name, setup] of [
  ["nginx", nginx],
  ["Caddy", caddy],
] as const) {
  test(`${name}: unseen, through the gateway; 500 (code 131) with body=hashed`, {
    skip: setup.skip,
  }, async (t) => {
    const { sign, send } = await running(t, setup);
    assert.equal(await send("PUT", sign("PUT", json), json), "unseen");
    assert.equal(await send("PUT", sign("PUT", json), changed), "unseen");
    assert.equal(await send("PUT", sign("PUT", ""), ""), "hashed");
    assert.match(String(await send("PUT", sign("PUT", json), "")), mismatch);
    assert.equal(await send("PUT", sign("PUT", undefined), json), "unsigned");
    const strict = await running(t, setup, "body=hashed");
    const required = await strict.send("PUT", strict.sign("PUT", json), json);
    assert.match(String(required), /^500 .*"code":131/);
    assert.equal(strict.api.calls(), 0);
  });
}
