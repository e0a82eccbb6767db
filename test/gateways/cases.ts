/** The same requests and expectations for every gateway. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { TestContext } from "node:test";
import OAuth from "oauth-1.0a";
import { bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { sendText } from "../support/raw-http.ts";
import { replaced } from "../support/replaced.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import type { TestCertificate } from "../support/tls.ts";
import { type ClientResponse, openClient, signed } from "./client.ts";
import type { ConfiguredGateway } from "./configured.ts";
import { type Api, type Echo, startApi } from "./gateway.ts";

export const origin = "https://api.example.com:8443";
export const secret = "c3b1Qm5nJx0vT2yP8rZk";

export const settings = {
  INTERNAL_SECRET: secret,
  API_ORIGINS: `${origin},https://media.example.com`,
  API_LIMITS: "timeline:user:3/15m",
  RATE_LIMITS: "",
};

const formType = "application/x-www-form-urlencoded";

/** With `tls`, clients use TLS up to the gateway. */
export async function gatewayCases(
  t: TestContext,
  setup: ConfiguredGateway,
  tls?: TestCertificate,
): Promise<void> {
  keepLedgersOnDisk();
  const service = await startTestService(settings);
  let running = true;
  t.after(async () => {
    if (running) await service[Symbol.asyncDispose]();
  });
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice, { access: "write" });
  const write = credentials(await makeAccessToken(ledger, application, alice, "write"));
  const reader = await makeApplication(ledger, alice);
  const readToken = await makeAccessToken(ledger, reader, alice, "read");
  const read = { ...reader, token: readToken.token, tokenSecret: readToken.secret };
  const bearer = `Bearer ${await bearerFor(service.baseUrl, application)}`;
  const api: Api = await startApi();
  t.after(() => api[Symbol.asyncDispose]());
  const port = await freePort();
  const countersign = new URL(service.internalUrl ?? "").host;
  const gateway = await setup.start({ port, countersign, api: api.address }, tls);
  t.after(() => gateway[Symbol.asyncDispose]());
  const client = openClient(port, tls?.authority);
  t.after(() => client[Symbol.dispose]());

  await t.test("401 — the first rejection in an application's name has its ID", async () => {
    const { headers } = await call("GET", "/1/x", signed(write, "GET", origin, "/1/other"));
    assert.match(headers.get("x-countersign-request") ?? "", /^[0-9a-f]{12}-\w+$/);
  });

  await t.test(
    "200 — signed queries reach the API as they were signed, with who sent them",
    async () => {
      for (const target of [
        "/1/things",
        "/1/things?a=b%20c&d=e+f",
        "/1/things?a=2&a=1&a=&b&=c",
        "/1/%C3%A9t%C3%A9?%E2%98%83=%C3%B1",
        "/1/a%2Fb%2fc?x=%2F%26%3D%25",
        "/prefix/of/api/1/things?x=y",
        "/1/x?q=~!*()-._",
        "/1/users:look@up,all;v=1?ids=1,2,3",
      ]) {
        const response = await call("GET", target, signed(write, "GET", origin, target));
        const echo = reached(response, target);
        assert.equal(echo.target, target);
        assert.deepEqual(identity(echo), {
          context: "user",
          "user-id": alice.id,
          "screen-name": "alice",
          "app-id": application.id,
          "consumer-key": application.consumerKey,
          access: "read-write",
          body: "unsigned",
        });
      }
    },
  );

  await t.test("200 — oauth-1.0a signs, as its readers use it", async () => {
    const library = new OAuth({
      consumer: { key: application.consumerKey, secret: application.consumerSecret },
      signature_method: "HMAC-SHA1",
      hash_function: (text, key) => createHmac("sha1", key).update(text).digest("base64"),
    });
    const target = "/1/search?q=caf%C3%A9%20%26%20more&lang=";
    const token = { key: write.token, secret: write.tokenSecret };
    const { Authorization } = library.toHeader(
      library.authorize({ url: origin + target, method: "GET" }, token),
    );
    assert.equal(identity(reached(await call("GET", target, Authorization)))["user-id"], alice.id);
  });

  await t.test(
    "200 — a bearer token: the application, and no one else; also with a form",
    async () => {
      const echo = reached(await call("GET", "/1/things?a=b%20c", bearer));
      const expected = {
        context: "application",
        "app-id": application.id,
        "consumer-key": application.consumerKey,
        access: "read-write",
        body: "unsigned",
      };
      assert.deepEqual(identity(echo), expected);
      const posted = await call("POST", "/1/things", bearer, { type: formType, body: "a=b" });
      assert.equal(reached(posted).body, "a=b");
    },
  );

  await t.test("200 — signed without a token: the application, and no user", async () => {
    const { consumerKey, consumerSecret } = application;
    const alone = { consumerKey, consumerSecret };
    const target = "/1/things?a=b%20c";
    const header = signed(alone, "GET", origin, target);
    assert.deepEqual(identity(reached(await call("GET", target, header))), {
      context: "application",
      "app-id": application.id,
      "consumer-key": consumerKey,
      access: "read-write",
      body: "unsigned",
    });
    assert.equal(rejection(await call("GET", target, header)), "401 (code 32)", "a replay");
    const timeline = signed(alone, "GET", origin, "/1/timeline");
    assert.equal(rejection(await call("GET", "/1/timeline", timeline)), "403 (code 220)");
  });

  await t.test("200 — JSON is posted, large, and comes through whole", async () => {
    const body = JSON.stringify({ text: "é".repeat(40_000) });
    const authorization = signed(write, "POST", origin, "/1/things?x=%20");
    const response = await call("POST", "/1/things?x=%20", authorization, {
      type: "application/json",
      body,
    });
    assert.equal(Buffer.from(reached(response).body, "latin1").toString(), body);
  });

  await t.test(
    "form — passed where the gateway can show it, rejected where it cannot",
    async () => {
      const body = "a=b+c&a=&%C3%A9=%2F&status=Hello%20World&raw=ñ";
      const authorization = signed(write, "POST", origin, "/1/things?x=1", body);
      const before = api.calls();
      const response = await call("POST", "/1/things?x=1", authorization, { type: formType, body });
      if (setup.forms) {
        assert.equal(Buffer.from(reached(response).body, "latin1").toString(), body);
        const other = signed(write, "POST", origin, "/1/things", "a=b");
        const changed = await call("POST", "/1/things", other, { type: formType, body: "a=c" });
        assert.equal(rejection(changed), "401 (code 32)");
        const calls = api.calls();
        for (const length of [70_000, 300_000]) {
          const large = `a=${"b".repeat(length)}`;
          const header = signed(write, "POST", origin, "/1/things", large);
          const tooLarge = await call("POST", "/1/things", header, { type: formType, body: large });
          assert.equal(tooLarge.status, 413, tooLarge.body);
        }
        assert.equal(api.calls(), calls);
      } else {
        assert.equal(rejection(response), "401 (code 32)");
        assert.match(response.body, /the API's gateway can't check a signed form/);
        // T60: a signature without a form must not be valid for a request with one.
        const unsigned = signed(write, "POST", origin, "/1/things");
        const added = await call("POST", "/1/things", unsigned, { type: formType, body: "a=b" });
        assert.equal(rejection(added), "401 (code 32)");
        assert.equal(api.calls(), before);
      }
      for (const type of [`${formType}, text/plain`, `${formType} x`, `text/plain, ${formType}`]) {
        const calls = api.calls();
        const unsigned = signed(write, "POST", origin, "/1/things");
        const unclear = await call("POST", "/1/things", unsigned, { type, body: "a=b" });
        assert.equal(rejection(unclear), "400 (code 215)", type);
        assert.equal(api.calls(), calls);
      }
      const empty = signed(write, "POST", origin, "/1/things");
      reached(await call("POST", "/1/things", empty, { type: formType, body: "" }));
    },
  );

  await t.test("rejections are the responses of /verify: status, headers and body", async () => {
    const target = "/1/things?a=b%20c";
    const good = signed(write, "GET", origin, target);
    reached(await call("GET", target, good));
    const stale = { oauth_timestamp: String(Math.floor(Date.now() / 1000) - 1000) };
    const requests: [string, string, string | undefined][] = [
      ["GET", target, good],
      ["GET", target, undefined],
      ["GET", target, "Bearer nothing-like-a-token"],
      ["GET", target, "Basic YTpi"],
      ["GET", target, "OAuth oauth_nonce=1"],
      ["GET", "/1/other", signed(write, "GET", origin, target)],
      ["GET", target, signed(write, "GET", "https://media.example.com", target)],
      ["PUT", target, signed(write, "GET", origin, target)],
      ["GET", target, signed({ ...write, token: "1-unknown" }, "GET", origin, target)],
      ["GET", target, signed(write, "GET", origin, target, "", stale)],
      ["POST", target, signed(read, "POST", origin, target)],
      ["HEAD", target, signed(write, "HEAD", origin, "/1/other")],
    ];
    const before = api.calls();
    for (const [method, path, authorization] of requests) {
      const response = await call(method, path, authorization);
      const verified = await verify({ method, target: path, authorization });
      assertSame(response, verified.response, method);
    }
    assert.equal(api.calls(), before);
  });

  await t.test("a response of the API passes as it is, 401 too", async () => {
    const response = await call("GET", "/teapot", bearer);
    assert.deepEqual([response.status, response.headers.get("x-api")], [401, "reached"]);
    const head = await call("HEAD", "/1/things", signed(write, "HEAD", origin, "/1/things"));
    assert.deepEqual([head.status, head.body], [200, ""]);
  });

  await t.test(
    "429 (code 88) — the limit in the gateway endpoint's URL, with its headers",
    async () => {
      const target = "/1/timeline?count=1";
      for (const remaining of ["2", "1", "0"]) {
        const response = await call("GET", target, signed(write, "GET", origin, target));
        reached(response);
        assert.equal(response.headers.get("x-rate-limit-limit"), "3");
        assert.equal(response.headers.get("x-rate-limit-remaining"), remaining);
      }
      const authorization = signed(write, "GET", origin, target);
      const response = await call("GET", target, authorization);
      assert.equal(rejection(response), "429 (code 88)");
      const requires = { context: "user" };
      const verified = await verify({
        method: "GET",
        target,
        authorization,
        requires,
        limit: "timeline",
      });
      assertSame(response, verified.response);
      assert.equal(rejection(await call("GET", target, bearer)), "403 (code 220)");
    },
  );

  await t.test("503 (code 130) — a store that cannot respond, word for word", async () => {
    const before = api.calls();
    const authorization = signed(write, "GET", origin, "/1/things");
    {
      using _ = replaced("writeSync", () => {
        throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
      });
      const response = await call("GET", "/1/things", authorization);
      assert.equal(rejection(response), "503 (code 130)");
      assert.ok(response.headers.has("retry-after"));
      assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
    }
    assert.equal(api.calls(), before);
  });

  await t.test(
    "T61 — identity headers of a client never reach the API, however they are spelled",
    async () => {
      const spoofed = {
        "X-Countersign-User-Id": "1",
        "x-countersign-screen-name": "mallory",
        X_Countersign_User_Id: "2",
        "X-Countersign_User-Id": "3",
        "x_countersign-context": "user",
        "X-Countersign-Context": "user",
        "X-Countersign-Access": "read-write",
        "X-Countersign-Body": "hashed",
        X_Countersign_Body: "hashed",
        "X-Countersign-Decision": "made-up",
        // The client must not be able to send the headers in which gateways describe a request.
        "X-Countersign-Method": "DELETE",
        "X-Countersign-Target": "/1/other",
        "X-Countersign-Origin": "https://api.example.com",
        "X-Countersign-Request-Id": "chosen-by-a-client",
        "X-Countersign-Length": "0",
        "X-Countersign-Error": "e30",
        "X-Countersign-Secret": "a guess",
        Connection:
          "keep-alive, X-Countersign-User-Id, X-Countersign-Context, X-Countersign-Method",
      };
      const byBearer = reached(await call("GET", "/1/things", bearer, { headers: spoofed }));
      const expected = { "app-id": application.id, "consumer-key": application.consumerKey };
      const access = { access: "read-write", body: "unsigned" };
      assert.deepEqual(identity(byBearer), { context: "application", ...expected, ...access });
      const authorization = signed(write, "GET", origin, "/1/things");
      const bySignature = reached(
        await call("GET", "/1/things", authorization, { headers: spoofed }),
      );
      const user = { context: "user", "user-id": alice.id, "screen-name": "alice" };
      assert.deepEqual(identity(bySignature), { ...user, ...expected, ...access });
      const rejected = await call("GET", "/1/things", undefined, { headers: spoofed });
      assert.equal(rejection(rejected), "401 (code 215)");
      for (const target of ["/_countersign", "/_countersign/error", "/gateway/error"]) {
        const response = await call("GET", target, undefined, { headers: spoofed });
        assert.notEqual(response.status, 200, target);
      }
    },
  );

  await t.test(
    "T66 — a target that gateways read in two ways is rejected, or passed as it was signed",
    async () => {
      for (const target of [
        "//1/things",
        "/1//things",
        "/1/public/../private",
        "/1/public/%2e%2e/private",
        "/1/public/.%2E/private?x=1",
        "/1/public/..%2fprivate",
        "/1/./things",
        "/1/a%5cb",
        ...[...'\\"{}^|<>`\xe9'].map((raw) => `/1/a%2Fb%3Bc%2e${raw}`),
        "/1/things?x=1?y=2",
        '/1/things?x=%2F;"{}|\\',
        "/1/things?x=../../y",
        "/1/%zz",
      ]) {
        for (const as of [signed(write, "GET", origin, target), bearer]) {
          const before = api.calls();
          const response = await call("GET", target, as);
          if (api.calls() === before)
            assert.ok(response.status >= 400, `${target}: ${response.status}`);
          else assert.equal(reached(response).target, target);
        }
        const elsewhere = signed(write, "GET", origin, "/1/private");
        assert.ok((await call("GET", target, elsewhere)).status >= 400, target);
      }
      if (tls !== undefined) return;
      // The target contains a host: either the API gets exactly what was verified, or it gets nothing.
      const before = api.calls();
      const authorization = signed(write, "GET", origin, "/1/things");
      const text = await sendText(
        `http://127.0.0.1:${port}`,
        `GET http://api.example.com/1/things HTTP/1.1\r\nHost: api.example.com\r\nConnection: close\r\nAuthorization: ${authorization}\r\n\r\n`,
      );
      if (api.calls() > before)
        assert.match(text, /"target":"(http:\/\/api.example.com)?\/1\/things"/);
      else assert.match(text, /^HTTP\/1.1 [45]/);
    },
  );

  await t.test("T66 — a route that needs a user is that route however it is spelled", async () => {
    const before = api.calls();
    for (const target of [
      "/1/timeline",
      "/1/%74imeline",
      "/1%2ftimeline",
      "/1//timeline",
      "//1/timeline",
      "/1/./timeline",
      "/1/x/../timeline",
      "/1/x/%2e%2E%2ftimeline?y",
      "/1/timeline%00",
      "/1/timeline%0A?y",
      "/1\\timeline",
    ]) {
      const { status } = await call("GET", target, bearer);
      assert.ok(status >= 400, `${target}: ${status}`);
    }
    assert.equal(api.calls(), before);
  });

  await t.test("400, 500 — a header with a control character, without internal text", async () => {
    if (tls !== undefined) return;
    const before = api.calls();
    const text = await sendText(
      `http://127.0.0.1:${port}`,
      `GET /1/things HTTP/1.1\r\nHost: api.example.com\r\nConnection: close\r\nAuthorization: ${bearer}\r\nX-Odd: a\x01b\r\n\r\n`,
    );
    assert.match(text, /^HTTP\/1.1 (400|500) /);
    assert.doesNotMatch(text, /"error"|read as HTTP|COUNTERSIGN/);
    if (/^content-type: application\/json/im.test(text))
      assert.match(text, /\{"errors":\[\{"code":215,/);
    assert.equal(api.calls(), before);
  });

  await t.test("T61 — trailers with names of ours never reach the API", async () => {
    if (tls !== undefined) return;
    const names = ["X-Countersign-User-Id", "x_countersign_screen_name"];
    for (const announced of [[], [`Trailer: ${names.join(", ")}`]]) {
      const head = ["POST /1/things HTTP/1.1", "Host: api.example.com", "Connection: close"];
      const lines = [`Authorization: ${bearer}`, "Transfer-Encoding: chunked", ...announced];
      const trailers = names.map((name) => `${name}: mallory\r\n`).join("");
      const text = await sendText(
        `http://127.0.0.1:${port}`,
        `${[...head, ...lines].join("\r\n")}\r\n\r\n3\r\na=b\r\n0\r\n${trailers}\r\n`,
      );
      assert.doesNotMatch(text, /mallory/);
    }
  });

  await t.test("400 (code 215) — two Authorization headers are no one's", async () => {
    const headers = { authorization: [bearer, signed(write, "GET", origin, "/1/things")] };
    const before = api.calls();
    const response = await client.send("GET", "/1/things", { headers });
    assert.ok(response.status >= 400, String(response.status));
    assert.equal(api.calls(), before);
  });

  await t.test("all of this came over kept connections", () => {
    assert.ok(client.connections() < 8, String(client.connections()));
  });

  await t.test("while Countersign is stopped nothing reaches the API", async () => {
    running = false;
    await service[Symbol.asyncDispose]();
    const before = api.calls();
    for (const authorization of [bearer, signed(write, "GET", origin, "/1/things"), undefined]) {
      const response = await call("GET", "/1/things", authorization);
      assert.ok(response.status >= 400, String(response.status));
    }
    assert.equal(api.calls(), before);
  });

  function credentials({ token, secret: tokenSecret }: { token: string; secret: string }) {
    return { ...application, token, tokenSecret };
  }

  function call(
    method: string,
    target: string,
    authorization: string | undefined,
    more: { type?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<ClientResponse> {
    const { type, body, headers } = more;
    return client.send(method, target, {
      headers: {
        ...headers,
        ...(authorization !== undefined && { authorization }),
        ...(type !== undefined && { "content-type": type }),
        ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
      },
      ...(body !== undefined && { body }),
    });
  }

  async function verify(verificationRequest: Record<string, unknown>) {
    const response = await fetch(`${service.internalUrl}/verify`, {
      method: "POST",
      headers: { "x-countersign-secret": secret },
      body: JSON.stringify({ origin, ...verificationRequest }),
    });
    const decision = (await response.json()) as { valid: boolean; response: DecidedResponse };
    assert.equal(decision.valid, false, JSON.stringify(verificationRequest));
    return decision;
  }

  /** The API's echo; fails with the gateway's response if the API was not reached. */
  function reached(response: ClientResponse, what = ""): Echo {
    assert.equal(
      response.status,
      200,
      `${what} ${response.body.slice(0, 300)} ${gateway.output().slice(-2000)}`,
    );
    return JSON.parse(response.body);
  }
}

interface DecidedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function assertSame(response: ClientResponse, expected: DecidedResponse, method = "GET"): void {
  assert.equal(response.status, expected.status, `${response.body} instead of ${expected.body}`);
  if (method !== "HEAD") assert.equal(timeless(response.body), timeless(expected.body));
  for (const [name, value] of Object.entries(expected.headers)) {
    const found = response.headers.get(name);
    // Each rejection has its own ID, or none if there was no room to store it.
    if (name === "x-countersign-request") assert.match(String(found), /^(null|[0-9a-f]{12}-\w+)$/);
    else if (name === "retry-after") assert.ok(Math.abs(Number(found) - Number(value)) <= 2, name);
    else assert.equal(found, value, name);
  }
}

function timeless(body: string): string {
  return body.replace(/time is \d+/, "time is N");
}

function rejection({ status, body }: ClientResponse): string {
  try {
    return `${status} (code ${JSON.parse(body).errors[0].code})`;
  } catch {
    return `${status}: ${body.slice(0, 200)}`;
  }
}

const identityNames = new Set([
  "context",
  "user-id",
  "screen-name",
  "app-id",
  "consumer-key",
  "access",
  "body",
  "decision",
]);

/** All headers that some framework could read as one of ours. If a name occurs twice, both values are shown. */
export function identity({ headers }: Echo): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of headers) {
    const plain = name.toLowerCase().replaceAll("_", "-");
    const short = plain.replace("x-countersign-", "");
    if (!plain.includes("countersign") || value === "") continue;
    assert.ok(identityNames.has(short), `${name} of a client reached the API`);
    found[short] = short in found ? `${found[short]} and ${value}` : value;
  }
  const { decision, ...rest } = found;
  assert.match(decision ?? "", /^[\w.-]+$/);
  assert.notEqual(decision, "made-up");
  return rest;
}
