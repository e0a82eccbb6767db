import {
  type ApplicationId,
  type BearerToken,
  Secret,
  tokenDigest,
} from "../../domain/credentials.ts";
import { ownerOf } from "./application-roles.ts";
import { whichSecret } from "./application-secrets.ts";
import { bearerTokenIdentity, previousBearerTokenIdentity } from "./sealed.ts";
import { record } from "./transaction.ts";
import type { Writes } from "./write.ts";

export const issueBearerToken: Writes["issueBearerToken"] = async (transaction, request, by) => {
  const { db, keys } = transaction;
  const { authenticatedBy } = request;
  const secret = await whichSecret(transaction, { ...request, authenticatedBy });
  if (secret !== "current" && secret !== "previous") return secret;
  const table = secret === "current" ? "bearer_token" : "previous_bearer_token";
  const identity = bearerTokenIdentityIn(table, request.applicationId);
  const issued = await db
    .insertInto(table)
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
    await record(transaction, {
      ...by,
      name: "bearer-token.issued",
      applicationId: request.applicationId,
    });
    return request.candidate;
  }
  const { token } = await db
    .selectFrom(table)
    .select("token")
    .where("application_id", "=", Number(request.applicationId))
    .executeTakeFirstOrThrow();
  return keys.open(token, identity).reveal() as BearerToken;
};

/** The tables of bearer tokens of current consumer secrets, and of previous ones whose overlap lasts. */
export const bearerTokenTables = ["bearer_token", "previous_bearer_token"] as const;

export function bearerTokenIdentityIn(
  table: (typeof bearerTokenTables)[number],
  applicationId: ApplicationId | number,
): string {
  return table === "bearer_token"
    ? bearerTokenIdentity(applicationId)
    : previousBearerTokenIdentity(applicationId);
}

export const revokeBearerTokenOf: Writes["revokeBearerTokenOf"] = async (
  transaction,
  applicationId,
  by,
) => {
  let revoked = false;
  for (const table of bearerTokenTables) {
    const ended = await transaction.db
      .deleteFrom(table)
      .where("application_id", "=", Number(applicationId))
      .returning("application_id")
      .executeTakeFirst();
    revoked ||= ended !== undefined;
  }
  if (revoked) await record(transaction, { ...by, name: "bearer-token.revoked", applicationId });
  return revoked;
};

export const revokeBearerToken: Writes["revokeBearerToken"] = async (
  transaction,
  { digest, of },
  by,
) => {
  const { db } = transaction;
  if (of?.ownerId !== undefined && (await ownerOf(db, of.applicationId)) !== Number(of.ownerId)) {
    return "not-the-owner";
  }
  for (const table of bearerTokenTables) {
    let query = db.deleteFrom(table).where("digest", "=", digest);
    if (of !== undefined) query = query.where("application_id", "=", Number(of.applicationId));
    const revoked = await query.returning("application_id").executeTakeFirst();
    if (revoked === undefined) continue;
    const applicationId = String(revoked.application_id) as ApplicationId;
    await record(transaction, { ...by, name: "bearer-token.revoked", applicationId });
    return "revoked";
  }
  return "unknown";
};
