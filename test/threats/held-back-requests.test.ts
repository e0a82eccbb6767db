/**
 * T11: a revocation is committed by another connection to the database, and only then the last byte of a request is
 * sent. The request's connection had become readable before, so the service reads that byte in the same turn of its
 * event loop as requests that were complete before the revocation. The request is rejected all the same.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text as wholeText } from "node:stream/consumers";
import { test } from "node:test";
import { maxInTurn } from "../../src/http/server/turns.ts";
import { makeApiKey } from "../admin-api/support.ts";
import { bearerFor } from "../support/flow.ts";
import { openConnection, type Sent, sendInOneTurn } from "../support/one-turn.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
  type TestApplication,
  type TestService,
  type TestToken,
} from "../support/service.ts";
import { authorizationHeader, signedPairs } from "../support/signing.ts";
import { skippedOnPostgres } from "../support/test-engine.ts";
import { makeCertificate } from "../support/tls.ts";
import { signedIn } from "../support/visitor.ts";

keepLedgersOnDisk();

const skip = skippedOnPostgres("its lookups are never made while the service reads");

interface World {
  readonly service: TestService;
  readonly baseUrl: string;
  readonly internalUrl: string;
  readonly application: TestApplication;
  readonly access: TestToken;
  readonly bearer: string;
  readonly apiKey: string;
  readonly cookie: string;
}

interface HeldBack {
  readonly url: string;
  readonly request: string;
  readonly revocation: string;
  /** Matches the response if the revocation was seen. */
  readonly rejected: RegExp;
}

const invalidToken = /^HTTP\/1\.1 401 .*"code":89/s;
const bearersRevoked = "delete from bearer_token";

const heldBack: Record<string, (world: World) => HeldBack> = {
  "401 (code 89) — an access token": (world) => ({
    url: world.baseUrl,
    request: userRequest(world, world.access),
    revocation: "delete from access_token",
    rejected: invalidToken,
  }),
  "401 (code 89) — a bearer token, in the second request of a connection": ({
    baseUrl,
    bearer,
  }) => ({
    url: baseUrl,
    request: `GET /nothing HTTP/1.1\r\nHost: here\r\n\r\n${written("GET", limits, [`Authorization: Bearer ${bearer}`])}`,
    revocation: bearersRevoked,
    rejected: /^HTTP\/1\.1 404 .*HTTP\/1\.1 401 .*"code":89/s,
  }),
  "401 (code 416) — an application, in a request with a body": ({ baseUrl, application }) => {
    const path = "/oauth/request_token";
    const callback = ["oauth_callback", "https://weather.example/callback"] as const;
    const pairs = signedPairs("POST", baseUrl + path, application, [callback]);
    const type = "Content-Type: application/x-www-form-urlencoded";
    const body = callback.map(encodeURIComponent).join("=");
    return {
      url: baseUrl,
      request: written("POST", path, [type, `Authorization: ${authorizationHeader(pairs)}`], body),
      revocation: "update application set suspended_because = 'abuse'",
      rejected: /^HTTP\/1\.1 401 .*"code":416/s,
    };
  },
  "303 — a session": ({ baseUrl, cookie }) => ({
    url: baseUrl,
    request: written("GET", "/account", [`Cookie: ${cookie}`]),
    revocation: "delete from session",
    rejected: /^HTTP\/1\.1 303 .*location: \S*\/sign-in/is,
  }),
  "401 — an API key": ({ internalUrl, apiKey }) => ({
    url: internalUrl,
    request: written("GET", "/admin/v1/applications", [`Authorization: Bearer ${apiKey}`]),
    revocation: "delete from api_key",
    rejected: /^HTTP\/1\.1 401 /,
  }),
  "not valid — a bearer token, described to /verify": ({ internalUrl, baseUrl, bearer }) => ({
    url: internalUrl,
    request: written("POST", "/verify", [], JSON.stringify(described(baseUrl, bearer))),
    revocation: bearersRevoked,
    rejected: /"valid":false/,
  }),
  "not valid — a bearer token, described to /verify/batch": ({ internalUrl, baseUrl, bearer }) => {
    const requests = ["unknown", bearer].map((token) => described(baseUrl, token));
    return {
      url: internalUrl,
      request: written("POST", "/verify/batch", [], JSON.stringify({ requests })),
      revocation: bearersRevoked,
      rejected: /"valid":false.*"valid":false/,
    };
  },
  "401 — a bearer token, in a request that Caddy describes": ({
    internalUrl,
    baseUrl,
    bearer,
  }) => ({
    url: internalUrl,
    request: written("GET", "/gateway/caddy", [
      `Authorization: Bearer ${bearer}`,
      "X-Countersign-Method: GET",
      `X-Countersign-Origin: ${baseUrl}`,
      "X-Countersign-Target: /things",
      "X-Countersign-Address: 192.0.2.1",
      `X-Countersign-Request-Id: ${crypto.randomUUID()}`,
    ]),
    revocation: bearersRevoked,
    rejected: invalidToken,
  }),
};

