import assert from "node:assert/strict";
import { test } from "node:test";
import {
  allowInsecureRequests,
  ClientSecretBasic,
  clientCredentialsGrantRequest,
  discoveryRequest,
  processClientCredentialsResponse,
  processDiscoveryResponse,
} from "oauth4webapi";
import { startWorld } from "../support/world.ts";

const path = "/.well-known/oauth-authorization-server";

// interface §18.1
test("200 — the metadata has what this service serves, and nothing else", async () => {
  await using world = await startWorld();
  const response = await fetch(world.baseUrl + path);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
  assert.deepEqual(await response.json(), {
    issuer: world.baseUrl,
    token_endpoint: `${world.baseUrl}/oauth2/token`,
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
    grant_types_supported: ["client_credentials"],
    response_types_supported: [],
  });
});

// interface §18.2
test("200 — neither a Host nor a forwarded one changes the issuer", async () => {
  await using world = await startWorld({ ADDITIONAL_BASE_URLS: "http://localhost:1234" });
  for (const headers of [
    { "x-forwarded-host": "evil.example" },
    { host: "localhost:1234" },
    { host: "evil.example" },
  ]) {
    const response = await fetch(world.baseUrl + path, { headers });
    const { issuer } = (await response.json()) as { issuer: string };
    assert.equal(issuer, world.baseUrl);
  }
});

// interface §18.1
test("200 — a generic client that knows the issuer alone gets a bearer token", async () => {
  await using world = await startWorld();
  const { application, baseUrl } = world;
  const options = { [allowInsecureRequests]: true };
  const issuer = new URL(baseUrl);
  const discovered = await discoveryRequest(issuer, { ...options, algorithm: "oauth2" });
  const server = await processDiscoveryResponse(issuer, discovered);
  const client = { client_id: application.consumerKey };
  const response = await clientCredentialsGrantRequest(
    server,
    client,
    ClientSecretBasic(application.consumerSecret),
    {},
    options,
  );
  const { token_type } = await processClientCredentialsResponse(server, client, response);
  assert.equal(token_type, "bearer");
});
