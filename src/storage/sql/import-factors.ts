/** Imports ways to sign in other than passwords. What was removed here stays removed. */
import { recoveryCodeCount, totpIdentity } from "../../domain/factors.ts";
import { maxIdentities } from "../../domain/identity.ts";
import type {
  ImportedIdentity,
  ImportedPasskey,
  ImportedRecoveryCode,
  ImportedTotp,
  ImportOutcome,
} from "../../domain/imported.ts";
import { maxPasskeys } from "../../domain/passkey.ts";
import {
  compared,
  conflict,
  type Importing,
  isSameSecret,
  pairsRevoked,
  rejected,
  userLacks,
} from "./importing.ts";

export async function importIdentities(
  importing: Importing,
  given: readonly ImportedIdentity[],
): Promise<readonly ImportOutcome[]> {
  const { db, dryRun } = importing;
  const rows = await db
    .selectFrom("identity")
    .select(["issuer", "subject", "user_id"])
    .where("issuer", "in", [...new Set(given.map((one) => one.issuer))])
    .where(
      "subject",
      "in",
      given.map((one) => one.subject),
    )
    .execute();
  const keyOf = (one: { issuer: string; subject: string }) => `${one.issuer} ${one.subject}`;
  const holders = new Map(rows.map((row) => [keyOf(row), row.user_id]));
  const unlinked = await revocationsOf(importing, "identity", given, keyOf);
  const room = await roomIn(importing, "identity", given, maxIdentities);
  const added: ImportedIdentity[] = [];

  const outcomes = given.map((one): ImportOutcome => {
    const lacks = userLacks(importing, one.user);
    if (lacks !== undefined) return lacks;
    const user = Number(one.user.id);
    const holder = holders.get(keyOf(one));
    if (holder === user) return { is: "there" };
    if (holder !== undefined) return conflict("another account has this identity");
    if (unlinked(one)) return rejected("the identity was unlinked here");
    if (isClosed(importing, one)) return rejected(closed);
    if (!room(user)) return rejected(`the account has ${maxIdentities} identities`);
    holders.set(keyOf(one), user);
    added.push(one);
    return { is: "new" };
  });
  if (!dryRun && added.length > 0) {
    const values = added.map(({ issuer, subject, user, createdAt }) => ({
      ...{ issuer, subject, user_id: Number(user.id), linked_at: createdAt },
    }));
    await db.insertInto("identity").values(values).execute();
  }
  return outcomes;
}

export async function importPasskeys(
  importing: Importing,
  given: readonly ImportedPasskey[],
): Promise<readonly ImportOutcome[]> {
  const { db, dryRun } = importing;
  const ids = given.map((one) => one.id);
  const rows = await db
    .selectFrom("passkey")
    .select(["credential_id", "user_id", "name", "public_key"])
    .where("credential_id", "in", ids)
    .execute();
  const existing = new Map<string, Omit<(typeof rows)[number], "credential_id">>(
    rows.map((row) => [row.credential_id, row]),
  );
  const removed = await revocationsOf(importing, "passkey", given, (one) => one.id);
  const room = await roomIn(importing, "passkey", given, maxPasskeys);
  const added: ImportedPasskey[] = [];

  const outcomes = given.map((one): ImportOutcome => {
    const lacks = userLacks(importing, one.user);
    if (lacks !== undefined) return lacks;
    const user = Number(one.user.id);
    const there = existing.get(one.id);
    if (there !== undefined) {
      // The counter advances with each use, so it is not compared.
      return compared({
        user_id: there.user_id !== user,
        name: there.name !== one.name,
        public_key: !Buffer.from(there.public_key).equals(one.publicKey),
      });
    }
    if (removed(one)) return rejected("the passkey was removed here");
    if (isClosed(importing, one)) return rejected(closed);
    if (!room(user)) return rejected(`the account has ${maxPasskeys} passkeys`);
    existing.set(one.id, { user_id: user, name: one.name, public_key: one.publicKey });
    added.push(one);
    return { is: "new" };
  });
  if (!dryRun && added.length > 0) {
    const values = added.map((one) => ({
      credential_id: one.id,
      user_id: Number(one.user.id),
      name: one.name,
      public_key: one.publicKey,
      sign_count: one.signCount,
      transports: one.transports.join(" "),
      created_at: one.createdAt,
      last_used_at: one.lastUsedAt ?? null,
    }));
    await db.insertInto("passkey").values(values).execute();
  }
  return outcomes;
}

