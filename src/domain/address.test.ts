import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import { test } from "node:test";
import { networkOf, networkProblem, unknownAddress, withinNetworks } from "./address.ts";

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

test("a network has one spelling, and another spelling gets it as a suggestion", () => {
  for (const network of [
    "203.0.113.0/24",
    "203.0.113.7",
    "0.0.0.0/0",
    "10.128.0.0/9",
    "2001:db8::/32",
    "2001:db8::1",
    "::/0",
    "64:ff9b::/96",
  ]) {
    assert.equal(networkProblem(network), undefined, network);
  }
  for (const [text, suggestion] of [
    ["203.0.113.7/24", "203.0.113.0/24"],
    ["203.0.113.7/32", "203.0.113.7"],
    ["::ffff:203.0.113.0/120", "203.0.113.0/24"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:FFFF:203.0.113.7/128", "203.0.113.7"],
    ["2001:DB8:0:0::1/32", "2001:db8::/32"],
    ["2001:db8::1/128", "2001:db8::1"],
    ["fe80::1%eth0/64", "fe80::/64"],
    ["203.0.113.0/024", "203.0.113.0/24"],
  ] as const) {
    assert.deepEqual(networkProblem(text), { suggestion }, text);
  }
  for (const text of [
    "",
    "example.com",
    "203.0.113.0/33",
    "203.0.113.0/-1",
    "203.0.113.0/",
    "203.0.113.0/24/8",
    "203.0.113/24",
    "203.0.113.0-203.0.113.9",
    "::ffff:203.0.113.0/95",
    "2001:db8::/129",
    " 203.0.113.0/24",
    `203.0.113.0/${"0".repeat(100)}24`,
  ]) {
    assert.deepEqual(networkProblem(text), { suggestion: undefined }, text);
  }
});

test("an address is within a network in each of its spellings", () => {
  const within = withinNetworks(["203.0.113.0/25", "198.51.100.7", "2001:db8:8000::/33"]);
  for (const address of [
    "203.0.113.0",
    "203.0.113.127",
    "::ffff:203.0.113.5",
    "::FFFF:cb00:7105",
    "198.51.100.7",
    "2001:db8:8000::1",
    "2001:DB8:ffff:0:0:0:0:1%eth0",
  ]) {
    assert.equal(within(address), true, address);
  }
  for (const address of [
    "203.0.113.128",
    "198.51.100.8",
    "2001:db8:7fff::1",
    "::203.0.113.5",
    "0.0.0.0",
    "",
    "unknown",
    "203.0.113.5, 198.51.100.1",
  ]) {
    assert.equal(within(address), false, address);
  }
  assert.equal(withinNetworks([])("203.0.113.1"), false);
  assert.equal(withinNetworks(["0.0.0.0/0"])("203.0.113.1"), true);
  assert.equal(withinNetworks(["0.0.0.0/0"])(unknownAddress), false, "no one told the address");
  assert.equal(withinNetworks(["0.0.0.0/0"])("::1"), false);
  assert.equal(withinNetworks(["::/0"])("203.0.113.1"), false);
});

test("as Node's list of addresses has it, for any network and address", () => {
  const drawn = () => randomInt(2) === 0;
  for (let round = 0; round < 3_000; round += 1) {
    const [address, network] = drawn() ? [ipv4(), ipv4()] : [ipv6(), ipv6()];
    const family = isIPv6(network) ? "ipv6" : "ipv4";
    const bits = randomInt(1, family === "ipv6" ? 129 : 33);
    const { suggestion = `${network}/${bits}` } = networkProblem(`${network}/${bits}`) ?? {};
    const list = new BlockList();
    list.addSubnet(network, bits, family);
    const expected = list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
    assert.equal(withinNetworks([suggestion])(address), expected, `${address} in ${suggestion}`);
  }
});

/** Few different values, so that many addresses are in the networks. */
function ipv4(): string {
  return [
    [10, 128, 192][randomInt(3)],
    ...Array.from({ length: 3 }, () => [0, 128, 192, 255][randomInt(4)]),
  ].join(".");
}

function ipv6(): string {
  const groups = Array.from({ length: 7 }, () => ["0", "8000", "ffff"][randomInt(3)]);
  // None is mapped: Node's list takes a mapped network for one of IPv6.
  return ["2001", ...groups].join(":");
}
