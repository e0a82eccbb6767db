/**
 * What the ledger knows of a request that somebody pasted, for the doctor. Reads only: no nonce is spent and no try is
 * counted. Of other applications it names those that are given, so nobody learns of anybody else's.
 */
import { basic } from "../authentication/basic.ts";
import {
  nonceScope,
  signedByAccessToken,
  signedByConsumer,
  signedByRequestToken,
} from "../authentication/signed-request.ts";
import type { DocumentedOperation } from "../dependencies.ts";
import type { RevokedBy } from "../doctor/cause.ts";
import type { Known, KnownOperation, KnownToken, OtherApplication } from "../doctor/known.ts";
import { type PastedRequest, sentParameter } from "../doctor/paste/pasted-request.ts";
import { type Application, overlapLasts } from "../domain/application.ts";
import type { RecordedEvent } from "../domain/audit.ts";
import {
  type AccessToken,
  type ApplicationId,
  idFrom,
  type RequestToken,
  type UserId,
} from "../domain/credentials.ts";
import { endsOf, isWithin } from "../domain/lasting.ts";
import type { Ledger } from "../domain/ports/ledger.ts";
import type { ReplayBook } from "../domain/ports/replay-book.ts";
import { requestTokenLifeMs } from "../domain/request-token.ts";
import { timestampIsInWindow } from "../domain/timestamp.ts";

export interface Asked {
  readonly application: Application;
  /** Those that the person who asks works on, or the owner's where an operator asks. */
  readonly others: readonly Application[];
  readonly origins: readonly [string, ...string[]];
  readonly apiOrigins: readonly string[];
  readonly operations: readonly Pick<DocumentedOperation, "path" | "scheme">[];
  /** Undefined: it is another process's. */
  readonly replayBook: Pick<ReplayBook, "knows"> | undefined;
  readonly now: number;
}

/** Of how many others the secrets are compared: each costs a look into the ledger. */
export const mostOthers = 10;

export async function knownOf(
  request: PastedRequest,
  asked: Asked,
  ledger: Ledger,
): Promise<Known> {
  const { application, others, origins, apiOrigins, operations, now } = asked;
  const current = await ledger.consumerCredentials(application.consumerKey, now);
  return {
    now,
    origins,
    apiOrigins,
    operations: operations.map(knownOperation),
    application: {
      name: application.name,
      consumerKey: application.consumerKey,
      secrets: current?.consumerSecrets ?? [],
      secretSetAt: application.secretSetAt,
      oldSecret: await endedSecret(application, now, ledger),
      suspendedBecause: application.suspendedBecause,
      access: application.access,
      callbacks: application.callbacks,
      confirmedSchemes: application.confirmedSchemes,
    },
    others: await Promise.all(others.slice(0, mostOthers).map((one) => otherOf(one, now, ledger))),
    token: await tokenOf(request, asked, ledger),
    nonceUsed: await nonceUsed(request, asked),
  };
}

/** Until it is swept, a secret that has ended is still in the ledger, where it worked at any time before its end. */
async function endedSecret(
  { id, ownerId, consumerKey, secretSetAt: setAt }: Application,
  now: number,
  ledger: Ledger,
): Promise<Known["application"]["oldSecret"]> {
  const of = { applicationId: id, userId: ownerId };
  const { oldSecretUntil: until } = await ledger.applicationKeys(of, "ever");
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
  [signedByAccessToken.scheme, "access-token"],
  [basic.scheme, "basic"],
]);

/** Asked of no other time than the one in which nonces are remembered. */
async function nonceUsed(
  request: PastedRequest,
  { application: { consumerKey }, replayBook, now }: Asked,
): Promise<boolean | undefined> {
  const timestamp = Number(sentParameter(request, "oauth_timestamp") || Number.NaN);
  if (replayBook === undefined || !Number.isSafeInteger(timestamp)) return undefined;
  if (!timestampIsInWindow(timestamp, now)) return undefined;
  const token = sentParameter(request, "oauth_token") || undefined;
  const nonce = sentParameter(request, "oauth_nonce") ?? "";
  return replayBook.knows({ scope: nonceScope({ consumerKey, token }), nonce, timestamp });
}

async function tokenOf(request: PastedRequest, asked: Asked, ledger: Ledger): Promise<KnownToken> {
  const token = sentParameter(request, "oauth_token");
  if (!token) return { kind: "none" };
  const { application, now } = asked;
  const { consumerKey } = application;
  const access = (await ledger.accessTokenCredentials(consumerKey, token as AccessToken, now))
    ?.access;
  if (access !== undefined) {
    const { secret, user } = access;
    return { kind: "access", secret, access: access.access, personSuspended: user.suspended };
  }
  const held = await ledger.requestTokenCredentials(consumerKey, token as RequestToken, "ever");
  const found = held?.request;
  const record = await ledger.requestToken(token, "ever");
  const lives = endsOf(now, requestTokenLifeMs);
  if (found !== undefined && record !== undefined) {
    return {
      kind: "request",
      secret: found.secret,
      expiredAt: isWithin(lives, record.expiresAt) ? undefined : record.expiresAt,
      approved: found.approvedBy !== undefined,
      personSuspended: found.approvedBy?.suspended ?? false,
      verifier: await verifierOf(token, sentParameter(request, "oauth_verifier"), asked, ledger),
    };
  }
  const holder = await ledger.accessTokenHolder(token);
  const owner = (holder ?? record)?.applicationId;
  const other = asked.others.find(({ id }) => id === owner);
  if (other !== undefined) return { kind: "of-other-application", application: other.name };
  // Also where it is somebody else's: that it exists is nobody's business here.
  return { kind: "gone", revoked: holder ? undefined : await endOf(token, application.id, ledger) };
}

/** A PIN is not looked up, and so neither right nor wrong. */
async function verifierOf(
  token: string,
  verifier: string | undefined,
  { application, now }: Asked,
  ledger: Ledger,
): Promise<"right" | "wrong" | "of-other-token" | "unchecked"> {
  if (!verifier || /^[0-9]{7}$/.test(verifier)) return "unchecked";
  const holder = await ledger.requestTokenOfVerifier(application.id, verifier, now);
  if (holder === undefined) return "wrong";
  return holder === token ? "right" : "of-other-token";
}

/** The row of a revoked token is gone; what is left is that the access of this person was ended. */
async function endOf(
  token: string,
  applicationId: ApplicationId,
  ledger: Ledger,
): Promise<{ at: number; by: RevokedBy } | undefined> {
  const userId = idFrom<UserId>(token.split("-", 1)[0]);
  if (userId === undefined) return undefined;
  const events = await ledger.eventsBy({ userId, applicationId }, { after: undefined, size: 50 });
  const ended = events.find(({ name }) => endings.has(name));
  return ended && { at: ended.at, by: enderOf(ended, userId) };
}

const endings: ReadonlySet<string> = new Set([
  "access-token.revoked",
  "access-token.regenerated",
  "access.revoked",
]);

function enderOf({ actor }: RecordedEvent, userId: UserId): RevokedBy {
  if (actor === `user:${userId}`) return "person";
  return actor.startsWith("application:") ? "application" : "operator";
}
