/**
 * Records of another system become rows of ours. Of each kind one look finds what stands, and one statement adds what is
 * new; a record that cannot be added leaves the others alone.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Kysely } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import type { Secret } from "../../domain/credentials.ts";
import type { EndedKind } from "../../domain/ended.ts";
import type {
  ImportedKind,
  ImportedPerson,
  ImportedRecord,
  ImportOutcome,
} from "../../domain/imported.ts";
import { foldScreenName } from "../../domain/user.ts";
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
import type { Tables } from "./schema.ts";
import { record, type Transaction } from "./transaction.ts";

/** What the records of one call share. */
export interface Importing extends Transaction {
  readonly now: number;
  readonly dryRun: boolean;
  /** Accounts by their ids, as the ledger has them or this call adds them. */
  readonly people: Map<number, { readonly folded: string; readonly isOperator: boolean }>;
  /** Applications by their keys. */
  readonly applications: Map<string, StandingApplication>;
  /** Ids and keys of those whose own records conflict or are refused: nothing is added to them. */
  readonly untrusted: Set<string>;
}

export interface StandingApplication {
  readonly id: number;
  readonly access: "read" | "write";
}

export async function importRecords(
  transaction: Transaction,
  {
    records,
    now,
    dryRun,
  }: {
    readonly records: readonly ImportedRecord[];
    readonly now: number;
    readonly dryRun: boolean;
  },
  event: AuditEvent,
): Promise<readonly ImportOutcome[]> {
  const importing: Importing = {
    ...transaction,
    ...{ now, dryRun },
    people: await peopleNamed(transaction.db, records),
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
    for (const [at, one] of these.entries()) outcomes.set(one, found[at] ?? refused("nothing"));
  };
  // In the order in which they refer to one another.
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
  const found = records.map((one) => outcomes.get(one) ?? refused("nothing"));
  const rows = found.filter((one) => one.is === "new").length;
  if (!dryRun && rows > 0) await record(transaction, ledgerImportedWith(event, rows));
  return found;
}

function ledgerImportedWith(event: AuditEvent, rows: number): AuditEvent {
  return event.name === "ledger.imported" ? { ...event, details: { rows } } : event;
}

type Of<Kind extends ImportedKind> = Extract<ImportedRecord, { kind: Kind }>;

export function refused(why: string): ImportOutcome {
  return { is: "refused", why };
}

export function conflict(why: string): ImportOutcome {
  return { is: "conflict", why };
}

/** The members in which a record and what stands differ, as a conflict; `there` where there is no difference. */
export function compared(differs: Readonly<Record<string, boolean>>): ImportOutcome {
  const names = Object.keys(differs).filter((name) => differs[name]);
  return names.length === 0
    ? { is: "there" }
    : conflict(`it is there with another ${names.join(", ")}, and stays as it is`);
}

/** In a time that does not tell where they differ. */
export function isSameSecret(one: Secret, other: Secret): boolean {
  const digest = (secret: Secret) => createHash("sha256").update(secret.reveal()).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** Why nothing can be added for the person; undefined: the account is there. */
export function personLacks(
  { people, untrusted }: Importing,
  { id, screenName }: ImportedPerson,
): ImportOutcome | undefined {
  const found = people.get(Number(id));
  if (found === undefined) {
    return { is: "refused", why: `there is no account with the ID ${id}`, lacks: "user" };
  }
  if (found.folded !== foldScreenName(screenName)) {
    return refused(`the account with the ID ${id} is not called ${screenName}`);
  }
  return untrusted.has(id) ? refused(`the account ${screenName} was not taken over`) : undefined;
}

/** The same for an application. */
export function applicationLacks(
  { applications, untrusted }: Importing,
  consumerKey: string,
): ImportOutcome | undefined {
  if (!applications.has(consumerKey)) {
    const why = `there is no application with the consumer key ${consumerKey}`;
    return { is: "refused", why, lacks: "application" };
  }
  return untrusted.has(consumerKey)
    ? refused(`the application ${consumerKey} was not taken over`)
    : undefined;
}

/** Which of these ended here. An import that is repeated must not bring them back. */
export async function endedAmong(
  db: Kysely<Tables>,
  kind: EndedKind,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  if (subjects.length === 0) return new Set();
  const rows = await db
    .selectFrom("ended")
    .select("subject")
    .where("kind", "=", kind)
    .where("subject", "in", subjects)
    .execute();
  return new Set(rows.map(({ subject }) => subject));
}

/** The same for what the list names by a subject and a detail, each as `subject detail`. */
export async function pairsEnded(
  db: Kysely<Tables>,
  kind: EndedKind,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("ended")
    .select(["subject", "detail"])
    .where("kind", "=", kind)
    .where("subject", "in", [...new Set(subjects)])
    .execute();
  return new Set(rows.map(({ subject, detail }) => `${subject} ${detail}`));
}

async function peopleNamed(
  db: Kysely<Tables>,
  records: readonly ImportedRecord[],
): Promise<Importing["people"]> {
  const ids = new Set<number>();
  for (const one of records) {
    if ("owner" in one) ids.add(Number(one.owner.id));
    if ("user" in one) ids.add(Number(one.user.id));
  }
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom("user")
    .select(["id", "folded_screen_name", "is_operator"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { folded: row.folded_screen_name, isOperator: row.is_operator === 1 },
    ]),
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
    .select(["id", "consumer_key", "access"])
    .where("consumer_key", "in", [...keys])
    .execute();
  return new Map(rows.map(({ id, consumer_key, access }) => [consumer_key, { id, access }]));
}
