/**
 * What the database knows about a pasted request, for the doctor. Only reads: no nonce is spent and no try is
 * counted. It names no other applications than the given ones, so no one learns about anyone else's.
 */

import { setImmediate } from "node:timers/promises";
import { readRequest } from "#oauth1";
import type { Config } from "../../config/config.ts";
import type { CauseDetails } from "../../doctor/cause.ts";
import type { Known, KnownOperation, KnownToken, OtherApplication } from "../../doctor/known.ts";
import { type PastedRequest, sentParameter } from "../../doctor/paste/pasted-request.ts";
import { type Application, overlapLasts } from "../../domain/application.ts";
import { isUnapproved } from "../../domain/approval.ts";
import type { RecordedEvent } from "../../domain/audit.ts";
import {
  type AccessToken,
  type ApplicationId,
  idFrom,
  type RequestToken,
  type UserId,
} from "../../domain/credentials.ts";
import { endsOf, isWithin } from "../../domain/lasting.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { NonceStore } from "../../domain/ports/nonce-store.ts";
import { requestTokenLifeMs, typedPin } from "../../domain/request-token.ts";
import { rejectedUntil, type Sunset, type Sunsets, sunsetsOf } from "../../domain/sunset.ts";
import { timestampIsInWindow } from "../../domain/timestamp.ts";
import { noTraits, traitSet } from "../../domain/trait.ts";
import type { DocumentedOperation } from "../../pages/views/docs/page.ts";
import { basic } from "../../verification/authentication/basic.ts";
import {
  signedByConsumer,
  signedByRequestToken,
  userOnly,
} from "../../verification/authentication/callers.ts";
import { nonceScope, traitsOf } from "../../verification/authentication/signed-request.ts";
import { eventsInSpans } from "./events-in-spans.ts";

export interface ApplicationContext {
  readonly application: Application;
  /** Applications that the user works on or, for an administrator, those of the owner. */
  readonly others: readonly Application[];
  readonly origins: readonly [string, ...string[]];
  readonly apiOrigins: readonly string[];
  readonly signatureMethods: Config["signatureMethods"];
  readonly operations: readonly Pick<DocumentedOperation, "path" | "scheme">[];
  readonly sunsets: Sunsets["all"];
  /** This is undefined if it belongs to another process. */
  readonly nonceStore: Pick<NonceStore, "knows"> | undefined;
  readonly now: number;
}

/** How many other applications' secrets are compared. Each costs a read of the database. */
export const maxOthers = 10;

export async function knownOf(
  request: PastedRequest,
  context: ApplicationContext,
  ledger: Ledger,
): Promise<Known> {
  const { application, others, origins, apiOrigins, signatureMethods, operations, now } = context;
  const current = await ledger.consumerCredentials(application.consumerKey, now);
  return {
    now,
    origins,
    apiOrigins,
    signatureMethods,
    operations: operations.map(knownOperation),
    application: {
      name: application.name,
      consumerKey: application.consumerKey,
      secrets: current?.consumerSecrets ?? [],
      secretSetAt: application.secretSetAt,
      secretReplaced: application.secretSetAt > application.createdAt,
      secretRevokedAt: application.secretRevokedAt,
      previousSecret: await endedSecret(application, now, ledger),
      suspendedBecause: application.suspendedBecause,
      ownerOnly: isUnapproved(application),
      access: application.access,
      requireSha256: application.requireSha256,
      callbacks: application.callbacks,
      confirmedSchemes: application.confirmedSchemes,
    },
    others: await Promise.all(others.slice(0, maxOthers).map((one) => otherOf(one, now, ledger))),
    token: await tokenOf(request, context, ledger),
    nonceUsed: await nonceUsed(request, context),
    retired: retiredBy(request, context),
  };
}

/** The first to end of those that reject such a request now. */
function retiredBy(
  request: PastedRequest,
  { application: { id: applicationId }, signatureMethods, sunsets, now }: ApplicationContext,
): Known["retired"] {
  if (sunsets === undefined) return undefined;
  const read = readRequest(request, { signatureMethods });
  const isBearer = /^bearer /i.test(request.authorization ?? "");
  const traits = read.ok ? traitsOf(read.request) : isBearer ? traitSet("bearer") : noTraits;
  const concerned = sunsetsOf(sunsets, { traits, applicationId });
  const rejecting = concerned.find((one) => rejectedUntil(one, now) !== undefined);
  return rejecting && retiredAt(rejecting, now);
}

export function retiredAt(
  { name: sunset, endsAt: ends, link }: Sunset,
  now: number,
): CauseDetails["retired"] {
  return { sunset, ends, over: now >= ends, link };
}

/** The previous secret, if it has ended but was valid at that time. It stays in the database until it is swept. */
async function endedSecret(
  { id, ownerId, consumerKey, secretSetAt: setAt }: Application,
  now: number,
  ledger: Ledger,
): Promise<Known["application"]["previousSecret"]> {
  const of = { applicationId: id, userId: ownerId };
  const { previousSecretUntil: until } = await ledger.applicationKeys(of, "ever");
  if (until === undefined || overlapLasts({ until, setAt }, now)) return undefined;
  const [, secret] = (await ledger.consumerCredentials(consumerKey, "ever"))?.consumerSecrets ?? [];
  return secret && { secret, until };
}

