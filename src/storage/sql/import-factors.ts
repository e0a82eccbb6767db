/** Imports ways to sign in other than passwords. What was removed here stays removed. */
import { recoveryCodeCount, totpIdentity } from "../../domain/factors.ts";
import { type IdentityKey, maxIdentities } from "../../domain/identity.ts";
import type {
  ImportedIdentity,
  ImportedPasskey,
  ImportedRecoveryCode,
  ImportedTotp,
  ImportOutcome,
} from "../../domain/imported.ts";
import { maxPasskeys } from "../../domain/passkey.ts";
import {
  addNew,
  compared,
  conflict,
  type Importing,
  isSameSecret,
  type NewRows,
  pairsRevoked,
  placesOf,
  rejected,
  there,
  userLacks,
} from "./importing.ts";

export async function importIdentities(
  importing: Importing,
  given: readonly ImportedIdentity[],
): Promise<readonly ImportOutcome[]> {
  const { db } = importing;
  const rows = await db
    .selectFrom("identity")
    .selectAll()
    .where((it) =>
      it.or([
        it("user_id", "in", usersOf(given)),
        it.and([
          it("issuer", "in", [...new Set(given.map((one) => one.issuer))]),
          it(
            "subject",
            "in",
            given.map((one) => one.subject),
          ),
        ]),
      ]),
    )
    .execute();
  const keyOf = ({ issuer, subject }: IdentityKey) => `${issuer} ${subject}`;
  return addFactors(importing, given, {
    existing: new Map(rows.map((row) => [keyOf(row), row])),
    keyOf: (one) => keyOf(one),
    compare: (row, one) =>
      row.user_id === Number(one.user.id) ? there : conflict("another account has this identity"),
    revocation: "identity",
    detailOf: (one) => keyOf(one),
    revoked: "the identity was unlinked here",
    max: maxIdentities,
    full: rejected(`the account has ${maxIdentities} identities`),
    rowOf: ({ issuer, subject, user, createdAt }) => ({
      ...{ issuer, subject, user_id: Number(user.id), linked_at: createdAt },
    }),
    insert: (added) => db.insertInto("identity").values(added).execute(),
  });
}

export async function importPasskeys(
  importing: Importing,
  given: readonly ImportedPasskey[],
): Promise<readonly ImportOutcome[]> {
  const { db } = importing;
  const ids = given.map((one) => one.id);
  const rows = await db
    .selectFrom("passkey")
    .selectAll()
    .where((it) => it.or([it("user_id", "in", usersOf(given)), it("credential_id", "in", ids)]))
    .execute();
  return addFactors(importing, given, {
    existing: new Map(rows.map((row) => [row.credential_id, row])),
    keyOf: ({ id }) => id,
    // The counter advances with each use, so it is not compared.
    compare: (row, one) =>
      compared({
        user_id: row.user_id !== Number(one.user.id),
        name: row.name !== one.name,
        public_key: !Buffer.from(row.public_key).equals(one.publicKey),
      }),
    revocation: "passkey",
    detailOf: ({ id }) => id,
    revoked: "the passkey was removed here",
    max: maxPasskeys,
    full: rejected(`the account has ${maxPasskeys} passkeys`),
    rowOf: (one) => ({
      credential_id: one.id,
      user_id: Number(one.user.id),
      name: one.name,
      public_key: one.publicKey,
      sign_count: one.signCount,
      transports: one.transports.join(" "),
      created_at: one.createdAt,
      last_used_at: one.lastUsedAt ?? null,
    }),
    insert: (added) => db.insertInto("passkey").values(added).execute(),
  });
}

export async function importTotps(
  importing: Importing,
  given: readonly ImportedTotp[],
): Promise<readonly ImportOutcome[]> {
  const { db, keys } = importing;
  const rows = await db
    .selectFrom("totp")
    .selectAll()
    .where("user_id", "in", usersOf(given))
    .execute();
  const another = conflict("the account has another authenticator app");
  return addFactors(importing, given, {
    existing: new Map(rows.map((row) => [String(row.user_id), row])),
    keyOf: ({ user }) => user.id,
    compare: (row, { secret }) =>
      isSameSecret(keys.open(row.secret, totpIdentity(row.user_id)), secret) ? there : another,
    revocation: "authenticator-app",
    detailOf: () => null,
    revoked: "an authenticator app was turned off here",
    max: 1,
    full: another,
    rowOf: ({ user, secret, lastStep, createdAt }) => ({
      user_id: Number(user.id),
      secret: keys.seal(secret, totpIdentity(user.id)),
      last_step: lastStep,
      created_at: createdAt,
    }),
    insert: (added) => db.insertInto("totp").values(added).execute(),
  });
}

export async function importRecoveryCodes(
  importing: Importing,
  given: readonly ImportedRecoveryCode[],
): Promise<readonly ImportOutcome[]> {
  const { db } = importing;
  const rows = await db
    .selectFrom("recovery_code")
    .selectAll()
    .where("user_id", "in", usersOf(given))
    .execute();
  return addFactors(importing, given, {
    existing: new Map(rows.map((row) => [`${row.user_id} ${row.digest}`, row])),
    keyOf: ({ user, digest }) => `${user.id} ${digest}`,
    compare: () => there,
    revocation: "recovery-code",
    detailOf: ({ digest }) => digest,
    revoked: "the recovery code was used or replaced here",
    max: recoveryCodeCount,
    full: conflict(`the account has ${recoveryCodeCount} other recovery codes`),
    rowOf: ({ user, digest }) => ({ user_id: Number(user.id), digest }),
    insert: (added) => db.insertInto("recovery_code").values(added).execute(),
  });
}

type Factor = ImportedIdentity | ImportedPasskey | ImportedTotp | ImportedRecoveryCode;

interface Factors<One, Row> extends Omit<NewRows<One, Row>, "lacks" | "problem"> {
  readonly revocation: "identity" | "passkey" | "authenticator-app" | "recovery-code";
  /** The detail of its revocation, whose subject is the user. */
  detailOf(one: One): string | null;
  /** The problem if it was revoked. */
  readonly revoked: string;
  /** How many an account can have, and the problem if it has them. */
  readonly max: number;
  readonly full: ImportOutcome;
}

/** `existing` has all rows of the users, too. */
async function addFactors<One extends Factor, Row extends { readonly user_id: number }>(
  importing: Importing,
  given: readonly One[],
  factors: Factors<One, Row>,
): Promise<readonly ImportOutcome[]> {
  const { existing, revocation, detailOf, revoked, max, full } = factors;
  const revocations = await pairsRevoked(importing.db, revocation, usersOf(given).map(String));
  const take = placesOf(
    [...existing.values()].map((row) => row.user_id),
    max,
  );
  return addNew(importing, given, {
    ...factors,
    lacks: ({ user }) => userLacks(importing, user),
    problem(one) {
      const { user, toAdmins = false } = one;
      if (revocations.has(`${user.id} ${detailOf(one)}`)) return rejected(revoked);
      if (!toAdmins && importing.accounts.get(Number(user.id))?.isAdmin) {
        return rejected("it opens the account of an administrator, which takes --with-admins");
      }
      return take(Number(user.id)) ? undefined : full;
    },
  });
}

function usersOf(given: readonly Factor[]): readonly number[] {
  return [...new Set(given.map(({ user }) => Number(user.id)))];
}