export async function importTotps(
  importing: Importing,
  given: readonly ImportedTotp[],
): Promise<readonly ImportOutcome[]> {
  const { db, keys, dryRun } = importing;
  const users = given.map((one) => Number(one.user.id));
  const rows = await db
    .selectFrom("totp")
    .select(["user_id", "secret"])
    .where("user_id", "in", users)
    .execute();
  const existing = new Map(
    rows.map((row) => [row.user_id, keys.open(row.secret, totpIdentity(row.user_id))]),
  );
  const turnedOff = await revocationsOf(importing, "authenticator-app", given, () => null);
  const added: ImportedTotp[] = [];

  const outcomes = given.map((one): ImportOutcome => {
    const lacks = userLacks(importing, one.user);
    if (lacks !== undefined) return lacks;
    const user = Number(one.user.id);
    const there = existing.get(user);
    if (there !== undefined) {
      return isSameSecret(there, one.secret)
        ? { is: "there" }
        : conflict("the account has another authenticator app");
    }
    if (turnedOff(one)) return rejected("an authenticator app was turned off here");
    if (isClosed(importing, one)) return rejected(closed);
    existing.set(user, one.secret);
    added.push(one);
    return { is: "new" };
  });
  if (!dryRun && added.length > 0) {
    const values = added.map((one) => ({
      user_id: Number(one.user.id),
      secret: keys.seal(one.secret, totpIdentity(one.user.id)),
      last_step: one.lastStep,
      created_at: one.createdAt,
    }));
    await db.insertInto("totp").values(values).execute();
  }
  return outcomes;
}

export async function importRecoveryCodes(
  importing: Importing,
  given: readonly ImportedRecoveryCode[],
): Promise<readonly ImportOutcome[]> {
  const { db, dryRun } = importing;
  const rows = await db
    .selectFrom("recovery_code")
    .select(["user_id", "digest"])
    .where("user_id", "in", [...new Set(given.map((one) => Number(one.user.id)))])
    .execute();
  const existing = new Set(rows.map((row) => `${row.user_id} ${row.digest}`));
  const used = await revocationsOf(importing, "recovery-code", given, (one) => one.digest);
  const room = await roomIn(importing, "recovery_code", given, recoveryCodeCount);
  const added: ImportedRecoveryCode[] = [];

  const outcomes = given.map((one): ImportOutcome => {
    const lacks = userLacks(importing, one.user);
    if (lacks !== undefined) return lacks;
    const key = `${one.user.id} ${one.digest}`;
    if (existing.has(key)) return { is: "there" };
    if (used(one)) return rejected("the recovery code was used or replaced here");
    if (isClosed(importing, one)) return rejected(closed);
    if (!room(Number(one.user.id))) {
      return conflict(`the account has ${recoveryCodeCount} other recovery codes`);
    }
    existing.add(key);
    added.push(one);
    return { is: "new" };
  });
  if (!dryRun && added.length > 0) {
    const values = added.map(({ user, digest }) => ({ user_id: Number(user.id), digest }));
    await db.insertInto("recovery_code").values(values).execute();
  }
  return outcomes;
}

/** Whether it would give access to an administrator's account, which this import may not. */
function isClosed(
  { accounts }: Importing,
  { user, toAdmins = false }: OfUser & { readonly toAdmins?: boolean },
): boolean {
  return !toAdmins && accounts.get(Number(user.id))?.isAdmin === true;
}

const closed = "it opens the account of an administrator, which takes --with-admins";

type OfUser = { readonly user: { readonly id: string } };

/** Which of these were revoked for their user. The user is the subject in the list of revocations. */
async function revocationsOf<One extends OfUser>(
  { db }: Importing,
  kind: "identity" | "passkey" | "authenticator-app" | "recovery-code",
  given: readonly One[],
  detailOf: (one: One) => string | null,
): Promise<(one: One) => boolean> {
  const found = await pairsRevoked(
    db,
    kind,
    given.map((one) => one.user.id),
  );
  return (one) => found.has(`${one.user.id} ${detailOf(one)}`);
}

/** Takes one of the places of an account. Returns false if all are taken. */
async function roomIn(
  { db }: Importing,
  table: "identity" | "passkey" | "recovery_code",
  given: readonly OfUser[],
  most: number,
): Promise<(user: number) => boolean> {
  const rows = await db
    .selectFrom(table)
    .select("user_id")
    .where("user_id", "in", [...new Set(given.map((one) => Number(one.user.id)))])
    .execute();
  const taken = new Map<number, number>();
  for (const { user_id } of rows) taken.set(user_id, (taken.get(user_id) ?? 0) + 1);
  return (user) => {
    const count = taken.get(user) ?? 0;
    if (count >= most) return false;
    taken.set(user, count + 1);
    return true;
  };
}
