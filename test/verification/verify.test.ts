import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { mintConsumerSecret } from "../../src/domain/credentials.ts";
import { bearerFor } from "../support/flow.ts";
import { sendText } from "../support/raw-http.ts";
import { makeAccessToken, makeApplication } from "../support/service.ts";
import type { Pairs } from "../support/signing.ts";
import { startWorld, type World } from "../support/world.ts";
import { api, ask, settings, signedVerification } from "./asking.ts";

test("200 valid — a signed request: who, with which access, and how the limit stands", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
  const verificationRequest = signedVerification(world, "GET", "/1/things?a=b%20c&a=&%C3%A9=%2F", {
    token,
  });
  const { status, json } = await ask(world, "/verify", {
    ...verificationRequest,
    limit: "timeline",
  });
  assert.equal(status, 200);
  assert.deepEqual(json.caller, {
    context: "user",
    user_id: world.alice.id,
    screen_name: "alice",
    app_id: world.application.id,
    consumer_key: world.application.consumerKey,
    access: "read",
  });
  assert.equal(json.valid, true);
  assert.deepEqual({ ...json.rate_limit, reset: 0 }, { limit: 3, remaining: 2, reset: 0 });
  assert.match(json.decision_id, /^[\w.-]+$/);
});

test("200 valid — a bearer token: the application, and no user", async () => {
  await using world = await startWorld(settings);
  const bearer = await bearerOf(world);
  const verificationRequest = {
    method: "GET",
    origin: api,
    target: "/1/search",
    authorization: `Bearer ${bearer}`,
  };
  const { json } = await ask(world, "/verify", { ...verificationRequest, limit: "search" });
  assert.deepEqual(json.caller, {
    context: "application",
    app_id: world.application.id,
    consumer_key: world.application.consumerKey,
    access: "read",
  });
  assert.equal(json.rate_limit.remaining, 1);
});

test("200 invalid (code 261) — a read-only token asks to write; spent no nonce, so the same request may read", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
  const verificationRequest = signedVerification(world, "POST", "/1/things", {
    token,
    form: [["a", "b c"]],
  });
  const rejected = await ask(world, "/verify", verificationRequest);
  assert.deepEqual(
    [rejected.json.valid, rejected.json.code, rejected.json.cause],
    [false, 261, "access"],
  );
  assert.equal(rejected.json.response.status, 403);
  const read = await ask(world, "/verify", {
    ...verificationRequest,
    requires: { access: "read" },
  });
  assert.equal(read.json.valid, true);
});

test("200 invalid (code 215) — no credentials: 401 with a challenge for each scheme that the context accepts, one by one and in a batch", async () => {
  await using world = await startWorld(settings);
  const oauth = `OAuth realm="${world.baseUrl}"`;
  const bearer = `Bearer realm="${world.baseUrl}"`;
  const described = { method: "GET", origin: api, target: "/1/things?a=b" };
  for (const [context, challenge] of [
    [undefined, `${oauth}, ${bearer}`],
    ["any", `${oauth}, ${bearer}`],
    ["user", oauth],
    ["application", `${oauth}, ${bearer}`],
  ]) {
    const request = { ...described, ...(context && { requires: { context } }) };
    const alone = (await ask(world, "/verify", request)).json;
    const batch = (await ask(world, "/verify/batch", { requests: [request] })).json;
    for (const { valid, code, cause, response } of [alone, ...batch.decisions]) {
      assert.deepEqual([valid, code, cause], [false, 215, "no-credentials"]);
      assert.deepEqual([response.status, response.headers["www-authenticate"]], [401, challenge]);
    }
  }
  const malformed = { ...described, authorization: "OAuth" };
  const { cause, response } = (await ask(world, "/verify", malformed)).json;
  assert.deepEqual([cause, response.status], ["malformed", 400]);
});