// A turn that waits for the event loop, and one that is full before the loop has read from every connection.
for (const earlier of [1, maxInTurn]) {
  for (const [title, heldBackIn] of Object.entries(heldBack)) {
    test(`T11 — ${title}, revoked before its last byte was sent, behind ${earlier} earlier ones`, {
      skip,
    }, async () => {
      await using service = await startTestService();
      const world = await worldOf(service);
      const { rejected, ...held } = heldBackIn(world);
      const valid = await responseTo(world, { ...held, revocation: "select 1" }, earlier);
      assert.match(valid, /^HTTP\/1\.1 (?:200|404) /);
      assert.doesNotMatch(valid, rejected);
      const revoked = heldBackIn(world);
      assert.match(await responseTo(world, revoked, earlier), revoked.rejected);
    });
  }
}

test("T11 — 401 (code 89) — an access token, revoked before its last byte was sent over TLS", {
  skip,
}, async () => {
  using certificate = await makeCertificate(["localhost"]);
  await using service = await startTestService({
    TLS_CERT: certificate.certificate,
    TLS_KEY: certificate.key,
  });
  const { baseUrl: url, dependencies } = service;
  const alice = await makeUser(dependencies.ledger, "alice");
  const application = await makeApplication(dependencies.ledger, alice);
  const access = await makeAccessToken(dependencies.ledger, application, alice);
  const world = { service, baseUrl: url, application };
  const authority = readFileSync(certificate.authority);
  for (const [revocation, expected] of [
    ["select 1", /^HTTP\/1\.1 200 /],
    ["delete from access_token", invalidToken],
  ] as const) {
    const request = userRequest(world, access);
    assert.match(await responseTo(world, { url, request, revocation }, 1, authority), expected);
  }
});

async function worldOf(service: TestService): Promise<World> {
  const { baseUrl, internalUrl = "", dependencies } = service;
  const { ledger } = dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const { cookies } = await signedIn(baseUrl, alice);
  const { secret } = await makeApiKey(ledger, "viewer");
  return {
    ...{ service, baseUrl, internalUrl, application },
    access: await makeAccessToken(ledger, application, alice),
    bearer: await bearerFor(baseUrl, application),
    apiKey: secret,
    cookie: [...cookies].map((cookie) => cookie.join("=")).join("; "),
  };
}

/** The earlier requests come by connections of their own, and have the service look up a token. */
async function responseTo(
  { service, ...world }: Pick<World, "service" | "baseUrl" | "application">,
  { url, request, revocation }: Omit<HeldBack, "rejected">,
  earlier: number,
  authority?: Buffer,
): Promise<string> {
  using database = new DatabaseSync(join(service.dataDir, "countersign.db"), { timeout: 4000 });
  const before = await Promise.all(
    Array.from({ length: earlier }, async (): Promise<Sent> => {
      const connection = await openConnection(world.baseUrl, authority);
      const unknown = userRequest(world, { token: "unknown", secret: "" });
      return [connection, await connection.bytesOf(unknown)];
    }),
  );
  const held = await openConnection(url, authority);
  const bytes = await held.bytesOf(request);
  const response = wholeText(held.socket);
  const revoke = () => {
    database.exec(revocation);
    held.wire.write(bytes.subarray(-1));
  };
  await sendInOneTurn(before, revoke, [[held, bytes.subarray(0, -1)]]);
  try {
    return await response;
  } finally {
    for (const [{ wire }] of [...before, [held]] as const) wire.destroy();
  }
}

const limits = "/1.1/application/rate_limit_status.json";

function userRequest(
  { baseUrl, application }: Pick<World, "baseUrl" | "application">,
  { token, secret }: { readonly token: string; readonly secret: string },
): string {
  const path = "/1.1/account/verify_credentials.json";
  const credentials = { ...application, token, tokenSecret: secret };
  const pairs = signedPairs("GET", baseUrl + path, credentials);
  return written("GET", path, [`Authorization: ${authorizationHeader(pairs)}`]);
}

function described(origin: string, bearer: string): object {
  return { method: "GET", origin, target: "/things", authorization: `Bearer ${bearer}` };
}

function written(method: string, path: string, headers: readonly string[], body = ""): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "Host: here",
    "Connection: close",
    ...headers,
    ...(body === "" ? [] : [`Content-Length: ${body.length}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
