/** Addresses that webhooks may use: the address that is connected to is the one that was checked. */
import assert from "node:assert/strict";
import type { lookup } from "node:dns";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { openPost } from "./post.ts";
import { isPublicAddress } from "./public-address.ts";

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

test("isPublicAddress: what anybody reaches", () => {
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
  let asked = 0;
  const server = createServer((_, response) => response.end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const resolve = ((_name: string, _options: object, found: (...all: unknown[]) => void) => {
      asked += 1;
      // Only a public address that refuses at once could show the rest, so a private one is used alone here.
      found(null, [{ address: "127.0.0.1", family: 4 }]);
    }) as unknown as typeof lookup;
    using strict = openPost(false, resolve);
    const url = new URL(`http://hooks.example:${port}/`);
    await assert.rejects(strict.post(url, message), /hooks\.example is not on the public internet/);
    assert.equal(asked, 1);
    using lenient = openPost(true, resolve);
    assert.equal(await lenient.post(url, message), 200);
    assert.equal(asked, 2);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("post: of a name with public and private addresses only the public ones are connected to", async () => {
  const all = ["127.0.0.1", "8.8.8.8", "10.0.0.1", "2606:4700::1111", "::1"];
  const resolve = ((_name: string, options: object, found: (...all: unknown[]) => void) => {
    assert.deepEqual(options, { all: true });
    found(
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

test("post: an answer without an end is cut off, and only its status counts", async () => {
  let cut = false;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(202);
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(64 * 1024)));
      response.once("drain", more);
    };
    more();
    response.once("close", () => {
      cut = true;
      server.emit("cut");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const closed = once(server, "cut");
    using poster = openPost(true);
    const { port } = server.address() as AddressInfo;
    assert.equal(await poster.post(new URL(`http://127.0.0.1:${port}/`), message), 202);
    await closed;
    assert.ok(cut);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