test("200 invalid (code 220) — the context that is required, both ways", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
  const bearer = await bearerOf(world);
  const byBearer = { method: "GET", origin: api, target: "/", authorization: `Bearer ${bearer}` };
  const bySignature = signedVerification(world, "GET", "/", { token });
  for (const verificationRequest of [
    { ...byBearer, requires: { context: "user" } },
    { ...bySignature, requires: { context: "application" } },
  ]) {
    const { json } = await ask(world, "/verify", verificationRequest);
    assert.deepEqual([json.valid, json.code, json.cause], [false, 220, "context"]);
  }
});

// interface §11.21
test("200 invalid (code 215) — more than 256 parameters, with a bearer token as with a signature", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "write");
  const authorization = `Bearer ${await bearerOf(world)}`;
  const request = { method: "POST", origin: api, requires: { access: "read" } };
  const form = { content_type: "application/x-www-form-urlencoded" };
  // Percent-encoded, because a name that could belong to the protocol has to be decoded first.
  const pairs = (count: number) => "%61=1&".repeat(count);
  for (const [what, query, body, expected] of [
    ["all that a request may have", 128, 128, undefined],
    ["one more in the form", 0, 257, "malformed"],
    ["one more in the query", 257, 0, "malformed"],
    ["one more in both", 128, 129, "malformed"],
  ] as const) {
    const target = `/1/things?${pairs(query)}`;
    const verificationRequest = { ...request, ...form, target, body: pairs(body), authorization };
    const { json } = await ask(world, "/verify", verificationRequest);
    assert.equal(json.cause, expected, what);
    if (expected !== undefined) assert.match(json.response.body, /"code":215.*more than 256/);
  }
  const many: Pairs = Array.from({ length: 257 }, (_, at) => [`n${at}`, ""]);
  const signed = signedVerification(world, "POST", "/1/things", { token, form: many });
  assert.equal((await ask(world, "/verify", signed)).json.code, 215);
});

test("200 invalid — T02: a second use, here or at the service's own operations, is a replay", async () => {
  await using world = await startWorld({ ...settings, API_ORIGINS: "" });
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
  const path = "/1.1/account/verify_credentials.json";
  const verificationRequest = signedVerification(world, "GET", path, {
    token,
    origin: world.baseUrl,
  });
  const publicly = await fetch(world.baseUrl + path, {
    headers: { authorization: verificationRequest.authorization },
  });
  assert.equal(publicly.status, 200);
  const { json } = await ask(world, "/verify", verificationRequest);
  assert.deepEqual([json.valid, json.code, json.cause], [false, 32, "nonce"]);
  const again = await fetch(world.baseUrl + path, {
    headers: { authorization: verificationRequest.authorization },
  });
  assert.equal(json.response.body, await again.text());
  assert.equal(json.response.headers["www-authenticate"], again.headers.get("www-authenticate"));
});

test("200 invalid (code 32) — T60: signed for one API, method, target or body, asked about for another", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "write");
  const verificationRequest = signedVerification(world, "POST", "/1/things?x=1", {
    token,
    form: [["a", "b"]],
  });
  for (const other of [
    { origin: "https://media.example.com:8443" },
    { method: "PUT" },
    { target: "/1/things?x=2" },
    { target: "/1/Things?x=1" },
    { body: "a=c" },
    { content_type: "application/json" },
  ]) {
    const { json } = await ask(world, "/verify", { ...verificationRequest, ...other });
    assert.deepEqual(
      [json.valid, json.code, json.cause],
      [false, 32, "signature"],
      JSON.stringify(other),
    );
  }
  assert.equal((await ask(world, "/verify", verificationRequest)).json.valid, true);
});

test("200 invalid (code 32) — T60: signed without the port, for one of two APIs that differ in it alone", async () => {
  const one = "https://apis.example.com:8443";
  const other = "https://apis.example.com:9443";
  const alone = "https://media.example.com:8443";
  await using world = await startWorld({
    ...settings,
    // An API may have the same address as the service.
    BASE_URL: one,
    TRUSTED_PROXIES: "127.0.0.1",
    API_ORIGINS: [one, other, alone].join(","),
  });
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
  const decision = async (signedFor: string, origin: string) => {
    const verificationRequest = signedVerification(world, "GET", "/1/things", {
      token,
      origin: signedFor,
    });
    const { json } = await ask(world, "/verify", { ...verificationRequest, origin });
    return json.valid ? "valid" : json.code;
  };
  const results = [
    await decision("https://apis.example.com", one),
    await decision("https://apis.example.com", other),
    await decision(one, one),
    await decision(one, other),
    await decision("https://media.example.com", alone),
  ];
  assert.deepEqual(results, [32, 32, "valid", 32, "valid"]);
});

