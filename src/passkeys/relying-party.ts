/** For which domain passkeys are made, and at which of the service's origins they work (WebAuthn §5.1.2, "RP ID"). */
import { isIP } from "node:net";

export interface RelyingParty {
  /** A host name, that of an origin or a domain above it. */
  readonly id: string;
  /** Those of the service that passkeys may be used at. */
  readonly origins: readonly string[];
}

/**
 * `domain`: the operator's choice; otherwise the host of the base URL, which is the first origin. Undefined where no
 * browser makes a passkey: at an IP address.
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

/** Browsers have passkeys over https, and over http on the machine's own names. */
function isSecure(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
}
