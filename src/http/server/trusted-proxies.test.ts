import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { trustedProxies } from "./trusted-proxies.ts";

test("no one is trusted unless named", () => {
  const { clientOf } = trustedProxies([]);
  const headers = { "x-forwarded-for": "203.0.113.1", "x-forwarded-proto": "https" };
  assert.deepEqual(clientOf("127.0.0.1", headers), { address: "127.0.0.1", overTls: false });
});

test("a proxy by address, range, IPv6, or IPv4 in IPv6 clothing", () => {
  const { clientOf } = trustedProxies(["10.0.0.0/8", "192.0.2.1", "2001:db8::/32"]);
  const headers = { "x-forwarded-for": "203.0.113.1", "x-forwarded-proto": "https" };
  for (const peer of ["10.9.9.9", "192.0.2.1", "2001:db8:1::1", "::ffff:10.0.0.1"]) {
    assert.deepEqual(clientOf(peer, headers), { address: "203.0.113.1", overTls: true }, peer);
  }
  for (const peer of ["11.0.0.1", "192.0.2.2", "2001:db9::1", "::ffff:11.0.0.1", ""]) {
    assert.deepEqual(clientOf(peer, headers), { address: peer, overTls: false }, peer);
  }
});

test("the client is the last that no proxy of ours is; what cannot be read ends the walk", () => {
  const { clientOf } = trustedProxies(["10.0.0.0/8"]);
  for (const [forwarded, address] of [
    ["", "10.0.0.1"],
    ["203.0.113.1", "203.0.113.1"],
    ["198.51.100.1, 203.0.113.1", "203.0.113.1"],
    ["198.51.100.1, 203.0.113.1, 10.0.0.2,10.0.0.3", "203.0.113.1"],
    ["10.0.0.9", "10.0.0.9"],
    ["unknown", "10.0.0.1"],
    ["203.0.113.1, unknown, 10.0.0.2", "10.0.0.2"],
    ["203.0.113.1:80", "203.0.113.1"],
    ["[2001:db8::1]:80", "2001:db8::1"],
    ["2001:db8::1", "2001:db8::1"],
    ["203.0.113.1,", "10.0.0.1"],
  ] as const) {
    assert.equal(
      clientOf("10.0.0.1", { "x-forwarded-for": forwarded }).address,
      address,
      forwarded,
    );
  }
});

test("TLS is what the nearest proxy says", () => {
  const { clientOf } = trustedProxies(["10.0.0.0/8"]);
  for (const [proto, overTls] of [
    ["https", true],
    ["HTTPS", true],
    ["http, https", true],
    ["https, http", false],
    ["", false],
    ["httpss", false],
  ] as const) {
    assert.equal(clientOf("10.0.0.1", { "x-forwarded-proto": proto }).overTls, overTls, proto);
  }
});

test("an address does not keep a long header in memory", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { clientOf } = trustedProxies(["10.0.0.0/8"]);
  const held: string[] = [];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 1_000; at += 1) {
    const forged = Buffer.alloc(15_000, "x").toString("latin1");
    const headers = { "x-forwarded-for": `${forged}, 203.0.113.${100 + (at % 100)}` };
    held.push(clientOf("10.0.0.1", headers).address);
  }
  collect();
  const grown = process.memoryUsage().heapUsed - before;
  assert.equal(held[99], "203.0.113.199");
  assert.ok(grown < 1_000_000, `${grown} bytes`);
});
