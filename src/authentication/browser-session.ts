/**
 * Sessions of browsers. A browser that is not signed in has a session id without a row in the ledger, which
 * only ties forms to the browser to which they were shown. Signing in always creates a new id.
 */

import type { Dependencies } from "../dependencies.ts";
import { mintSessionId, type SessionId, tokenDigest, type UserId } from "../domain/credentials.ts";
import { dayMs } from "../domain/day.ts";
import type { PasswordHash } from "../domain/password-hash.ts";
import { type Session, sessionLife, sessionTouchMs, signsIn } from "../domain/session.ts";
import type { Authentication, Caller } from "./authentication.ts";
import { cookieOf, isSecure, setCookie } from "./cookies.ts";
import { type Incoming, refuseDifferentValues } from "./incoming.ts";
import { textsFor } from "./language.ts";
import { offeredWays } from "./offered-ways.ts";
import { findMissingStep } from "./second-factor-rule.ts";

export interface Browser extends Caller {
  readonly sessionId: SessionId;
  /** Set-Cookie lines for the response: a new browser gets its id. */
  readonly cookies: readonly string[];
  /** Undefined if not signed in. */
  readonly session: Session | undefined;
  /**
   * A session whose person must first set up a second factor. Only the pages for that use it, so all other
   * pages treat the person as not signed in.
   */
  readonly settingUp: Session | undefined;
  /** From when on (milliseconds) its person needs a second factor. Undefined: never. */
  readonly secondFactorDue: number | undefined;
}

export const browser: Authentication<Browser> = {
  scheme: "browser",
  accepts: [],
  async prove(incoming, reads, dependencies) {
    refuseDifferentValues(incoming, reads);
    const sessionId = cookieOf(incoming, sessionCookie(dependencies));
    if (sessionId === undefined || !/^[A-Za-z0-9]{43}$/.test(sessionId)) {
      const fresh = mintSessionId(dependencies.random);
      const cookies = [setSession(fresh, dependencies)];
      return {
        caller: {
          sessionId: fresh,
          cookies,
          session: undefined,
          settingUp: undefined,
          secondFactorDue: undefined,
        },
      };
    }
    const alive = await aliveSession(incoming, sessionId as SessionId, dependencies);
    const step = alive && (await findMissingStep(alive, dependencies.clock(), dependencies));
    const session = step?.missing === undefined ? alive : undefined;
    return {
      caller: {
        sessionId: sessionId as SessionId,
        cookies: [],
        session,
        settingUp: step?.missing === "set-up" ? alive : undefined,
        secondFactorDue: step?.due,
        ...(session && { userId: session.userId }),
      },
    };
  },
};

/** The Set-Cookie line of a session id. SameSite=Strict would break returning from an application's site. */
export function setSession(sessionId: SessionId, dependencies: Dependencies): string {
  return setCookie(sessionCookie(dependencies), sessionId, sessionLife.wholeMs, dependencies);
}

/** An account and the hash of its current password. */
interface PasswordHolder {
  readonly userId: UserId;
  readonly passwordHash: PasswordHash;
}

/** A browser that has signed in to an account before. */
export interface KnownBrowser {
  readonly id: string;
  /** False if the password has changed since, because the browser's user may only have known the old one. */
  readonly hasPresentPassword: boolean;
}

/**
 * The Set-Cookie line that lets this browser sign in to this account again, however many strangers fail. A
 * browser keeps its id, so that signing in repeatedly creates no further budgets.
 */
export function setKnownBrowser(
  incoming: Incoming,
  holder: PasswordHolder,
  dependencies: Dependencies,
): string {
  const { keys, random } = dependencies;
  const id = knownBrowser(incoming, holder, dependencies)?.id ?? mintSessionId(random);
  const value = [
    holder.userId,
    id,
    keys.digest({ purpose: knownBrowserPurpose, value: `${holder.userId}.${id}` }),
    keys.digest({
      purpose: presentPasswordPurpose,
      value: `${holder.userId}.${id}.${holder.passwordHash}`,
    }),
  ].join(".");
  return setCookie(knownBrowserCookie(dependencies), value, 365 * dayMs, dependencies);
}

/** This browser, if it has signed in to this account before. */
export function knownBrowser(
  incoming: Incoming,
  { userId, passwordHash }: PasswordHolder,
  dependencies: Dependencies,
): KnownBrowser | undefined {
  const value = cookieOf(incoming, knownBrowserCookie(dependencies)) ?? "";
  const [owner, id, keyId, mac, passwordKeyId, passwordMac, ...more] = value.split(".");
  if (owner !== userId || id === undefined || more.length > 0) return undefined;
  const { keys } = dependencies;
  const known = { purpose: knownBrowserPurpose, value: `${owner}.${id}` };
  if (!keys.digestMatches(known, `${keyId}.${mac}`)) return undefined;
  const present = { purpose: presentPasswordPurpose, value: `${owner}.${id}.${passwordHash}` };
  const hasPresentPassword = keys.digestMatches(present, `${passwordKeyId}.${passwordMac}`);
  return { id, hasPresentPassword };
}

/**
 * The account's own browser, by which its tries are counted: it signed in to the account before, with the password that
 * it has now, or is signed in to it. Undefined for others, whose person may know the password alone.
 */
export function ownBrowser(
  {
    incoming,
    caller,
    dependencies,
  }: {
    readonly incoming: Incoming;
    readonly caller: Browser;
    readonly dependencies: Dependencies;
  },
  holder: PasswordHolder,
): string | undefined {
  const known = knownBrowser(incoming, holder, dependencies);
  if (known?.hasPresentPassword === true) return known.id;
  const session = caller.session ?? caller.settingUp;
  return session?.userId === holder.userId ? session.digest : undefined;
}

const knownBrowserPurpose = "known browser";
const presentPasswordPurpose = "known browser, present password";

async function aliveSession(
  incoming: Incoming,
  sessionId: SessionId,
  dependencies: Dependencies,
): Promise<Session | undefined> {
  const { ledger, clock } = dependencies;
  const now = clock();
  const session = await ledger.session(tokenDigest(sessionId));
  if (!signsIn(session, now, offeredWays(dependencies))) return undefined;
  // A link checker is no visit.
  if (incoming.method === "HEAD") return session;
  if (Math.abs(now - session.lastSeenAt) > sessionTouchMs)
    await ledger.touchSession(session.digest, now);
  const { tag } = textsFor(incoming).language;
  // Later emails use this language.
  if (session.userLanguage !== tag) await ledger.noteLanguage(session.userId, tag);
  return session;
}

/** `__Host-` binds a cookie to https, to this host and to no parent domain. It does not work over http. */
function sessionCookie(dependencies: Dependencies): string {
  return isSecure(dependencies) ? "__Host-session" : "session";
}

function knownBrowserCookie(dependencies: Dependencies): string {
  return isSecure(dependencies) ? "__Host-browser" : "browser";
}
