import type { AuditEvent } from "../../domain/audit.ts";
import {
  type ApplicationId,
  type BearerToken,
  Secret,
  type TokenDigest,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { ownerOf } from "./application-roles.ts";
import { isStillSecret } from "./application-secrets.ts";
import { bearerTokenIdentity } from "./sealed.ts";
import { record, type Transaction } from "./transaction.ts";

export async function issueBearerToken(
  transaction: Transaction,
  request: {
    applicationId: ApplicationId;
    candidate: BearerToken;
    now: number;
    provedBy?: Secret;
  },
  event: AuditEvent,
): Promise<BearerToken | undefined> {
  const { db, keys } = transaction;
  const { provedBy } = request;
  if (provedBy !== undefined && !(await isStillSecret(transaction, { ...request, provedBy }))) {
    return undefined;
  }
  const identity = bearerTokenIdentity(request.applicationId);
  const issued = await db
    .insertInto("bearer_token")
    .values({
      application_id: Number(request.applicationId),
      digest: tokenDigest(request.candidate),
      token: keys.seal(new Secret(request.candidate), identity),
      created_at: request.now,
    })
    .onConflict((conflict) => conflict.column("application_id").doNothing())
    .returning("application_id")
    .executeTakeFirst();
  if (issued !== undefined) {
    await record(transaction, event);
    return request.candidate;
  }
  const { token } = await db
    .selectFrom("bearer_token")
    .select("token")
    .where("application_id", "=", Number(request.applicationId))
    .executeTakeFirstOrThrow();
  return keys.open(token, identity).reveal() as BearerToken;
}

export async function revokeBearerTokenOf(
  transaction: Transaction,
  applicationId: ApplicationId,
  event: AuditEvent,
): Promise<boolean> {
  const revoked = await transaction.db
    .deleteFrom("bearer_token")
    .where("application_id", "=", Number(applicationId))
    .returning("application_id")
    .executeTakeFirst();
  if (revoked === undefined) return false;
  await record(transaction, event);
  return true;
}

export async function revokeBearerToken(
  transaction: Transaction,
  {
    digest,
    of,
  }: {
    digest: TokenDigest;
    of?: { applicationId: ApplicationId; ownerId?: UserId | undefined };
  },
  event: AuditEvent,
): Promise<"revoked" | "unknown" | "not-the-owner"> {
  const { db } = transaction;
  if (of?.ownerId !== undefined && (await ownerOf(db, of.applicationId)) !== Number(of.ownerId)) {
    return "not-the-owner";
  }
  let query = db.deleteFrom("bearer_token").where("digest", "=", digest);
  if (of !== undefined) query = query.where("application_id", "=", Number(of.applicationId));
  const revoked = await query.returning("application_id").executeTakeFirst();
  if (revoked === undefined) return "unknown";
  await record(transaction, {
    ...event,
    applicationId: String(revoked.application_id) as ApplicationId,
  });
  return "revoked";
}
