/** IP addresses and networks (RFC 4632, RFC 4291 §2.3). */
import { isIP, isIPv6, SocketAddress } from "node:net";

/** The address of a client whose gateway doesn't tell it. Failures of such clients count together. */
export const unknownAddress = "0.0.0.0";

/** An IPv6 /64 counts as one client, because a subscriber gets a whole /64. Spelling makes no difference. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [usual] = firstGroups.exec(address) ?? [];
  if (usual !== undefined) return `${usual}::/64`;
  const canonical = canonicalIPv6(address);
  return mappedIn(canonical) ?? `${groupsOf(canonical).slice(0, 4).join(":")}::/64`;
}

function canonicalIPv6(address: string): string {
  return new SocketAddress({ address, family: "ipv6" }).address;
}

/** The IPv4 address that is mapped into the canonical IPv6 address (RFC 4291 §2.5.5.2), if there is one. */
function mappedIn(canonical: string): string | undefined {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(canonical)?.[1];
}

/** All eight groups of a canonical IPv6 address without an IPv4 part. */
function groupsOf(canonical: string): readonly string[] {
  const [head = "", tail] = canonical.split("::");
  const groups = head === "" ? [] : head.split(":");
  const tailGroups = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - groups.length - tailGroups.length }, () => "0");
  return tail === undefined ? groups : [...groups, ...zeros, ...tailGroups];
}

/** Four groups that are spelled as they are returned. The rest of this function takes 20 times as long. */
const firstGroups = /^[1-9a-f][0-9a-f]{0,3}(?::(?:0|[1-9a-f][0-9a-f]{0,3})){3}(?=:[0-9a-f])/;

/** How many networks an application may name. */
export const maxNetworks = 20;

/** In characters. */
export const maxNetwork = 60;

/** `suggestion` is the same network as it has to be written, if the text is one. */
export interface NetworkProblem {
  readonly suggestion: string | undefined;
}

/**
 * A network is an address prefix such as `203.0.113.0/24` or `2001:db8::/32`, or a single address. It has one spelling:
 * IPv4 without mapping into IPv6, IPv6 as in RFC 5952, no bits after the prefix, no zone, and no prefix of the whole
 * length.
 */
export function networkProblem(text: string): NetworkProblem | undefined {
  const suggestion = text.length > maxNetwork ? undefined : canonicalNetwork(text);
  return suggestion === text ? undefined : { suggestion };
}

function canonicalNetwork(text: string): string | undefined {
  const { address, bits } = networkParts(text);
  const bytes = bytesOf(address);
  if (bytes === undefined || !/^\d{1,3}$/.test(bits)) return undefined;
  const whole = bytes.length * 8;
  // A mapped network has the prefix of IPv6.
  const length = Number(bits) - (bytes.length === 4 && isIPv6(address) ? 96 : 0);
  if (length < 0 || length > whole) return undefined;
  const first = bytes.map((byte, at) => byte & maskOf(length, at));
  return length === whole ? spelled(first) : `${spelled(first)}/${length}`;
}

function networkParts(text: string): { readonly address: string; readonly bits: string } {
  const [address = "", bits = isIPv6(address) ? "128" : "32", ...more] = text.split("/");
  return { address, bits: more.length > 0 ? "" : bits };
}

/** The bits of the byte at this place that belong to the prefix. */
function maskOf(length: number, at: number): number {
  const bits = Math.min(8, Math.max(0, length - at * 8));
  return (0xff << (8 - bits)) & 0xff;
}

function spelled(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from({ length: 8 }, (_, at) =>
    (((bytes[at * 2] ?? 0) << 8) | (bytes[at * 2 + 1] ?? 0)).toString(16),
  );
  return canonicalIPv6(groups.join(":"));
}

/** Four bytes for IPv4, mapped or not, and 16 for IPv6, whose zone (RFC 4007 §11) is left out. */
function bytesOf(text: string): readonly number[] | undefined {
  const [address = ""] = text.split("%", 1);
  const family = isIP(address);
  if (family === 0) return undefined;
  if (family === 4) return address.split(".").map(Number);
  const canonical = canonicalIPv6(address);
  const mapped = mappedIn(canonical);
  if (mapped !== undefined) return mapped.split(".").map(Number);
  // An address such as ::203.0.113.1 is spelled with an IPv4 part.
  const [, head = "", ipv4] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(canonical) ?? [];
  const groups = groupsOf(ipv4 === undefined ? canonical : `${head}${hexGroups(ipv4)}`);
  return groups.flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

function hexGroups(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split(".").map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

/**
 * Tells whether an address is in one of the networks, which have no problem. An address that isn't known or can't be
 * read is in none. The answer for the last address is kept, because reading an address takes longer than the rest, and
 * an application's requests come from few.
 */
export function withinNetworks(networks: readonly string[]): (address: string) => boolean {
  const rules = networks.map((text) => {
    const { address, bits } = networkParts(text);
    const bytes = bytesOf(address) ?? [];
    return { bytes, masks: bytes.map((_, at) => maskOf(Number(bits), at)) };
  });
  let last = { text: "", isWithin: false };
  return (text) => {
    if (text === unknownAddress) return false;
    if (text === last.text) return last.isWithin;
    const address = bytesOf(text);
    const isWithin =
      address !== undefined &&
      rules.some(
        ({ bytes, masks }) =>
          bytes.length === address.length &&
          masks.every((mask, at) => ((address[at] ?? 0) & mask) === bytes[at]),
      );
    last = { text, isWithin };
    return isWithin;
  };
}
