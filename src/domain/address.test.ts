import assert from "node:assert/strict";
import { test } from "node:test";
import { networkOf } from "./address.ts";

test("an IPv4 address is a network of its own, also where it comes as an IPv6 one", () => {
  for (const address of [
    "192.0.2.10",
    "::ffff:192.0.2.10",
    "::FFFF:192.0.2.10",
    "::ffff:c000:20a",
    "0:0:0:0:0:ffff:c000:20a",
  ])
    assert.equal(networkOf(address), "192.0.2.10", address);
  for (const address of ["::ffff:10.20.130.240", "::ffff:1.2.3.4"])
    assert.equal(networkOf(address), address.slice("::ffff:".length));
});

test("an IPv6 address counts as its /64, in each of its spellings", () => {
  for (const [address, network] of [
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:DB8::ffff:1", "2001:db8:0:0::/64"],
    ["2001:0db8:0000:0000:0001:0002:0003:0004", "2001:db8:0:0::/64"],
    ["2001:db8:0:1::1", "2001:db8:0:1::/64"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["1:2:3:4::", "1:2:3:4::/64"],
    ["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
    ["1::", "1:0:0:0::/64"],
    ["1::4:5:6:7:8", "1:0:0:4::/64"],
    ["::2:3:4:5:6:7:8", "0:2:3:4::/64"],
    ["::", "0:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::192.0.2.10", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.10", "64:ff9b:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ] as const) {
    assert.equal(networkOf(address), network, address);
  }
});

test("what is no address stays as it is", () => {
  for (const text of ["", "unknown", "2001:db8::g"]) assert.equal(networkOf(text), text);
});
