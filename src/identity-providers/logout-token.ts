/** Logout tokens: OpenID Connect Back-Channel Logout 1.0 §2.4 and §2.6. */
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { isIdentityKey } from "../domain/identity.ts";
import { timestampWindowSeconds } from "../domain/timestamp.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { isSid, ProviderProblem } from "./identity-provider.ts";

export type ProviderKeys = JWTVerifyGetKey;

export interface LoggedOut {
  /** At least one of the two is set. */
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  readonly tokenId: string;
}

/**
 * A provider's keys are fetched at most every 30 seconds, even if tokens from strangers name unknown keys. A key that is
 * unknown in between may be new: that token can come again.
 */
export function remoteKeys(url: URL, patienceSeconds: number): ProviderKeys {
  const keys = createRemoteJWKSet(url, {
    timeoutDuration: patienceSeconds * 1000,
    [customFetch]: (address, request) => boundedFetch(address, request),
  });
  return async (header, token) => {
    const wasFetchedJustNow = keys.coolingDown;
    try {
      return await keys(header, token);
    } catch (error) {
      if (wasFetchedJustNow && error instanceof errors.JWKSNoMatchingKey) {
        throw new ProviderProblem("unreachable", "new key");
      }
      throw error;
    }
  };
}

/**
 * What a token says whose signature, issuer, audience, times, event and lack of a nonce were checked. Throws a
 * `ProviderProblem`, or what `troubleOf` makes one of.
 */
export async function readLogoutToken(
  token: string,
  {
    issuer,
    clientId,
    keys,
    now,
  }: {
    readonly issuer: string;
    readonly clientId: string;
    readonly keys: ProviderKeys;
    readonly now: number;
  },
): Promise<LoggedOut> {
  if (token.length > mostCharacters) throw new ProviderProblem("invalid", "length");
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms,
    requiredClaims: ["iat", "exp", "jti", "events"],
    clockTolerance: toleranceSeconds,
    currentDate: new Date(now),
  });
  const { sub: subject, sid, jti: tokenId = "", iat: issuedAt = 0, events, nonce } = payload;
  // An ID token has a nonce and no events, so an ID token is not taken for a logout token.
  if (nonce !== undefined || !hasLogoutEvent(events)) throw new ProviderProblem("invalid", "event");
  if (Math.abs(now / 1000 - issuedAt) > timestampWindowSeconds) {
    throw new ProviderProblem("invalid", "iat");
  }
  if (!isSid(tokenId)) throw new ProviderProblem("invalid", "jti");
  if (sid !== undefined && !isSid(sid)) throw new ProviderProblem("invalid", "sid");
  if (subject === undefined ? sid === undefined : !isSubject(subject, issuer)) {
    throw new ProviderProblem("invalid", "sub");
  }
  return { subject, sid, tokenId };
}

/** The library looks at its type only where it is asked for a certain one. */
function isSubject(subject: unknown, issuer: string): boolean {
  return typeof subject === "string" && isIdentityKey({ issuer, subject });
}

function hasLogoutEvent(events: unknown): boolean {
  if (typeof events !== "object" || events === null || !Object.hasOwn(events, event)) return false;
  const { [event]: found } = events as Record<string, unknown>;
  return typeof found === "object" && found !== null;
}

const event = "http://schemas.openid.net/event/backchannel-logout";
const mostCharacters = 8192;
const toleranceSeconds = 60;
/** Signatures that the provider's public keys check; with `HS256` the client's secret would be one more key, and `none` is none. */
const algorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];
