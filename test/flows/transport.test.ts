/** HTTP for all operations: methods, headers, compression, TLS, proxies and hosts. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  type IncomingHttpHeaders,
  METHODS,
  type RequestOptions,
  request as requestHttp,
} from "node:http";
import { request as requestHttps } from "node:https";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { endpoints } from "../../src/http/endpoints/index.ts";
import { servedMethods } from "../../src/http/operation/endpoint.ts";
import { requestErrorOf, requestTokenFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { sendRaw, sendText } from "../support/raw-http.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { authorizationHeader, signedPairs } from "../support/signing.ts";
import { makeCertificate } from "../support/tls.ts";
import { secondsOf, startWorld } from "../support/world.ts";

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** For what `fetch` cannot do: send any Host, and return bodies as they were sent. */
function send(url: string, options: RequestOptions & { ca?: Buffer } = {}): Promise<Answer> {
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...options }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    });
    sent.on("error", reject);
    sent.end();
  });
}

const codeIn = ({ status, body }: Answer) =>
  `${status} (code ${JSON.parse(String(body)).errors[0]?.code})`;

// interface §1.6
test("405 (code 34) — every other method on every path, with Allow", async () => {
  await using world = await startWorld();
  for (const endpoint of endpoints) {
    const { paths, produces } = endpoint;
    const methods = servedMethods(endpoint);
    for (const path of paths) {
      if (path.includes(":")) continue;
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        if (methods.includes(method)) continue;
        const response = await fetch(world.baseUrl + path, { method });
        assert.equal(response.status, 405, `${method} ${path}`);
        assert.equal(response.headers.get("allow"), methods.join(", "));
        if (method === "HEAD" || produces === "page") continue;
        assert.equal(await requestErrorOf(response), "405 (code 34)");
      }
    }
  }
});

// interface §1.6
test("405 (code 34) — every method that HTTP parsers know, on a path that has others, with Allow", async () => {
  await using service = await startTestService();
  for (const method of METHODS) {
    // CONNECT opens a tunnel and has no path.
    if (method === "CONNECT") continue;
    for (const [path, allow] of [
      ["/oauth2/token", "POST"],
      ["/oauth/request%5ftoken", "POST, GET"],
      ["/openapi.json", "GET, HEAD"],
    ] as const) {
      if (allow.split(", ").includes(method)) continue;
      const response = await sendRaw(service.baseUrl, { method, target: path });
      assert.equal(response.status, 405, `${method} ${path}`);
      assert.equal(response.headers.get("allow"), allow, `${method} ${path}`);
      if (method === "HEAD") continue;
      assert.match(response.body, /"code":34/);
      const none = await sendRaw(service.baseUrl, { method, target: "/oauth2" });
      assert.equal(none.status, 404, method);
    }
  }
});

// interface §1.5
test("404 (code 34) — no such path, also where the path is no path", async () => {
  await using world = await startWorld();
  for (const path of [
    "/oauth",
    "/oauth/request_token/",
    "/OAuth/request_token",
    "/%zz",
    "/healthz",
  ]) {
    const response = await send(world.baseUrl + path);
    assert.equal(codeIn(response), "404 (code 34)", path);
  }
  assert.equal(
    await requestErrorOf(await fetch(`${world.baseUrl}/pictures/x.svg`)),
    "404 (code 34)",
  );
  const ofAll = await sendRaw(world.baseUrl, { method: "OPTIONS", target: "*" });
  assert.equal(ofAll.status, 404, ofAll.body);
});

// interface §11.13
test("a whole address in the request line — its path counts, its host for nothing", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const { token, secret } = await makeAccessToken(world.ledger, application, alice);
  const credentials = { ...application, token, tokenSecret: secret };
  const capitals = baseUrl.replace("http:", "HTTP:");
  for (const origin of [baseUrl, "http://elsewhere.example", capitals, "hTTpS://ELSEWHERE:1"]) {
    const path = "/1.1/account/verify_credentials.json";
    const pairs = signedPairs("GET", baseUrl + path, credentials);
    const lines = [`Authorization: ${authorizationHeader(pairs)}`];
    const response = await sendRaw(baseUrl, { method: "GET", target: origin + path, lines });
    assert.equal(response.status, 200, response.body);
  }
  const root = await sendRaw(baseUrl, { method: "GET", target: "http://elsewhere.example" });
  assert.equal(root.status, 200, root.body);
  const { token: requestToken } = await requestTokenFor(baseUrl, application);
  const page = await sendRaw(baseUrl, {
    method: "GET",
    target: `http://elsewhere.example/oauth/authorize?oauth_token=${requestToken}`,
  });
  assert.match(page.body, /value="\/oauth\/authorize\?oauth_token/);
  assert.doesNotMatch(page.body, /elsewhere/);
});

