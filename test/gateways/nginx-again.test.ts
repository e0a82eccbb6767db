import assert from "node:assert/strict";
import { test } from "node:test";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { secret } from "./cases.ts";
import { openClient, signed } from "./client.ts";
import { missing, startApi } from "./gateway.ts";
import { startGuideNginx } from "./nginx.ts";

// As in production, where the ledger is in a file.
keepLedgersOnDisk();

const origin = "https://api.example.com";
const skip = missing("nginx");

/**
 * The guide's configuration, changed so that nginx first looks for a file and then calls the API: it calls the gateway
 * endpoint twice.
 */
const again = {
  "proxy_pass http://api;\n        }\n\n        location = /1/timeline {":
    'try_files /nothing @api;\n        }\n\n        location @api {\n            set $countersign_requires "";\n            include countersign-protect.conf;\n            proxy_pass http://api;\n        }\n\n        location = /1/timeline {',
};

test("200 — try_files has nginx ask twice about one request, and the second decision is the first", {
  skip,
}, async () => {
  assert.equal(await statusWith(again), 200);
});

test("401 — T02: without one id for both questions the second would be a replay", {
  skip,
}, async () => {
  const changing = { "Request-Id $request_id;": 'Request-Id "$request_id$countersign_decision";' };
  assert.equal(await statusWith({ ...again, ...changing }), 401);
});

async function statusWith(changes: Readonly<Record<string, string>>): Promise<number> {
  await using service = await startTestService({ INTERNAL_SECRET: secret, API_ORIGINS: origin });
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const { token, secret: tokenSecret } = await makeAccessToken(ledger, application, alice);
  await using api = await startApi();
  await using nginx = await startGuideNginx(service, api, changes);
  using client = openClient(nginx.port);
  const target = "/1/things?a=b%20c";
  const authorization = signed({ ...application, token, tokenSecret }, "GET", origin, target);
  const response = await client.send("GET", target, { headers: { authorization } });
  assert.equal(api.calls(), response.status === 200 ? 1 : 0);
  return response.status;
}
