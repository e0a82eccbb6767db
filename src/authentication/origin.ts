import type { Incoming } from "./incoming.ts";

/**
 * The origin that a signature is checked against. It comes from configuration. The Host header may
 * choose among several, with or without the port that is the scheme's own; it changes nothing else.
 */
export function originFor({ headers }: Incoming, origins: readonly [string, ...string[]]): string {
  if (origins.length === 1 || headers.host === undefined) return origins[0];
  const host = headers.host.toLowerCase();
  return origins.find((origin) => isHostOf(origin, host)) ?? origins[0];
}

/** Configured origins never say the scheme's own port. RFC 9110 §4.2.3: an empty one means the same. */
function isHostOf(origin: string, host: string): boolean {
  const [scheme, authority = ""] = origin.split("://");
  if (!host.startsWith(authority)) return false;
  const port = host.slice(authority.length);
  if (port === "") return true;
  return !/:[0-9]+$/.test(authority) && (port === ":" || port === ownPorts[scheme ?? ""]);
}

const ownPorts: Readonly<Record<string, string>> = { http: ":80", https: ":443" };
