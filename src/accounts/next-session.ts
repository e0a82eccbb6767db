import type { AuthEvent } from "../domain/auth-events.ts";
import { mintSessionId, tokenDigest } from "../domain/credentials.ts";
import type { NewSession, Session } from "../domain/session.ts";
import type { Incoming } from "../verification/authentication/incoming.ts";
import type { Dependencies } from "../verification/dependencies.ts";
import { setSession } from "./browser-session.ts";
import { csrfToken } from "./csrf.ts";

/** A change ended all other sessions. */
export async function nextSession(
  {
    incoming,
    dependencies,
    session,
    now,
  }: {
    readonly incoming: Incoming;
    readonly dependencies: Dependencies;
    readonly session: Session;
    readonly now: number;
  },
  authEventsAfter: (authEvents: readonly AuthEvent[]) => readonly AuthEvent[] = (authEvents) =>
    authEvents,
): Promise<{
  readonly session: NewSession;
  readonly cookie: string;
  /** The forms of the page in the response need it. */
  readonly csrf: string;
}> {
  const id = mintSessionId(dependencies.random);
  // Once it has ended, the database rejects what is written in it.
  const { authEvents, provider } = (await dependencies.ledger.session(session.digest)) ?? session;
  return {
    session: {
      digest: tokenDigest(id),
      replaces: session.digest,
      userId: session.userId,
      authEvents: authEventsAfter(authEvents),
      signedInFor: session.signedInFor,
      provider,
      userAgent: (incoming.headers["user-agent"] ?? "").slice(0, 300),
      address: incoming.address,
      now,
    },
    cookie: setSession(id, dependencies),
    csrf: csrfToken(id, dependencies),
  };
}
