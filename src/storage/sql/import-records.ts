/**
 * Imports records of another system. For each kind, one query finds what exists and one statement adds what is
 * new. A record that cannot be added does not affect the others.
 */
import type { Kysely } from "kysely";
import type { ImportedKind, ImportedRecord, ImportOutcome } from "../../domain/imported.ts";
import { importApplications } from "./import-applications.ts";
import {
  importIdentities,
  importPasskeys,
  importRecoveryCodes,
  importTotps,
} from "./import-factors.ts";
import { importCollaborators, importIcons } from "./import-parts.ts";
import { importAccessTokens, importBearerTokens } from "./import-tokens.ts";
import { importUsers } from "./import-users.ts";
import { type Importing, rejected } from "./importing.ts";
import type { Tables } from "./schema.ts";
import { record } from "./transaction.ts";
import type { Writes } from "./write.ts";

export const importRecords: Writes["importRecords"] = async (
  transaction,
  { records, now, dryRun },
  by,
) => {
  const importing: Importing = {
    ...transaction,
    ...{ now, dryRun },
    accounts: await usersNamed(transaction.db, records),
    applications: await applicationsNamed(transaction.db, records),
    untrusted: new Set(),
  };
  const outcomes = new Map<ImportedRecord, ImportOutcome>();
  const all = async <Kind extends ImportedKind>(
    kind: Kind,
    add: (importing: Importing, these: readonly Of<Kind>[]) => Promise<readonly ImportOutcome[]>,
  ) => {
    const these = records.filter((one): one is Of<Kind> => one.kind === kind);
    if (these.length === 0) return;
    const found = await add(importing, these);
    for (const [at, one] of these.entries()) outcomes.set(one, found[at] ?? rejected("nothing"));
  };
  // Each kind refers only to kinds before it.
  await all("user", importUsers);
  await all("identity", importIdentities);
  await all("passkey", importPasskeys);
  await all("totp", importTotps);
  await all("recovery_code", importRecoveryCodes);
  await all("application", importApplications);
  await all("icon", importIcons);
  await all("collaborator", importCollaborators);
  await all("access_token", importAccessTokens);
  await all("bearer_token", importBearerTokens);
  const outcomesInOrder = records.map((one) => outcomes.get(one) ?? rejected("nothing"));
  const rows = outcomesInOrder.filter((one) => one.is === "new").length;
  if (!dryRun && rows > 0) {
    await record(transaction, { ...by, name: "database.imported", details: { rows } });
  }
  return outcomesInOrder;
};

type Of<Kind extends ImportedKind> = Extract<ImportedRecord, { kind: Kind }>;

async function usersNamed(
  db: Kysely<Tables>,
  records: readonly ImportedRecord[],
): Promise<Importing["accounts"]> {
  const ids = new Set<number>();
  for (const one of records) {
    if ("owner" in one) ids.add(Number(one.owner.id));
    if ("user" in one) ids.add(Number(one.user.id));
  }
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom("user")
    .select(["id", "folded_screen_name", "is_admin"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(
    rows.map((row) => [row.id, { folded: row.folded_screen_name, isAdmin: row.is_admin === 1 }]),
  );
}

async function applicationsNamed(
  db: Kysely<Tables>,
  records: readonly ImportedRecord[],
): Promise<Importing["applications"]> {
  const keys = new Set<string>();
  for (const one of records) {
    if ("consumerKey" in one && one.kind !== "application") keys.add(one.consumerKey);
  }
  if (keys.size === 0) return new Map();
  const rows = await db
    .selectFrom("application")
    .select(["id", "consumer_key", "access", "previous_secret_until"])
    .where("consumer_key", "in", [...keys])
    .execute();
  return new Map(
    rows.map(({ id, consumer_key, access, previous_secret_until: until }) => [
      consumer_key,
      { id, access, hasPrevious: until !== null },
    ]),
  );
}
