/**
 * Sign-in at an OpenID provider: OpenID Connect Core 1.0 §3.1, the authorization code flow, with PKCE (RFC 7636). The
 * library is loaded, and a provider's metadata fetched, with the first sign-in there.
 */
import type { Configuration } from "openid-client";
import { mintSessionId, type Random } from "../domain/credentials.ts";
import { type IdentityKey, isIdentityKey } from "../domain/identity.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import {
  type Claims,
  failedForMs,
  type IdentityProvider,
  isSid,
  ProviderProblem,
} from "./identity-provider.ts";
import type { LoggedOut, ProviderKeys } from "./logout-token.ts";
import { troubleOf } from "./trouble.ts";

/** Binds an answer to the browser that began the sign-in. Only that browser and this service know it. */
export interface Asked {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Proved {
  readonly identity: IdentityKey;
  readonly claims: Claims;
  /**
   * When the person entered credentials there, in milliseconds since the epoch; undefined if the provider does not say.
   */
  readonly enteredAt: number | undefined;
  /** The provider's ID of its session; undefined if it does not say. */
  readonly sid: string | undefined;
  /** When the browser came back with it, in milliseconds since the epoch. */
  readonly provedAt: number;
}

export interface IdentityProviders {
  readonly all: readonly IdentityProvider[];
  provider(id: string): IdentityProvider | undefined;
  /** Where to send the browser. `again`: the person has to enter credentials even if they are signed in there. */
  begin(
    provider: IdentityProvider,
    asking: { readonly redirectUri: string; readonly again: boolean },
  ): Promise<{ readonly location: string; readonly asked: Asked }>;
  /** Who signed in, from the URL that the provider sent the browser back to. */
  finish(
    provider: IdentityProvider,
    answer: { readonly url: URL; readonly asked: Asked; readonly again: boolean },
  ): Promise<Proved>;
  /** Whose sign-in there has ended, according to a logout token. */
  loggedOut(provider: IdentityProvider, token: string): Promise<LoggedOut>;
  /** Where to sign out there too; undefined if the provider has no such page. */
  signOutAddress(provider: IdentityProvider, backTo: string): Promise<string | undefined>;
}

/** Each method throws `ProviderProblem`. */
export function openIdentityProviders(
  all: readonly IdentityProvider[],
  {
    clock,
    random,
    patienceSeconds = 5,
    troubled = () => undefined,
  }: {
    readonly clock: () => number;
    readonly random: Random;
    /** How long each request to a provider may take. */
    readonly patienceSeconds?: number;
    readonly troubled?: (providerId: string, problem: ProviderProblem) => void;
  },
): IdentityProviders {
  const known = new Map<string, Known>();

  /** Assets by URL. */
  const keySets = new Map<string, ProviderKeys>();

  /** How many logout tokens wait for a provider. */
  let waiting = 0;

  return {
    all,
    provider: (id) => all.find((one) => one.id === id),

    begin: (provider, { redirectUri, again }) =>
      named(provider, async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import("openid-client");
        const configuration = await configurationOf(provider);
        const asked = {
          state: mintSessionId(random),
          nonce: mintSessionId(random),
          verifier: mintSessionId(random),
        };
        const location = buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: provider.scopes.join(" "),
          state: asked.state,
          nonce: asked.nonce,
          code_challenge: await calculatePKCECodeChallenge(asked.verifier),
          code_challenge_method: "S256",
          ...(again && { prompt: "login", max_age: String(mostSecondsSince) }),
        });
        return { location: location.href, asked };
      }),

    finish: (provider, { url, asked, again }) =>
      named(provider, async () => {
        const provedAt = clock();
        const { authorizationCodeGrant, fetchUserInfo } = await import("openid-client");
        const configuration = await configurationOf(provider);
        // State, `iss` (RFC 9207), then of the ID token: signature, issuer, audience, nonce, times (§3.1.3.7).
        const tokens = await authorizationCodeGrant(configuration, url, {
          expectedState: asked.state,
          expectedNonce: asked.nonce,
          pkceCodeVerifier: asked.verifier,
          idTokenExpected: true,
          ...(again && { maxAge: mostSecondsSince }),
        });
        const token = tokens.claims();
        const identity = { issuer: token?.iss ?? "", subject: token?.sub ?? "" };
        if (token === undefined || !isIdentityKey(identity)) {
          throw new ProviderProblem("invalid", "subject");
        }
        const { auth_time: seconds, sid: named } = token;
        const sid = isSid(named) ? named : undefined;
        const enteredAt = typeof seconds === "number" ? seconds * 1000 : undefined;
        if (!configuration.serverMetadata().userinfo_endpoint) {
          return { identity, claims: token, enteredAt, sid, provedAt };
        }
        const more = await fetchUserInfo(configuration, tokens.access_token, token.sub);
        return { identity, claims: together(token, more), enteredAt, sid, provedAt };
      }),

    loggedOut: (provider, token) =>
      named(provider, async () => {
        const { readLogoutToken, refuseHopeless, remoteKeys } = await import("./logout-token.ts");
        const { issuer, clientId } = provider;
        const expected = { issuer, clientId, now: clock() };
        refuseHopeless(token, expected);
        const asking = () => configurationOf(provider);
        const configuration = await (isAnswered(provider) ? asking() : wait(asking));
        const { jwks_uri: address } = configuration.serverMetadata();
        if (address === undefined || !isSecureFor(provider, new URL(address))) {
          throw new ProviderProblem("invalid", "keys");
        }
        const from = { patienceSeconds, clock, wait };
        const keys = keySets.get(address) ?? remoteKeys(new URL(address), from);
        keySets.set(address, keys);
        return readLogoutToken(token, keys, expected);
      }),

    signOutAddress: (provider, backTo) =>
      named(provider, async () => {
        const configuration = await configurationOf(provider);
        if (!configuration.serverMetadata().end_session_endpoint) return undefined;
        const { buildEndSessionUrl } = await import("openid-client");
        return buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo }).href;
      }),
  };

  async function named<T>(provider: IdentityProvider, step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      const problem = troubleOf(error);
      troubled(provider.id, problem);
      throw problem;
    }
  }

  /** Anybody can send a token that has to be looked at, and a provider that is silent keeps each of them waiting. */
  async function wait<T>(step: () => Promise<T>): Promise<T> {
    if (waiting >= mostWaiting) throw new ProviderProblem("unreachable", "too many wait");
    waiting += 1;
    try {
      return await step();
    } finally {
      waiting -= 1;
    }
  }

  /** Whether the provider's metadata is already here. */
  function isAnswered({ id }: IdentityProvider): boolean {
    const found = known.get(id);
    return found !== undefined && isFresh(found, clock()) && found.isSettled;
  }

  /**
   * One request for all sign-ins that wait for it. If the provider does not answer, the earlier metadata stays in use;
   * if there is none, it is not asked again for some seconds.
   */
  async function configurationOf(provider: IdentityProvider): Promise<Configuration> {
    const now = clock();
    const found = known.get(provider.id);
    if (found !== undefined && isFresh(found, now)) return found.asking;
    const before = found?.hasFailed === true ? undefined : found;
    const discovering = discovered(provider, now, patienceSeconds);
    const asking = before === undefined ? discovering : discovering.catch(() => before.asking);
    const fresh: Known = { since: now, forMs: knownForMs, asking, isSettled: false };
    known.set(provider.id, fresh);
    discovering.then(
      () => {
        fresh.isSettled = true;
      },
      () => {
        if (known.get(provider.id) !== fresh) return;
        const since = clock();
        known.set(
          provider.id,
          before === undefined
            ? { since, forMs: failedForMs, asking, isSettled: true, hasFailed: true }
            : { ...before, since, forMs: askAgainMs },
        );
      },
    );
    return asking;
  }
}

