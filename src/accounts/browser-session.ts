/**
 * A browser that is not signed in has a session id without a row in the database, which only ties
 * forms to the browser. Signing in always creates a new id.
 */

import {
  mintSessionId,
  type PasswordHash,
  type SessionId,
  tokenDigest,
  type UserId,
} from "../domain/credentials.ts";
import { dayMs } from "../domain/day.ts";
import { type Session, sessionLife, sessionTouchMs, signsIn } from "../domain/session.ts";
import type { Authentication, Caller } from "../verification/authentication/authentication.ts";
import {
  type Incoming,
  rejectDifferentValues,
  rejectUnreadableForm,
} from "../verification/authentication/incoming.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import { cookieOf, isSecure, setCookie } from "./cookies.ts";
import { languageOf } from "./language.ts";
import { offeredMethods } from "./offered-methods.ts";
import { findMissingStep } from "./second-factor-rule.ts";

export interface Browser extends Caller {
  readonly sessionId: SessionId;
  readonly cookies: readonly string[];
  readonly session: Session | undefined;
  /** Its user must first set up a second factor; only the pages for that read it. */
  readonly settingUp: Session | undefined;
  /** The user needs a second factor from then on (milliseconds), or never. */
  readonly secondFactorDue: number | undefined;
}

/** What the steps of signing in need of a page's call. */
export interface BrowserCall {
  readonly caller: Browser;
  readonly incoming: Incoming;
  readonly dependencies: Dependencies;
}

export const browser: Authentication<Browser> = {
  scheme: "browser",
  accepts: [],
  async authenticate(incoming, reads, dependencies) {
    rejectUnreadableForm(incoming);
    rejectDifferentValues(incoming, reads);
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

/** SameSite=Strict would break returning from an application's site. */
export function setSession(sessionId: SessionId, dependencies: Dependencies): string {
  return setCookie(sessionCookie(dependencies), sessionId, sessionLife.wholeMs, dependencies);
}

interface PasswordHolder {
  readonly userId: UserId;
  readonly passwordHash: PasswordHash;
}

export interface KnownBrowser {
  readonly id: string;
  /** If the password has changed since, the browser's user may only have known the old one. */
  readonly hasPresentPassword: boolean;
}

/**
 * The cookie lets this browser sign in to this account again, however often others fail. A browser
 * keeps its id, so signing in repeatedly creates no further budgets.
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
 * Finds the account's own browser, by which its tries are counted: it signed in before with the
 * present password, or is signed in. Others may know the password alone.
 */
export function ownBrowser(
  { incoming, caller, dependencies }: BrowserCall,
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
  if (!signsIn(session, now, offeredMethods(dependencies))) return undefined;
  // A link checker's HEAD is no visit.
  if (incoming.method === "HEAD") return session;
  if (Math.abs(now - session.lastSeenAt) > sessionTouchMs)
    await ledger.touchSession(session.digest, now);
  const tag = languageOf(incoming, dependencies.languages);
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
