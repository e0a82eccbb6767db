/** What the suites of the ledger begin with: an engine, two users and an application, and what they do. */
import { randomBytes } from "node:crypto";
import type { AccessLevel } from "../../domain/access.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import {
  type ApplicationId,
  mintAccessTokenCandidate,
  mintApplicationId,
  mintBearerToken,
  mintConsumerKey,
  mintConsumerSecret,
  mintRequestToken,
  mintSessionId,
  mintUserId,
  mintVerifier,
  type RequestToken,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports.ts";

/** A fresh, empty ledger; `committed` collects the events that it has committed. */
export type OpenLedger = () => Promise<
  { ledger: Ledger; committed: readonly AuditEvent[] } & AsyncDisposable
>;

export const now = 1_700_000_000_000;
export const happened = (name = "test"): AuditEvent => ({ name, at: now, actor: "service" });

export async function furnished({ ledger, committed }: Awaited<ReturnType<OpenLedger>>) {
  const [alice, bob] = [user("alice"), user("bob")];
  await ledger.createUser(alice, happened());
  await ledger.createUser(bob, happened());
  const made = await createApplication(ledger, alice.id);
  return {
    ledger,
    committed,
    alice: alice.id,
    bob: bob.id,
    application: made.id,
    consumerKey: made.consumerKey,
    consumerSecret: made.consumerSecret,
  };
}

export type World = Awaited<ReturnType<typeof furnished>>;

export function user(screenName: string) {
  const id = mintUserId(randomBytes);
  return { id, screenName, name: screenName, email: "", passwordHash: "$old", now };
}

export async function createApplication(ledger: Ledger, ownerId: UserId) {
  const id = mintApplicationId(randomBytes);
  const consumerKey = mintConsumerKey(randomBytes);
  const consumerSecret = mintConsumerSecret(randomBytes);
  await ledger.createApplication(
    {
      id,
      ownerId,
      name: "An application",
      description: "",
      website: "",
      access: "write",
      signIn: false,
      requestEmail: false,
      callbacks: ["https://a.example/cb", "myapp://"],
      consumerKey,
      consumerSecret,
      now,
    },
    happened(),
  );
  return { id, consumerKey, consumerSecret };
}

export async function issue(
  { ledger, application }: World,
  expiresAt = now + 1000,
): Promise<RequestToken> {
  const { token, secret } = mintRequestToken(randomBytes);
  await ledger.issueRequestToken({
    token,
    secret,
    applicationId: application,
    callback: "oob",
    access: "read",
    requestEmail: false,
    now,
    expiresAt,
  });
  return token;
}

export function approve(
  ledger: Ledger,
  token: RequestToken,
  userId: UserId,
  verifier = mintVerifier(randomBytes),
  at = now,
  kind: "verifier" | "pin" = "verifier",
): Promise<boolean> {
  return ledger.approveRequestToken({ token, userId, verifier, kind, now: at }, happened());
}

export function exchange(ledger: Ledger, token: RequestToken, verifier: string, at = now) {
  const candidate = mintAccessTokenCandidate(randomBytes);
  return ledger.exchangeRequestToken({ token, verifier, candidate, now: at }, happened());
}

export function grant(
  { ledger, application }: World,
  userId: UserId,
  access: AccessLevel = "read",
) {
  const candidate = mintAccessTokenCandidate(randomBytes);
  const wanted = { applicationId: application, userId, access, emailGranted: false };
  return ledger.grantAccess({ ...wanted, candidate, now }, happened());
}

export function bearerOf(ledger: Ledger, applicationId: ApplicationId) {
  const candidate = mintBearerToken(randomBytes);
  return ledger.outstandingBearerToken({ applicationId, candidate, now }, happened());
}

export async function session(
  ledger: Ledger,
  userId: UserId,
  replaces?: ReturnType<typeof tokenDigest>,
) {
  const digest = tokenDigest(mintSessionId(randomBytes));
  const { screenName = "" } = (await ledger.userById(userId)) ?? {};
  const { passwordHash = "" } = (await ledger.passwordOf(screenName)) ?? {};
  const opening = { ...newSession(userId, digest), passwordHash, replaces };
  await ledger.openSession(opening, happened());
  return digest;
}

export function newSession(userId: UserId, digest: ReturnType<typeof tokenDigest>) {
  const nothing = { replaces: undefined, signedInFor: undefined, userAgent: "", address: "" };
  return { ...nothing, digest, userId, now };
}