async function otherOf(
  { name, consumerKey }: Application,
  now: number,
  ledger: Ledger,
): Promise<OtherApplication> {
  const found = await ledger.consumerCredentials(consumerKey, now);
  return { name, consumerKey, secrets: found?.consumerSecrets ?? [] };
}

function knownOperation({
  path,
  scheme,
}: Pick<DocumentedOperation, "path" | "scheme">): KnownOperation {
  return { path, scheme: schemes.get(scheme) ?? "other" };
}

const schemes: ReadonlyMap<string, KnownOperation["scheme"]> = new Map([
  [signedByConsumer.scheme, "consumer"],
  [signedByRequestToken.scheme, "request-token"],
  [userOnly.scheme, "access-token"],
  [basic.scheme, "basic"],
]);

/** Called only for times whose nonces are still in the store. */
async function nonceUsed(
  request: PastedRequest,
  { application: { consumerKey }, nonceStore, now }: ApplicationContext,
): Promise<boolean | undefined> {
  const timestamp = Number(sentParameter(request, "oauth_timestamp") || Number.NaN);
  if (nonceStore === undefined || !Number.isSafeInteger(timestamp)) return undefined;
  if (!timestampIsInWindow(timestamp, now)) return undefined;
  const token = sentParameter(request, "oauth_token") || undefined;
  const nonce = sentParameter(request, "oauth_nonce") ?? "";
  return nonceStore.knows({ scope: nonceScope({ consumerKey, token }), nonce, timestamp });
}

async function tokenOf(
  request: PastedRequest,
  context: ApplicationContext,
  ledger: Ledger,
): Promise<KnownToken> {
  const token = sentParameter(request, "oauth_token");
  if (!token) return { kind: "none" };
  const { application, now } = context;
  const { consumerKey } = application;
  const access = (await ledger.accessTokenCredentials(consumerKey, token as AccessToken, now))
    ?.access;
  if (access !== undefined) {
    const { secret, user } = access;
    const isOwners = user.id === application.ownerId;
    const userSuspended = user.suspended;
    return { kind: "access", secret, access: access.access, userSuspended, isOwners };
  }
  const held = await ledger.requestTokenCredentials(consumerKey, token as RequestToken, "ever");
  const credentials = held?.request;
  const record = await ledger.requestToken(token, "ever");
  const lives = endsOf(now, requestTokenLifeMs);
  if (credentials !== undefined && record !== undefined) {
    return {
      kind: "request",
      secret: credentials.secret,
      expiredAt: isWithin(lives, record.expiresAt) ? undefined : record.expiresAt,
      approved: credentials.approvedBy !== undefined,
      userSuspended: credentials.approvedBy?.suspended ?? false,
      isOwners: credentials.approvedBy?.id === application.ownerId,
      verifier: await verifierOf(token, sentParameter(request, "oauth_verifier"), context, ledger),
    };
  }
  const holder = await ledger.accessTokenHolder(token);
  const owner = (holder ?? record)?.applicationId;
  const other = context.others.find(({ id }) => id === owner);
  if (other !== undefined) return { kind: "of-other-application", application: other.name };
  // Also returned if the token is someone else's, so that no one learns that it exists.
  return { kind: "gone", revoked: holder ? undefined : await endOf(token, application.id, ledger) };
}

/** PINs are not looked up, so the result is neither right nor wrong. */
async function verifierOf(
  token: string,
  verifier: string | undefined,
  { application, now }: ApplicationContext,
  ledger: Ledger,
): Promise<"right" | "wrong" | "of-other-token" | "unchecked"> {
  if (!verifier || typedPin(verifier) !== undefined) return "unchecked";
  const holder = await ledger.requestTokenOfVerifier(application.id, verifier, now);
  if (holder === undefined) return "wrong";
  return holder === token ? "right" : "of-other-token";
}

/** A revoked token's row is deleted. The audit log only shows that this user's access was revoked. */
async function endOf(
  token: string,
  applicationId: ApplicationId,
  ledger: Ledger,
): Promise<CauseDetails["token-revoked"] | undefined> {
  const userId = idFrom<UserId>(token.split("-", 1)[0]);
  if (userId === undefined) return undefined;
  const page = { after: undefined, size: 50 };
  const events = await eventsInSpans(ledger, { userId, applicationId }, page, setImmediate);
  const ended = events.find(({ name }) => endings.has(name));
  return ended && { at: ended.at, by: enderOf(ended, userId) };
}

const endings: ReadonlySet<string> = new Set([
  "access-token.revoked",
  "access-token.regenerated",
  "access.revoked",
]);

function enderOf({ actor }: RecordedEvent, userId: UserId): CauseDetails["token-revoked"]["by"] {
  if (actor === `user:${userId}`) return "user";
  return actor.startsWith("application:") ? "application" : "admin";
}
