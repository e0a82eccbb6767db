/** docs/guide/protect-your-api-python.md: its APIs with FastAPI and Flask, as they are written there. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { listen } from "../../packages/client/test/apis.ts";
import { bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { guideBlock } from "../support/guide-block.ts";
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

const page = "protect-your-api-python";
/** Where Debian installs the packages that `.ci/run` names. */
const packages = "/usr/lib/python3/dist-packages";

test(
  "200, 201, 401, 403, 413, 503 — the guide's API with FastAPI",
  {
    skip: missing("/usr/bin/python3", `${packages}/fastapi`, `${packages}/uvicorn`),
  },
  (t) => frameworkCases(t, "fastapi"),
);

test(
  "200, 201, 401, 403, 411, 413, 503 — the guide's API with Flask",
  {
    skip: missing("/usr/bin/python3", `${packages}/flask`),
  },
  (t) => frameworkCases(t, "flask"),
);

async function frameworkCases(t: TestContext, framework: "fastapi" | "flask"): Promise<void> {
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
    const [, ...args] = guideBlock(page, framework, { 9000: String(at) })
      .trim()
      .split(" ");
    const names = ["countersign.py", `${framework}_api.py`];
    const files = Object.fromEntries(names.map((name) => [name, guideBlock(page, name)]));
    return startGateway("/usr/bin/python3", args, files, at, {
      API_ORIGIN: origin,
      VERIFIER_URL: url,
      COUNTERSIGN_INTERNAL_SECRET: secret,
      PYTHONUNBUFFERED: "1",
    });
  };
  await using api = await start(service.internalUrl ?? "", port);
  using client = openClient(port);
  const get = (target: string, authorization = signed(credentials, "GET", origin, target)) =>
    client.send("GET", target, { headers: { authorization } });
  const post = (signedForm: string, body: string, more: Readonly<Record<string, string>>) => {
    const authorization = signed(credentials, "POST", origin, "/things", signedForm);
    const type = "application/x-www-form-urlencoded";
    const headers = { authorization, "content-type": type, ...more };
    return client.send("POST", "/things", { headers, body });
  };
  const sized = (body: string) => ({ "content-length": String(Buffer.byteLength(body)) });

  for (const target of ["/things", "/things?q=%2B%20a&q=&e=x+y", "/%74hings?%E2%98%83=1"]) {
    assert.deepEqual(contentOf(await get(target)), [
      200,
      { context: "user", things: ["lamp", "kettle"] },
    ]);
  }
  assert.deepEqual(contentOf(await get("/me")), [200, { hello: "alice" }]);
  assert.equal(contentOf(await get("/things", bearer))[0], 200);
  rejected(await get("/me", bearer), 403, 220);
  rejected(await client.send("GET", "/things"), 401, 215);
  rejected(await get("/things?x=1", signed(credentials, "GET", origin, "/things?x=2")), 401, 32);
  const once = signed(credentials, "GET", origin, "/things");
  assert.equal((await get("/things", once)).status, 200);
  rejected(await get("/things", once), 401, 32);

  const form = "name=b%C3%BCcher+%26%20more";
  rejected(await post(form, "name=chair", sized("name=chair")), 401, 32);
  const things = ["lamp", "kettle", "bücher & more"];
  assert.deepEqual(contentOf(await post(form, form, sized(form))), [201, { things }]);
  const long = `name=${"b".repeat(64 * 1024)}`;
  rejected(await post(long, long, sized(long)), 413, 215);
  const chunked = await post(form, form, { "transfer-encoding": "chunked" });
  if (framework === "flask") rejected(chunked, 411, 215);
  else assert.equal(chunked.status, 201);
  assert.doesNotMatch(api.output(), /no decision/);

  running = false;
  await service[Symbol.asyncDispose]();
  rejected(await get("/things", bearer), 503, 130);
  await until(() => /no decision/.test(api.output()));

  // Another program that listens there.
  const responses: [status: number, body: string][] = [
    [200, "null"],
    [200, '{"valid":1,"caller":{"context":"application"}}'],
    [200, '{"valid":true}'],
    [200, '{"valid":false,"response":{"status":200,"headers":{},"body":""}}'],
    [404, '{"valid":true,"caller":{"context":"application"}}'],
  ];
  await using other = await listen((request, response) => {
    request.resume();
    const [status, body] = responses[0] ?? [500, ""];
    response.writeHead(status).end(body);
  });
  const misledPort = await freePort();
  await using _misled = await start(other.url, misledPort);
  using misledClient = openClient(misledPort);
  for (; responses.length > 0; responses.shift()) {
    const headers = { authorization: bearer };
    rejected(await misledClient.send("GET", "/things", { headers }), 503, 130);
  }
}

function contentOf({ status, body }: ClientResponse): [number, unknown] {
  return [status, JSON.parse(body)];
}

function rejected({ status, body, headers }: ClientResponse, expected: number, code: number): void {
  assert.deepEqual([status, JSON.parse(body).errors[0].code], [expected, code], body);
  assert.match(headers.get("content-type") ?? "", /^application\/json/);
}