test("200 invalid (code 215) — T60: a type that other servers read as a form's, of a body that is not signed", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "write");
  const form = "application/x-www-form-urlencoded";
  for (const content_type of [
    `${form}\u00a0`,
    `\u00a0${form}`,
    `${form}, text/plain`,
    `${form} text/plain`,
    `text/plain, ${form.toUpperCase()}`,
    `"${form}"`,
  ]) {
    const verificationRequest = signedVerification(world, "POST", "/1/things", { token });
    const { json } = await ask(world, "/verify", {
      ...verificationRequest,
      content_type,
      body: "a=b",
    });
    assert.deepEqual([json.valid, json.code, json.cause], [false, 215, "malformed"], content_type);
  }
  const bearer = await bearerFor(world.baseUrl, world.application);
  const { json } = await ask(world, "/verify", {
    ...signedVerification(world, "GET", "/1/things"),
    authorization: `Bearer ${bearer}`,
    content_type: `${form}, text/plain`,
  });
  assert.equal(json.valid, true, "a bearer token signs nothing");
});

test("200 invalid (code 88) — a named limit admits its number, then rejects with when to come back", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
  const decisions = [];
  for (let call = 0; call < 4; call += 1) {
    const verificationRequest = signedVerification(world, "GET", "/1/timeline", { token });
    decisions.push(
      (await ask(world, "/verify", { ...verificationRequest, limit: "timeline" })).json,
    );
  }
  assert.deepEqual(
    decisions.map((one) => one.valid),
    [true, true, true, false],
  );
  const { response, code, cause } = decisions[3];
  assert.deepEqual([response.status, code, cause], [429, 88, "limit"]);
  assert.ok(Number(response.headers["retry-after"]) > 0);
  assert.equal(response.headers["x-rate-limit-remaining"], "0");
});

test("200 — a request ID that is sent again gets the decision again; with other bytes it gets none", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
  const verificationRequest = {
    ...signedVerification(world, "GET", "/1/things", { token }),
    request_id: "request-1",
  };
  const both = await Promise.all([
    ask(world, "/verify", verificationRequest),
    ask(world, "/verify", verificationRequest),
  ]);
  const [first, second] = both.map((one) => one.json);
  assert.equal(first.valid, true);
  assert.deepEqual(first, second);
  const other = await ask(world, "/verify", { ...verificationRequest, target: "/1/other" });
  assert.equal(other.status, 400);
  assert.match(other.json.error, /request ID was used for a different request/);
  world.clock.now += 10_001;
  assert.equal(
    (await ask(world, "/verify", verificationRequest)).json.cause,
    "nonce",
    "no longer than ten seconds",
  );
});

test("200 — a batch: a decision for each question, in order", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
  const good = () => signedVerification(world, "GET", "/1/things", { token });
  const same = good();
  const { status, json } = await ask(world, "/verify/batch", {
    requests: [good(), { ...good(), target: "/else" }, same, same],
  });
  assert.equal(status, 200);
  const valid = json.decisions.map((one: { valid: boolean }) => one.valid);
  assert.deepEqual(valid.slice(0, 2), [true, false]);
  assert.deepEqual(valid.slice(2).sort(), [false, true], "T10: of two of the same one is valid");
});