// interface §1.8
test("every response has a Date and says what may be kept of it", async () => {
  await using world = await startWorld();
  for (const { paths, methods } of endpoints) {
    const response = await fetch(world.baseUrl + paths[0], { method: methods[0] });
    const date = Date.parse(response.headers.get("date") ?? "");
    assert.ok(Math.abs(date - Date.now()) < 60_000, paths[0]);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff", paths[0]);
    const cached = response.headers.get("cache-control") ?? "";
    assert.match(cached, response.status === 200 ? /no-store|public/ : /no-store/);
  }
});

test("Connection: close is answered by closing", async () => {
  await using world = await startWorld();
  const response = await send(`${world.baseUrl}/oauth/authorize`, {
    headers: { connection: "close" },
  });
  assert.equal(response.headers.connection, "close");
});

// interface §1.9
test("gzip — large JSON where it is accepted, nothing small, no page", async () => {
  await using world = await startWorld();
  const large = `${world.baseUrl}/openapi.json`;
  const packed = await send(large, { headers: { "accept-encoding": "gzip, deflate" } });
  assert.equal(packed.headers["content-encoding"], "gzip");
  assert.equal(packed.headers.vary, "accept-encoding");
  const plain = await send(large);
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.deepEqual(gunzipSync(packed.body), plain.body);
  for (const accepted of ["identity", "gzip;q=0", "br", "x-gzipped"]) {
    const response = await send(large, { headers: { "accept-encoding": accepted } });
    assert.equal(response.headers["content-encoding"], undefined, accepted);
  }
  for (const path of ["/oauth2/token", "/oauth/authorize"]) {
    const response = await send(world.baseUrl + path, { headers: { "accept-encoding": "gzip" } });
    assert.equal(response.headers["content-encoding"], undefined, path);
  }
});

// interface §11.19, §11.20
test("WWW-Authenticate — the scheme that was asked for, never oauth_problem", async () => {
  await using world = await startWorld();
  const { baseUrl } = world;
  const verify = `${baseUrl}/1.1/account/verify_credentials.json`;
  const challenges = new Map([
    [
      `OAuth realm="${baseUrl}"`,
      await world.signed("GET", "/1.1/account/verify_credentials.json", {
        token: { token: "x", secret: "y" },
      }),
    ],
    [
      `Basic realm="${baseUrl}"`,
      await fetch(`${baseUrl}/oauth2/token`, {
        method: "POST",
        headers: { authorization: "Basic eDp5" },
      }),
    ],
    [
      'Bearer error="invalid_token"',
      await fetch(verify, { headers: { authorization: "Bearer x" } }),
    ],
  ]);
  for (const [expected, response] of challenges) {
    assert.equal(response.status, 401);
    assert.equal(response.headers.get("www-authenticate"), expected);
  }
});

test("healthz — on the internal address alone, and of no other path there", async () => {
  await using world = await startWorld();
  const { internalUrl } = world.service;
  const well = await fetch(`${internalUrl}/healthz`);
  assert.equal(well.status, 200);
  assert.deepEqual(await well.json(), { status: "ok" });
  assert.equal((await fetch(`${internalUrl}/oauth/authorize`)).status, 404);
  assert.equal((await fetch(`${world.baseUrl}/healthz`)).status, 404);
});

test("INTERNAL_PORT=off — no second address", async () => {
  await using service = await startTestService({ INTERNAL_PORT: "off" });
  assert.equal(service.internalUrl, undefined);
});

