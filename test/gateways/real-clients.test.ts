/**
 * Clients that know nothing about this project, through gateways with TLS: twitter-api-v2, and curl with a bearer
 * token.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { makeCertificate } from "../support/tls.ts";
import { twitterApi } from "../support/twitter-api.ts";
import { identity, origin, settings } from "./cases.ts";
import { type ConfiguredGateway, caddy, haproxy, nginx, njs } from "./configured.ts";
import { type Echo, missing, startApi } from "./gateway.ts";

// As in production, where the ledger is in a file.
keepLedgersOnDisk();

const host = "api.example.com";
const run = promisify(execFile);

for (const [name, gateway] of Object.entries({ nginx, njs, caddy, haproxy })) {
  const skip = gateway.skip || missing("curl");
  test(
    `200, 4xx, 5xx — ${name}: twitter-api-v2, and curl with a bearer token, over TLS`,
    {
      skip,
    },
    (t) => realClients(t, gateway),
  );
}

async function realClients(t: TestContext, setup: ConfiguredGateway): Promise<void> {
  using tls = await makeCertificate([host]);
  const service = await startTestService(settings);
  let running = true;
  t.after(async () => {
    if (running) await service[Symbol.asyncDispose]();
  });
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice, { access: "write" });
  const access = await makeAccessToken(ledger, application, alice, "write");
  const bearer = await bearerFor(service.baseUrl, application);
  await using api = await startApi();
  const port = await freePort();
  const countersign = new URL(service.internalUrl ?? "").host;
  await using _gateway = await setup.start({ port, countersign, api: api.address }, tls);

  const { consumerKey: appKey, consumerSecret: appSecret } = application;
  const reached = { host, port, authority: tls.authority };
  const tokens = { appKey, appSecret, accessToken: access.token };
  using signs = twitterApi({ ...tokens, accessSecret: access.secret }, reached);
  using wrong = twitterApi({ ...tokens, accessSecret: "wrong" }, reached);
  using bears = twitterApi(bearer, reached);
  const things = `${origin}/1/things`;
  const text = "é ü/%+&=~*'!";

  const got = await signs.api.get<Echo>(things, { q: text, ids: ["1", "2"], empty: "" });
  assert.deepEqual(identity(got), {
    context: "user",
    "user-id": alice.id,
    "screen-name": "alice",
    "app-id": application.id,
    "consumer-key": appKey,
    access: "read-write",
    body: "unsigned",
  });
  assert.equal(new URLSearchParams(got.target.split("?")[1]).get("q"), text);
  const posted = await signs.api.post<Echo>(things, { text }, { forceBodyMode: "json" });
  assert.deepEqual(JSON.parse(Buffer.from(posted.body, "latin1").toString()), { text });
  const form = (path: string) =>
    signs.api.post<Echo>(path, { status: text, b: "" }, { forceBodyMode: "url" });
  if (setup.forms) {
    const { body } = await form(things);
    assert.equal(new URLSearchParams(body).get("status"), text);
  } else {
    const { status, data } = await signs.rejected(() => form(things));
    assert.equal(status, 401);
    assert.match(JSON.stringify(data), /API's gateway can't check a signed form/);
  }
  const own = { context: "application", "app-id": application.id, "consumer-key": appKey };
  const borne = await bears.api.get<Echo>(things);
  assert.deepEqual(identity(borne), { ...own, access: "read-write", body: "unsigned" });

  const before = api.calls();
  const forged = await wrong.rejected((one) => one.get(things));
  const errors = [{ code: 32, message: "Could not authenticate you" }];
  assert.deepEqual([forged.status, forged.data], [401, { errors }]);
  assert.equal(api.calls(), before);
  for (let times = 0; times < 3; times += 1) await signs.api.get(`${origin}/1/timeline`);
  const limited = await signs.rejected((one) => one.get(`${origin}/1/timeline`));
  assert.deepEqual(
    [limited.status, limited.rateLimit?.limit, limited.rateLimit?.remaining],
    [429, 3, 0],
  );

  const curl = async (...args: string[]) => {
    const to = ["--cacert", tls.authority, "--connect-to", `${host}:8443:127.0.0.1:${port}`];
    const shown = ["-sS", "-w", "\n%{http_code}", ...to, ...args];
    const { stdout } = await run("curl", shown, { timeout: 20_000 });
    const [status = "", ...lines] = stdout.split("\n").reverse();
    return { status: Number(status), json: JSON.parse(lines.reverse().join("\n")) };
  };
  const authorized = ["-H", `Authorization: Bearer ${bearer}`];
  const query = ["-G", "--data-urlencode", `q=${text}`];
  for (const args of [query, ["-d", "a=b"], ["--json", "{}"]]) {
    const { status, json } = await curl(...authorized, ...args, things);
    assert.equal(status, 200, JSON.stringify(json));
    assert.deepEqual(identity(json), { ...own, access: "read-write", body: "unsigned" });
  }
  const anonymous = await curl(things);
  assert.deepEqual([anonymous.status, anonymous.json.errors[0].code], [401, 215]);
  const unknown = await curl("-H", "Authorization: Bearer nothing-like-a-token", things);
  assert.deepEqual([unknown.status, unknown.json.errors[0].code], [401, 89]);
  assert.deepEqual(
    [(await curl(...authorized, `${origin}/1/timeline`)).status, api.calls()],
    [403, before + 6],
  );

  running = false;
  await service[Symbol.asyncDispose]();
  assert.ok((await signs.rejected((one) => one.get(things))).status >= 500);
  assert.equal(api.calls(), before + 6);
}
