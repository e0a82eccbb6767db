/** The address that a webhook connects to is the one that was checked. */
import assert from "node:assert/strict";
import type { lookup } from "node:dns";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import {
  type AddressInfo,
  getDefaultAutoSelectFamily,
  type Socket,
  setDefaultAutoSelectFamily,
} from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { serving } from "../../../test/support/serving.ts";
import { makeCertificate } from "../../../test/support/tls.ts";
import { openPost } from "./post.ts";
import { isPublicAddress } from "./public-address.ts";

const maxAnswerBytes = 65_536;
const maxConnections = 8;

const message = {
  headers: { "webhook-id": "a" },
  body: "{}",
  signal: new AbortController().signal,
};

for (const address of [
  ...["127.0.0.1", "10.1.2.3", "172.31.255.255", "192.168.0.1", "169.254.169.254", "0.0.0.0"],
  ...["100.64.0.1", "198.19.0.1", "224.0.0.1", "255.255.255.255", "192.0.2.1", "not an address"],
  ...["::1", "::", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1"],
  ...["2001:db8::1", "2001:0:7f00:1::", "2002:7f00:1::", "ff02::1", "fec0::1", "3fff::1"],
]) {
  test(`isPublicAddress: not ${address}`, () => assert.equal(isPublicAddress(address), false));
}

test("isPublicAddress: what anyone reaches", () => {
  for (const address of ["8.8.8.8", "172.32.0.1", "192.0.3.1", "2606:4700::1111", "2a00::1"]) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

for (const [url, why] of [
  ["http://127.0.0.1:1/", "an address"],
  ["http://[::1]:1/", "an address of six"],
  ["http://0x7f.1:1/", "a spelling of it"],
  ["http://2130706433:1/", "a number"],
  ["http://localhost:1/", "a name"],
] as const) {
  test(`post: this machine as ${why} is not connected to (${url})`, async () => {
    using poster = openPost(false);
    await assert.rejects(poster.post(new URL(url), message), /is not on the public internet/);
  });
}

test("post: a name is looked up once, so one that leads elsewhere a moment later gains nothing", async () => {
  let lookups = 0;
  using there = await serving((_, response) => response.end());
  const resolve = ((_name: string, _options: object, respond: (...all: unknown[]) => void) => {
    lookups += 1;
    // Only a public address that rejects at once could show the rest, so an internal one is used alone here.
    respond(null, [{ address: "127.0.0.1", family: 4 }]);
  }) as unknown as typeof lookup;
  using strict = openPost(false, resolve);
  const url = new URL(`http://hooks.example:${there.port}/`);
  await assert.rejects(strict.post(url, message), /hooks\.example is not on the public internet/);
  assert.equal(lookups, 1);
  using lenient = openPost(true, resolve);
  assert.equal(await lenient.post(url, message), 200);
  assert.equal(lookups, 2);
});

test("post: of a name with public and internal addresses only the public ones are connected to", async () => {
  const all = ["127.0.0.1", "8.8.8.8", "10.0.0.1", "2606:4700::1111", "::1"];
  const resolve = ((_name: string, options: object, respond: (...all: unknown[]) => void) => {
    assert.deepEqual(options, { all: true });
    respond(
      null,
      all.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
  const url = new URL("https://hooks.example/");
  using strict = openPost(false, resolve);
  assert.deepEqual(await strict.addressesOf(url), ["8.8.8.8", "2606:4700::1111"]);
  using lenient = openPost(true, resolve);
  assert.deepEqual(await lenient.addressesOf(url), all);
});

test("post: without a choice of addresses, the first that is allowed is connected to", async () => {
  using there = await serving((_, response) => response.end());
  const resolve = ((_name: string, _options: object, respond: (...all: unknown[]) => void) =>
    respond(null, [{ address: "127.0.0.1", family: 4 }])) as unknown as typeof lookup;
  using poster = openPost(true, resolve);
  const before = getDefaultAutoSelectFamily();
  // Node then resolves to one address.
  setDefaultAutoSelectFamily(false);
  try {
    const url = new URL(`http://hooks.example:${there.port}/`);
    assert.equal(await poster.post(url, message), 200);
  } finally {
    setDefaultAutoSelectFamily(before);
  }
});

test("a name that is not found is the reason, and nothing is connected to", async () => {
  const resolve = ((name: string, _options: object, respond: (...all: unknown[]) => void) =>
    respond(new Error(`no address of ${name}`))) as unknown as typeof lookup;
  const url = new URL("http://hooks.example/");
  for (const isLenient of [false, true]) {
    using poster = openPost(isLenient, resolve);
    await assert.rejects(poster.post(url, message), /^Error: no address of hooks\.example$/);
    await assert.rejects(poster.addressesOf(url), /^Error: no address of hooks\.example$/);
  }
});

test("post: if no address of a name can be connected to, each has its reason", async () => {
  const { port } = await (async () => {
    using gone = await serving(() => {});
    return gone;
  })();
  const resolve = ((_name: string, _options: object, respond: (...all: unknown[]) => void) =>
    respond(
      null,
      ["127.0.0.1", "127.0.0.2"].map((address) => ({ address, family: 4 })),
    )) as unknown as typeof lookup;
  using poster = openPost(true, resolve);
  await assert.rejects(poster.post(new URL(`http://hooks.example:${port}/`), message), {
    message: `connect ECONNREFUSED 127.0.0.1:${port}; connect ECONNREFUSED 127.0.0.2:${port}`,
  });
});

test("post: after ten seconds there was no response in time", async (t) => {
  using there = await serving(() => {});
  const { timeout } = AbortSignal;
  const limits: number[] = [];
  t.mock.method(AbortSignal, "timeout", (ms: number) => {
    limits.push(ms);
    return timeout(100);
  });
  using poster = openPost(true);
  await assert.rejects(
    poster.post(new URL(there.url), message),
    /^Error: there was no response in time$/,
  );
  assert.deepEqual(limits, [10_000]);
});

test("addressesOf: an address is its own, if it is allowed", async () => {
  const never = (() => assert.fail("an address is not looked up")) as unknown as typeof lookup;
  using strict = openPost(false, never);
  using lenient = openPost(true, never);
  assert.deepEqual(await strict.addressesOf(new URL("https://8.8.8.8/")), ["8.8.8.8"]);
  await assert.rejects(
    strict.addressesOf(new URL("https://[::1]/")),
    /^Error: ::1 is not on the pub/,
  );
  assert.deepEqual(await lenient.addressesOf(new URL("https://[::1]/")), ["::1"]);
});

test("post: a POST of JSON with the given headers; connections are used again, up to eight, and closed at the end", async () => {
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  using there = await serving(async (request, response) => {
    const { method, headers, socket } = request;
    assert.equal(method, "POST");
    assert.equal(headers["content-type"], "application/json");
    assert.equal(headers["content-length"], "4");
    assert.equal(headers["user-agent"], "Countersign");
    assert.equal(headers["webhook-id"], "a");
    assert.equal(headers["connection"], "keep-alive");
    assert.equal(await text(request), '"é"');
    sockets.add(socket);
    if (request.url === "/held") waiting.push(() => response.end());
    else response.end("x".repeat(Number(request.url?.slice(1))));
    if (waiting.length === maxConnections) for (const go of waiting.splice(0)) go();
  });
  const poster = openPost(true);
  const post = (path: string) => poster.post(new URL(path, there.url), { ...message, body: '"é"' });
  for (const bytes of [0, 10, maxAnswerBytes]) assert.equal(await post(`/${bytes}`), 200);
  assert.equal(sockets.size, 1);
  const held = Array.from({ length: 2 * maxConnections }, () => post("/held"));
  assert.deepEqual(new Set(await Promise.all(held)), new Set([200]));
  assert.equal(sockets.size, maxConnections);
  poster[Symbol.dispose]();
  // Idle connections would be closed after thirty seconds anyway.
  const soon = { signal: AbortSignal.timeout(10_000) };
  await Promise.all([...sockets].map((one) => one.destroyed || once(one, "close", soon)));
});

test("post: a connection with a longer answer is not used again, and one that breaks counts by its status", async () => {
  const sockets = new Set<Socket>();
  using there = await serving((request, response) => {
    request.resume();
    sockets.add(request.socket);
    if (request.url === "/broken") response.write("x", () => request.socket.destroy());
    else response.end("x".repeat(maxAnswerBytes + 1));
  });
  using poster = openPost(true);
  for (const path of ["/long", "/broken", "/long"]) {
    assert.equal(await poster.post(new URL(path, there.url), message), 200);
    const [last] = [...sockets].slice(-1);
    if (last?.destroyed === false) await once(last, "close");
  }
  assert.equal(sockets.size, 3);
});

test("post: https speaks TLS, and a certificate that no one vouches for is rejected", async () => {
  using made = await makeCertificate(["localhost"]);
  const [key, cert] = [readFileSync(made.key), readFileSync(made.certificate)];
  const server = createTlsServer({ key, cert });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    using poster = openPost(true);
    const url = new URL(`https://localhost:${port}/`);
    await assert.rejects(poster.post(url, message), /certificate/);
  } finally {
    server.close();
  }
});

test("post: a response without an end is cut off, and only its status counts", async () => {
  let sent = 0;
  const cut = Promise.withResolvers<void>();
  using there = await serving((request, response) => {
    request.resume();
    response.writeHead(202);
    const more = () => {
      while (!response.destroyed && sent < enough) {
        sent += 65_536;
        if (!response.write("x".repeat(65_536))) break;
      }
      if (sent >= enough) cut.resolve();
    };
    response.on("drain", more).once("close", cut.resolve);
    more();
  });
  using poster = openPost(true);
  assert.equal(await poster.post(new URL(there.url), message), 202);
  await cut.promise;
  assert.ok(sent < enough, "it was not read to its end");
});

/** The buffers of a connection hold less. */
const enough = 64 * 1024 * 1024;
