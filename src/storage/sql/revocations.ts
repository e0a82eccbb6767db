/**
 * The list of revocations (revocation-triggers.ts has its triggers), and how its rows are applied to a
 * restored database.
 */
import { createHmac } from "node:crypto";
import { type ApplicationId, Secret, type UserId } from "../../domain/credentials.ts";
import type { Replacements, Revocation, RevocationKind } from "../../domain/revocations.ts";
import { endBearerTokens, endPreviousBearerToken } from "./application-secrets.ts";
import { bearerTokenTables } from "./bearer-tokens.ts";
import type { Queries } from "./query.ts";
import { endApplication, endUser, moveOwnership } from "./revocation-owners.ts";
import { endAccess, lowerAccess } from "./revoked-access.ts";
import { consumerSecretIdentity } from "./sealed.ts";
import { secretDigest } from "./secret-digests.ts";
import type { Transaction, Writes } from "./write.ts";

export const revocations: Queries["revocations"] = async (db, { after, size }) => {
  const rows = await db
    .selectFrom("revocation")
    .selectAll()
    .where("id", ">", after)
    .orderBy("id")
    .limit(size)
    .execute();
  return {
    rows: rows.map(({ id: _, detail, ...row }) => ({ ...row, detail: detail ?? undefined })),
    last: rows.at(-1)?.id ?? after,
  };
};

type List = { readonly rows: readonly Revocation[]; readonly now: number } & Replacements;

export const revokeAgain: Writes["revokeAgain"] = async (transaction, list) => {
  const { db } = transaction;
  const marks = list.rows.map((row) => row.mark);
  const known = await db
    .selectFrom("revocation")
    .select("mark")
    .where("mark", "in", marks)
    .execute();
  const isKnown = new Set(known.map((row) => row.mark));
  const fresh = list.rows.filter((row) => !isKnown.has(row.mark));
  for (const row of fresh) {
    await ends[row.kind](transaction, row, list);
    // With its mark, so that it is recognized from now on.
    await db
      .insertInto("revocation")
      .values({ ...row, detail: row.detail ?? null })
      .execute();
  }
  const of = (kind: RevocationKind) => [
    ...new Set(fresh.filter((row) => row.kind === kind).map((row) => row.subject)),
  ];
  return {
    applied: fresh.length,
    withoutSecret: of("consumer-secret") as ApplicationId[],
    withoutPassword: of("password") as UserId[],
  };
};

/** Replaces a revoked secret by one that no one has, because an application must have one. Its bearer tokens end. */
export async function replaceSecret(
  { db, keys }: Pick<Transaction, "db" | "keys">,
  application: string | number,
  { seed, now }: { readonly seed: string; readonly now: number },
): Promise<void> {
  const mac = createHmac("sha256", Buffer.from(seed, "hex")).update(String(application));
  const secret = new Secret(mac.digest("hex").slice(0, consumerSecretLength));
  await db
    .updateTable("application")
    .set({
      consumer_secret: keys.seal(secret, consumerSecretIdentity(application)),
      consumer_secret_digest: secretDigest(keys, secret),
      previous_secret_digest: null,
      secret_set_at: now,
      secret_revoked_at: now,
      previous_secret: null,
      previous_secret_until: null,
    })
    .where("id", "=", Number(application))
    .execute();
  await endBearerTokens({ db, keys }, Number(application), { overlaps: false });
}

const consumerSecretLength = 50;

type End = (transaction: Transaction, row: Revocation, list: List) => Promise<unknown>;

const ends: Readonly<Record<RevocationKind, End>> = {
  "access-token": (transaction, { subject }, { now }) => endAccess(transaction, subject, now),
  "write-access": (transaction, { subject }, { now }) => lowerAccess(transaction, subject, now),
  "bearer-token": async ({ db }, { subject }) => {
    for (const table of bearerTokenTables) {
      await db.deleteFrom(table).where("digest", "=", subject).execute();
    }
  },
  "consumer-secret": (transaction, { subject }, list) => replaceSecret(transaction, subject, list),
  "previous-secret": async ({ db }, { subject }) => {
    await db
      .updateTable("application")
      .set({ previous_secret: null, previous_secret_until: null, previous_secret_digest: null })
      .where("id", "=", Number(subject))
      .execute();
    await endPreviousBearerToken({ db }, Number(subject));
  },
  application: (transaction, { subject }) => endApplication(transaction, subject),
  "application-write": ({ db }, { subject }) =>
    db
      .updateTable("application")
      .set({ access: "read" })
      .where("id", "=", Number(subject))
      .execute(),
  "application-service": ({ db }, { subject, detail }) =>
    db
      .updateTable("application")
      .set({ suspended_because: detail ?? "" })
      .where("id", "=", Number(subject))
      .where("suspended_because", "is", null)
      .execute(),
  approval: ({ db }, { subject, detail, at }) =>
    db
      .updateTable("application")
      .set({ approval: "declined", approval_text: detail ?? "", approval_since: at })
      .set({ awaited_access: null, awaited_callbacks: null })
      .where("id", "=", Number(subject))
      .where((it) =>
        it.or([
          it("approval", "is", null),
          it("awaited_access", "is not", null),
          it("awaited_callbacks", "is not", null),
        ]),
      )
      .execute(),
  ownership: (transaction, { subject, detail }) =>
    moveOwnership(transaction, subject, detail ?? ""),
  collaborator: ({ db }, { subject, detail }) =>
    db
      .deleteFrom("collaborator")
      .where("application_id", "=", Number(subject))
      .where("user_id", "=", Number(detail))
      .execute(),
  user: (transaction, { subject }, { now }) => endUser(transaction, subject as UserId, now),
  "user-service": ({ db }, { subject, detail }) =>
    db
      .updateTable("user")
      .set({ suspended_because: detail ?? "" })
      .where("id", "=", Number(subject))
      .where("suspended_because", "is", null)
      .execute(),
  admin: ({ db }, { subject }) =>
    db.updateTable("user").set({ is_admin: 0 }).where("id", "=", Number(subject)).execute(),
  password: ({ db }, { subject }, { passwordHash }) =>
    db
      .updateTable("user")
      .set({ password_hash: passwordHash })
      .where("id", "=", Number(subject))
      .execute(),
  email: ({ db }, { subject }) =>
    db
      .updateTable("user")
      .set({ email: "", email_verified: 0, email_distrusted: 0 })
      .where("id", "=", Number(subject))
      .execute(),
  "recovery-code": ({ db }, { subject, detail }) =>
    db
      .deleteFrom("recovery_code")
      .where("user_id", "=", Number(subject))
      .where("digest", "=", detail ?? "")
      .execute(),
  identity: ({ db }, { subject, detail }) => {
    const [issuer = "", ...rest] = (detail ?? "").split(" ");
    return db
      .deleteFrom("identity")
      .where("issuer", "=", issuer)
      .where("subject", "=", rest.join(" "))
      .where("user_id", "=", Number(subject))
      .execute();
  },
  passkey: ({ db }, { subject, detail }) =>
    db
      .deleteFrom("passkey")
      .where("credential_id", "=", detail ?? "")
      .where("user_id", "=", Number(subject))
      .execute(),
  // A restored database keeps the app: a user who turned it off must do so again, and none loses a second factor.
  "authenticator-app": async () => {},
  "api-key": async ({ db }, { subject }) => {
    await db.deleteFrom("api_key").where("digest", "=", subject).execute();
    await db
      .updateTable("api_key")
      .set({ previous_digest: null, previous_until: null })
      .where("previous_digest", "=", subject)
      .execute();
  },
};
