/**
 * The gateway endpoints alone, with the headers from each gateway's documentation. Traefik, Envoy and APISIX
 * are not in Debian, so this is their only test here; the others are started in their own files.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { traefikGateway } from "../../src/http/endpoints/internal/gateway/traefik.ts";
import type { Decision, DecisionEntry } from "../../src/verification/decision.ts";
import { openIdempotencyKeys } from "../../src/verification/idempotency-keys.ts";
import { bearerFor } from "../support/flow.ts";
import { guideBlock } from "../support/guide-block.ts";
import { keepLedgersOnDisk, makeAccessToken } from "../support/service.ts";
import { startWorld, type World } from "../support/world.ts";
import { origin, secret, settings } from "./cases.ts";
import { signed } from "./client.ts";
import { callGateway, dialects, envoy, own, requestIdLine, traefik } from "./dialects.ts";

// As in production, where the ledger is in a file.
keepLedgersOnDisk();

const target = "/1/a%2Fb?x=%20&x=&%C3%A9=1";
const formType = "application/x-www-form-urlencoded";

for (const [name, described] of Object.entries(dialects)) {
  test(`200 — ${name}: a signed query and a signed form, and T60: neither for another request`, async () => {
    await using world = await startWorld(settings);
    const write = await credentialsOf(world);
    const get = signedNow(world, write, "GET", target);
    const { line, lines } = described("GET", target);
    const allowed = await callGateway(world, line, [...lines, `Authorization: ${get}`]);
    assert.equal(allowed.status, 200, allowed.text);
    assert.deepEqual(
      [allowed.header("x-countersign-user-id"), allowed.header("x-countersign-context")],
      [world.alice.id, "user"],
    );

    const body = "a=b+c&a=&%C3%A9=%2F";
    const post = described("POST", target);
    const form = [`Content-Type: ${formType}`, `Content-Length: ${body.length}`];
    const authorization = `Authorization: ${signedNow(world, write, "POST", target, body)}`;
    const posted = await callGateway(
      world,
      post.line,
      [...post.lines, ...form, authorization],
      body,
    );
    assert.equal(posted.status, 200, posted.text);

    for (const [method, uri] of [
      ["PUT", target],
      ["GET", "/1/a/b?x=%20&x=&%C3%A9=1"],
      ["GET", "/1/A%2Fb?x=%20&x=&%C3%A9=1"],
    ] as const) {
      const other = described(method, uri);
      const unauthenticated = `Authorization: ${signedNow(world, write, "GET", target)}`;
      const rejected = await callGateway(world, other.line, [...other.lines, unauthenticated]);
      assert.equal(rejected.status, 401, `${method} ${uri}`);
      assert.match(rejected.text, /"code":32/);
    }
  });

  test(`200 — ${name}: preflight=pass lets a preflight pass without identity, and nothing else`, async () => {
    await using world = await startWorld(settings);
    const preflight = ["Origin: https://app.example.com", "Access-Control-Request-Method: PUT"];
    const send = async (method: string, lines: readonly string[], pass = true) => {
      const verificationRequest = described(method, "/1/things");
      const [verb, url = ""] = verificationRequest.line.split(" ");
      const line = `${verb} ${pass ? withParameter(url, "access=read&preflight=pass") : url}`;
      return callGateway(world, line, [...verificationRequest.lines, ...lines]);
    };
    const passed = await send("OPTIONS", preflight);
    assert.equal(passed.status, 200, passed.text);
    for (const each of [
      "context",
      "user-id",
      "screen-name",
      "app-id",
      "consumer-key",
      "access",
      "body",
      "decision",
    ]) {
      assert.equal(passed.header(`x-countersign-${each}`)?.trim(), "", each);
    }
    assert.equal((await send("OPTIONS", preflight, false)).status, 401);
    for (const one of preflight) assert.equal((await send("OPTIONS", [one])).status, 401, one);
    for (const method of ["GET", "PUT"]) assert.equal((await send(method, preflight)).status, 401);
    const wrong = await send("OPTIONS", [...preflight, "Authorization: Bearer wrong"]);
    assert.equal(wrong.status, 401);
    const bearer = await bearerFor(world.baseUrl, world.application);
    const verified = await send("OPTIONS", [...preflight, `Authorization: Bearer ${bearer}`]);
    assert.equal(verified.header("x-countersign-context"), "application", verified.text);
  });

  test(`500 (code 131) — ${name}: a header that is missing or stands twice, a parameter that is unknown`, async () => {
    await using world = await startWorld(settings);
    const bearer = `Authorization: Bearer ${await bearerFor(world.baseUrl, world.application)}`;
    const { line, lines } = described("GET", "/1/things");
    assert.equal((await callGateway(world, line, [...lines, bearer])).status, 200);
    const needed = lines.filter(
      (each) => name !== "apisix" || !/Forwarded-(Proto|Host|Uri)/.test(each),
    );
    for (const one of needed) {
      const without = lines.filter((each) => each !== one);
      assert.equal(
        (await callGateway(world, line, [...without, bearer])).status,
        500,
        `without ${one}`,
      );
      assert.equal(
        (await callGateway(world, line, [...lines, one, bearer])).status,
        500,
        `${one} twice`,
      );
    }
    for (const query of [
      "acess=write",
      "limit=unknown",
      "access=all",
      "access=read&access=write",
      "context=",
    ]) {
      const send = name === "envoy" ? line.replace("?", `?${query}&`) : `${line}?${query}`;
      const rejected = await callGateway(world, send, [...lines, bearer]);
      assert.equal(rejected.status, 500, query);
      assert.match(rejected.text, /"code":131/);
    }
    const two = await callGateway(world, line, [...lines, bearer, bearer]);
    assert.equal(two.status, 400);
    assert.match(two.text, /two Authorization headers/);
  });

  test(`403 — ${name}: access and context in the endpoint's URL`, async () => {
    await using world = await startWorld(settings);
    const bearer = `Authorization: Bearer ${await bearerFor(world.baseUrl, world.application)}`;
    for (const [query, code] of [
      ["access=write", 261],
      ["context=user", 220],
    ] as const) {
      const { line, lines } = described("GET", "/1/things");
      const send = name === "envoy" ? line.replace("?", `?${query}&`) : `${line}?${query}`;
      const rejected = await callGateway(world, send, [...lines, bearer]);
      assert.equal(rejected.status, 403);
      assert.match(rejected.text, new RegExp(`"code":${code}`));
    }
  });
}

test("401 (code 32) — T60: a signed form that Traefik, APISIX or Envoy kept is rejected; one with a bearer token passes", async () => {
  await using world = await startWorld(settings);
  const write = await credentialsOf(world);
  const bearer = `Authorization: Bearer ${await bearerFor(world.baseUrl, world.application)}`;
  for (const name of ["traefik", "apisix", "envoy"]) {
    const { line, lines } = dialects[name]?.("POST", target) ?? { line: "", lines: [] };
    const type = `Content-Type: ${formType}`;
    const authorization = `Authorization: ${signedNow(world, write, "POST", target)}`;
    const rejected = await callGateway(world, line, [...lines, type, authorization]);
    assert.equal(rejected.status, 401, name);
    assert.match(rejected.text, /API's gateway can't check a signed form/);
    const allowed = await callGateway(world, `${line}${line.includes("?") ? "" : "?access=read"}`, [
      ...lines.map((one) => one.replace("X-Forwarded-Method: POST", "X-Forwarded-Method: GET")),
      type,
      bearer,
    ]);
    assert.equal(allowed.status, name === "envoy" ? 403 : 200, `${name} ${allowed.text}`);
  }
});

test("400 (code 215) — more than 256 parameters in a form, with a bearer token", async () => {
  await using world = await startWorld(settings);
  const bearer = `Authorization: Bearer ${await bearerFor(world.baseUrl, world.application)}`;
  for (const name of ["njs", "haproxy"]) {
    const ask = async (count: number) => {
      const body = "%61&".repeat(count);
      const { line, lines } = dialects[name]?.("GET", target) ?? { line: "", lines: [] };
      const form = [`Content-Type: ${formType}`, `Content-Length: ${body.length}`];
      const { status, text } = await callGateway(world, line, [...lines, ...form, bearer], body);
      return `${status} ${/"code":\d+/.exec(text)?.[0] ?? ""}`;
    };
    // Three more are in the target.
    assert.deepEqual([await ask(253), await ask(254)], ["200 ", '400 "code":215'], name);
  }
});

test("400 (code 215) — T66: Traefik passes on any host that a client names, and only configured ones are verified for", async () => {
  await using world = await startWorld(settings);
  const write = await credentialsOf(world);
  const authorization = `Authorization: ${signedNow(world, write, "GET", target)}`;
  const lines = traefik("GET", target);
  for (const host of [
    "evil.example",
    "api.example.com",
    "api.example.com:8443/x",
    "me@api.example.com:8443",
    `${"a".repeat(300)}.example`,
  ]) {
    const changed = lines.map((one) =>
      one.startsWith("X-Forwarded-Host") ? `X-Forwarded-Host: ${host}` : one,
    );
    const rejected = await callGateway(world, "GET /gateway/traefik", [...changed, authorization]);
    assert.equal(rejected.status, 400, host);
    assert.match(rejected.text, /"code":215/);
  }
  const upper = lines.map((one) => one.replace("api.example.com", "API.example.com"));
  assert.equal(
    (await callGateway(world, "GET /gateway/traefik", [...upper, authorization])).status,
    200,
  );
});

test("200 — T66: Envoy's target is all that follows the administrator's target=, whatever a client writes into it", async () => {
  await using world = await startWorld(settings);
  const write = await credentialsOf(world);
  for (const uri of ["/1/x?target=/1/y", "/1/x?access=read&limit=none", "/1/x?a=b?target=c&&"]) {
    const authorization = `Authorization: ${signedNow(world, write, "GET", uri)}`;
    const line = `GET /gateway/envoy?context=user&target=${uri}`;
    assert.equal((await callGateway(world, line, [...envoy, authorization])).status, 200, uri);
  }
  const missing = await callGateway(world, "GET /gateway/envoy?context=user", envoy);
  assert.equal(missing.status, 500);
});

test("401 — nginx: every rejection is a header of a 401, and /gateway/error renders it; T61: and nothing else", async () => {
  await using world = await startWorld(settings);
  const lines = [...own("GET", target), requestIdLine()];
  const rejected = await callGateway(world, "GET /gateway/nginx", lines);
  assert.deepEqual([rejected.status, rejected.text], [401, ""]);
  const carried = `X-Countersign-Error: ${rejected.header("x-countersign-error")}`;
  const rendered = await callGateway(world, "GET /gateway/error", [carried]);
  assert.equal(rendered.status, 401);
  assert.match(rendered.header("www-authenticate") ?? "", /^OAuth realm=".*", Bearer realm=".*"$/);
  assert.match(rendered.text, /"code":215/);
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  for (const bad of [
    [],
    [carried, carried],
    ["X-Countersign-Error: e30"],
    [`X-Countersign-Error: ${encoded({ status: 200, headers: {}, body: "" })}`],
    [
      `X-Countersign-Error: ${encoded({ status: 401, headers: { "set-cookie": "a=b" }, body: "" })}`,
    ],
    [
      `X-Countersign-Error: ${encoded({ status: 401, headers: { "retry-after": "1\r\na: b" }, body: "" })}`,
    ],
  ]) {
    assert.equal((await callGateway(world, "GET /gateway/error", bad)).status, 500, bad.join());
  }
});

test("200 — a request that nginx or Caddy verifies twice gets one decision; T64: with another target it gets none", async () => {
  await using world = await startWorld(settings);
  const write = await credentialsOf(world);
  for (const name of ["njs", "caddy", "haproxy"]) {
    const authorization = `Authorization: ${signedNow(world, write, "GET", target)}`;
    const id = requestIdLine();
    const lines = [...own("GET", target), id, authorization];
    const first = await callGateway(world, `GET /gateway/${name}`, lines);
    const second = await callGateway(world, `GET /gateway/${name}`, lines);
    assert.deepEqual([first.status, second.status], [200, 200]);
    assert.equal(first.header("x-countersign-decision"), second.header("x-countersign-decision"));
    const other = [...own("GET", "/1/other"), id, authorization];
    assert.equal((await callGateway(world, `GET /gateway/${name}`, other)).status, 500);
    const later = [...own("GET", target), requestIdLine(), authorization];
    assert.equal((await callGateway(world, `GET /gateway/${name}`, later)).status, 401);
  }
});

// interface §13.5
test("429 (code 88) — what a client sends that an endpoint cannot read counts against its address; what the gateway does wrong does not", async () => {
  await using world = await startWorld({ ...settings, RATE_LIMITS: "failed-credentials=3" });
  const bearer = `Authorization: Bearer ${await bearerFor(world.baseUrl, world.application)}`;
  const from = (address: string, lines: readonly string[]) =>
    lines.map((line) => line.replace("203.0.113.9", address));
  const haproxy = () => [...own("GET", target), requestIdLine()];
  const twice = (line: string) => [line, line];
  const cases = [
    ["two Authorization headers", haproxy, twice("Authorization: OAuth x"), 400],
    ["two Content-Type headers", haproxy, twice("Content-Type: text/plain"), 400],
    ["a form that was kept", () => envoy, [`Content-Type: ${formType}`], 401],
    [
      "a host that a client named",
      () => traefik("GET", target),
      ["X-Forwarded-Host: x.example"],
      400,
    ],
  ] as const;
  for (const [at, [what, described, more, expected]] of cases.entries()) {
    const gatewayEndpoint = ["haproxy", "haproxy", `envoy?target=${target}`, "traefik"][at];
    const ask = async (lines: readonly string[]) =>
      (await callGateway(world, `GET /gateway/${gatewayEndpoint}`, from(`198.51.100.${at}`, lines)))
        .status;
    const needed = described().filter(
      (line) => !more.some((one) => one.split(":")[0] === line.split(":")[0]),
    );
    for (let times = 0; times < 5; times += 1) {
      assert.equal(await ask([...needed.slice(1), bearer]), 500, "the gateway sends too little");
    }
    const answers = [];
    for (let times = 0; times < 5; times += 1) {
      const fresh = needed.map((line) => (line.includes("Request-Id") ? requestIdLine() : line));
      answers.push(await ask([...fresh, ...more]));
    }
    assert.deepEqual(answers, [expected, expected, expected, 429, 429], what);
    assert.equal(await ask([...described(), bearer]), 200, "a valid request still passes");
  }
});

test("the log of the administrator names the gateway where it may be the cause", async () => {
  await using world = await startWorld({ ...settings, RATE_LIMITS: "failed-credentials=4" });
  const write = await credentialsOf(world);
  const reasons: string[] = [];
  const warn = (reason: string) => reasons.push(reason);
  const authorization = signedNow(world, write, "GET", "/1//things/%2e%2e/x");
  const headers = [...traefik("GET", "/1/x"), `Authorization: ${authorization}`];
  const call = {
    id: "1",
    method: "GET",
    search: "",
    headers: () => ({}),
    body: Buffer.alloc(0),
    dependencies: world.service.dependencies,
    idempotencyKeys: openIdempotencyKeys<Decision>(randomBytes),
    health: async () => ({ status: "ok" }) as const,
    readiness: async () => ({ status: "ready" }) as const,
    metrics: async () => ({ text: "", type: "text/plain" }),
    decided: ({ decision, valid, cause }: DecisionEntry) =>
      reasons.push(`${decision} ${valid} ${cause}`),
    warn,
    misconfigured: (problem: string, reason = "") => reasons.push(`${problem}: ${reason}`),
  };
  const changed = await traefikGateway.operation({ ...call, headers: () => distinct(headers) });
  assert.equal(changed.status, 401);
  assert.match(reasons.join(), /1 false signature/);
  assert.match(reasons.join(), /Traefik may have changed the target: it removes dot segments/);
  const form = [...traefik("POST", "/1/x"), `Authorization: ${authorization}`];
  await traefikGateway.operation({
    ...call,
    headers: () => distinct([...form, `Content-Type: ${formType}`]),
  });
  assert.match(reasons.join(), /Traefik did not send the form that the client signed/);
  await traefikGateway.operation({ ...call, headers: () => distinct(headers.slice(1)) });
  assert.match(reasons.join(), /Traefik sent no x-forwarded-method/);
  const elsewhere = headers.map((line) => line.replace("api.example.com", "evil.example"));
  await traefikGateway.operation({ ...call, headers: () => distinct(elsewhere) });
  assert.match(
    reasons.join(),
    /host: origin "https:\/\/evil\.example:8443" .*COUNTERSIGN_API_ORIGINS/,
  );
  const before = reasons.length;
  const answers = [];
  for (let times = 0; times < 3; times += 1) {
    answers.push(
      (await traefikGateway.operation({ ...call, headers: () => distinct(elsewhere) })).status,
    );
  }
  assert.deepEqual(answers, [400, 429, 429]);
  assert.equal(reasons.length, before + 1, "no line for what is beyond the limit");
});

test("the guide: what is not run here names the endpoints, has what they read, and fails closed", () => {
  const secretHere = { [secret]: secret };
  const traefikText = guideBlock("gateways/traefik", "traefik.yml", secretHere);
  assert.match(traefikText, /address: http:\/\/127\.0\.0\.1:8081\/gateway\/traefik\?context=any\n/);
  assert.match(traefikText, /trustForwardHeader: false\n/);
  const envoyText = guideBlock("gateways/envoy", "envoy.yml", secretHere);
  assert.match(envoyText, /path_prefix: \/gateway\/envoy\?context=any&target=\n/);
  assert.match(envoyText, /failure_mode_allow: false\n/);
  for (const line of envoy) assert.ok(envoyText.includes(`key: ${line.split(":")[0]}`), line);
  const { plugins } = JSON.parse(guideBlock("gateways/apisix", "apisix.json", secretHere));
  const plugin = plugins["forward-auth"];
  assert.deepEqual(
    [plugin.uri, plugin.allow_degradation, plugin.extra_headers["X-Countersign-Target"]],
    ["http://127.0.0.1:8081/gateway/apisix?context=any", false, "$real_request_uri"],
  );
  const kong = guideBlock("gateways/kong", "handler.lua");
  for (const line of [...own("GET", "/"), "X-Countersign-Request-Id", "X-Countersign-Secret"]) {
    assert.ok(kong.includes(`["${line.split(":")[0]}"] =`), line);
  }
  assert.match(guideBlock("gateways/kong", "schema.lua"), /8081\/gateway\/kong" }/);
  guideBlock("gateways/kong", "kong.yml", secretHere);
  const { use_keyless, proxy, custom_middleware } = JSON.parse(
    guideBlock("gateways/tyk", "tyk.json"),
  );
  const [hook] = custom_middleware.pre;
  assert.deepEqual(
    [use_keyless, proxy.strip_listen_path, custom_middleware.driver, hook.name],
    [true, false, "goplugin", "Countersign"],
  );
});

test("404 — T65: no gateway endpoint is on the public address; 401, 500 — T62: none answers without the secret", async () => {
  await using world = await startWorld(settings);
  for (const name of [
    "nginx",
    "njs",
    "caddy",
    "haproxy",
    "kong",
    "tyk",
    "traefik",
    "envoy",
    "apisix",
    "rejection",
  ]) {
    const headers = { "x-countersign-secret": secret };
    const response = await fetch(`${world.baseUrl}/gateway/${name}`, { headers });
    assert.equal(response.status, 404, name);
    const open = await fetch(`${world.service.internalUrl}/gateway/${name}`);
    assert.equal(open.status, name === "nginx" ? 401 : 500, name);
    assert.equal(open.headers.get("x-countersign-decision"), null, name);
  }
});

async function credentialsOf({ ledger, application, alice }: World) {
  // The user's token can write, although the application alone can only read.
  const { token, secret: tokenSecret } = await makeAccessToken(ledger, application, alice, "write");
  return { ...application, token, tokenSecret };
}

function signedNow(
  { clock }: World,
  credentials: Parameters<typeof signed>[0],
  method: string,
  uri: string,
  form = "",
): string {
  const oauth_timestamp = String(Math.floor(clock.now / 1000));
  return signed(credentials, method, origin, uri, form, { oauth_timestamp });
}

function distinct(lines: readonly string[]): Record<string, string[]> {
  const pairs = lines.map((line): [string, string[]] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), [line.slice(colon + 1).trim()]];
  });
  return Object.fromEntries(pairs);
}

/** Envoy's URL ends in `target=`, so the parameter goes first. */
function withParameter(url: string, parameter: string): string {
  const [path, query] = url.split(/\?(.*)/s);
  return `${path}?${parameter}${query === undefined ? "" : `&${query}`}`;
}
