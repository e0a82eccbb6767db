import { type AccessLevel, covers } from "../../domain/access.ts";
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
  applicationLacks,
  compared,
  conflict,
  type Importing,
  isSameSecret,
  rejected,
  revokedAmong,
  userLacks,
} from "./importing.ts";
import { accessTokenIdentity } from "./sealed.ts";

export async function importAccessTokens(
  importing: Importing,
  given: readonly ImportedAccessToken[],
): Promise<readonly ImportOutcome[]> {
  const { db, keys, dryRun, applications } = importing;
  const tokens = given.map((one) => one.token);
  const revoked = await revokedAmong(db, "access-token", tokens);
  const existing = new Map<string, ImportedPlace>();
  const rowsIn = (table: "access_token" | "further_access_token") =>
    db.selectFrom(table).selectAll().where("token", "in", tokens).execute();
  for (const row of [
    ...(await rowsIn("access_token")),
    ...(await rowsIn("further_access_token")),
  ]) {
    const secret = keys.open(row.secret, accessTokenIdentity(row.token));
    const [application, user] = [row.application_id, row.user_id];
    const { access, email_granted: emailGranted } = row;
    existing.set(row.token, { application, user, access, emailGranted, secret });
  }
  const added: ImportedAccessToken[] = [];

  const outcomes = given.map((one): ImportOutcome => {
    const lacks = userLacks(importing, one.user) ?? applicationLacks(importing, one.consumerKey);
    if (lacks !== undefined) return lacks;
    const application = applications.get(one.consumerKey) ?? { id: 0, access: "read" as const };
    const place: ImportedPlace = {
      application: application.id,
      user: Number(one.user.id),
      access: one.access,
      emailGranted: Number(one.emailGranted),
      secret: one.secret,
    };
    const there = existing.get(one.token);
    if (there !== undefined) {
      return compared({
        consumer_key: there.application !== place.application,
        user_id: there.user !== place.user,
        access: there.access !== place.access,
        email_granted: there.emailGranted !== place.emailGranted,
        secret: !isSameSecret(there.secret, place.secret),
      });
    }
    if (revoked.has(one.token)) return rejected("the access token was revoked here");
    if (!covers(application.access, one.access)) {
      return rejected(`the application is registered for ${application.access} access only`);
    }
    existing.set(one.token, place);
    added.push(one);
    return { is: "new" };
  });
  if (!dryRun && added.length > 0) await insertAccessTokens(importing, added);
  return outcomes;
}

interface ImportedPlace {
  readonly application: number;
  readonly user: number;
  readonly access: AccessLevel;
  readonly emailGranted: number;
  readonly secret: Secret;
}

async function insertAccessTokens(
  importing: Importing,
  added: readonly ImportedAccessToken[],
): Promise<void> {
  const { keys, applications } = importing;
  const rows = added.map((one) => ({
    token: one.token,
    secret: keys.seal(one.secret, accessTokenIdentity(one.token)),
    application_id: applications.get(one.consumerKey)?.id ?? 0,
    user_id: Number(one.user.id),
    access: one.access,
    email_granted: Number(one.emailGranted),
    created_at: one.createdAt,
    last_used_day: null,
  }));
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
  const { db, keys, dryRun, applications } = importing;
  const ids = given.map((one) => applications.get(one.consumerKey)?.id ?? 0);
  const digests = given.map((one) => tokenDigest(one.token));
  const byPlace = new Map<string, string>();
  const taken = new Set<string>();
  for (const table of bearerTokenTables) {
    const rows = await db
      .selectFrom(table)
      .select(["application_id", "digest"])
      .where((it) => it.or([it("application_id", "in", ids), it("digest", "in", digests)]))
      .execute();
    for (const row of rows) {
      byPlace.set(`${table} ${row.application_id}`, row.digest);
      taken.add(row.digest);
    }
  }
  const revoked = await revokedAmong(db, "bearer-token", digests);
  const added: { id: number; digest: string; one: ImportedBearerToken }[] = [];

  const outcomes = given.map((one, at): ImportOutcome => {
    const lacks = applicationLacks(importing, one.consumerKey);
    if (lacks !== undefined) return lacks;
    const [id, digest] = [ids[at] ?? 0, digests[at] ?? ""];
    const place = `${bearerTable(one.ofPreviousSecret)} ${id}`;
    const existing = byPlace.get(place);
    if (existing === digest) return { is: "there" };
    if (existing !== undefined) return conflict("the application has another bearer token");
    if (taken.has(digest))
      return conflict("another application or consumer secret has this bearer token");
    if (revoked.has(digest)) return rejected("the bearer token was revoked here");
    if (one.ofPreviousSecret && !applications.get(one.consumerKey)?.hasPrevious) {
      return rejected("the application has no previous consumer secret");
    }
    byPlace.set(place, digest);
    taken.add(digest);
    added.push({ id, digest, one });
    return { is: "new" };
  });
  for (const { id, digest, one } of dryRun ? [] : added) {
    const table = bearerTable(one.ofPreviousSecret);
    await db
      .insertInto(table)
      .values({
        application_id: id,
        digest,
        token: keys.seal(new Secret(one.token), bearerTokenIdentityIn(table, id)),
        created_at: one.createdAt,
      })
      .execute();
  }
  return outcomes;
}

function bearerTable(ofPreviousSecret: boolean): (typeof bearerTokenTables)[number] {
  return ofPreviousSecret ? "previous_bearer_token" : "bearer_token";
}
