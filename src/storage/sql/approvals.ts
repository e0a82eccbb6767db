import type { ApplicationId, RequestToken, UserId } from "../../domain/credentials.ts";
import { maxApprovalsShown } from "../../domain/request-token.ts";
import type { Queries } from "./query.ts";
import { livesAt } from "./request-tokens.ts";
import { record } from "./transaction.ts";
import type { Writes } from "./write.ts";

export const pendingApprovals: Queries["pendingApprovals"] = async (db, userId, now) => {
  const { after, upTo } = livesAt(now);
  const rows = await db
    .selectFrom("request_token")
    .innerJoin("application", "application.id", "request_token.application_id")
    .innerJoin("user", "user.id", "application.owner_id")
    .select(["token", "application_id", "request_token.access", "request_token.request_email"])
    .select(["approved_at", "expires_at", "application.name", "icon", "screen_name"])
    .where("approved_by", "=", Number(userId))
    .where("expires_at", ">", after)
    .where("expires_at", "<=", upTo)
    .orderBy("expires_at", "desc")
    .orderBy("token")
    .limit(maxApprovalsShown)
    .execute();
  return rows.map((row) => ({
    token: row.token as RequestToken,
    applicationId: String(row.application_id) as ApplicationId,
    name: row.name,
    icon: row.icon ?? undefined,
    ownerScreenName: row.screen_name,
    access: row.access,
    requestEmail: row.request_email === 1,
    approvedAt: row.approved_at ?? undefined,
    expiresAt: row.expires_at,
  }));
};

export const withdrawApproval: Writes["withdrawApproval"] = async (
  transaction,
  { token, userId },
  by,
) => {
  const withdrawn = await transaction.db
    .deleteFrom("request_token")
    .where("token", "=", token)
    .where("approved_by", "=", Number(userId))
    .returning("application_id")
    .executeTakeFirst();
  if (withdrawn === undefined) return undefined;
  const applicationId = String(withdrawn.application_id) as ApplicationId;
  await record(transaction, { ...by, name: "access.withdrawn", applicationId, userId });
  return applicationId;
};

export const withdrawApprovals: Writes["withdrawApprovals"] = async (
  transaction,
  { applicationId, most },
  by,
) => {
  const withdrawn = await transaction.db
    .deleteFrom("request_token")
    .where("token", "in", (from) =>
      from
        .selectFrom("request_token")
        .select("token")
        .where("application_id", "=", Number(applicationId))
        .where("approved_by", "is not", null)
        .limit(most),
    )
    .returning("approved_by")
    .execute();
  for (const userId of new Set(withdrawn.map((one) => String(one.approved_by) as UserId))) {
    await record(transaction, { ...by, name: "access.withdrawn", applicationId, userId });
  }
  return withdrawn.length;
};
