/** Exports what belongs to accounts and applications as records for another system. */
import { type Kysely, sql } from "kysely";
import type { ConsumerKey, TokenDigest, UserId } from "../../domain/credentials.ts";
import type { ExportedRecord } from "../../domain/exported.ts";
import { totpIdentity } from "../../domain/factors.ts";
import { isTransport, type PasskeyId } from "../../domain/passkey.ts";
import type { Tables } from "./schema.ts";

export interface Page {
  readonly records: readonly ExportedRecord[];
  readonly last: string | undefined;
}

export async function exportedIcons(db: Kysely<Tables>, after = "-1", size: number): Promise<Page> {
  const rows = await db
    .selectFrom("application_icon")
    .innerJoin("application", "application.id", "application_id")
    .select(["application_id", "consumer_key", "icon", "image"])
    .where("application_id", ">", Number(after))
    .orderBy("application_id")
    .limit(size)
    .execute();
  const last = rows.at(-1);
  return {
    last: last && String(last.application_id),
    records: rows.map((row) => ({
      kind: "icon",
      consumerKey: row.consumer_key as ConsumerKey,
      icon: { digest: row.icon ?? "", image: row.image },
    })),
  };
}

export async function exportedCollaborators(
  db: Kysely<Tables>,
  after = "-1",
  size: number,
): Promise<Page> {
  const [application, user] = pairIn(after);
  const rows = await db
    .selectFrom("collaborator")
    .innerJoin("application", "application.id", "application_id")
    .innerJoin("user", "user.id", "user_id")
    .select(["application_id", "user_id", "consumer_key", "screen_name"])
    .select(["role", "accepted", "invited_at"])
    .where(sql<boolean>`(application_id, user_id) > (${Number(application)}, ${Number(user)})`)
    .orderBy("application_id")
    .orderBy("user_id")
    .limit(size)
    .execute();
  const last = rows.at(-1);
  return {
    last: last && pairOf(last.application_id, last.user_id),
    records: rows.map((row) => ({
      kind: "collaborator",
      consumerKey: row.consumer_key as ConsumerKey,
      user: userOf(row),
      role: row.role,
      accepted: row.accepted === 1,
      createdAt: row.invited_at,
    })),
  };
}

export async function exportedIdentities(
  db: Kysely<Tables>,
  after = "",
  size: number,
): Promise<Page> {
  const [issuer, subject] = pairIn(after);
  const rows = await db
    .selectFrom("identity")
    .innerJoin("user", "user.id", "user_id")
    .select(["issuer", "subject", "user_id", "screen_name", "linked_at"])
    .where(sql<boolean>`(issuer, subject) > (${issuer}, ${subject})`)
    .orderBy("issuer")
    .orderBy("subject")
    .limit(size)
    .execute();
  const last = rows.at(-1);
  return {
    last: last && pairOf(last.issuer, last.subject),
    records: rows.map((row) => ({
      kind: "identity",
      user: userOf(row),
      issuer: row.issuer,
      subject: row.subject,
      createdAt: row.linked_at,
    })),
  };
}

export async function exportedPasskeys(
  db: Kysely<Tables>,
  after = "",
  size: number,
): Promise<Page> {
  const rows = await db
    .selectFrom("passkey")
    .innerJoin("user", "user.id", "user_id")
    .selectAll("passkey")
    .select("screen_name")
    .where("credential_id", ">", after)
    .orderBy("credential_id")
    .limit(size)
    .execute();
  return {
    last: rows.at(-1)?.credential_id,
    records: rows.map((row) => ({
      kind: "passkey",
      user: userOf(row),
      id: row.credential_id as PasskeyId,
      name: row.name,
      publicKey: row.public_key,
      signCount: row.sign_count,
      transports: row.transports.split(" ").filter(isTransport),
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at ?? undefined,
    })),
  };
}

export async function exportedTotps(db: Kysely<Tables>, after = "-1", size: number): Promise<Page> {
  const rows = await db
    .selectFrom("totp")
    .innerJoin("user", "user.id", "user_id")
    .select(["user_id", "screen_name", "secret", "last_step", "totp.created_at"])
    .where("user_id", ">", Number(after))
    .orderBy("user_id")
    .limit(size)
    .execute();
  const last = rows.at(-1);
  return {
    last: last && String(last.user_id),
    records: rows.map((row) => ({
      kind: "totp",
      user: userOf(row),
      secret: { sealed: row.secret, identity: totpIdentity(row.user_id) },
      lastStep: row.last_step,
      createdAt: row.created_at,
    })),
  };
}

export async function exportedRecoveryCodes(
  db: Kysely<Tables>,
  after = "-1",
  size: number,
): Promise<Page> {
  const [user, digest] = pairIn(after);
  const rows = await db
    .selectFrom("recovery_code")
    .innerJoin("user", "user.id", "user_id")
    .select(["user_id", "screen_name", "digest"])
    .where(sql<boolean>`(user_id, digest) > (${Number(user)}, ${digest})`)
    .orderBy("user_id")
    .orderBy("digest")
    .limit(size)
    .execute();
  const last = rows.at(-1);
  return {
    last: last && pairOf(last.user_id, last.digest),
    records: rows.map((row) => ({
      kind: "recovery_code",
      user: userOf(row),
      digest: row.digest as TokenDigest,
    })),
  };
}

function userOf({ user_id, screen_name }: { user_id: number; screen_name: string }) {
  return { id: String(user_id) as UserId, screenName: screen_name };
}

/** A key of two columns as one text. Neither column contains a line break. */
function pairOf(one: string | number, other: string | number): string {
  return `${one}\n${other}`;
}

function pairIn(text: string): readonly [string, string] {
  const [one = "", other = ""] = text.split("\n");
  return [one, other];
}
