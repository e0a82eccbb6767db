/** The IP addresses of trusted proxies, and how much of the internet they are. */
import { isIP } from "node:net";
import { list } from "./row.ts";

/** Throws an Error if a range is malformed, or if together they trust everyone. */
export function readRanges(text: string): readonly string[] {
  const ranges = list(text);
  const spans = ranges.map(spanOf);
  for (const space of Object.values(spaces)) {
    if (2n * covered(spans, space) < sizeOf(space)) continue;
    throw new Error(
      `${ranges.join(",")} trusts every address that clients have, so each of them could claim any IP address, and TLS; list only your proxies`,
    );
  }
  return ranges;
}

/** Returns ranges that are larger than the network of any one organization. */
export function wideRanges(ranges: readonly string[]): readonly string[] {
  return ranges.filter((range) =>
    Object.values(spaces).some((space) => covered([spanOf(range)], space) > space.largest),
  );
}

/** Both ends belong to it. */
interface Span {
  readonly first: bigint;
  readonly last: bigint;
}

/** IPv4 addresses are counted where IPv6 has them, because a socket for both families reports them there. */
const mapped = 0xffff_0000_0000n;

/** A space is what clients on the internet have; `largest` is what one organization has of it. */
const spaces = {
  ipv4: { first: mapped, last: mapped + 2n ** 32n - 1n, largest: 2n ** 24n },
  // 2000::/3 (RFC 4291 §2.4).
  ipv6: { first: 1n << 125n, last: (1n << 126n) - 1n, largest: 2n ** 112n },
} as const;

/** Returns how many addresses of the space are in the spans; those in several count once. */
function covered(spans: readonly Span[], { first, last }: Span): bigint {
  let count = 0n;
  let next = first;
  for (const span of spans.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const from = span.first > next ? span.first : next;
    const to = span.last < last ? span.last : last;
    if (to < from) continue;
    count += to - from + 1n;
    next = to + 1n;
  }
  return count;
}

function sizeOf({ first, last }: Span): bigint {
  return last - first + 1n;
}

function spanOf(range: string): Span {
  const [address = "", bits, ...more] = range.split("/");
  const family = address.includes("%") ? 0 : isIP(address);
  const most = family === 4 ? 32 : 128;
  const bitsFit = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  if (family === 0 || !bitsFit || more.length > 0) {
    throw new Error(`${JSON.stringify(range)} is neither an IP address nor a CIDR range`);
  }
  const free = BigInt(most - Number(bits ?? most));
  const number = family === 4 ? mapped + ipv4Number(address) : ipv6Number(address);
  const first = (number >> free) << free;
  return { first, last: first + (1n << free) - 1n };
}

function ipv4Number(address: string): bigint {
  return address.split(".").reduce((number, part) => number * 256n + BigInt(part), 0n);
}

function ipv6Number(address: string): bigint {
  // A URL's host has no dotted part.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const [before, after] = [groups(head), groups(tail ?? "")];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].reduce(
    (number, group) => number * 65_536n + BigInt(`0x${group}`),
    0n,
  );
}
