import { byUser } from "../domain/audit-context.ts";
import { type AuthEvent, isSecond } from "../domain/auth-events.ts";
import {
  mintSessionId,
  type PasswordHash,
  type RequestToken,
  type TokenDigest,
  tokenDigest,
  type UserId,
} from "../domain/credentials.ts";
import {
  hasSecondFactor,
  type SecondFactorEvent,
  type WaitingSignIn,
  waitingSignInMs,
} from "../domain/factors.ts";
import type { IdentityKey } from "../domain/identity.ts";
import { signInRecordedMs } from "../domain/session.ts";
import { type BrowserCall, setKnownBrowser, setSession } from "./browser-session.ts";
import { forgetWaitingSignIn, newWaitingSignIn } from "./waiting-sign-in.ts";

/** The password was proved, unless `provider` or `passkey` is set. */
export type VerifiedAccount = {
  readonly userId: UserId;
  /** The user's password hash when the authentication factor was checked. */
  readonly passwordHash: PasswordHash;
} & (
  | { readonly provider?: undefined; readonly passkey?: undefined }
  | { readonly provider: VerifiedIdentity; readonly passkey?: undefined }
  /** The authentication factor is spent when the session opens. */
  | {
      readonly provider?: undefined;
      readonly passkey: Extract<SecondFactorEvent, { kind: "passkey" }>;
    }
);

interface VerifiedIdentity {
  readonly identity: IdentityKey;
  readonly kind: "identity-provider" | "strong-identity-provider";
  /** The identity was proved there then, in milliseconds since the epoch. */
  readonly at: number;
  /** Credentials were entered for this sign-in, not for an earlier one that the provider remembers. */
  readonly entered: boolean;
  readonly sid: string | undefined;
  /** The user came back from there then, in milliseconds since the epoch. */
  readonly authenticatedAt: number;
}

/** Where the browser goes next, with these cookies. */
export interface NextPage {
  readonly location: string;
  readonly cookies: readonly string[];
}

export interface Onward {
  readonly continueTo: string;
  /** The page asked for the sign-in, if `continueTo` leads through another page first. */
  readonly askedFor?: string;
}

/**
 * A second factor leads to its page, otherwise a session opens. Returns undefined if the password was
 * changed or the identity unlinked meanwhile.
 */
export async function continueSignIn(
  call: BrowserCall,
  account: VerifiedAccount,
  onward: Onward,
): Promise<NextPage | undefined> {
  const { continueTo, askedFor = continueTo } = onward;
  const { ledger, clock } = call.dependencies;
  const now = clock();
  const authEvent = authEventOf(account, now);
  if (isSecond(authEvent) || !hasSecondFactor(await ledger.factorsOf(account.userId))) {
    return openSession(call, account, onward);
  }
  const waiting = newWaitingSignIn(call.dependencies);
  const isCurrent = await ledger.beginSignIn({
    ...conditionsOf(account),
    digest: waiting.digest,
    authEvents: [authEvent],
    signedInFor: requestTokenIn(askedFor),
    expiresAt: now + waitingSignInMs,
  });
  if (!isCurrent) return undefined;
  const location = `/sign-in/code?continue=${encodeURIComponent(continueTo)}`;
  return { location, cookies: [waiting.cookie] };
}

/** The session id is new. Undefined as above, or if the passkey was rejected. */
export async function openSession(
  call: BrowserCall,
  account: VerifiedAccount,
  { continueTo, askedFor = continueTo }: Onward,
): Promise<NextPage | undefined> {
  const { incoming, dependencies } = call;
  const { userId, provider } = account;
  const { id, session } = newSession(call);
  const { now } = session;
  const isOpen = await dependencies.ledger.openSession(
    {
      ...session,
      ...conditionsOf(account),
      authEvents: [authEventOf(account, now)],
      // A forced sign-in needs credentials that were entered for it, and is checked against this.
      signedInFor: provider?.entered === false ? undefined : requestTokenIn(askedFor),
    },
    byUser(userId, now, incoming.address, incoming.userAgent),
  );
  if (!isOpen) return undefined;
  dependencies.usage.count("signed-in", now);
  const cookies = [
    setSession(id, dependencies),
    // Someone who signs in at a provider has typed no password here.
    ...(account.provider || account.passkey
      ? []
      : [setKnownBrowser(incoming, account, dependencies)]),
  ];
  return { location: continueTo, cookies };
}

function authEventOf({ provider, passkey }: VerifiedAccount, at: number): AuthEvent {
  if (passkey) return { kind: passkey.kind, at: passkey.at };
  return provider ? { kind: provider.kind, at: provider.at } : { kind: "password", at };
}

/** These must still hold when the database opens or begins something. */
function conditionsOf({ userId, passwordHash, provider, passkey }: VerifiedAccount) {
  if (passkey !== undefined) return { userId, passwordHash, passkey };
  if (provider === undefined) return { userId, passwordHash };
  const { identity, sid, authenticatedAt } = provider;
  const sessionThere = { ...identity, sid };
  return {
    userId,
    passwordHash,
    identity: { ...sessionThere, authenticatedAt },
    provider: sessionThere,
  };
}

/** The second step's factor is spent in the transaction that opens the session. */
export async function finishSignIn(
  call: BrowserCall,
  { digest, userId, screenName, authEvents }: WaitingSignIn & { readonly digest: TokenDigest },
  authEvent: SecondFactorEvent,
  continueTo: string,
): Promise<NextPage | "spent" | "gone"> {
  const { incoming, dependencies } = call;
  const { ledger } = dependencies;
  const { id, session } = newSession(call);
  const outcome = await ledger.finishSignIn(
    { waiting: digest, authEvent, session },
    byUser(userId, session.now, incoming.address, incoming.userAgent),
  );
  if (outcome !== "signed-in") return outcome;
  dependencies.usage.count("signed-in", session.now);
  const typed = authEvents.some(({ kind }) => kind === "password");
  const found = typed ? await ledger.passwordOf(screenName) : undefined;
  const known = found && { userId, passwordHash: found.passwordHash };
  const cookies = [
    setSession(id, dependencies),
    forgetWaitingSignIn(dependencies),
    ...(known === undefined ? [] : [setKnownBrowser(incoming, known, dependencies)]),
  ];
  return { location: continueTo, cookies };
}

function newSession({ incoming, caller, dependencies: { clock, random } }: BrowserCall) {
  const id = mintSessionId(random);
  const now = clock();
  const session = {
    digest: tokenDigest(id),
    replaces: (caller.session ?? caller.settingUp)?.digest,
    userAgent: (incoming.headers["user-agent"] ?? "").slice(0, 300),
    address: incoming.address,
    now,
    unrepeatedSince: now - signInRecordedMs,
  };
  return { id, session };
}

/** The session stores the request token of a page's URL, if any. */
export function requestTokenIn(address: string): RequestToken | undefined {
  const query = new URLSearchParams(address.slice(address.indexOf("?")));
  const token = query.get("oauth_token") ?? "";
  return /^[A-Za-z0-9]{27}$/.test(token) ? (token as RequestToken) : undefined;
}
