import type { Incoming } from "./incoming.ts";

/**
 * A signature is checked against a configured origin. The Host header only chooses among several,
 * with or without the scheme's default port.
 */
export function originFor({ headers }: Incoming, origins: readonly [string, ...string[]]): string {
  if (origins.length === 1 || headers.host === undefined) return origins[0];
  const host = headers.host.toLowerCase();
  return origins.find((origin) => isHostOf(origin, host)) ?? origins[0];
}

/** Configured origins never include the default port. RFC 9110 §4.2.3: an empty port means the same. */
function isHostOf(origin: string, host: string): boolean {
  const [scheme, authority = ""] = origin.split("://");
  if (!host.startsWith(authority)) return false;
  const port = host.slice(authority.length);
  if (port === "") return true;
  return !/:[0-9]+$/.test(authority) && (port === ":" || port === ownPorts[scheme ?? ""]);
}

const ownPorts: Readonly<Record<string, string>> = { http: ":80", https: ":443" };
