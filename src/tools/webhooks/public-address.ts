/** The registries of special-purpose addresses (RFC 6890) decide whether an IP address is on the public internet. */
import { BlockList, isIPv4, isIPv6 } from "node:net";

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, "ipv4");
  if (!isIPv6(address)) return false;
  // Global unicast is one block. Loopback, link-local, private and mapped IPv4 addresses are outside of it.
  return global.check(address, "ipv6") && !special.check(address, "ipv6");
}

const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");

const special = new BlockList();
for (const [subnet, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  special.addSubnet(subnet, prefix, "ipv4");
}
// Teredo and 6to4 addresses reach the IPv4 address inside them; the others are for documentation.
for (const [subnet, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  special.addSubnet(subnet, prefix, "ipv6");
}
