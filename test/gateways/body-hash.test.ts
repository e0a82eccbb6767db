/** Bodies with a signed hash, at every gateway endpoint and through the gateways that Debian packages. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { bearerFor } from "../support/flow.ts";
import { makeAccessToken } from "../support/service.ts";
import { startWorld, type World } from "../support/world.ts";
import { origin, settings } from "./cases.ts";
import { signed } from "./client.ts";
import { bodiless, callGateway, dialects } from "./dialects.ts";

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
    assert.match(wrong.text, /"code":32,.*oauth_body_hash is not the hash of the body/);
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
    const shows = name === "njs" || name === "haproxy";
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
