/** Settles a database from a backup: ends what may have been used or ended since. */
import { sql } from "kysely";
import type { ApplicationId } from "../../domain/credentials.ts";
import type { Settled } from "../../domain/revocations.ts";
import { bearerTokenTables } from "./bearer-tokens.ts";
import { replaceSecret } from "./revocations.ts";
import { endAccessAfter } from "./revoked-access.ts";
import { record } from "./transaction.ts";
import type { Transaction, Writes } from "./write.ts";

export const settleRestored: Writes["settleRestored"] = async (transaction, restored, by) => {
  const { revokedAgain, replaysAccepted } = restored;
  const { db } = transaction;
  const emptied = async (
    table:
      | "session"
      | "one_time_link"
      | "request_token"
      | "waiting_sign_in"
      | "notice"
      | "account_notice"
      | "logged_request",
  ) => {
    const gone = await db.deleteFrom(table).executeTakeFirst();
    return Number(gone.numDeletedRows);
  };
  await db.deleteFrom("one_time_link").where("purpose", "=", "form").execute();
  const [sessions, links] = [await emptied("session"), await emptied("one_time_link")];
  await emptied("request_token");
  await emptied("waiting_sign_in");
  // They were emailed long ago.
  await emptied("notice");
  await emptied("account_notice");
  await emptied("logged_request");
  // What was used since the backup looks unused.
  await db
    .updateTable("access_token")
    .set({ unused_notice_at: null })
    .where("unused_notice_at", "is not", null)
    .execute();
  await db.deleteFrom("ownership_offer").execute();
  await db.deleteFrom("collaborator").where("accepted", "=", 0).execute();
  const credentials = await endYounger(transaction, restored);
  await record(transaction, {
    ...by,
    name: "database.restored",
    details: { revokedAgain, ...(replaysAccepted && { replaysAccepted }) },
  });
  return { sessions, links, ...credentials };
};

async function endYounger(
  transaction: Transaction,
  {
    now,
    issuedAfter,
    seed,
  }: { readonly now: number; readonly issuedAfter: number | undefined; readonly seed: string },
): Promise<Omit<Settled, "sessions" | "links">> {
  if (issuedAfter === undefined) return { accessTokens: 0, bearerTokens: 0, withoutSecret: [] };
  const { db } = transaction;
  const accessTokens = await endAccessAfter(transaction, issuedAfter, now);
  let bearerTokens = 0;
  for (const table of bearerTokenTables) {
    const ended = await db
      .deleteFrom(table)
      .where((either) =>
        either.or([
          either("created_at", ">", issuedAfter),
          either("application_id", "in", (from) =>
            from.selectFrom("application").select("id").where("secret_set_at", ">", issuedAfter),
          ),
        ]),
      )
      .executeTakeFirst();
    bearerTokens += Number(ended.numDeletedRows);
  }
  const { rows: younger } = await sql<{ id: number }>`
    select id from application where secret_set_at > ${issuedAfter} order by id`.execute(db);
  for (const { id } of younger) await replaceSecret(transaction, id, { seed, now });
  return {
    accessTokens,
    bearerTokens,
    withoutSecret: younger.map(({ id }) => String(id) as ApplicationId),
  };
}
