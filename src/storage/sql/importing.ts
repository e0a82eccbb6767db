/**
 * Shared by all kinds of imported records: how they are compared with existing rows, and what can prevent an
 * import.
 */
import { hash, timingSafeEqual } from "node:crypto";
import type { Kysely } from "kysely";
import type { Secret } from "../../domain/credentials.ts";
import type { ImportedUserRecord, ImportOutcome } from "../../domain/imported.ts";
import type { RevocationKind } from "../../domain/revocations.ts";
import { foldScreenName } from "../../domain/user.ts";
import type { Tables } from "./schema.ts";
import type { Transaction } from "./write.ts";

/** The values that the records of one call share. */
export interface Importing extends Transaction {
  readonly now: number;
  readonly dryRun: boolean;
  /** Accounts by id, both existing ones and those that this call adds. */
  readonly accounts: Map<number, { readonly folded: string; readonly isAdmin: boolean }>;
  /** Applications by consumer key. */
  readonly applications: Map<string, ExistingApplication>;
  /** Ids and keys whose own records conflict or are rejected. Nothing is added to them. */
  readonly untrusted: Set<string>;
}

export interface ExistingApplication {
  readonly id: number;
  readonly access: "read" | "write";
  /** Whether it has a previous consumer secret. */
  readonly hasPrevious: boolean;
}

export const there: ImportOutcome = { is: "there" };

export function rejected(why: string): ImportOutcome {
  return { is: "rejected", why };
}

export function conflict(why: string): ImportOutcome {
  return { is: "conflict", why };
}

/**
 * A conflict that names the members in which a record differs from the existing row; `there` if nothing
 * differs.
 */
export function compared(differs: Readonly<Record<string, boolean>>): ImportOutcome {
  const names = Object.keys(differs).filter((name) => differs[name]);
  return names.length === 0
    ? { is: "there" }
    : conflict(`it is there with another ${names.join(", ")}, and stays as it is`);
}

/** How the records of one kind become rows. `Compared` is what is read of a row that is there. */
export interface NewRows<One, Row extends Compared, Compared = Row> {
  /** The rows of these records that are there, by key. */
  readonly existing: ReadonlyMap<string, Compared>;
  keyOf(one: One): string;
  /** What it refers to and is not there. */
  lacks(one: One): ImportOutcome | undefined;
  compare(row: Compared, one: One): ImportOutcome;
  /** Why one that is not there can't be added. Called in order, after those before it were added. */
  problem(one: One): ImportOutcome | undefined;
  rowOf(one: One): Row;
  insert(rows: readonly Row[]): Promise<unknown>;
}

/** Adds the rows that are new. A record is compared with those before it, too. */
export async function addNew<One, Row extends Compared, Compared>(
  { dryRun }: Importing,
  given: readonly One[],
  { existing, keyOf, lacks, compare, problem, rowOf, insert }: NewRows<One, Row, Compared>,
): Promise<readonly ImportOutcome[]> {
  const rows = new Map<string, Compared>(existing);
  const added: Row[] = [];
  const outcomes = given.map((one): ImportOutcome => {
    const lack = lacks(one);
    if (lack !== undefined) return lack;
    const present = rows.get(keyOf(one));
    if (present !== undefined) return compare(present, one);
    const rejection = problem(one);
    if (rejection !== undefined) return rejection;
    const row = rowOf(one);
    rows.set(keyOf(one), row);
    added.push(row);
    return { is: "new" };
  });
  if (!dryRun && added.length > 0) await insert(added);
  return outcomes;
}

/** `taken` has an ID for each place that is taken. The function takes one of `max`, or returns false. */
export function placesOf(taken: readonly number[], max: number): (id: number) => boolean {
  const counts = new Map<number, number>();
  for (const id of taken) counts.set(id, (counts.get(id) ?? 0) + 1);
  return (id) => {
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count < max;
  };
}

/** Compares in constant time. */
export function isSameSecret(one: Secret, other: Secret): boolean {
  const digest = (secret: Secret) => hash("sha256", secret.reveal(), "buffer");
  return timingSafeEqual(digest(one), digest(other));
}

/** Why nothing can be added for the user. Returns undefined if the account exists. */
export function userLacks(
  { accounts, untrusted }: Importing,
  { id, screenName }: ImportedUserRecord,
): ImportOutcome | undefined {
  const account = accounts.get(Number(id));
  if (account === undefined) {
    return { is: "rejected", why: `there is no account with the ID ${id}`, lacks: "user" };
  }
  if (account.folded !== foldScreenName(screenName)) {
    return rejected(`the account with the ID ${id} is not called ${screenName}`);
  }
  return untrusted.has(id) ? rejected(`the account ${screenName} was skipped`) : undefined;
}

/** The same for an application. */
export function applicationLacks(
  { applications, untrusted }: Importing,
  consumerKey: string,
): ImportOutcome | undefined {
  if (!applications.has(consumerKey)) {
    const why = `there is no application with the consumer key ${consumerKey}`;
    return { is: "rejected", why, lacks: "application" };
  }
  return untrusted.has(consumerKey)
    ? rejected(`the application ${consumerKey} was skipped`)
    : undefined;
}

/** Which of these, at least one, were revoked here. A repeated import must not bring them back. */
export async function revokedAmong(
  db: Kysely<Tables>,
  kind: RevocationKind,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("revocation")
    .select("subject")
    .where("kind", "=", kind)
    .where("subject", "in", subjects)
    .execute();
  return new Set(rows.map(({ subject }) => subject));
}

/** Like `revokedAmong`, for rows identified by subject and detail, each as `subject detail`. */
export async function pairsRevoked(
  db: Kysely<Tables>,
  kind: RevocationKind,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("revocation")
    .select(["subject", "detail"])
    .where("kind", "=", kind)
    .where("subject", "in", [...new Set(subjects)])
    .execute();
  return new Set(rows.map(({ subject, detail }) => `${subject} ${detail}`));
}
