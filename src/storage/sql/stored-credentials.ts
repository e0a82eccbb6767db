/**
 * Finds whose a credential is. Each kind is looked up, even if another was found, and so are the application and the
 * user, even if there is none: a viewer who may see none of it gets the result of a random string, in the same time.
 */
import { type Kysely, sql } from "kysely";
import type { ApiKey } from "../../domain/api-key.ts";
import {
  type ApplicationId,
  type ConsumerKey,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { dayOf } from "../../domain/day.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { requestTokenLifeMs } from "../../domain/request-token.ts";
import {
  type CredentialApplication,
  maxFound,
  type StoredCredential,
} from "../../domain/search.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import { isPreviousKey } from "./api-keys.ts";
import { approvalColumns, isApproved } from "./application-approval.ts";
import { bearerTokenTables } from "./bearer-tokens.ts";
import type { Tables } from "./schema.ts";
import { secretDigests } from "./secret-digests.ts";

type Row = Pick<
  StoredCredential,
  "kind" | "purpose" | "apiKey" | "access" | "isPrevious" | "createdAt" | "endsAt"
> & {
  readonly applicationId: number | null;
  readonly userId: number | null;
  readonly lastUsedDay?: number | undefined;
};

export async function storedCredentials(
  db: Kysely<Tables>,
  keys: KeyRing,
  ...[text, viewer]: Parameters<Ledger["storedCredentials"]>
): Promise<readonly StoredCredential[]> {
  const value = text.reveal();
  const digests = await secretDigests(db, keys, text);
  const rows = [
    ...(await consumers(db, value, digests)),
    ...(await accessTokens(db, value, digests)),
    ...(await bearerTokens(db, value)),
    ...(await requestTokens(db, value)),
    ...(await apiKeys(db, value)),
    ...(await links(db, value)),
  ].slice(0, maxFound);
  const applications = await applicationsOf(db, rows, viewer);
  const users = await usersOf(db, rows);
  const uses = await lastUses(db, rows);
  return rows.map(({ applicationId, userId, lastUsedDay, ...row }) => {
    const application = applicationId === null ? undefined : applications.get(applicationId);
    const user = userId === null ? undefined : users.get(userId);
    const used = applicationId === null ? undefined : uses.get(applicationId);
    const ofTokenItself = row.kind === "access-token" || row.kind === "access-token-secret";
    return {
      ...row,
      ...(application !== undefined && { application }),
      ...(user !== undefined && { user }),
      lastUsedDay: ofTokenItself || row.kind === "api-key" ? lastUsedDay : used,
    };
  });
}

async function consumers(
  db: Kysely<Tables>,
  key: string,
  digests: readonly string[],
): Promise<readonly Row[]> {
  const select = () =>
    db
      .selectFrom("application")
      .select(["id", "created_at", "secret_set_at", "previous_secret_until"])
      .limit(maxFound);
  const byKey = await select().where("consumer_key", "=", key).execute();
  const bySecret = await select().where("consumer_secret_digest", "in", digests).execute();
  const byPrevious = await select()
    .where("previous_secret", "is not", null)
    .where("previous_secret_digest", "in", digests)
    .execute();
  const row = (applicationId: number) => ({ applicationId, userId: null, endsAt: undefined });
  return [
    ...byKey.map(
      (one): Row => ({
        ...row(one.id),
        kind: "consumer-key",
        createdAt: one.created_at,
      }),
    ),
    ...bySecret.map(
      (one): Row => ({
        ...row(one.id),
        kind: "consumer-secret",
        createdAt: one.secret_set_at,
      }),
    ),
    ...byPrevious.map(
      (one): Row => ({
        ...row(one.id),
        kind: "consumer-secret",
        isPrevious: true,
        createdAt: undefined,
        endsAt: one.previous_secret_until ?? undefined,
      }),
    ),
  ];
}

async function accessTokens(
  db: Kysely<Tables>,
  token: string,
  digests: readonly string[],
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const table of ["access_token", "further_access_token"] as const) {
    const select = () =>
      db
        .selectFrom(table)
        .select(["application_id", "user_id", "access", "created_at", "last_used_day"])
        .limit(maxFound);
    const byToken = await select().where("token", "=", token).execute();
    const bySecret = await select().where("secret_digest", "in", digests).execute();
    const row = (kind: Row["kind"], one: (typeof byToken)[number]): Row => ({
      kind,
      applicationId: one.application_id,
      userId: one.user_id,
      access: one.access,
      createdAt: one.created_at,
      endsAt: undefined,
      lastUsedDay: one.last_used_day ?? undefined,
    });
    rows.push(...byToken.map((one) => row("access-token", one)));
    rows.push(...bySecret.map((one) => row("access-token-secret", one)));
  }
  return rows;
}

async function bearerTokens(db: Kysely<Tables>, token: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const table of bearerTokenTables) {
    const found = await db
      .selectFrom(`${table} as bearer`)
      .innerJoin("application", "application.id", "bearer.application_id")
      .select(["application.id", "bearer.created_at", "previous_secret_until"])
      .where("digest", "=", tokenDigest(token))
      .execute();
    const isPrevious = table === "previous_bearer_token";
    rows.push(
      ...found.map(
        (one): Row => ({
          kind: "bearer-token",
          applicationId: one.id,
          userId: null,
          ...(isPrevious && { isPrevious }),
          createdAt: one.created_at,
          endsAt: isPrevious ? (one.previous_secret_until ?? undefined) : undefined,
        }),
      ),
    );
  }
  return rows;
}

