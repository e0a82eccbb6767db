/**
 * Several access tokens of one application, user and level, such as one for each device. Only an import adds them. The
 * newest has the row in `access_token`, which is the grant; the others are in `further_access_token`, whose foreign key
 * ends and lowers them with the grant. So code that counts, shows or ends grants needs `access_token` alone.
 */
import type { Selectable } from "kysely";
import { countGrant } from "./grant-counts.ts";
import type { Tables } from "./schema.ts";
import type { Transaction } from "./write.ts";

export type AccessTokenRow = Selectable<Tables["access_token"]>;

/** The columns that all tokens of one grant share. */
export type GrantOf = Pick<AccessTokenRow, "application_id" | "user_id" | "access">;

/** Positive if the first token is the newer one. Tokens of one moment have an order too, by their text. */
export function newerFirst<Row extends Pick<AccessTokenRow, "created_at" | "token">>(
  one: Row,
  other: Row,
): number {
  if (one.created_at !== other.created_at) return other.created_at - one.created_at;
  return one.token < other.token ? 1 : -1;
}

/** Ends one token. If it is the grant's newest, the next one takes its place. Returns what it was of. */
export async function endAccessToken(
  transaction: Transaction,
  token: string,
  at: number,
): Promise<GrantOf | undefined> {
  const { db } = transaction;
  const ended = await db
    .deleteFrom("access_token")
    .where("token", "=", token)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("further_access_token as further")
            .select("further.token")
            .whereRef("further.application_id", "=", "access_token.application_id")
            .whereRef("further.user_id", "=", "access_token.user_id")
            .whereRef("further.access", "=", "access_token.access"),
        ),
      ),
    )
    .returning(["application_id", "user_id", "access"])
    .executeTakeFirst();
  if (ended !== undefined) {
    const { application_id: applicationId, access } = ended;
    await countGrant(transaction, { applicationId, access, change: -1, at });
    return ended;
  }
  const further = await db
    .deleteFrom("further_access_token")
    .where("token", "=", token)
    .returning(["application_id", "user_id", "access"])
    .executeTakeFirst();
  return further ?? replaceNewest(transaction, token);
}

async function replaceNewest({ db }: Transaction, token: string): Promise<GrantOf | undefined> {
  const grant = await db
    .selectFrom("access_token")
    .select(["application_id", "user_id", "access"])
    .where("token", "=", token)
    .executeTakeFirst();
  if (grant === undefined) return undefined;
  const others = await db
    .selectFrom("further_access_token")
    .selectAll()
    .where("user_id", "=", grant.user_id)
    .where("application_id", "=", grant.application_id)
    .where("access", "=", grant.access)
    .execute();
  const [next] = others.sort(newerFirst);
  if (next === undefined) return undefined;
  await replace(db, token, next);
  await db.deleteFrom("further_access_token").where("token", "=", next.token).execute();
  return grant;
}

/** Adds tokens of other systems. Returns the grants that had none before. */
export async function addAccessTokens(
  { db }: Transaction,
  added: readonly AccessTokenRow[],
  existing: ReadonlyMap<string, AccessTokenRow>,
): Promise<readonly AccessTokenRow[]> {
  const grants: AccessTokenRow[] = [];
  const further: AccessTokenRow[] = [];
  const replaced: { readonly from: AccessTokenRow; readonly by: AccessTokenRow }[] = [];
  for (const [grant, rows] of Map.groupBy(added, grantKey)) {
    const from = existing.get(grant);
    const [newest, ...others] = [...rows, ...(from === undefined ? [] : [from])].sort(newerFirst);
    if (newest === undefined) continue;
    if (from === undefined) grants.push(newest);
    else if (newest !== from) replaced.push({ from, by: newest });
    further.push(...others);
  }
  if (grants.length > 0) await db.insertInto("access_token").values(grants).execute();
  if (further.length > 0) await db.insertInto("further_access_token").values(further).execute();
  for (const { from, by } of replaced) {
    await replace(db, from.token, by);
  }
  return grants;
}

/** Puts another token in the grant's row. The grant itself stays, and with it the further tokens. */
async function replace(
  db: Transaction["db"],
  token: string,
  { application_id: _, user_id: __, access: ___, ...by }: AccessTokenRow,
): Promise<void> {
  await db.updateTable("access_token").set(by).where("token", "=", token).execute();
}

export function grantKey({ application_id, user_id, access }: GrantOf): string {
  return `${application_id} ${user_id} ${access}`;
}
