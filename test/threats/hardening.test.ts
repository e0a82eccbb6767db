/** Protections on every response and connection; docs/evidence/asvs.md lists the requirements. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { type ConnectionOptions, connect } from "node:tls";
import * as english from "../../src/pages/languages/english.ts";
import { boundedFetch } from "../../src/tools/identity-providers/bounded-fetch.ts";
import { sendRaw } from "../support/raw-http.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";
import { signedFetch } from "../support/signing.ts";
import { makeCertificate } from "../support/tls.ts";
import { signedIn } from "../support/visitor.ts";

const paths = [
  "/",
  "/sign-in",
  "/oauth/authorize",
  "/openapi.json",
  "/portal",
  "/admin",
  "/nothing",
];

test("every response: no CORS header for any origin, nosniff, and a charset where there is text", async () => {
  await using service = await startTestService();
  for (const path of [...paths, "/1.1/account/verify_credentials.json", "/oauth2/token"]) {
    for (const method of ["GET", "OPTIONS", "POST"]) {
      const { headers } = await fetch(service.baseUrl + path, {
        method,
        redirect: "manual",
        headers: { origin: "https://other.example", "access-control-request-method": "POST" },
      });
      const cors = [...headers.keys()].filter((name) => name.startsWith("access-control-"));
      assert.deepEqual(cors, [], `${method} ${path}`);
      assert.equal(headers.get("x-content-type-options"), "nosniff", `${method} ${path}`);
      const type = headers.get("content-type");
      if (type !== null) assert.match(type, /; charset=utf-8$/, `${method} ${path}`);
    }
  }
});

test("405 — TRACE, and nothing that was sent comes back; 404 — folders have no listing", async () => {
  await using service = await startTestService();
  const traced = await sendRaw(service.baseUrl, {
    method: "TRACE",
    target: "/sign-in",
    lines: ["Cookie: canary=1"],
  });
  assert.deepEqual([traced.status, traced.body.includes("canary")], [405, false]);
  const page = await (await fetch(`${service.baseUrl}/sign-in`)).text();
  const [, folder = ""] = /<link rel="stylesheet" href="(\/[^"]*\/)[^"/]+"/.exec(page) ?? [];
  assert.notEqual(folder, "");
  for (const path of [folder, "/icons/", "/.git/config", "/package.json", "/src/", "/docs/"]) {
    assert.equal((await fetch(service.baseUrl + path)).status, 404, path);
  }
});

test("TLS 1.2 and 1.3, the newer one first and with forward secrecy; 1.1 is rejected", async () => {
  using certificate = await makeCertificate(["localhost"]);
  await using service = await startTestService({
    HOST: "localhost",
    TLS_CERT: certificate.certificate,
    TLS_KEY: certificate.key,
  });
  const options = {
    host: "localhost",
    port: service.port,
    ca: readFileSync(certificate.authority),
  };
  assert.equal((await agreed(options)).protocol, "TLSv1.3");
  const older = await agreed({ ...options, maxVersion: "TLSv1.2" });
  assert.match(older.cipher, /^ECDHE-/);
  await assert.rejects(agreed({ ...options, minVersion: "TLSv1.1", maxVersion: "TLSv1.1" }));
  // Only the RSA key exchange.
  await assert.rejects(agreed({ ...options, maxVersion: "TLSv1.2", ciphers: "AES128-SHA" }));
});

test("200 — names that every object has are parameters as others are", async () => {
  await using service = await startTestService();
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const { token, secret } = await makeAccessToken(ledger, application, alice);
  const query = "?__proto__=a&constructor=b&toString=c&__proto__=d";
  const url = `${service.baseUrl}/1.1/account/verify_credentials.json${query}`;
  const response = await signedFetch("GET", url, { ...application, token, tokenSecret: secret });
  assert.equal(response.status, 200, await response.text());
});

test("every page for someone who is signed in has a way to sign out, and may not be stored", async () => {
  await using service = await startTestService();
  const alice = await makeUser(service.dependencies.ledger, "alice");
  const visitor = await signedIn(service.baseUrl, alice);
  for (const path of [
    "/account",
    "/account/profile",
    "/account/sessions",
    "/account/events",
    "/portal",
    "/portal/create",
  ]) {
    const { status, html, headers } = await visitor.get(path);
    assert.deepEqual([status, headers.get("cache-control")], [200, "no-store"], path);
    assert.ok(html.includes(english.shell.signOut), path);
  }
});

test("a redirect of a provider is not followed", async () => {
  const hosts: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    hosts.push(request.url);
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await boundedFetch(`http://127.0.0.1:${port}/first`, {});
    assert.deepEqual([response.status, hosts], [302, ["/first"]]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

function agreed(options: ConnectionOptions): Promise<{ protocol: string | null; cipher: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(options, () => {
      resolve({ protocol: socket.getProtocol(), cipher: socket.getCipher().name });
      socket.destroy();
    });
    socket.once("error", reject);
  });
}
