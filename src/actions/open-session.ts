import { type Browser, setKnownBrowser, setSession } from "../authentication/browser-session.ts";
import { forgetWaitingSignIn, newWaitingSignIn } from "../authentication/waiting-sign-in.ts";
import {
  mintSessionId,
  type RequestToken,
  type TokenDigest,
  tokenDigest,
  type UserId,
} from "../domain/credentials.ts";
import {
  hasSecondFactor,
  type SecondProof,
  type WaitingSignIn,
  waitingSignInMs,
} from "../domain/factors.ts";
import type { IdentityKey } from "../domain/identity.ts";
import type { PasswordHash } from "../domain/password-hash.ts";
import { isSecond, type Proof } from "../domain/proofs.ts";
import { signInRecordedMs } from "../domain/session.ts";
import { type Call, type Reply, seeOther } from "../endpoint.ts";
import { byUser } from "../events/context.ts";
import { signedIn } from "../events/sign-in.ts";

/** Whose sign-in it is, and what was proved: their password, unless it was an identity at a provider or a passkey. */
export type Holder = {
  readonly userId: UserId;
  /** As it was when the proof was looked at. */
  readonly passwordHash: PasswordHash;
  readonly provider?: {
    readonly identity: IdentityKey;
    readonly kind: "identity-provider" | "strong-identity-provider";
    /** When it was proved there, in milliseconds since the epoch. */
    readonly at: number;
    /** For this sign-in, and not for another one that the provider remembers. */
    readonly entered: boolean;
    /** The provider's own name of its session. */
    readonly sid: string | undefined;
    /** When it came back from there, in milliseconds since the epoch. */
    readonly provedAt: number;
  };
  /** Spent as the session opens. */
  readonly passkey?: Extract<SecondProof, { kind: "passkey" }>;
};

/** Where a sign-in leads. */
export interface Onward {
  readonly continueTo: string;
  /** The page that asked for the sign-in, where `continueTo` leads by way of another one. */
  readonly askedFor?: string;
}

/**
 * What follows the first proof: the page of the second step for a person who has one set up, otherwise a session.
 * Undefined where the password was changed, or the identity unlinked, while it was looked at.
 */
export async function continueSignIn(
  call: Call<Browser>,
  holder: Holder,
  onward: Onward,
): Promise<Reply | undefined> {
  const { continueTo, askedFor = continueTo } = onward;
  const { ledger, clock } = call.dependencies;
  const now = clock();
  const proof = proofOf(holder, now);
  if (isSecond(proof) || !hasSecondFactor(await ledger.factorsOf(holder.userId))) {
    return openSession(call, holder, onward);
  }
  const waiting = newWaitingSignIn(call.dependencies);
  const begun = await ledger.beginSignIn({
    ...standing(holder),
    digest: waiting.digest,
    proofs: [proof],
    signedInFor: requestTokenIn(askedFor),
    expiresAt: now + waitingSignInMs,
  });
  if (!begun) return undefined;
  return seeOther(`/sign-in/code?continue=${encodeURIComponent(continueTo)}`, [waiting.cookie]);
}

/** Signs the browser in with an id that nobody has seen, and leads on. Undefined as above, or where the passkey was refused. */
export async function openSession(
  call: Call<Browser>,
  holder: Holder,
  { continueTo, askedFor = continueTo }: Onward,
): Promise<Reply | undefined> {
  const { incoming, dependencies } = call;
  const { userId, provider } = holder;
  const { id, session } = newSession(call);
  const { now } = session;
  const opened = await dependencies.ledger.openSession(
    {
      ...session,
      ...standing(holder),
      proofs: [proofOf(holder, now)],
      // A forced sign-in is held against it: it takes credentials that were entered for it.
      signedInFor: provider?.entered === false ? undefined : requestTokenIn(askedFor),
    },
    signedIn(byUser(userId, now, incoming.address), userId, holder.passkey?.kind),
  );
  if (!opened) return undefined;
  dependencies.usage.count(undefined, "signed-in", now);
  return seeOther(continueTo, [
    setSession(id, dependencies),
    // Who signs in elsewhere has typed no password here.
    ...(holder.provider || holder.passkey ? [] : [setKnownBrowser(incoming, holder, dependencies)]),
  ]);
}

function proofOf({ provider, passkey }: Holder, at: number): Proof {
  if (passkey) return { kind: passkey.kind, at: passkey.at };
  return provider ? { kind: provider.kind, at: provider.at } : { kind: "password", at };
}

/** What has to hold still when the ledger opens or begins something. */
function standing({ userId, passwordHash, provider, passkey }: Holder) {
  if (passkey !== undefined) return { userId, passwordHash, passkey };
  if (provider === undefined) return { userId, passwordHash };
  const { identity, sid, provedAt } = provider;
  const session = { ...identity, sid };
  return { userId, passwordHash, identity: { ...session, provedAt }, provider: session };
}

/** The same after the second step, whose proof is spent in the same moment. */
export async function finishSignIn(
  call: Call<Browser>,
  { digest, userId, screenName, proofs }: WaitingSignIn & { readonly digest: TokenDigest },
  proof: SecondProof,
  continueTo: string,
): Promise<Reply | "spent" | "gone"> {
  const { incoming, dependencies } = call;
  const { ledger } = dependencies;
  const { id, session } = newSession(call);
  const event = signedIn(byUser(userId, session.now, incoming.address), userId, proof.kind);
  const outcome = await ledger.finishSignIn({ waiting: digest, proof, session }, event);
  if (outcome !== "signed-in") return outcome;
  dependencies.usage.count(undefined, "signed-in", session.now);
  const typed = proofs.some(({ kind }) => kind === "password");
  const found = typed ? await ledger.passwordOf(screenName) : undefined;
  const known = found && { userId, passwordHash: found.passwordHash };
  return seeOther(continueTo, [
    setSession(id, dependencies),
    forgetWaitingSignIn(dependencies),
    ...(known === undefined ? [] : [setKnownBrowser(incoming, known, dependencies)]),
  ]);
}

function newSession({ incoming, caller, dependencies: { clock, random } }: Call<Browser>) {
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

/** Undefined for what cannot be one: it is kept with the session. */
export function requestTokenIn(address: string): RequestToken | undefined {
  const query = new URLSearchParams(address.slice(address.indexOf("?")));
  const token = query.get("oauth_token") ?? "";
  return /^[A-Za-z0-9]{27}$/.test(token) ? (token as RequestToken) : undefined;
}
