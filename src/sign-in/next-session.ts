import { setSession } from "../authentication/browser-session.ts";
import { csrfToken } from "../authentication/csrf.ts";
import type { Incoming } from "../authentication/incoming.ts";
import type { Dependencies } from "../dependencies.ts";
import { mintSessionId, tokenDigest } from "../domain/credentials.ts";
import type { Proof } from "../domain/proofs.ts";
import type { NewSession, Session } from "../domain/session.ts";

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
  proofsAfter: (proofs: readonly Proof[]) => readonly Proof[] = (proofs) => proofs,
): Promise<{
  readonly session: NewSession;
  readonly cookie: string;
  /** The forms of the page in the response need it. */
  readonly csrf: string;
}> {
  const id = mintSessionId(dependencies.random);
  // Once it has ended, the database rejects what is written in it.
  const { proofs, provider } = (await dependencies.ledger.session(session.digest)) ?? session;
  return {
    session: {
      digest: tokenDigest(id),
      replaces: session.digest,
      userId: session.userId,
      proofs: proofsAfter(proofs),
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
