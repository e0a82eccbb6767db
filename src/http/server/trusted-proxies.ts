/** Forwarded headers only count if they come from proxies that the administrator trusts. */
import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP } from "node:net";

export interface TrustedProxies {
  /** `peer` is the IP address of the connection. `overTls` means that a trusted proxy reports TLS of the client. */
  clientOf(peer: string, headers: IncomingHttpHeaders): { address: string; overTls: boolean };
}

/** In characters, of a header that stays in memory together with its address. */
const maxHeldLength = 200;

export function trustedProxies(ranges: readonly string[]): TrustedProxies {
  if (ranges.length === 0) return { clientOf: (peer) => ({ address: peer, overTls: false }) };
  const trusted = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string) =>
    trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

  return {
    clientOf(peer, headers) {
      if (isIP(peer) === 0 || !isTrusted(peer)) return { address: peer, overTls: false };
      return {
        address: clientBehind(peer, String(headers["x-forwarded-for"] ?? "")),
        overTls: lastOf(String(headers["x-forwarded-proto"] ?? "")).toLowerCase() === "https",
      };
    },
  };

  /** Reads from the right, up to the first address that is no proxy of ours. The rest may be forged. */
  function clientBehind(peer: string, forwardedFor: string): string {
    let client = peer;
    for (const entry of forwardedFor.split(",").reverse()) {
      const address = withoutPort(entry.trim());
      if (isIP(address) === 0) break;
      client = address;
      if (!isTrusted(address)) break;
    }
    return forwardedFor.length > maxHeldLength ? copyOf(client) : client;
  }
}

/** A part of a string keeps the whole in memory. */
function copyOf(address: string): string {
  return Buffer.from(address, "latin1").toString("latin1");
}

function lastOf(list: string): string {
  return (list.split(",").at(-1) ?? "").trim();
}

/** Some proxies add the port: `203.0.113.5:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(entry) ?? [];
  if (bracketed !== undefined) return bracketed;
  return /^[\d.]+:\d+$/.test(entry) ? entry.slice(0, entry.indexOf(":")) : entry;
}
