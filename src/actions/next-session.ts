import { setSession } from "../authentication/browser-session.ts";
import { csrfToken } from "../authentication/csrf.ts";
import type { Incoming } from "../authentication/incoming.ts";
import type { Dependencies } from "../dependencies.ts";
import { mintSessionId, tokenDigest } from "../domain/credentials.ts";
import type { Proof } from "../domain/proofs.ts";
import type { NewSession, Session } from "../domain/session.ts";

/** The session that goes on, under an id that nobody has seen, after a change that ends all others. */
export function nextSession(
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
  proofs: readonly Proof[],
): {
  readonly session: NewSession;
  readonly cookie: string;
  /** For the forms of the page that answers. */
  readonly csrf: string;
} {
  const id = mintSessionId(dependencies.random);
  return {
    session: {
      digest: tokenDigest(id),
      replaces: session.digest,
      userId: session.userId,
      proofs,
      signedInFor: session.signedInFor,
      provider: session.provider,
      userAgent: (incoming.headers["user-agent"] ?? "").slice(0, 300),
      address: incoming.address,
      now,
    },
    cookie: setSession(id, dependencies),
    csrf: csrfToken(id, dependencies),
  };
}
