import { covers } from "../../domain/access.ts";
import { Secret, tokenDigest } from "../../domain/credentials.ts";
import { dayOf } from "../../domain/day.ts";
import type {
  ImportedAccessToken,
  ImportedBearerToken,
  ImportOutcome,
} from "../../domain/imported.ts";
import { bearerTokenIdentityIn, bearerTokenTables } from "./bearer-tokens.ts";
import {
  type AccessTokenRow,
  addAccessTokens,
  type GrantOf,
  grantKey,
} from "./further-access-tokens.ts";
import { countGrant } from "./grant-counts.ts";
import {
  addNew,
  applicationLacks,
  compared,
  conflict,
  type ExistingApplication,
  type Importing,
  isSameSecret,
  rejected,
  revokedAmong,
  there,
  userLacks,
} from "./importing.ts";
import { accessTokenIdentity } from "./sealed.ts";
import { secretDigest } from "./secret-digests.ts";

export async function importAccessTokens(
  importing: Importing,
  given: readonly ImportedAccessToken[],
): Promise<readonly ImportOutcome[]> {
  const { db, keys, applications } = importing;
  const tokens = given.map((one) => one.token);
  const revoked = await revokedAmong(db, "access-token", tokens);
  const rowsIn = (table: "access_token" | "further_access_token") =>
    db.selectFrom(table).selectAll().where("token", "in", tokens).execute();
  const rows = [...(await rowsIn("access_token")), ...(await rowsIn("further_access_token"))];
  const applicationOf = (one: ImportedAccessToken) => applications.get(one.consumerKey) ?? unknown;
  return addNew(importing, given, {
    existing: new Map(rows.map((row) => [row.token, row])),
    keyOf: ({ token }) => token,
    lacks: ({ user, consumerKey }) =>
      userLacks(importing, user) ?? applicationLacks(importing, consumerKey),
    compare: (row, one) =>
      compared({
        consumer_key: row.application_id !== applicationOf(one).id,
        user_id: row.user_id !== Number(one.user.id),
        access: row.access !== one.access,
        email_granted: row.email_granted !== Number(one.emailGranted),
        secret: !isSameSecret(keys.open(row.secret, accessTokenIdentity(row.token)), one.secret),
      }),
    problem(one) {
      if (revoked.has(one.token)) return rejected("the access token was revoked here");
      const { access } = applicationOf(one);
      return covers(access, one.access)
        ? undefined
        : rejected(`the application is registered for ${access} access only`);
    },
    rowOf: (one) => ({
      token: one.token,
      secret: keys.seal(one.secret, accessTokenIdentity(one.token)),
      application_id: applicationOf(one).id,
      user_id: Number(one.user.id),
      access: one.access,
      email_granted: Number(one.emailGranted),
      created_at: one.createdAt,
      last_used_day: null,
      secret_digest: secretDigest(keys, one.secret),
      new_source_at: null,
      unused_notice_at: null,
    }),
    insert: (added) => insertAccessTokens(importing, added),
  });
}

const unknown: ExistingApplication = { id: 0, access: "read", hasPrevious: false };

async function insertAccessTokens(
  importing: Importing,
  rows: readonly AccessTokenRow[],
): Promise<void> {
  const grants = await addAccessTokens(importing, rows, await grantsStanding(importing, rows));
  const counted = Map.groupBy(
    grants,
    (row) => `${row.application_id} ${row.access} ${dayOf(row.created_at)}`,
  );
  for (const [first, ...others] of counted.values()) {
    if (first === undefined) continue;
    const { application_id: applicationId, access, created_at: at } = first;
    await countGrant(importing, { applicationId, access, at, change: 1 + others.length });
  }
}

/** The query names both application and user, because each may have very many tokens. */
async function grantsStanding(
  { db }: Importing,
  added: readonly GrantOf[],
): Promise<ReadonlyMap<string, AccessTokenRow>> {
  const distinct = (ids: readonly number[]) => [...new Set(ids)];
  const rows = await db
    .selectFrom("access_token")
    .selectAll()
    .where("application_id", "in", distinct(added.map((one) => one.application_id)))
    .where("user_id", "in", distinct(added.map((one) => one.user_id)))
    .execute();
  return new Map(rows.map((row) => [grantKey(row), row]));
}

export async function importBearerTokens(
  importing: Importing,
  given: readonly ImportedBearerToken[],
): Promise<readonly ImportOutcome[]> {
  const { db, keys, applications } = importing;
  const idOf = (one: ImportedBearerToken) => applications.get(one.consumerKey)?.id ?? 0;
  const digests = given.map((one) => tokenDigest(one.token));
  const existing = new Map<string, { readonly digest: string }>();
  for (const table of bearerTokenTables) {
    const rows = await db
      .selectFrom(table)
      .select(["application_id", "digest"])
      .where((it) =>
        it.or([it("application_id", "in", given.map(idOf)), it("digest", "in", digests)]),
      )
      .execute();
    for (const row of rows) existing.set(`${table} ${row.application_id}`, row);
  }
  const taken = new Set([...existing.values()].map(({ digest }) => digest));
  const revoked = await revokedAmong(db, "bearer-token", digests);
  return addNew(importing, given, {
    existing,
    keyOf: (one) => `${bearerTable(one)} ${idOf(one)}`,
    lacks: ({ consumerKey }) => applicationLacks(importing, consumerKey),
    compare: ({ digest: present }, { token }) =>
      present === tokenDigest(token) ? there : conflict("the application has another bearer token"),
    problem(one) {
      const digest = tokenDigest(one.token);
      if (taken.has(digest)) {
        return conflict("another application or consumer secret has this bearer token");
      }
      if (revoked.has(digest)) return rejected("the bearer token was revoked here");
      if (one.ofPreviousSecret && !applications.get(one.consumerKey)?.hasPrevious) {
        return rejected("the application has no previous consumer secret");
      }
      taken.add(digest);
      return undefined;
    },
    rowOf(one) {
      const [table, id] = [bearerTable(one), idOf(one)];
      return {
        table,
        application_id: id,
        digest: tokenDigest(one.token),
        token: keys.seal(new Secret(one.token), bearerTokenIdentityIn(table, id)),
        created_at: one.createdAt,
      };
    },
    async insert(added) {
      for (const { table, ...row } of added) await db.insertInto(table).values(row).execute();
    },
  });
}

function bearerTable({
  ofPreviousSecret,
}: ImportedBearerToken): (typeof bearerTokenTables)[number] {
  return ofPreviousSecret ? "previous_bearer_token" : "bearer_token";
}