async function requestTokens(db: Kysely<Tables>, token: string): Promise<readonly Row[]> {
  const rows = await db
    .selectFrom("request_token")
    .select(["application_id", "approved_by", "access", "expires_at"])
    .where("token", "=", token)
    .execute();
  return rows.map((one) => ({
    kind: "request-token",
    applicationId: one.application_id,
    userId: one.approved_by,
    access: one.access,
    createdAt: one.expires_at - requestTokenLifeMs,
    endsAt: one.expires_at,
  }));
}

async function apiKeys(db: Kysely<Tables>, key: string): Promise<readonly Row[]> {
  const digest = tokenDigest(key);
  const rows = await db
    .selectFrom("api_key")
    .select(["id", "name", "role", "created_at", "expires_at", "last_used_at"])
    .select(["rotated_at", "previous_until", isPreviousKey(digest)])
    .where((either) =>
      either.or([either("digest", "=", digest), either("previous_digest", "=", digest)]),
    )
    .execute();
  return rows.map(({ id, name, role, ...one }) => ({
    kind: "api-key",
    applicationId: null,
    userId: null,
    apiKey: { id: String(id) as ApiKey["id"], name, role: role as ApiKey["role"] },
    ...(one.is_previous === 1
      ? { isPrevious: true, createdAt: undefined, endsAt: one.previous_until ?? undefined }
      : { createdAt: one.rotated_at ?? one.created_at, endsAt: one.expires_at ?? undefined }),
    lastUsedDay: one.last_used_at === null ? undefined : dayOf(one.last_used_at),
  }));
}

/** The marks of forms, and withdrawn invitations, are no links. */
async function links(db: Kysely<Tables>, secret: string): Promise<readonly Row[]> {
  const rows = await db
    .selectFrom("one_time_link")
    .select(["purpose", "user_id", "created_at", "expires_at"])
    .where("digest", "=", tokenDigest(secret))
    .execute();
  return rows.flatMap((one): readonly Row[] =>
    one.purpose === "form" || one.purpose === "withdrawn-invitation"
      ? []
      : [
          {
            kind: "link",
            purpose: one.purpose,
            applicationId: null,
            userId: one.user_id,
            createdAt: one.created_at,
            endsAt: one.expires_at,
          },
        ],
  );
}

/** No application and no user has this ID. It is read if none was found. */
const noOne = -1;

async function applicationsOf(
  db: Kysely<Tables>,
  rows: readonly Row[],
  viewer: UserId | undefined,
): Promise<ReadonlyMap<number, CredentialApplication>> {
  const found = await db
    .selectFrom("application")
    .innerJoin("user", "user.id", "application.owner_id")
    .leftJoin("collaborator", (join) =>
      join
        .onRef("collaborator.application_id", "=", "application.id")
        .on("collaborator.user_id", "=", Number(viewer ?? noOne))
        .on("collaborator.accepted", "=", 1),
    )
    .select(["application.id", "application.name", "consumer_key", "owner_id", "screen_name"])
    .select(["application.suspended_because", "collaborator.role", ...approvalColumns])
    .where("application.id", "in", [noOne, ...rows.flatMap((one) => one.applicationId ?? [])])
    .execute();
  return new Map(
    found.map((row) => [
      row.id,
      {
        id: String(row.id) as ApplicationId,
        name: row.name,
        consumerKey: row.consumer_key as ConsumerKey,
        ownerId: String(row.owner_id) as UserId,
        ownerScreenName: row.screen_name,
        suspendedBecause: row.suspended_because ?? undefined,
        ...(!isApproved(row) && { ownerOnly: true as const }),
        role: String(row.owner_id) === viewer ? "owner" : (row.role ?? undefined),
      },
    ]),
  );
}

async function usersOf(db: Kysely<Tables>, rows: readonly Row[]) {
  const found = await db
    .selectFrom("user")
    .select(["id", "screen_name", "suspended_because"])
    .where("id", "in", [noOne, ...rows.flatMap((one) => one.userId ?? [])])
    .execute();
  return new Map(
    found.map((row) => [
      row.id,
      {
        id: String(row.id) as UserId,
        screenName: row.screen_name,
        suspendedBecause: row.suspended_because ?? undefined,
      },
    ]),
  );
}

/** The last day on which each of the applications has counted requests. */
async function lastUses(
  db: Kysely<Tables>,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, number>> {
  const found = await db
    .selectFrom("application")
    .select("id")
    // One row of the index is read, however many days there are.
    .select((from) =>
      from
        .selectFrom("use_day")
        .select(sql<number>`max(day)`.as("day"))
        .whereRef("use_day.application_id", "=", "application.id")
        .as("day"),
    )
    .where("id", "in", [noOne, ...rows.flatMap((one) => one.applicationId ?? [])])
    .execute();
  return new Map(found.flatMap(({ id, day }) => (day === null ? [] : [[id, Number(day)]])));
}
