/** The examples in Python, PHP and Go: servers that ask /verify and relay its response. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { listen } from "../../packages/client/test/apis.ts";
import { bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { until } from "../support/until.ts";
import { secret, settings } from "./cases.ts";
import { type ClientResponse, openClient, signed } from "./client.ts";
import { missing, startGateway } from "./gateway.ts";

// As in production, where the ledger is in a file.
keepLedgersOnDisk();

const formType = "application/x-www-form-urlencoded";
const maxFormBytes = 64 * 1024;

test("200, 204, 400, 401, 413, 503 — examples/verify.py", { skip: missing("python3") }, (t) =>
  languageCases(t, () => ["python3", resolve("examples/verify.py")]),
);

test("200, 204, 400, 401, 413, 503 — examples/verify.php", { skip: missing("php") }, (t) =>
  languageCases(t, (port) => ["php", "-S", `127.0.0.1:${port}`, resolve("examples/verify.php")]),
);

test("200, 204, 400, 401, 413, 503 — examples/verify.go", { skip: missing("go") }, (t) => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-go-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const program = join(directory, "verify");
  const env = { ...process.env, GOCACHE: join(directory, "cache"), GOFLAGS: "-mod=mod" };
  const built = spawnSync("go", ["build", "-o", program, "examples/verify.go"], { env });
  assert.equal(built.status, 0, String(built.stderr));
  return languageCases(t, () => [program]);
});

/** `command` starts the example, which listens on the port given in its environment. */
async function languageCases(
  t: TestContext,
  command: (port: number) => readonly [string, ...string[]],
): Promise<void> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const service = await startTestService({ ...settings, API_ORIGINS: origin });
  let running = true;
  t.after(async () => {
    if (running) await service[Symbol.asyncDispose]();
  });
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice, { access: "write" });
  const access = await makeAccessToken(ledger, application, alice, "write");
  const credentials = { ...application, token: access.token, tokenSecret: access.secret };
  const bearer = `Bearer ${await bearerFor(service.baseUrl, application)}`;
  const start = (url: string, at: number, sentSecret = secret) => {
    const [program, ...args] = command(at);
    return startGateway(program, args, {}, at, {
      PORT: String(at),
      API_ORIGIN: origin,
      VERIFIER_URL: url,
      COUNTERSIGN_INTERNAL_SECRET: sentSecret,
    });
  };
  await using api = await start(service.internalUrl ?? "", port);
  using client = openClient(port);
  const get = (target: string, authorization: string) =>
    client.send("GET", target, { headers: { authorization } });
  const post = (target: string, authorization: string, body: string, length = body.length) => {
    const lengthHeader = length < 0 ? {} : { "content-length": String(length) };
    const headers = { authorization, "content-type": formType, ...lengthHeader };
    return client.send("POST", target, { headers, body });
  };
  const sign = (method: string, target: string, form = "") =>
    signed(credentials, method, origin, target, form);

  for (const target of [
    "/1/things?a=b%20c&a=&d=e+f",
    "//1//a%2Fb/../x?q=~!*()",
    "/%C3%A9?%E2%98%83=1",
  ]) {
    const response = await get(target, sign("GET", target));
    assert.deepEqual(callerIn(response), ["user", "alice"], `${target}: ${response.body}`);
  }
  const target = "/1/things?x=1";
  const form = "a=b%20c&a=%E2%98%83&d=";
  for (const whole of [form, `a=${"b".repeat(maxFormBytes - 2)}`]) {
    const response = await post(target, sign("POST", target, whole), whole);
    assert.deepEqual(callerIn(response), ["user", "alice"]);
    assert.equal(JSON.parse(response.body).body, whole, "the API has the bytes that were verified");
  }
  // The signed part is as long as a form may be, and what follows is not signed.
  const cut = `a=${"b".repeat(maxFormBytes - 2)}`;
  const suffixes = [
    "&extra=EVIL",
    `&extra=${"E".repeat(maxFormBytes)}`,
    `&e=${"E".repeat(10 ** 7)}`,
  ];
  for (const rest of suffixes) {
    for (const authorization of [sign("POST", target, cut), bearer]) {
      relayed(await post(target, authorization, cut + rest), 413, 215);
    }
  }
  for (const [whole, signedPart] of [
    [form, form],
    [cut + suffixes[0], cut],
  ] as const) {
    const chunked = await post(target, sign("POST", target, signedPart), whole, -1);
    const reached = chunked.status === 200 && JSON.parse(chunked.body).body;
    assert.ok([411, 413].includes(chunked.status) || reached === signedPart, chunked.body);
  }
  assert.deepEqual(callerIn(await get("/1/things", bearer)), ["application", undefined]);

  const json = '{"amount": 10, "to": "bob"}';
  const oauth = { oauth_body_hash: hash("sha1", json, "base64") };
  const hashed = signed(credentials, "PUT", origin, target, "", oauth);
  const put = (body: string) => {
    const length = { "content-length": String(body.length) };
    const headers = { authorization: hashed, "content-type": "application/json", ...length };
    return client.send("PUT", target, { headers, body });
  };
  for (const other of [json.replace("10", "1000"), ""]) relayed(await put(other), 401, 32);
  const compared = await put(json);
  assert.deepEqual(callerIn(compared), ["user", "alice"], compared.body);
  assert.equal(JSON.parse(compared.body).body, json);

  for (const [authorization, status] of [
    [sign("HEAD", target), 200],
    [sign("HEAD", "/1/others"), 401],
  ] as const) {
    const head = await client.send("HEAD", target, { headers: { authorization } });
    assert.deepEqual([head.status, head.body], [status, ""]);
  }
  const options = await client.send("OPTIONS", target);
  assert.deepEqual([options.status, options.body], [204, ""]);
  assert.match(options.headers.get("allow") ?? "", /GET, HEAD, POST/);

  const once = sign("GET", target);
  await get(target, once);
  relayed(await get(target, once), 401, 32);
  relayed(await post(target, sign("POST", target, form), "a=forged"), 401, 32);
  relayed(await get(target, sign("GET", "/1/others")), 401, 32);
  relayed(await client.send("GET", target), 401, 215);
  const twice = { authorization: [bearer, once] };
  assert.equal((await client.send("GET", target, { headers: twice })).status, 400);

  const wrong = "not-the-secret-of-the-service";
  const response = await fetch(`${service.internalUrl}/verify`, {
    method: "POST",
    headers: { "x-countersign-secret": wrong },
    body: "{}",
  });
  const { error } = (await response.json()) as { error: string };
  const wrongPort = await freePort();
  await using misled = await start(service.internalUrl ?? "", wrongPort, wrong);
  using wrongClient = openClient(wrongPort);
  const unknown = await wrongClient.send("GET", target, { headers: { authorization: bearer } });
  relayed(unknown, 503, 130);
  await until(() => misled.output().includes(error));
  assert.ok(!misled.output().includes(wrong), "the log has no secret");
  assert.doesNotMatch(api.output(), /no decision/);

  running = false;
  await service[Symbol.asyncDispose]();
  const stopped = await get("/1/things", bearer);
  assert.equal(stopped.status, 503, stopped.body);
  await until(() => /no decision/.test(api.output()));

  // Another program that listens there, and a service that does not answer (its client would give up after ten
  // seconds).
  const accepts = '{"valid":true,"caller":{"context":"application"}}';
  const answers: [status: number, body: string][] = [
    [200, ""],
    [200, "[]x"],
    [200, "[]"],
    [200, "null"],
    [200, "{}"],
    [200, '{"valid":"true"}'],
    [200, '{"valid":1,"caller":{}}'],
    [200, '{"valid":true}'],
    [200, '{"valid":false,"response":{"status":200,"headers":{},"body":""}}'],
    [404, accepts],
    [503, accepts],
  ];
  await using other = await listen((request, response) => {
    request.resume();
    const [answer] = answers;
    if (answer !== undefined) response.writeHead(answer[0]).end(answer[1]);
  });
  const otherPort = await freePort();
  await using _other = await start(other.url, otherPort);
  using otherClient = openClient(otherPort);
  for (;;) {
    const response = await otherClient.send("GET", "/1/things", {
      headers: { authorization: bearer },
    });
    assert.equal(response.status, 503, String(answers[0]));
    if (answers.shift() === undefined) break;
  }
}

function callerIn({ status, body }: ClientResponse): unknown[] {
  if (status !== 200) return [status];
  const { context, screen_name: screenName } = JSON.parse(body).caller;
  return [context, screenName];
}

/** Checks the status, the service's body with this code, and its headers. */
function relayed({ status, headers, body }: ClientResponse, expected: number, code: number): void {
  assert.equal(status, expected, body);
  assert.equal(JSON.parse(body).errors[0].code, code, body);
  assert.match(headers.get("content-type") ?? "", /^application\/json/);
  assert.match(headers.get("cache-control") ?? "", /no-store/);
}