test("200 — a question that comes in pieces, of no length that was said before; half of one harms no one", async () => {
  await using world = await startWorld(settings);
  const verificationRequest = JSON.stringify({ method: "GET", origin: api, target: "/1/things" });
  const head = [
    "POST /verify HTTP/1.1",
    "Host: a",
    `X-Countersign-Secret: ${settings.INTERNAL_SECRET}`,
  ];
  const url = new URL(world.service.internalUrl ?? "");
  const half = connect(Number(url.port), url.hostname);
  half.write(`${head.join("\r\n")}\r\nContent-Length: 100\r\n\r\n{"method"`, () => half.destroy());
  await once(half, "close");
  const pieces = verificationRequest.match(/.{1,9}/g) ?? [];
  const chunked = pieces.map((one) => `${one.length.toString(16)}\r\n${one}\r\n`).join("");
  const text = await sendText(
    url.href,
    `${head.join("\r\n")}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}0\r\n\r\n`,
  );
  assert.match(text, /^HTTP\/1.1 200 .*"code":215/s);
});

test("400 — a question that cannot be read says what to change", async () => {
  await using world = await startWorld(settings);
  const fine = { method: "GET", origin: api, target: "/" };
  for (const [body, says] of [
    ["{", /not JSON/],
    ['{"requires":{"access":"write"},"requires":{}}', /has the member "requires" twice/],
    ["[]", /not a JSON object/],
    [{ ...fine, method: undefined }, /has no method/],
    [{ ...fine, origin: "https://evil.example" }, /COUNTERSIGN_API_ORIGINS/],
    [{ ...fine, target: "https://api.example.com/" }, /target must be the path/],
    [{ ...fine, target: "/a b" }, /target must be the path/],
    [{ ...fine, require: {} }, /has no member "require"/],
    [{ ...fine, requires: { acess: "write" } }, /no "acess"/],
    [{ ...fine, requires: { access: "admin" } }, /access is read or write/],
    [{ ...fine, limit: "nothing" }, /unknown limit "nothing"; there are: search, timeline/],
    [{ ...fine, body: "a", body_base64: "YQ==" }, /both body/],
    [{ ...fine, body_base64: "***" }, /not base64/],
    [{ ...fine, body: "x".repeat(65_537) }, /longer than|over 65536/],
    [{ ...fine, request_id: "short" }, /request_id must be 8/],
  ] as const) {
    const { status, json } = await ask(world, "/verify", body);
    assert.equal(status, 400, JSON.stringify(body).slice(0, 80));
    assert.match(json.error, says);
  }
});

test("400, 431 — what is no request, or too long, is answered as everything else here; an Expect that no one knows is ignored", async () => {
  await using world = await startWorld(settings);
  const url = world.service.internalUrl ?? "";
  const host = "Host: a\r\n";
  const header = `X-Countersign-Secret: ${settings.INTERNAL_SECRET}\r\n`;
  const ask = async (firstLine: string, lines: string) => {
    const text = await sendText(url, `${firstLine}\r\n${lines}Connection: close\r\n\r\n`);
    const [head = "", body = ""] = text.split("\r\n\r\n");
    assert.match(head, /content-type: application\/json; charset=utf-8/i, text);
    assert.match(head, new RegExp(`content-length: ${body.length}`, "i"));
    assert.match(head, /^date: /im);
    assert.match(head, /cache-control: no-store/i);
    return { status: Number(head.split(" ")[1]), json: JSON.parse(body) };
  };
  const get = "GET /healthz HTTP/1.1";
  const padding = (bytes: number) => `${host}X-Padding: ${"a".repeat(bytes)}\r\n`;
  for (const [firstLine, lines, status, says] of [
    [get, "", 400, /one Host/],
    [get, host + host, 400, /one Host/],
    ["nonsense", "", 400, /as HTTP/],
    ["CONNECT a:1 HTTP/1.1", host, 400, /as HTTP/],
    ["POST /verify HTTP/1.1", `${host}Content-Length: x\r\n`, 400, /as HTTP/],
    ["POST /verify HTTP/1.1", `${host}${header}Transfer-Encoding: unknown\r\n`, 400, /as HTTP/],
    [get, padding(66_000), 431, /request line and headers are over 64 KB/],
    [`GET /${"a".repeat(66_000)} HTTP/1.1`, host, 431, /request line and headers are over 64 KB/],
  ] as const) {
    const response = await ask(firstLine, lines);
    assert.equal(response.status, status, firstLine.slice(0, 80));
    assert.match(response.json.error, says);
  }
  for (const lines of [padding(60_000), `${host}Expect: something\r\n`]) {
    assert.deepEqual(await ask(get, lines), { status: 200, json: { status: "ok" } });
  }
});

