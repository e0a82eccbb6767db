/** What the kinds of imported records share: how they are compared with what stands, and what can be in their way. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Kysely } from "kysely";
import type { Secret } from "../../domain/credentials.ts";
import type { EndedKind } from "../../domain/ended.ts";
import type { ImportedPerson, ImportOutcome } from "../../domain/imported.ts";
import { foldScreenName } from "../../domain/user.ts";
import type { Tables } from "./schema.ts";
import type { Transaction } from "./transaction.ts";

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
