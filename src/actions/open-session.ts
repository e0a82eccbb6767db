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
import { signInRecordedMs } from "../domain/session.ts";
import { type Call, type Reply, seeOther } from "../endpoint.ts";
import { byUser, signedIn } from "../events.ts";
import { tellOfFactors } from "./tell-of-factors.ts";

type Holder = { readonly userId: UserId; readonly passwordHash: string };

/**
 * What follows the right password: the page of the second step for a person who has one set up, otherwise a session.
 * `askedFor`: the page that asked for the sign-in, where `continueTo` leads by way of another one. Undefined where the
 * password was changed while this one was looked at.
 */
export async function continueSignIn(
  call: Call<Browser>,
  holder: Holder,
  continueTo: string,
  askedFor = continueTo,
): Promise<Reply | undefined> {
  const { ledger, clock } = call.dependencies;
  if (!hasSecondFactor(await ledger.factorsOf(holder.userId))) {
    return openSession(call, holder, continueTo, askedFor);
  }
  const now = clock();
  const waiting = newWaitingSignIn(call.dependencies);
  const begun = await ledger.beginSignIn({
    ...holder,
    digest: waiting.digest,
    proofs: [{ kind: "password", at: now }],
    signedInFor: requestTokenIn(askedFor),
    expiresAt: now + waitingSignInMs,
  });
  if (!begun) return undefined;
  return seeOther(`/sign-in/code?continue=${encodeURIComponent(continueTo)}`, [waiting.cookie]);
}

/** Signs the browser in with an id that nobody has seen, and leads on. Undefined as above. */
export async function openSession(
  call: Call<Browser>,
  holder: Holder,
  continueTo: string,
  askedFor = continueTo,
): Promise<Reply | undefined> {
  const { incoming, dependencies } = call;
  const { userId, passwordHash } = holder;
  const { id, session } = newSession(call);
  const { now } = session;
  const opened = await dependencies.ledger.openSession(
    {
      ...session,
      userId,
      passwordHash,
      proofs: [{ kind: "password", at: now }],
      signedInFor: requestTokenIn(askedFor),
    },
    signedIn(byUser(userId, now, incoming.address), userId),
  );
  if (!opened) return undefined;
  dependencies.use.count(undefined, "signed-in", now);
  return seeOther(continueTo, [
    setSession(id, dependencies),
    setKnownBrowser(incoming, holder, dependencies),
  ]);
}

/** The same after the second step, whose proof is spent in the same moment. */
export async function finishSignIn(
  call: Call<Browser>,
  { digest, userId, screenName }: WaitingSignIn & { readonly digest: TokenDigest },
  proof: SecondProof,
  continueTo: string,
): Promise<Reply | "spent" | "gone"> {
  const { incoming, dependencies } = call;
  const { ledger } = dependencies;
  const { id, session } = newSession(call);
  const event = signedIn(byUser(userId, session.now, incoming.address), userId, proof.kind);
  const outcome = await ledger.finishSignIn({ waiting: digest, proof, session }, event);
  if (outcome !== "signed-in") return outcome;
  dependencies.use.count(undefined, "signed-in", session.now);
  if (proof.kind === "recovery-code") await tellOfFactors(call, userId, "codeUsed");
  const found = await ledger.passwordOf(screenName);
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
