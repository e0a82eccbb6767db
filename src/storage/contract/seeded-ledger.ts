/** The start of every database suite: an engine, two users and an application, and common steps. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { AccessLevel } from "../../domain/access.ts";
import type { AuditContext, AuditEvent, PlainEventName } from "../../domain/audit.ts";
import {
  type ApplicationId,
  type BearerToken,
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
import { type ApplicationDraft, emptyDraft } from "../../domain/fields/application.ts";
import type { LinkPurpose } from "../../domain/one-time-link.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { NewRequestToken } from "../../domain/request-token.ts";
import type { LedgerRows } from "./ledger-rows.ts";

/** A fresh, empty database; `committed` collects the events that it has committed. */
export type OpenLedger = () => Promise<Opened & AsyncDisposable>;

interface Opened {
  readonly ledger: Ledger;
  readonly committed: readonly AuditEvent[];
  /** Every row of every table, read beside the database. */
  rows(): Promise<LedgerRows>;
  /** Remembers every row; the function that it returns puts them back, beside the database. */
  remember(): Promise<() => Promise<void>>;
  /** Runs statements beside the database. */
  run(statements: string): Promise<void>;
}

/** The key ring of the engines under test; the first key seals. */
export const suiteRing = {
  given: ["test", "next"].map((id) => `${id}:${randomBytes(32).toString("base64")}`).join(),
};

export const now = 1_700_000_000_000;
/** The service acts. */
export const by = { at: now, actor: "service" } as const satisfies AuditContext;
/** An event with nothing but its name. */
export const happened = (name: PlainEventName = "user.signed-out") =>
  ({ ...by, name }) as const satisfies AuditEvent;

export async function seededLedger({ ledger, committed }: Pick<Opened, "ledger" | "committed">) {
  const [alice, bob] = [user("alice"), user("bob")];
  await ledger.createUser(alice, by);
  await ledger.createUser(bob, by);
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

export type World = Awaited<ReturnType<typeof seededLedger>>;

/** An example of a write: it calls it, where needed several times, and other writes before. */
export type Example = ((world: World) => unknown) & { readonly touches?: readonly string[] };

/**
 * The rows that each call of the write removes (-), changes (~) and adds (+), in the worlds of `neighbor-suite.ts`;
 * several where calls differ. Left out for writes that name no one: they take what is due, or concern the whole
 * database, and their own suites say what stays.
 */
export function touching(touches: readonly string[], example: (world: World) => unknown): Example {
  return Object.assign(example, { touches });
}

export function user(screenName: string) {
  const id = mintUserId(randomBytes);
  return { id, screenName, name: screenName, email: "", passwordHash: "$old" as const, now };
}

/** A user whose screen name no one else has. */
export function somebody() {
  return user(`u${randomBytes(7).toString("hex")}`);
}

export const registered = {
  access: "write",
  callbacks: ["https://a.example/cb", "myapp://"],
} as const;

export async function createApplication(
  ledger: Ledger,
  ownerId: UserId,
  draft: Partial<ApplicationDraft> = {},
  acting: AuditContext = by,
) {
  const id = mintApplicationId(randomBytes);
  const consumerKey = mintConsumerKey(randomBytes);
  const consumerSecret = mintConsumerSecret(randomBytes);
  await ledger.createApplication(
    {
      id,
      ownerId,
      ...emptyDraft,
      name: "An application",
      ...registered,
      ...draft,
      consumerKey,
      consumerSecret,
      now,
    },
    acting,
  );
  return { id, consumerKey, consumerSecret };
}

export async function issue(
  { ledger, application }: Pick<World, "ledger" | "application">,
  expiresAt = now + 1000,
  request: Partial<NewRequestToken> = {},
): Promise<RequestToken> {
  const { token, secret } = mintRequestToken(randomBytes);
  await ledger.issueRequestToken({
    token,
    secret,
    applicationId: application,
    callback: "oob",
    access: "read",
    requestEmail: false,
    seen: registered,
    now,
    expiresAt,
    ...request,
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
): ReturnType<Ledger["approveRequestToken"]> {
  return ledger.approveRequestToken({ token, userId, verifier, kind, now: at }, by);
}

export function exchange(ledger: Ledger, token: RequestToken, verifier: string, at = now) {
  const candidate = mintAccessTokenCandidate(randomBytes);
  return ledger.exchangeRequestToken({ token, verifier, candidate, now: at }, by);
}

export async function grant(
  { ledger, application }: World,
  userId: UserId,
  access: AccessLevel = "read",
) {
  const candidate = mintAccessTokenCandidate(randomBytes);
  const wanted = { applicationId: application, userId, access, emailGranted: false };
  const granted = await ledger.grantAccess({ ...wanted, candidate, now }, by);
  return granted ?? assert.fail();
}

export async function bearerOf(ledger: Ledger, applicationId: ApplicationId) {
  const candidate = mintBearerToken(randomBytes);
  const issued = await ledger.issueBearerToken({ applicationId, candidate, now }, by);
  assert.ok(issued !== undefined && issued !== "suspended");
  return issued as BearerToken;
}

export async function session(
  ledger: Ledger,
  userId: UserId,
  replaces?: ReturnType<typeof tokenDigest>,
) {
  const digest = tokenDigest(mintSessionId(randomBytes));
  const { screenName = "" } = (await ledger.userById(userId)) ?? {};
  const { passwordHash = "$" as const } = (await ledger.passwordOf(screenName)) ?? {};
  const opening = { ...newSession(userId, digest), passwordHash, replaces };
  await ledger.openSession(opening, by);
  return digest;
}

export function newSession(userId: UserId, digest: ReturnType<typeof tokenDigest>) {
  const nothing = { replaces: undefined, signedInFor: undefined, userAgent: "", address: "" };
  const authEvents = [{ kind: "password", at: now }] as const;
  return { ...nothing, digest, userId, authEvents, now };
}

/** Makes a link and returns it by its digest. */
export async function link(
  { ledger }: Pick<World, "ledger">,
  purpose: LinkPurpose,
  expiresAt = now + 1000,
  userId?: UserId,
  note = userId === undefined ? "for carol" : "",
) {
  const digest = tokenDigest(mintSessionId(randomBytes));
  const link = { digest, userId, note, createdAt: now, expiresAt };
  const because = "lost everything";
  await ledger.createLink(
    purpose === "account-recovery" ? { ...link, purpose, because } : { ...link, purpose },
    by,
  );
  return digest;
}

/** Declares a test of the engine; it gets a new world each time. */
export function checkOn(
  engine: string,
  open: OpenLedger,
): (
  title: string,
  run: (world: World & Pick<Opened, "rows" | "remember" | "run">) => unknown,
) => void {
  return (title, run) => {
    test(`${engine} — ${title}`, async () => {
      await using opened = await open();
      const { rows, remember, run: runBeside } = opened;
      await run({ ...(await seededLedger(opened)), rows, remember, run: runBeside });
    });
  };
}
