/** Passkeys are made for a domain (WebAuthn's "RP ID"), and work at some origins of the service. */
import { isIP } from "node:net";

export interface RelyingParty {
  /** A host name is that of an origin or a domain above it. */
  readonly id: string;
  /** Passkeys may be used at these origins of the service. */
  readonly origins: readonly string[];
}

/** Without the administrator's `domain`, the base URL's host counts. No browser makes a passkey at an IP address. */
export function relyingPartyOf(
  origins: readonly [string, ...string[]],
  domain: string | undefined,
): RelyingParty | undefined {
  const id = domain ?? new URL(origins[0]).hostname;
  if (isIP(id.replace(/^\[|\]$/g, "")) !== 0) return undefined;
  const within = origins.filter((origin) => isWithin(origin, id) && isSecure(origin));
  return within.length > 0 ? { id, origins: within } : undefined;
}

export function isWithin(origin: string, domain: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

/** Browsers allow passkeys over https, and over http on localhost. */
function isSecure(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
}
