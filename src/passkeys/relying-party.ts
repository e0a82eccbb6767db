/** The domain that passkeys are made for (WebAuthn's "RP ID"), and the origins of the service where they work. */
import { isIP } from "node:net";

export interface RelyingParty {
  /** A host name, that of an origin or a domain above it. */
  readonly id: string;
  /** The origins of the service where passkeys may be used. */
  readonly origins: readonly string[];
}

/**
 * `domain`: the operator's choice; without one, the host of the base URL, which is the first origin. Undefined for an
 * IP address, where no browser makes a passkey.
 */
export function relyingPartyOf(
  origins: readonly [string, ...string[]],
  domain: string | undefined,
): RelyingParty | undefined {
  const id = domain ?? new URL(origins[0]).hostname;
  if (isIP(id.replace(/^\[|\]$/g, "")) !== 0) return undefined;
  const within = origins.filter((origin) => isWithin(origin, id) && isSecure(origin));
  return within.length > 0 ? { id, origins: within } : undefined;
}

/** Whether a passkey of the domain may be used at the origin. */
export function isWithin(origin: string, domain: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

/** Browsers allow passkeys over https, and over http on localhost. */
function isSecure(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
}