function isFresh({ since, forMs }: Known, now: number): boolean {
  return Math.abs(now - since) < forMs;
}

interface Known {
  /** When it was asked for, in milliseconds since the epoch, and for how long it is not asked for again. */
  readonly since: number;
  readonly forMs: number;
  readonly asking: Promise<Configuration>;
  /** `asking` has settled, so this does not wait. */
  isSettled: boolean;
  readonly hasFailed?: true;
}

async function discovered(
  provider: IdentityProvider,
  now: number,
  patienceSeconds: number,
): Promise<Configuration> {
  const library = await import("openid-client");
  const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = library;
  const issuer = new URL(provider.issuer);
  const found = await discovery(
    issuer,
    provider.clientId,
    {
      [library.clockSkew]: Math.round((now - Date.now()) / 1000),
      [library.clockTolerance]: toleranceSeconds,
    },
    library.ClientSecretBasic(provider.clientSecret.reveal()),
    {
      timeout: patienceSeconds,
      [customFetch]: boundedFetch,
      // The configuration accepts http only for a loopback host.
      execute: issuer.protocol === "http:" ? [allowInsecureRequests] : [],
    },
  );
  // For a provider with many issuers the library accepts the tokens of each, and subjects could be mixed up.
  if (found.serverMetadata().issuer !== provider.issuer) {
    throw new ProviderProblem("invalid", "issuer");
  }
  // The signature of the ID token is checked too, although it comes from the provider's own address.
  enableNonRepudiationChecks(found);
  return found;
}

/** The library checks this for every URL except that of the keys for logout tokens. */
function isSecureFor({ issuer }: IdentityProvider, { protocol }: URL): boolean {
  return protocol === "https:" || issuer.startsWith("http:");
}

/** The ID token takes precedence. The email address and `email_verified` are taken from the same source. */
function together(token: Claims, more: Claims): Claims {
  const { email, email_verified: verified, ...rest } = more;
  return Object.hasOwn(token, "email")
    ? { ...rest, ...token }
    : { ...rest, ...token, email, email_verified: verified };
}

/** How far its clock may be off. */
const toleranceSeconds = 60;
/** After `again`: credentials must have been entered within this time. */
const mostSecondsSince = 300;
const knownForMs = 3_600_000;
const askAgainMs = 60_000;
/** Logout tokens that may wait for a provider at once: few of the places for requests of programs (ADR 27). */
const mostWaiting = 16;
