/** `@countersign/client`: connections, the deadline, and answers that are not decisions. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { makeAccessToken } from "../../../test/support/service.ts";
import { startWorld } from "../../../test/support/world.ts";
import { api as origin, settings, signedVerification } from "../../../test/verification/asking.ts";
import { createVerifier, userOf, VerificationFailed } from "../src/client.ts";
import { listen } from "./apis.ts";

const verificationRequest = { method: "GET", target: "/1/things" } as const;
const rejected = {
  valid: false,
  code: 32,
  cause: "signature",
  message: "Could not authenticate you",
  response: { status: 401, headers: {}, body: "{}" },
  decision_id: "d1",
};
const accepted = {
  valid: true,
  caller: { context: "application", app_id: "1", consumer_key: "k", access: "read" },
  body: "unsigned",
  rate_limit: null,
  decision_id: "d2",
};

test("200 — decisions in JavaScript's names; bytes of a form go through unchanged", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "write");
  const { service } = world;
  using verifier = createVerifier({
    url: String(service.internalUrl),
    secret: settings.INTERNAL_SECRET,
    origin,
  });
  const request = signedVerification(world, "POST", "/1/things?x=%C3%A9", {
    token,
    form: [["a", "ü b"]],
  });
  const { method, target, authorization, content_type: contentType = "", body = "" } = request;
  const decision = await verifier.verify({ method, target, authorization, contentType, body });
  assert.ok(decision.valid);
  assert.equal(decision.caller.context === "user" && decision.caller.screenName, "alice");
  const again = await verifier.verify({ method, target, authorization, contentType, body });
  assert.equal(!again.valid && again.cause, "nonce", "every call has its own request ID");
});

test("a kept connection that the service closes is no failure: the request is sent again, with its request ID", async () => {
  const requestIds: string[] = [];
  let dropped = 0;
  await using service = await answering((request, response, requestId) => {
    requestIds.push(requestId);
    if (requestIds.length === 2) {
      dropped += 1;
      request.socket.destroy();
    } else response.end(JSON.stringify(accepted));
  });
  using verifier = createVerifier({ url: service.url, origin, connections: 1 });
  assert.equal((await verifier.verify(verificationRequest)).valid, true);
  assert.equal((await verifier.verify(verificationRequest)).valid, true);
  assert.equal(dropped, 1);
  assert.equal(requestIds[1], requestIds[2]);
  assert.notEqual(requestIds[0], requestIds[1]);
});

test("a pool bounds the connections, and they are used again", async () => {
  const sockets = new Set<unknown>();
  await using service = await answering((request, response) => {
    sockets.add(request.socket);
    response.end(JSON.stringify(accepted));
  });
  using verifier = createVerifier({ url: service.url, origin, connections: 3 });
  await Promise.all(Array.from({ length: 40 }, () => verifier.verify(verificationRequest)));
  assert.ok(sockets.size <= 3, `${sockets.size} connections`);
});

test("T09 — nothing but a whole decision accepts anyone", async () => {
  let text = "";
  let status = 200;
  await using service = await answering((_request, response) => {
    response.writeHead(status).end(text);
  });
  using verifier = createVerifier({ url: service.url, origin });
  const answers: readonly (readonly [number, unknown])[] = [
    [200, ""],
    [200, "true"],
    [200, { ...accepted, valid: "true" }],
    [200, { ...accepted, valid: 1 }],
    [200, { ...accepted, caller: undefined }],
    [200, { ...accepted, caller: { ...accepted.caller, context: "admin" } }],
    [200, { ...accepted, caller: { ...accepted.caller, context: "user" } }],
    [200, { ...accepted, caller: { ...accepted.caller, access: "admin" } }],
    [200, { ...rejected, response: { status: 200, headers: {}, body: "" } }],
    [201, accepted],
    [302, accepted],
    [503, accepted],
    [200, `${JSON.stringify(accepted)}${" ".repeat(300_000)}`],
  ];
  for (const [code, body] of answers) {
    status = code;
    text = typeof body === "string" ? body : JSON.stringify(body);
    await assert.rejects(verifier.verify(verificationRequest), (error: unknown) => {
      assert.ok(error instanceof VerificationFailed);
      assert.equal(error.response.status, 503);
      assert.match(error.response.body, /"code":130/);
      return true;
    });
  }
  status = 200;
  text = JSON.stringify(rejected);
  assert.equal((await verifier.verify(verificationRequest)).valid, false);
});

test("T09 — a decision about another context than the required one accepts no one", async () => {
  await using service = await answering((_request, response) => {
    response.end(JSON.stringify(accepted));
  });
  using verifier = createVerifier({ url: service.url, origin });
  const asked = (context: "user" | "application" | "any") =>
    verifier.verify({ ...verificationRequest, requires: { context } });
  await assert.rejects(asked("user"), VerificationFailed);
  for (const context of ["application", "any"] as const) assert.ok((await asked(context)).valid);
});

test("userOf: the user, and a TypeError for an application or a route without the middleware", () => {
  const application = { appId: "1", consumerKey: "k", access: "read", body: "unsigned" } as const;
  const user = { ...application, context: "user", userId: "2", screenName: "alice" } as const;
  assert.equal(userOf({ countersign: user }).screenName, "alice");
  const others = [{ countersign: { ...application, context: "application" } }, {}];
  for (const other of others) assert.throws(() => userOf(other as never), /^TypeError: userOf: /);
});

test("a secret from an unset or empty environment variable is an error, which contains no secret", () => {
  const elsewhere = "http://countersign.internal:8081";
  for (const [url, secret] of [
    [elsewhere, undefined],
    [elsewhere, ""],
    ["http://127.0.0.1:8081", ""],
    [elsewhere, { value: "hidden" }],
  ] as const) {
    assert.throws(
      () => createVerifier({ url, origin, secret: secret as string }),
      (error: Error) => {
        assert.match(error.message, /^secret must be .* Is the environment variable set\?$/);
        assert.doesNotMatch(error.message, /hidden/);
        return error instanceof TypeError;
      },
    );
  }
  const loopback = ["http://127.0.0.1:8081", "http://localhost:8081", "http://[::1]:8081"];
  for (const url of loopback) createVerifier({ url, origin, secret: undefined }).close();
});

test("200 — the README's servers for node:http and for a Request know the user", async (t) => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "write");
  const sample = async (name: string) => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const [, code = ""] = new RegExp(`^\`\`\`ts ${name}\\n(.*?)^\`\`\`$`, "ms").exec(readme) ?? [];
    const directory = mkdtempSync(join(tmpdir(), "countersign-sample-"));
    t.after(() => rmSync(directory, { recursive: true }));
    const path = join(directory, "sample.mts");
    const given = code
      .replace("@countersign/client", new URL("../src/client.ts", import.meta.url).href)
      .replace("http://127.0.0.1:8081", String(world.service.internalUrl))
      .replace("process.env.COUNTERSIGN_INTERNAL_SECRET", JSON.stringify(settings.INTERNAL_SECRET))
      .replace("https://api.example.com", origin)
      .replace(/^server\.listen\(.*$/m, "export { server };");
    writeFileSync(path, given);
    return await import(pathToFileURL(path).href);
  };
  const signed = () => {
    const { authorization = "" } = signedVerification(world, "GET", "/me?a=1", { token });
    return { headers: { authorization } };
  };
  const { GET } = await sample("fetch");
  const response = await GET(new Request(`${origin}/me?a=1`, signed()));
  assert.deepEqual(await response.json(), { hello: "alice" });
  assert.equal((await GET(new Request(`${origin}/me?a=2`, signed()))).status, 401);

  const { server } = await sample("node-http");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const url = `http://127.0.0.1:${server.address().port}/me`;
  assert.equal(await (await fetch(`${url}?a=1`, signed())).text(), "Hello alice\n");
  assert.equal((await fetch(url)).status, 401);
  const long = { method: "POST", body: "x".repeat(70_000) };
  assert.equal((await fetch(url, long)).status, 413);
});

test("T09 — half a response, and one that never ends, are no decision", async () => {
  const half = JSON.stringify(accepted);
  await using cut = await answering((request, response) => {
    response.writeHead(200, { "content-length": half.length + 1 });
    response.write(half, () => request.socket.destroy());
  });
  await using endless = await answering((_request, response) => {
    response.write(half);
  });
  for (const url of [cut.url, endless.url]) {
    using verifier = createVerifier({ url, origin, deadlineMs: 100 });
    await assert.rejects(verifier.verify(verificationRequest), VerificationFailed);
  }
});

function answering(
  answer: (...args: [...Parameters<RequestListener>, requestId: string]) => void,
): ReturnType<typeof listen> {
  return listen(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    answer(request, response, JSON.parse(text).request_id);
  });
}