// interface §3.14
test("200 — own TLS: signatures over https, HSTS, a __Host- session cookie", async () => {
  using certificate = await makeCertificate(["localhost"]);
  await using service = await startTestService({
    HOST: "localhost",
    TLS_CERT: certificate.certificate,
    TLS_KEY: certificate.key,
  });
  const { ledger } = service.dependencies;
  const application = await makeApplication(ledger, await makeUser(ledger, "alice"));
  assert.match(service.baseUrl, /^https:\/\/localhost:\d+$/);
  const ca = readFileSync(certificate.authority);
  const url = `${service.baseUrl}/oauth/request_token`;
  const pairs = signedPairs("POST", url, application, [], {
    oauth_callback: "https://weather.example/callback",
  });
  const issued = await send(url, {
    ca,
    method: "POST",
    headers: { authorization: authorizationHeader(pairs) },
  });
  assert.equal(issued.status, 200, String(issued.body));
  assert.equal(issued.headers["strict-transport-security"], "max-age=31536000");
  const token = new URLSearchParams(String(issued.body)).get("oauth_token");
  const page = await send(`${service.baseUrl}/oauth/authorize?oauth_token=${token}`, { ca });
  const [cookie = ""] = page.headers["set-cookie"] ?? [];
  assert.match(cookie, /^__Host-session=[A-Za-z0-9]{43}; /);
  for (const part of [/; HttpOnly/, /; Secure/, /; SameSite=Lax/, /; Path=\//]) {
    assert.match(cookie, part);
  }
  assert.doesNotMatch(cookie, /Domain/);
  await assert.rejects(send(service.baseUrl.replace("https:", "http:")), "no plain http there");
});

test("200 — HSTS=subdomains: browsers remember it for the hosts below too, on pages and on what programs get", async () => {
  const https = { BASE_URL: "https://id.example.com", TRUSTED_PROXIES: "127.0.0.1" };
  const port = await freePort();
  await using _service = await startTestService({
    ...{ ...https, PORT: String(port), HSTS: "subdomains" },
  });
  for (const path of ["/sign-in", "/openapi.json", "/nowhere"]) {
    const headers = { "x-forwarded-proto": "https" };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    assert.equal(
      response.headers.get("strict-transport-security"),
      "max-age=31536000; includeSubDomains",
      path,
    );
  }
});

// interface §1.2, §3.14
test("http — a plain session cookie, no HSTS, nothing that upgrades", async () => {
  await using world = await startWorld();
  const issued = await world.signed("POST", "/oauth/request_token", {
    oauth: { oauth_callback: "https://weather.example/callback" },
  });
  const token = new URLSearchParams(await issued.text()).get("oauth_token");
  const page = await fetch(`${world.baseUrl}/oauth/authorize?oauth_token=${token}`);
  assert.match(page.headers.get("set-cookie") ?? "", /^session=/);
  assert.doesNotMatch(page.headers.get("set-cookie") ?? "", /Secure/);
  assert.equal(page.headers.get("strict-transport-security"), null);
  assert.doesNotMatch(page.headers.get("content-security-policy") ?? "", /upgrade/);
});

// interface §1.1
test("403 (code 92) — plain http to a service whose address is https; a trusted proxy vouches for TLS", async () => {
  const baseUrl = "https://id.example";
  const port = await freePort();
  const own = `http://127.0.0.1:${port}`;
  await using service = await startTestService({
    BASE_URL: baseUrl,
    PORT: String(port),
    TRUSTED_PROXIES: "127.0.0.0/8",
  });
  const { ledger } = service.dependencies;
  const application = await makeApplication(ledger, await makeUser(ledger, "alice"));
  assert.equal(service.baseUrl, baseUrl);
  const path = "/oauth/request_token";
  const ask = (headers: Record<string, string>, to = own) => {
    const pairs = signedPairs("POST", baseUrl + path, application, [], {
      oauth_callback: "https://weather.example/callback",
    });
    return send(`${to}${path}`, {
      method: "POST",
      headers: { authorization: authorizationHeader(pairs), ...headers },
    });
  };
  assert.equal(codeIn(await ask({})), "403 (code 92)");
  assert.equal(codeIn(await ask({ "x-forwarded-proto": "http" })), "403 (code 92)");
  assert.equal(codeIn(await ask({ "x-forwarded-proto": "https, http" })), "403 (code 92)");
  assert.equal((await ask({ "x-forwarded-proto": "https" })).status, 200);
  assert.equal((await ask({ "x-forwarded-proto": "http, https" })).status, 200);
  const page = await send(`${own}/oauth/authorize`);
  assert.equal(page.status, 403);
  assert.match(page.headers["content-type"] ?? "", /^text\/html/);
});

test("403 (code 92) — forwarded headers of someone who is no trusted proxy", async () => {
  const port = await freePort();
  await using _service = await startTestService({
    BASE_URL: "https://id.example",
    PORT: String(port),
    TRUSTED_PROXIES: "203.0.113.7",
  });
  const response = await send(`http://127.0.0.1:${port}/oauth2/token`, {
    method: "POST",
    headers: { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7" },
  });
  assert.equal(codeIn(response), "403 (code 92)");
});

// interface §11.13, §11.15
test("additional base URLs — the Host header chooses among them, and nothing else", async () => {
  await using world = await startWorld({
    ADDITIONAL_BASE_URLS: "http://127.0.0.2:9999,http://localhost:7777",
  });
  const { baseUrl, application } = world;
  const path = "/oauth/request_token";
  const ask = (signedFor: string, host: string) => {
    const pairs = signedPairs("POST", signedFor + path, application, [], { oauth_callback: "oob" });
    return send(baseUrl + path, {
      method: "POST",
      headers: { host, authorization: authorizationHeader(pairs) },
    });
  };
  const own = new URL(baseUrl).host;
  assert.equal((await ask(baseUrl, own)).status, 200);
  assert.equal((await ask("http://127.0.0.2:9999", "127.0.0.2:9999")).status, 200);
  assert.equal((await ask("http://localhost:7777", "LOCALHOST:7777")).status, 200);
  assert.equal((await ask("http://localhost", "localhost:7777")).status, 200, "without the port");
  assert.equal(codeIn(await ask("http://localhost:7777", own)), "401 (code 32)");
  assert.equal(codeIn(await ask("http://evil.example", "evil.example")), "401 (code 32)");
  assert.equal((await ask(baseUrl, "evil.example")).status, 200, "the first holds");
});

// interface §11.13
test("additional base URLs — a Host with the port that is the scheme's own means the same", async () => {
  await using world = await startWorld({
    BASE_URL: "https://id.example",
    ADDITIONAL_BASE_URLS: "https://alt.example.org,https://alt.example.org:8443,http://localhost",
    TRUSTED_PROXIES: "127.0.0.1",
  });
  const path = "/oauth/request_token";
  const { application, service } = world;
  for (const [host, signedFor, expected] of [
    ["alt.example.org", "https://alt.example.org", 200],
    ["alt.example.org:443", "https://alt.example.org", 200],
    ["ALT.example.org:443", "https://alt.example.org", 200],
    ["alt.example.org:", "https://alt.example.org", 200],
    ["alt.example.org:8443", "https://alt.example.org:8443", 200],
    ["localhost:80", "http://localhost", 200],
    ["id.example:443", "https://id.example", 200],
    ["alt.example.org:80", "https://alt.example.org", 401],
    ["alt.example.org:8443:443", "https://alt.example.org:8443", 401],
    ["localhost:443", "http://localhost", 401],
    ["alt.example.org.evil:443", "https://alt.example.org", 401],
    ["alt.example.org:443", "https://id.example", 401],
  ] as const) {
    const pairs = signedPairs("POST", signedFor + path, application, [], {
      oauth_callback: "oob",
      oauth_timestamp: secondsOf(world.clock.now),
    });
    const response = await send(`http://127.0.0.1:${service.port}${path}`, {
      method: "POST",
      headers: {
        host,
        "x-forwarded-proto": "https",
        authorization: authorizationHeader(pairs),
      },
    });
    assert.equal(response.status, expected, `${host} for ${signedFor}`);
  }
});

/** Values that the grammar of media types does not allow, and that a framework might reject. */
const oddTypes = [
  "",
  "text",
  "undefined",
  "null",
  "/",
  "application/",
  "application/          json",
  "application/x-www-form-urlencoded charset=utf-8",
  "application/x-www-form-urlencoded, application/json",
  "application/json, text/plain",
  "application/json;",
  "application/json; charset",
  "text/plain; charset=utf-8; charset=utf-8",
  "multipart/form-data",
  '"application/json"',
  "\xa0application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded\xa0",
  "a".repeat(8000),
];

// interface §11.14
test("200 — a Content-Type that cannot be read is only one that is not a form's", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const { token, secret } = await makeAccessToken(world.ledger, application, alice);
  const credentials = { ...application, token, tokenSecret: secret };
  const oauth = { oauth_callback: "oob", oauth_timestamp: secondsOf(world.clock.now) };
  for (const type of oddTypes) {
    for (const [method, path, as] of [
      ["GET", "/1.1/account/verify_credentials.json", credentials],
      ["GET", "/oauth/request_token", application],
      ["POST", "/oauth/request_token", application],
    ] as const) {
      for (const body of ["", "a=b&oauth_callback=https://evil.example/", '{"a":']) {
        const pairs = signedPairs(method, baseUrl + path, as, [], oauth);
        const lines = [`Authorization: ${authorizationHeader(pairs)}`, `Content-Type: ${type}`];
        if (body !== "") lines.push(`Content-Length: ${body.length}`);
        const response = await sendRaw(baseUrl, { method, target: path, lines, body });
        assert.equal(response.status, 200, `${method} ${path} ${type} ${body} ${response.body}`);
      }
    }
  }
});

// interface §1.5, §1.6, §12.1
test("a Content-Type that cannot be read changes no other answer either", async () => {
  await using world = await startWorld();
  for (const type of oddTypes) {
    const ask = (method: string, target: string) =>
      sendRaw(world.baseUrl, {
        method,
        target,
        lines: [`Content-Type: ${type}`, "Content-Length: 3"],
        body: "a=b",
      });
    assert.equal((await ask("GET", "/sign-in")).status, 200, type);
    assert.equal((await ask("POST", "/nowhere")).status, 404, type);
    assert.equal((await ask("PUT", "/oauth/request_token")).status, 405, type);
    const form = await ask("POST", "/sign-in");
    assert.equal(form.status, 403, "no form, so no token of a form");
    assert.match(form.headers.get("content-type") ?? "", /^text\/html/);
  }
});

// interface §12.6
test("400 (code 215) — an HTTP/1.1 request without Host, or with several", async () => {
  await using world = await startWorld();
  const { baseUrl, application } = world;
  const { host } = new URL(baseUrl);
  const pairs = () =>
    signedPairs("POST", `${baseUrl}/oauth/request_token`, application, [], {
      oauth_callback: "oob",
      oauth_timestamp: secondsOf(world.clock.now),
    });
  const ask = (hosts: readonly string[], target = "/oauth/request_token") =>
    sendRaw(baseUrl, {
      method: "POST",
      target,
      host: hosts,
      lines: [`Authorization: ${authorizationHeader(pairs())}`],
    });
  for (const hosts of [[], [`Host: ${host}`, `Host: ${host}`], ["Host: a", `host: ${host}`]]) {
    for (const target of ["/oauth/request_token", "/nowhere", `${baseUrl}/oauth/request_token`]) {
      const { status, headers, body } = await ask(hosts, target);
      assert.equal(status, 400, `${hosts} ${target}`);
      assert.match(headers.get("content-type") ?? "", /^application\/json/);
      const [error] = (JSON.parse(body) as { errors: { code: number; message: string }[] }).errors;
      assert.equal(error?.code, 215);
      assert.match(error?.message ?? "", /Host/);
    }
    const page = await ask(hosts, "/sign-in");
    assert.equal(page.status, 400);
    assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
  }
  assert.equal((await ask(["Host:"])).status, 200, "an empty one is one");
  const old = await sendText(
    baseUrl,
    `POST /oauth/request_token HTTP/1.0\r\nAuthorization: ${authorizationHeader(pairs())}\r\n\r\n`,
  );
  assert.match(old, /^HTTP\/1\.1 200 /, "HTTP/1.0 knew no Host");
});

test("an Expect that no one knows is ignored", async () => {
  await using world = await startWorld();
  const response = await sendRaw(world.baseUrl, {
    method: "GET",
    target: "/nowhere",
    lines: ["Expect: something"],
  });
  assert.equal(response.status, 404);
  assert.match(response.body, /"code":34/);
});

// interface §11.21
test("400 — more than 256 parameters, on every operation and before any is read", async () => {
  await using world = await startWorld();
  const form = "application/x-www-form-urlencoded";
  const pairs = (count: number) => "a=1&".repeat(count);
  for (const { paths, methods, produces } of endpoints) {
    for (const method of methods) {
      const ask = (query: string, body: string) =>
        sendRaw(world.baseUrl, {
          method,
          target: `${paths[0]?.replace(":id", "1")}?${query}`,
          lines: [`Content-Type: ${form}`, `Content-Length: ${body.length}`],
          body,
        });
      for (const [query, body] of [
        [pairs(257), ""],
        ["", pairs(257)],
        [`${pairs(128)}&&`, `&&${pairs(129)}`],
      ] as const) {
        const response = await ask(query, body);
        assert.equal(response.status, 400, `${method} ${paths[0]}`);
        if (produces === "page") assert.match(response.body, /^<!doctype html>/i);
        else assert.match(response.body, /"code":215.*more than 256 parameters/);
      }
      const within = await ask(`${pairs(128)}&&`, `&&${pairs(128)}`);
      assert.doesNotMatch(within.body, /256/, `${method} ${paths[0]}`);
    }
  }
});

test("200 — a page for someone who calls for a language of 8,000 parts", async () => {
  await using world = await startWorld();
  const headers = { "accept-language": `es${"-a".repeat(7000)},es` };
  const page = await fetch(`${world.baseUrl}/sign-in`, { headers });
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<html lang="es"/);
});
