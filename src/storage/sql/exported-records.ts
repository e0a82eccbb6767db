/** Exports rows as records for another system. Secrets stay encrypted. */
import type { Kysely } from "kysely";
import type { AccessToken, ApplicationId, ConsumerKey, UserId } from "../../domain/credentials.ts";
import { type ApplicationDraft, applicationFields } from "../../domain/fields/application.ts";
import {
  type ApprovalRequest,
  type ApprovalStatus,
  approvalRequestFields,
  approvalStatusFields,
} from "../../domain/fields/approval.ts";
import { notificationKinds } from "../../domain/notification.ts";
import { bearerTokenIdentityIn } from "./bearer-tokens.ts";
import {
  exportedCollaborators,
  exportedIcons,
  exportedIdentities,
  exportedPasskeys,
  exportedRecoveryCodes,
  exportedTotps,
  type Page,
} from "./exported-parts.ts";
import { nounIn } from "./field-columns.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { accessTokenIdentity, consumerSecretIdentity } from "./sealed.ts";
import { toUser } from "./user-lists.ts";
import { schemesIn } from "./waiting-applications.ts";

export const exportedRecords: Queries["exportedRecords"] = async (db, { kind, after, size }) => {
  switch (kind) {
    case "user":
      return users(db, after, size);
    case "identity":
      return exportedIdentities(db, after, size);
    case "passkey":
      return exportedPasskeys(db, after, size);
    case "totp":
      return exportedTotps(db, after, size);
    case "recovery_code":
      return exportedRecoveryCodes(db, after, size);
    case "application":
      return applications(db, after, size);
    case "icon":
      return exportedIcons(db, after, size);
    case "collaborator":
      return exportedCollaborators(db, after, size);
    case "access_token":
      return accessTokens(db, after, size);
    case "bearer_token":
      return bearerTokens(db, after, size);
  }
};

async function users(db: Kysely<Tables>, after = "-1", size: number): Promise<Page> {
  const rows = await db
    .selectFrom("user")
    .selectAll()
    .where("id", ">", Number(after))
    .orderBy("id")
    .limit(size)
    .execute();
  return {
    last: lastOf(rows, ({ id }) => id),
    records: rows.map((row) => {
      const { emailDistrusted, ...user } = toUser(row);
      // Another system would not know that an intruder may have entered it.
      const email = emailDistrusted ? "" : user.email;
      return {
        kind: "user",
        ...user,
        email,
        emailVerified: email !== "" && user.emailVerified,
        passwordHash: row.password_hash,
        notificationsOff: notificationKinds.filter((kind) =>
          row.notifications_off.split(" ").includes(kind),
        ),
      };
    }),
  };
}

async function applications(db: Kysely<Tables>, after = "-1", size: number): Promise<Page> {
  const rows = await db
    .selectFrom("application")
    .innerJoin("user", "user.id", "application.owner_id")
    .selectAll("application")
    .select("user.screen_name as owner")
    .where("application.id", ">", Number(after))
    .orderBy("application.id")
    .limit(size)
    .execute();
  return {
    last: lastOf(rows, ({ id }) => id),
    records: rows.map((row) => {
      const identity = consumerSecretIdentity(row.id);
      const { previous_secret: previous, previous_secret_until: until } = row;
      return {
        kind: "application",
        id: String(row.id) as ApplicationId,
        owner: { id: String(row.owner_id) as UserId, screenName: row.owner },
        ...nounIn<ApplicationDraft>(applicationFields, row),
        confirmedSchemes: schemesIn(row.confirmed_schemes),
        consumerKey: row.consumer_key as ConsumerKey,
        consumerSecret: { sealed: row.consumer_secret, identity },
        previousSecret:
          previous === null || until === null
            ? undefined
            : { secret: { sealed: previous, identity }, until },
        limits: row.limits === null ? undefined : JSON.parse(row.limits),
        plan: row.plan ?? undefined,
        createdAt: row.created_at,
        suspendedBecause: row.suspended_because ?? undefined,
        ...nounIn<ApprovalRequest>(approvalRequestFields, row),
        ...nounIn<ApprovalStatus>(approvalStatusFields, row),
      };
    }),
  };
}

async function accessTokens(db: Kysely<Tables>, after = "", size: number): Promise<Page> {
  const rowsOf = (table: "access_token" | "further_access_token") =>
    db
      .selectFrom(`${table} as held`)
      .innerJoin("user", "user.id", "held.user_id")
      .innerJoin("application", "application.id", "held.application_id")
      .select(["token", "secret", "user_id", "screen_name", "consumer_key", "email_granted"])
      .select(["held.access", "held.created_at"])
      .where("token", ">", after)
      .orderBy("token")
      .limit(size)
      .execute();
  const rows = [...(await rowsOf("access_token")), ...(await rowsOf("further_access_token"))]
    .sort((one, other) => (one.token < other.token ? -1 : 1))
    .slice(0, size);
  return {
    last: rows.at(-1)?.token,
    records: rows.map((row) => ({
      kind: "access_token",
      consumerKey: row.consumer_key as ConsumerKey,
      user: { id: String(row.user_id) as UserId, screenName: row.screen_name },
      access: row.access,
      emailGranted: row.email_granted === 1,
      token: row.token as AccessToken,
      secret: { sealed: row.secret, identity: accessTokenIdentity(row.token) },
      createdAt: row.created_at,
    })),
  };
}

/** Tokens of current consumer secrets come first. */
async function bearerTokens(db: Kysely<Tables>, after = "current -1", size: number): Promise<Page> {
  const [which, id] = after.split(" ");
  const ofPreviousSecret = which === "previous";
  const table = ofPreviousSecret ? "previous_bearer_token" : "bearer_token";
  const rows = await db
    .selectFrom(`${table} as bearer`)
    .innerJoin("application", "application.id", "bearer.application_id")
    .select(["application_id", "token", "consumer_key", "bearer.created_at"])
    .where("application_id", ">", Number(id))
    .orderBy("application_id")
    .limit(size)
    .execute();
  const last = lastOf(rows, (row) => row.application_id);
  if (last === undefined && !ofPreviousSecret) return bearerTokens(db, "previous -1", size);
  return {
    last: last && `${which} ${last}`,
    records: rows.map((row) => ({
      kind: "bearer_token",
      consumerKey: row.consumer_key as ConsumerKey,
      ofPreviousSecret,
      token: { sealed: row.token, identity: bearerTokenIdentityIn(table, row.application_id) },
      createdAt: row.created_at,
    })),
  };
}

function lastOf<Row>(rows: readonly Row[], keyOf: (row: Row) => number): string | undefined {
  const row = rows.at(-1);
  return row === undefined ? undefined : String(keyOf(row));
}
