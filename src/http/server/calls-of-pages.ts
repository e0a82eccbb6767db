/**
 * A page can send requests to the internal address through the browser of someone who reaches it: across origins, or
 * by the page's own name, which then resolves to this address (DNS rebinding). It has neither the secret nor an API
 * key, so this is for what needs no secret, and a second line of defense for the admin API.
 */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Dependencies } from "../../verification/dependencies.ts";
import { valuesOf } from "./incoming.ts";

export interface CallOfPage {
  readonly problem: "unreadable-host" | "origin" | "foreign-host";
  readonly detail: string;
}

/** Returns undefined for a call that no page can send. `passesOrigin`: gateways pass on that of their client's page. */
export type FindCallOfPage = (
  request: IncomingMessage,
  options?: { readonly passesOrigin: boolean },
) => CallOfPage | undefined;

export function callsOfPages({
  origins,
  config,
}: Pick<Dependencies, "origins" | "config">): FindCallOfPage {
  // Some gateways call with the Host of their client.
  const own = new Set(
    [...origins, ...(config.apiOrigins ?? [])].map((one) => new URL(one).hostname),
  );

  return ({ headers, rawHeaders }, { passesOrigin } = { passesOrigin: false }) => {
    const [host] = valuesOf(rawHeaders, "host");
    const name = host === undefined ? undefined : nameIn(host);
    if (host !== undefined && name === undefined) return unreadableHost;
    // "none" means that a user entered the URL.
    const { origin, "sec-fetch-site": site = "none" } = headers;
    if ((origin !== undefined || site !== "none") && !passesOrigin) return sentByPage;
    // Only HTTP/1.0 allows a request without Host, and browsers don't use it. Some health checks do.
    if (name === undefined || own.has(name) || isInternal(name)) return undefined;
    return foreignHost;
  };
}

/** RFC 9110 §7.2, without the characters that no host name has. */
function nameIn(host: string): string | undefined {
  return /^(\[[0-9a-f:.]+\]|[a-z0-9._-]*)(?::\d*)?$/.exec(host.toLowerCase())?.[1];
}

/** Domains that public DNS never has: RFC 6761, RFC 6762, RFC 8375, and ICANN's `internal`. */
const privateDomain = /(^|\.)(localhost|local|internal|home\.arpa|svc|test)$/;

function isInternal(name: string): boolean {
  if (name.startsWith("[")) return isIP(name.slice(1, -1)) === 6;
  return isIP(name) === 4 || /^[a-z0-9_-]+$/.test(name) || privateDomain.test(name);
}

const unreadableHost: CallOfPage = {
  problem: "unreadable-host",
  detail: "Host is a host name or an IP address, and a port if it isn't the scheme's own.",
};
const sentByPage: CallOfPage = {
  problem: "origin",
  detail: "Call this address from a program, without an Origin header.",
};
const foreignHost: CallOfPage = {
  problem: "foreign-host",
  detail:
    "Use its IP address, a host name that has no dot or is in a private domain, or one of the configured origins' hosts.",
};
