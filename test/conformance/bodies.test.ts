/** An API that Countersign protects passes the kit's cases about hashes of bodies, behind the middleware. */
import assert from "node:assert/strict";
import { test } from "node:test";
import express from "express";
import { countersign } from "../../packages/client/src/express.ts";
import { listen } from "../../packages/client/test/apis.ts";
import { allCases } from "../../packages/conformance/src/cases.ts";
import { providerFrom } from "../../packages/conformance/src/config.ts";
import { chosen, run } from "../../packages/conformance/src/run.ts";
import { startTestServer } from "../../src/program/test-server/test-server.ts";

test("every case about a body's hash passes, and every other case about a resource that is called by POST", async () => {
  const handler = express();
  await using api = await listen(handler);
  await using server = await startTestServer({
    users: [{ screenName: "alice" }],
    applications: [{ name: "First", access: "write" }],
    settings: { API_ORIGINS: api.url },
  });
  const protect = countersign({ url: server.internalUrl, origin: api.url });
  handler.post("/things", protect(), (_request: unknown, response: express.Response) =>
    response.json({ reached: "the API" }),
  );
  const application = server.application();
  const { token, tokenSecret } = await server.issue();
  const config = {
    name: "An API",
    resource: { url: `${api.url}/things`, methods: ["POST"], contains: "reached" },
    client: { key: application.consumerKey, secret: application.consumerSecret },
    token: { token, secret: tokenSecret },
    body_hashes: true,
    requests_per_second: 10_000,
  };
  const cases = chosen(allCases, { only: [], severities: ["must", "should", "security"] });
  const report = await run(providerFrom(JSON.stringify(config), {}), cases);
  const tried = report.results.filter(({ outcome }) => outcome !== "skipped");
  const hashes = tried.filter(({ id }) => id.startsWith("3.4.1.3.1/body-hash/"));
  assert.ok(hashes.length >= 18, `${hashes.length}`);
  for (const { id, outcome, because } of tried)
    assert.equal(outcome, "passed", `${id}: ${because}`);
});
