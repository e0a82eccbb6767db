/**
 * What nearly every page looks up. Like credentials (hot-reads.ts), all look-ups of one turn of the event loop
 * share a statement, and nothing is cached.
 */
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from "kysely";
import { isWithin } from "../../domain/lasting.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { selectApplications, toApplication } from "../sql/application-lists.ts";
import { livesAt, selectRequestTokens, toRequestToken } from "../sql/request-tokens.ts";
import type { Tables } from "../sql/schema.ts";
import { selectSessions, toSession } from "../sql/sessions.ts";
import { selectSettings } from "../sql/settings.ts";
import { inBatches } from "./batches.ts";

/** Rows as objects. Throws `StoreFailure`. */
export type AskObjects = <Row>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>;

export function pageReads(
  ask: AskObjects,
  boundMs: number,
): Pick<Ledger, "session" | "requestToken" | "applicationById" | "setting" | "countGrants"> {
  const sessionRow = batched(selectSessions(texts).where(isAsked("digest")), (row) => row.digest);
  const requestTokenRow = batched(
    selectRequestTokens(texts).where(isAsked("token")),
    (row) => row.token,
  );
  const applicationRow = batched(
    selectApplications(texts).where(isAsked("application.id")),
    (row) => row.id,
  );
  const settingRow = batched(selectSettings(texts).where(isAsked("name")), (row) => row.name);
  const grantsHeld = inBatches(countAll, { boundMs });

  return {
    async session(digest) {
      const row = await sessionRow(digest);
      return row && toSession(row);
    },

    async requestToken(token, now) {
      const row = await requestTokenRow(token);
      return row && isWithin(livesAt(now), row.expires_at) ? toRequestToken(row) : undefined;
    },

    async applicationById(applicationId) {
      const row = await applicationRow(Number(applicationId));
      return row && toApplication(row);
    },

    async setting(name) {
      return (await settingRow(name))?.value;
    },

    async countGrants(applicationId, most) {
      const id = Number(applicationId);
      return isKey(id) ? grantsHeld({ id, most }) : 0;
    },
  };

  async function countAll(
    asked: readonly { id: number; most: number }[],
  ): Promise<readonly number[]> {
    const values = [asked.map(({ id }) => id), asked.map(({ most }) => most)];
    const found = await ask<{ held: number }>(countHolders, values);
    return found.map(({ held }) => held);
  }

  function batched<Row, Key extends string | number>(
    query: Compilable<Row>,
    keyOf: (row: Row) => Key,
  ): (key: Key) => Promise<Row | undefined> {
    const { sql: text } = query.compile();
    const find = inBatches<Key, Row | undefined>(
      async (keys) => {
        const found = await ask<Row>(text, [keys]);
        const byKey = new Map(found.map((row) => [keyOf(row), row]));
        return keys.map((key) => byKey.get(key));
      },
      { boundMs },
    );
    // PostgreSQL would refuse the whole batch. No row has such a key.
    return async (key) => (isKey(key) ? find(key) : undefined);
  }
}

/** How many people have granted each application access, up to `most`, in the order of the questions. */
const countHolders = `select (select count(*)::integer from
      (select distinct user_id from access_token where application_id = asked.id limit asked.most) as holder) as held
  from unnest($1::bigint[], $2::integer[]) with ordinality as asked(id, most, place)
  order by place`;

/** Only compiles statements; it has no connection. */
const texts = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The only parameter is the keys of the batch. */
function isAsked(column: string) {
  return sql<boolean>`${sql.ref(column)} = any(${[]})`;
}

function isKey(key: string | number): boolean {
  return typeof key === "number" ? Number.isSafeInteger(key) : !key.includes("\0");
}
