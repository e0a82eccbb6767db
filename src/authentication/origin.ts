import type { Incoming } from "./incoming.ts";

/**
 * The origin that a signature is checked against. It comes from configuration; the Host header may
 * choose among several, and whatever else it says changes nothing.
 */
export function originFor({ headers }: Incoming, origins: readonly [string, ...string[]]): string {
  if (origins.length === 1 || headers.host === undefined) return origins[0];
  const host = headers.host.toLowerCase();
  return origins.find((origin) => origin.slice(origin.indexOf("//") + 2) === host) ?? origins[0];
}
