/** The examples in Python, PHP and Go: servers that ask /verify and relay its answer. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { listen } from "../middleware/apis.ts";
import { bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { secret, settings } from "./cases.ts";
import { type Answer, openClient, signed } from "./client.ts";
import { missing, startGateway } from "./gateway.ts";

// As in production, where the ledger is in a file.
keepLedgersOnDisk();

const formType = "application/x-www-form-urlencoded";

test("200, 400, 401, 503 — examples/verify.py", { skip: missing("python3") }, (t) =>
  languageCases(t, () => ["python3", resolve("examples/verify.py")]),
);

test("200, 400, 401, 503 — examples/verify.php", { skip: missing("php") }, (t) =>
  languageCases(t, (port) => ["php", "-S", `127.0.0.1:${port}`, resolve("examples/verify.php")]),
);

test("200, 400, 401, 503 — examples/verify.go", { skip: missing("go") }, (t) =>
  languageCases(t, () => {
    const directory = mkdtempSync(join(tmpdir(), "countersign-go-"));
    t.after(() => rmSync(directory, { recursive: true, force: true }));
    const program = join(directory, "verify");
    const env = { ...process.env, GOCACHE: join(directory, "cache"), GOFLAGS: "-mod=mod" };
    const built = spawnSync("go", ["build", "-o", program, "examples/verify.go"], { env });
    assert.equal(built.status, 0, String(built.stderr));
    return [program];
  }),
);

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
  const start = (url: string, at: number) => {
    const [program, ...args] = command(at);
    return startGateway(program, args, {}, at, {
      PORT: String(at),
      API_ORIGIN: origin,
      COUNTERSIGN_URL: url,
      COUNTERSIGN_INTERNAL_SECRET: secret,
    });
  };
  await using _api = await start(service.internalUrl ?? "", port);
  using client = openClient(port);
  const get = (target: string, authorization: string) =>
    client.send("GET", target, { headers: { authorization } });
  const post = (target: string, authorization: string, body: string) => {
    const length = String(body.length);
    const headers = { authorization, "content-type": formType, "content-length": length };
    return client.send("POST", target, { headers, body });
  };
  const sign = (method: string, target: string, form = "") =>
    signed(credentials, method, origin, target, form);

  for (const target of [
    "/1/things?a=b%20c&a=&d=e+f",
    "//1//a%2Fb/../x?q=~!*()",
    "/%C3%A9?%E2%98%83=1",
  ]) {
    const answer = await get(target, sign("GET", target));
    assert.deepEqual(callerIn(answer), ["user", "alice"], `${target}: ${answer.body}`);
  }
  const target = "/1/things?x=1";
  const form = "a=b%20c&a=%E2%98%83&d=";
  assert.deepEqual(callerIn(await post(target, sign("POST", target, form), form)), [
    "user",
    "alice",
  ]);
  assert.deepEqual(callerIn(await get("/1/things", bearer)), ["application", undefined]);

  const once = sign("GET", target);
  await get(target, once);
  relayed(await get(target, once), 401, 32);
  relayed(await post(target, sign("POST", target, form), "a=forged"), 401, 32);
  relayed(await get(target, sign("GET", "/1/others")), 401, 32);
  relayed(await client.send("GET", target), 400, 215);
  const twice = { authorization: [bearer, once] };
  assert.equal((await client.send("GET", target, { headers: twice })).status, 400);

  running = false;
  await service[Symbol.asyncDispose]();
  const stopped = await get("/1/things", bearer);
  assert.equal(stopped.status, 503, stopped.body);

  // Another program that listens there, and a service that does not answer (its client would give up after ten
  // seconds).
  const accepts = '{"valid":true,"caller":{"context":"application"}}';
  const answers: [status: number, body: string][] = [
    [200, ""],
    [200, "[]x"],
    [200, "{}"],
    [200, '{"valid":"true"}'],
    [200, '{"valid":1,"caller":{}}'],
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
    const answer = await otherClient.send("GET", "/1/things", {
      headers: { authorization: bearer },
    });
    assert.equal(answer.status, 503, String(answers[0]));
    if (answers.shift() === undefined) break;
  }
}

function callerIn({ status, body }: Answer): unknown[] {
  if (status !== 200) return [status];
  const { context, screen_name: screenName } = JSON.parse(body);
  return [context, screenName];
}

/** Checks the status, the service's body with this code, and its headers. */
function relayed({ status, headers, body }: Answer, expected: number, code: number): void {
  assert.equal(status, expected, body);
  assert.equal(JSON.parse(body).errors[0].code, code, body);
  assert.match(headers.get("content-type") ?? "", /^application\/json/);
  assert.match(headers.get("cache-control") ?? "", /no-store/);
}
