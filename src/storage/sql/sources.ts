import { type Kysely, type Selectable, sql } from "kysely";
import type { AccessToken, ApplicationId } from "../../domain/credentials.ts";
import type { NewSourceSearch, NewSourceToken } from "../../domain/ports/sources.ts";
import {
  newSourceStepMs,
  otherSources,
  type SourceUse,
  sourceKeptMs,
} from "../../domain/source.ts";
import {
  afterRegeneration,
  mergeSources,
  type StoredSource,
  shownSources,
} from "../../domain/source-merge.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import type { Writes } from "./write.ts";

/** By few statements for all applications, so that it takes few round trips. */
export const addSources: Writes["addSources"] = async ({ db }, uses, now) => {
  const byApplication = Map.groupBy(uses, ({ applicationId }) => Number(applicationId));
  if (byApplication.size === 0) return [];
  const ids = [...byApplication.keys()].sort((one, other) => one - other);
  const applications = await db
    .selectFrom("application")
    .select(["id", "created_at", "secret_set_at"])
    .where("id", "in", ids)
    .execute();
  const rows = await db
    .selectFrom("source")
    .selectAll()
    .where("application_id", "in", ids)
    .execute();
  const stored = Map.groupBy(rows, ({ application_id }) => application_id);
  const merged = applications.map(({ id, created_at, secret_set_at }) => ({
    id,
    ...mergeSources({
      stored: (stored.get(id) ?? []).map(storedSource),
      uses: byApplication.get(id) ?? [],
      applicationCreatedAt: created_at,
      secretSetAt: secret_set_at,
      now,
    }),
  }));
  for (const { id, gone } of merged) await deleteSources(db, id, gone);
  await putSources(
    db,
    merged.flatMap(({ id, changed }) => changed.map((one) => sourceRow(id, one))),
  );
  await touchTokens(
    db,
    merged.flatMap(({ tokens }) => tokens),
    uses,
  );
  return merged.flatMap(({ id, sources }) =>
    sources
      .filter(({ network }) => network !== otherSources)
      .map(({ credential, network, program, firstSeen }) => {
        const applicationId = String(id) as ApplicationId;
        return { applicationId, credential, network, program, firstSeen };
      }),
  );
};

async function putSources(
  db: Kysely<Tables>,
  rows: readonly Selectable<Tables["source"]>[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto("source")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["application_id", "credential", "network", "program"])
        .doUpdateSet(({ ref }) => ({
          first_seen: ref("excluded.first_seen"),
          last_seen: ref("excluded.last_seen"),
          hours: ref("excluded.hours"),
        })),
    )
    .execute();
}

async function deleteSources(
  db: Kysely<Tables>,
  applicationId: number,
  gone: readonly StoredSource[],
): Promise<void> {
  for (const { credential, network, program } of gone) {
    await db
      .deleteFrom("source")
      .where("application_id", "=", applicationId)
      .where("credential", "=", credential)
      .where("network", "=", network)
      .where("program", "=", program)
      .execute();
  }
}

/** Never moves back, because the clocks of two processes may differ. */
async function touchTokens(
  db: Kysely<Tables>,
  tokens: readonly AccessToken[],
  uses: readonly SourceUse[],
): Promise<void> {
  if (tokens.length === 0) return;
  const at = stepOf(Math.max(...uses.map(({ last }) => last)));
  for (const table of ["access_token", "further_access_token"] as const) {
    await db
      .updateTable(table)
      .set({ new_source_at: at })
      .where("token", "in", tokens)
      .where((it) => it.or([it("new_source_at", "is", null), it("new_source_at", "<", at)]))
      .execute();
  }
}

function stepOf(at: number): number {
  return Math.floor(at / newSourceStepMs) * newSourceStepMs;
}

/** Moves the application's sources to the credentials that they used, once its secret is regenerated. */
export async function moveSources(
  db: Kysely<Tables>,
  { applicationId, now }: { readonly applicationId: ApplicationId; readonly now: number },
): Promise<void> {
  const id = Number(applicationId);
  const rows = await db
    .deleteFrom("source")
    .where("application_id", "=", id)
    .returningAll()
    .execute();
  const moved = afterRegeneration(rows.map(storedSource), now);
  await putSources(
    db,
    moved.map((one) => sourceRow(id, one)),
  );
}

export const sourcesOf: Queries["sourcesOf"] = async (db, applicationId, now) => {
  const rows = await db
    .selectFrom("source")
    .innerJoin("application", "application.id", "source.application_id")
    .select(["credential", "network", "program", "first_seen", "last_seen", "hours"])
    .select("created_at")
    .where("application_id", "=", Number(applicationId))
    .execute();
  const applicationCreatedAt = rows[0]?.created_at ?? 0;
  return shownSources(rows.map(storedSource), { now, applicationCreatedAt });
};

export const countTokensUsedFromNewSources: Queries["countTokensUsedFromNewSources"] = async (
  db,
  search,
  most,
) => {
  const slice = { after: undefined, size: most };
  return (await tokensUsedFromNewSources(db, search, slice)).length;
};

export const tokensUsedFromNewSources: Queries["tokensUsedFromNewSources"] = async (
  db,
  search,
  { after, size },
) => {
  const tokensIn = (table: "access_token" | "further_access_token") =>
    tokensOf(db, table, search, after, size);
  const found = [...(await tokensIn("access_token")), ...(await tokensIn("further_access_token"))];
  return found.sort(byUse).slice(0, size);
};

function byUse(one: NewSourceToken, other: NewSourceToken): number {
  return one.at - other.at || (one.token < other.token ? -1 : 1);
}

async function tokensOf(
  db: Kysely<Tables>,
  table: "access_token" | "further_access_token",
  { applicationId, since }: NewSourceSearch,
  after: NewSourceToken | undefined,
  size: number,
): Promise<readonly NewSourceToken[]> {
  const rows = await db
    .selectFrom(table)
    .select(["token", "new_source_at as at"])
    .where("application_id", "=", Number(applicationId))
    .where("new_source_at", "is not", null)
    .where("new_source_at", ">=", after?.at ?? stepOf(since))
    .$if(after !== undefined, (query) =>
      query.where((either) =>
        either.or([
          either("new_source_at", ">", after?.at ?? 0),
          either("token", ">", after?.token ?? ""),
        ]),
      ),
    )
    .orderBy("new_source_at")
    .orderBy("token")
    .limit(size)
    .execute();
  return rows as { token: AccessToken; at: number }[];
}

export async function sweepSources(db: Kysely<Tables>, now: number, most: number): Promise<void> {
  await sql`
    delete from source where (application_id, credential, network, program) in (
      select application_id, credential, network, program from source
        where last_seen <= ${now - sourceKeptMs} limit ${most})`.execute(db);
}

function sourceRow(
  applicationId: number,
  { credential, network, program, firstSeen, lastSeen, hours }: StoredSource,
): Selectable<Tables["source"]> {
  return {
    application_id: applicationId,
    credential,
    network,
    program,
    first_seen: firstSeen,
    last_seen: lastSeen,
    hours: JSON.stringify(hours),
  };
}

function storedSource(row: Omit<Selectable<Tables["source"]>, "application_id">): StoredSource {
  const { credential, network, program, first_seen: firstSeen, last_seen: lastSeen } = row;
  return { credential, network, program, firstSeen, lastSeen, hours: JSON.parse(row.hours) };
}