test("401 — T62: without the secret nothing but health is answered, and not even existing and unknown paths differ", async () => {
  await using world = await startWorld(settings);
  // The open paths are open for GET alone.
  for (const path of ["/verify", "/introspect", "/nothing", "/metrics", "/livez", "/readyz"]) {
    for (const given of ["", "wrong", `${settings.INTERNAL_SECRET}x`]) {
      const { status } = await ask(world, path, {}, { "x-countersign-secret": given });
      assert.equal(status, 401, path);
    }
  }
  for (const path of ["/healthz", "/metrics"]) {
    assert.equal((await fetch(world.service.internalUrl + path)).status, 200, path);
  }
  assert.equal((await ask(world, "/metrics", {})).status, 405);
});

test("404 — T65: nothing of the internal address is answered on the public one, and the reverse", async () => {
  await using world = await startWorld(settings);
  for (const path of ["/verify", "/verify/batch", "/introspect", "/healthz"]) {
    const response = await fetch(world.baseUrl + path, {
      method: "POST",
      headers: { "x-countersign-secret": settings.INTERNAL_SECRET },
    });
    assert.equal(response.status, 404, path);
  }
  const { status } = await ask(world, "/oauth2/token", "");
  assert.equal(status, 404);
});

test("200 — introspection: a bearer token is its own proof, an access token is not, anything else is inactive", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
  const introspect = async (value: string) =>
    (await ask(world, "/introspect", String(new URLSearchParams({ token: value })))).json;
  const bearer = await introspect(await bearerOf(world));
  assert.deepEqual(
    [bearer.active, bearer.token_type, bearer.client_id, bearer.requires_signature],
    [true, "bearer", world.application.consumerKey, false],
  );
  const access = await introspect(token.token);
  assert.deepEqual(
    [access.active, access.token_type, access.username, access.requires_signature],
    [true, "oauth1", "alice", true],
  );
  for (const other of ["x", token.secret, world.application.consumerSecret, `${token.token}x`]) {
    assert.deepEqual(await introspect(other), { active: false });
  }
  for (const form of ["", "token=", "token=a&token=b", "token=%ED%A0%80", "token=%ff"]) {
    assert.equal((await ask(world, "/introspect", form)).status, 400, form);
  }
});

// interface §7.12
test("401 (code 89) — verification and introspection: a bearer token whose secret's overlap has ended", async () => {
  await using world = await startWorld(settings);
  const { ledger, application, clock } = world;
  const bearer = await bearerOf(world);
  const secret = mintConsumerSecret(randomBytes);
  const { now } = clock;
  await ledger.regenerateConsumerSecret(
    { applicationId: application.id, secret, now, previousUntil: now + 1000, overlap: "1h" },
    byCommandLine(now),
  );
  const judged = async () => {
    const request = { method: "GET", origin: api, target: "/1/search" };
    const { json } = await ask(world, "/verify", { ...request, authorization: `Bearer ${bearer}` });
    const { json: introspection } = await ask(world, "/introspect", `token=${bearer}`);
    return [json.valid, json.code, introspection.active];
  };
  assert.deepEqual(await judged(), [true, undefined, true]);
  clock.now += 1000;
  assert.deepEqual(await judged(), [false, 89, false]);
});

async function bearerOf(world: World): Promise<string> {
  const application = world.application ?? (await makeApplication(world.ledger, world.alice));
  const basic = Buffer.from(`${application.consumerKey}:${application.consumerSecret}`);
  const response = await fetch(`${world.baseUrl}/oauth2/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${basic.toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
