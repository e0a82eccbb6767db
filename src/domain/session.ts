/** A browser in which a user is signed in. An anonymous browser has a session ID but no row in the database. */

import { type AuthEvent, isFirst } from "./auth-events.ts";
import type { RequestToken, TokenDigest, UserId } from "./credentials.ts";
import { dayMs } from "./day.ts";
import type { SignInMethods } from "./identity.ts";
import { beginningsOf, isWithin } from "./lasting.ts";
import { timestampWindowSeconds } from "./timestamp.ts";

export const sessionLife = {
  idleMs: 14 * dayMs,
  wholeMs: 30 * dayMs,
  recentMs: 15 * 60_000,
} as const;

/** The last use of a session is written at most this often. */
export const sessionTouchMs = 60 * 60_000;

/** A session beyond this many ends the one that has been unused for longest. */
export const maxSessions = 50;

/** Signing in from the same address is recorded at most this often. */
export const signInRecordedMs = 60 * 60_000;

export interface ProviderSession {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's ID of its own session (OpenID Connect Back-Channel Logout 1.0 §2.1), if it sends one. */
  readonly sid: string | undefined;
}

export interface AuthenticatedSession extends ProviderSession {
  /** When the user came back from the provider. If the session has ended there since, it opens nothing. */
  readonly authenticatedAt: number;
}

/** It ended at a provider: one session (`sid`), all sessions of a user (`subject`), or those that match both. */
export interface ProviderLogout {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  /** The `jti` of the logout token. */
  readonly tokenId: string;
  readonly now: number;
}

/** It is kept longer than its token is accepted, and longer than any earlier authentication can wait. */
export const providerLogoutMs = 2 * timestampWindowSeconds * 1000 + 60_000;

export interface Session {
  readonly digest: TokenDigest;
  readonly userId: UserId;
  readonly screenName: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly userSuspended: boolean;
  readonly userIsAdmin: boolean;
  readonly userCreatedAt: number;
  /** The authentication events of the session, with their times. */
  readonly authEvents: readonly AuthEvent[];
  readonly hasSecondFactor: boolean;
  readonly userLanguage: string | undefined;
  /** When the credentials were entered. The session ID is made at that moment. */
  readonly signedInAt: number;
  readonly lastSeenAt: number;
  /** The request token whose page led to the sign-in. A forced sign-in is checked against it. */
  readonly signedInFor: RequestToken | undefined;
  readonly provider: ProviderSession | undefined;
}

export interface OpenSession {
  readonly digest: TokenDigest;
  readonly userAgent: string;
  readonly address: string;
  readonly lastSeenAt: number;
  readonly authEvents: readonly AuthEvent[];
  readonly provider: ProviderSession | undefined;
}

export function sessionIsAlive(
  session: Pick<Session, "signedInAt" | "lastSeenAt">,
  now: number,
): boolean {
  return (
    isWithin(beginningsOf(now, sessionLife.idleMs), session.lastSeenAt) &&
    isWithin(beginningsOf(now, sessionLife.wholeMs), session.signedInAt)
  );
}

/** Whether a browser that has its ID is signed in, where these sign-in methods are offered. */
export function signsIn(
  session: Session | undefined,
  now: number,
  offered: SignInMethods,
): session is Session {
  if (session === undefined || session.userSuspended) return false;
  return sessionIsAlive(session, now) && cameInBy(offered, session);
}

/**
 * Whether one of these methods identified the user: a method that the administrator has closed keeps no session open.
 */
export function cameInBy(
  { passwords, issuers }: SignInMethods,
  {
    authEvents,
    provider,
  }: { readonly authEvents: readonly AuthEvent[]; readonly provider?: ProviderSession | undefined },
): boolean {
  // Passkeys sign in where passwords do.
  const isOwn = ({ kind }: AuthEvent) => kind === "password" || kind === "passkey";
  if (passwords && authEvents.some(isOwn)) return true;
  if (provider === undefined || !issuers.includes(provider.issuer)) return false;
  return authEvents.some((authEvent) => isFirst(authEvent) && !isOwn(authEvent));
}

export interface NewSession {
  readonly digest: TokenDigest;
  readonly replaces: TokenDigest | undefined;
  readonly userId: UserId;
  readonly authEvents: readonly AuthEvent[];
  readonly signedInFor: RequestToken | undefined;
  readonly provider?: ProviderSession | undefined;
  readonly userAgent: string;
  readonly address: string;
  readonly now: number;
  /** The event is left out if the user already has the same one from the same address since then. */
  readonly unrepeatedSince?: number | undefined;
}
