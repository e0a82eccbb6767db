/** A certificate is renewed while the service runs: docs/guide/tls.md. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { connect, type PeerCertificate } from "node:tls";
import { serve } from "../cli/command.ts";
import { startTestService } from "../support/service.ts";
import { makeCertificate, type TestCertificate } from "../support/tls.ts";

test("a renewed certificate is served from the next connection on, and no request fails meanwhile", async () => {
  await using world = await renewing();
  const { settings, put, first, second } = world;
  await using service = await startTestService(settings);
  const { port } = service;
  assert.equal(await servedAt(port), serialOf(first));
  const keepAlive = new Agent({ keepAlive: true, maxSockets: 2 });
  let [ending, answered] = [false, 0];
  const load = [keepAlive, keepAlive, undefined, undefined].map(async (agent) => {
    while (!ending) {
      assert.equal(await statusOf(port, agent), 200);
      answered += 1;
    }
  });
  const enough = async () => {
    const before = answered;
    while (answered < before + 20) await statusOf(port, keepAlive);
  };
  await enough();
  // The certificate arrives first; until its key is there too, the old one is served.
  put(second, "certificate");
  service.reload?.();
  assert.equal(await servedAt(port), serialOf(first));
  await enough();
  put(second, "key");
  service.reload?.();
  assert.equal(await servedAt(port), serialOf(second));
  await enough();
  ending = true;
  await Promise.all(load);
  keepAlive.destroy();
  const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
  const [, until] = /^countersign_certificate_expiry_timestamp_seconds (\d+)$/m.exec(metrics) ?? [];
  assert.ok(Number(until) > Date.now() / 1000);
});

test("what is no certificate is not served, and the log says why", async () => {
  await using world = await renewing();
  const { settings, put, first, second } = world;
  await using served = await serve(["serve"], { settings: { ...settings, LOG_LEVEL: "info" } });
  const port = Number(new URL(served.baseUrl).port);
  writeFileSync(settings.TLS_CERT, "not a certificate");
  served.child.kill("SIGHUP");
  await served.says("the certificate could not be reloaded");
  assert.equal(await servedAt(port), serialOf(first));
  put(second, "certificate");
  put(second, "key");
  served.child.kill("SIGHUP");
  await served.says("certificate reloaded");
  assert.equal(await servedAt(port), serialOf(second));
  served.child.kill("SIGTERM");
  assert.equal(await served.ended, 0);
});

async function renewing() {
  const directory = mkdtempSync(join(tmpdir(), "countersign-renewed-"));
  const [first, second] = [
    await makeCertificate(["localhost"]),
    await makeCertificate(["localhost"]),
  ];
  const files = { certificate: join(directory, "cert.pem"), key: join(directory, "key.pem") };
  const put = (from: TestCertificate, which: "certificate" | "key") =>
    copyFileSync(from[which], files[which]);
  put(first, "certificate");
  put(first, "key");
  const settings = {
    DATA_DIR: join(directory, "data"),
    TLS_CERT: files.certificate,
    TLS_KEY: files.key,
  };
  return {
    settings,
    put,
    first,
    second,
    async [Symbol.asyncDispose]() {
      first[Symbol.dispose]();
      second[Symbol.dispose]();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Identified by its serial number: both authorities have the same name, so a client could not check against both. */
async function servedAt(port: number): Promise<string> {
  const socket = connect({
    port,
    host: "127.0.0.1",
    servername: "localhost",
    rejectUnauthorized: false,
  });
  await once(socket, "secureConnect").catch((error) => {
    throw new Error(`handshake: ${error.message}`);
  });
  const { serialNumber }: PeerCertificate = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}

function serialOf({ certificate }: TestCertificate): string {
  return new X509Certificate(readFileSync(certificate)).serialNumber;
}

function statusOf(port: number, agent: Agent | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = {
      port,
      host: "127.0.0.1",
      servername: "localhost",
      rejectUnauthorized: false,
      path: "/openapi.json",
    };
    const outgoing = request({ ...options, agent: agent ?? false }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    outgoing.once("error", (error) =>
      reject(new Error(`request (${agent ? "kept" : "new"}): ${error.message}`)),
    );
    outgoing.end();
  });
}
