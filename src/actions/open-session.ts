import { type Browser, setKnownBrowser, setSession } from "../authentication/browser-session.ts";
import {
  mintSessionId,
  type RequestToken,
  tokenDigest,
  type UserId,
} from "../domain/credentials.ts";
import { signInRecordedMs } from "../domain/session.ts";
import { type Call, type Reply, seeOther } from "../endpoint.ts";
import { byUser, signedIn } from "../events.ts";

/**
 * Signs the browser in with an id that nobody has seen, and leads on. Undefined where the password was
 * changed while this one was looked at.
 */
export async function openSession(
  { incoming, caller, dependencies }: Call<Browser>,
  { userId, passwordHash }: { readonly userId: UserId; readonly passwordHash: string },
  continueTo: string,
): Promise<Reply | undefined> {
  const { ledger, use, clock, random } = dependencies;
  const sessionId = mintSessionId(random);
  const now = clock();
  const opened = await ledger.openSession(
    {
      digest: tokenDigest(sessionId),
      replaces: caller.session?.digest,
      userId,
      passwordHash,
      proofs: [{ kind: "password", at: now }],
      signedInFor: requestTokenIn(continueTo),
      userAgent: (incoming.headers["user-agent"] ?? "").slice(0, 300),
      address: incoming.address,
      now,
      unrepeatedSince: now - signInRecordedMs,
    },
    signedIn(byUser(userId, now, incoming.address), userId),
  );
  if (!opened) return undefined;
  use.count(undefined, "signed-in", now);
  return seeOther(continueTo, [
    setSession(sessionId, dependencies),
    setKnownBrowser(incoming, { userId, passwordHash }, dependencies),
  ]);
}

/** Undefined for what cannot be one: it is kept with the session. */
export function requestTokenIn(continueTo: string): RequestToken | undefined {
  const query = new URLSearchParams(continueTo.slice(continueTo.indexOf("?")));
  const token = query.get("oauth_token") ?? "";
  return /^[A-Za-z0-9]{27}$/.test(token) ? (token as RequestToken) : undefined;
}
