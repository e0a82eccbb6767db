/** OpenID Connect Back-Channel Logout 1.0 §2.4 and §2.6 define logout tokens. */
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import { isIdentityKey } from "../../domain/identity.ts";
import { timestampWindowSeconds } from "../../domain/timestamp.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { failedForMs, isSid, ProviderError } from "./identity-provider.ts";
import { problemOf } from "./problem.ts";

export type ProviderKeys = JWTVerifyGetKey;

export interface LoggedOut {
  /** At least one of the two is set. */
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  readonly tokenId: string;
}

/**
 * Keys are fetched every ten minutes, and for an unknown key at most every 30 seconds, even if anonymous callers name
 * unknown keys; a token with a new key can come again. `wait` runs what waits for the provider. A failure stays the
 * same `ProviderError` for some seconds, so that a silent provider does not hold each token.
 */
export function remoteKeys(
  url: URL,
  {
    patienceSeconds,
    clock,
    wait,
  }: {
    readonly patienceSeconds: number;
    readonly clock: () => number;
    readonly wait: <T>(step: () => Promise<T>) => Promise<T>;
  },
): ProviderKeys {
  // The library has a clock of its own, and lets any number of tokens wait, so the times are set here.
  const keys = createRemoteJWKSet(url, {
    timeoutDuration: patienceSeconds * 1000,
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: Number.POSITIVE_INFINITY,
    [customFetch]: (address, request) => boundedFetch(address, request),
  });
  let fetchedAt: number | undefined;
  let failed: { readonly at: number; readonly problem: ProviderError } | undefined;
  const isWithin = (ms: number, at: number | undefined) =>
    at !== undefined && Math.abs(clock() - at) < ms;

  return async (header, token) => {
    if (!isWithin(keysKnownForMs, fetchedAt)) {
      await fetchKeys();
      return keys(header, token);
    }
    const wasFetchedJustNow = isWithin(newKeyAfterMs, fetchedAt);
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (wasFetchedJustNow) throw new ProviderError("unreachable", "new key");
      await fetchKeys();
      return keys(header, token);
    }
  };

  async function fetchKeys(): Promise<void> {
    if (failed !== undefined && isWithin(failedForMs, failed.at)) throw failed.problem;
    await wait(async () => {
      try {
        await keys.reload();
        fetchedAt = clock();
      } catch (error) {
        const problem = new ProviderError("unreachable", problemOf(error).reason);
        failed = { at: clock(), problem };
        throw problem;
      }
    });
  }
}

export interface Expected {
  readonly issuer: string;
  readonly clientId: string;
  /** The unit is milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Nothing is fetched for a token that no signature could make valid. Throws a `ProviderError`, or
 * what `problemOf` makes one of.
 */
export function rejectHopeless(token: string, expected: Expected): void {
  if (token.length > maxCharacters) throw new ProviderError("invalid", "length");
  const { alg = "" } = decodeProtectedHeader(token);
  if (!algorithms.includes(alg)) throw new ProviderError("invalid", "alg");
  const payload = decodeJwt(token);
  const { iss, aud } = payload;
  if (iss !== expected.issuer) throw new ProviderError("invalid", "iss");
  if (![aud].flat().includes(expected.clientId)) throw new ProviderError("invalid", "aud");
  saidBy(payload, expected);
}

/**
 * Checks signature, issuer, audience, times and event, and that there is no nonce. Throws a
 * `ProviderError`, or what `problemOf` makes one of.
 */
export async function readLogoutToken(
  token: string,
  keys: ProviderKeys,
  expected: Expected,
): Promise<LoggedOut> {
  const { payload } = await jwtVerify(token, keys, {
    issuer: expected.issuer,
    audience: expected.clientId,
    algorithms: [...algorithms],
    requiredClaims: ["iat", "exp", "jti", "events"],
    clockTolerance: toleranceSeconds,
    currentDate: new Date(expected.now),
  });
  return saidBy(payload, expected);
}

function saidBy(payload: JWTPayload, { issuer, now }: Expected): LoggedOut {
  const { sub: subject, sid, jti: tokenId = "", iat: issuedAt = 0, events, nonce } = payload;
  // An ID token has a nonce and no events, so it is not taken for a logout token.
  if (nonce !== undefined || !hasLogoutEvent(events)) throw new ProviderError("invalid", "event");
  if (!(Math.abs(now / 1000 - issuedAt) <= timestampWindowSeconds)) {
    throw new ProviderError("invalid", "iat");
  }
  if (!isSid(tokenId)) throw new ProviderError("invalid", "jti");
  if (sid !== undefined && !isSid(sid)) throw new ProviderError("invalid", "sid");
  if (subject === undefined ? sid === undefined : !isSubject(subject, issuer)) {
    throw new ProviderError("invalid", "sub");
  }
  return { subject, sid, tokenId };
}

/** The library does not check its type. */
function isSubject(subject: unknown, issuer: string): boolean {
  return typeof subject === "string" && isIdentityKey({ issuer, subject });
}

function hasLogoutEvent(events: unknown): boolean {
  if (typeof events !== "object" || events === null || !Object.hasOwn(events, event)) return false;
  const { [event]: logout } = events as Record<string, unknown>;
  return typeof logout === "object" && logout !== null;
}

const event = "http://schemas.openid.net/event/backchannel-logout";
const maxCharacters = 8192;
const toleranceSeconds = 60;
const keysKnownForMs = 10 * 60_000;
const newKeyAfterMs = 30_000;
/** All have public keys: `HS256` would make the client's secret a key, and `none` needs none. */
const algorithms: readonly string[] = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];
