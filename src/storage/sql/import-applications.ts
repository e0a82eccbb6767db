import type { Selectable } from "kysely";
import { foldName } from "../../domain/application.ts";
import { differences as draftDifferences } from "../../domain/application-change.ts";
import { waitingSchemes } from "../../domain/callback-schemes.ts";
import type { Secret } from "../../domain/credentials.ts";
import { type ApplicationDraft, applicationFields } from "../../domain/fields/application.ts";
import {
  type ApprovalRequest,
  type ApprovalStatus,
  approvalRequestFields,
  approvalStatusFields,
} from "../../domain/fields/approval.ts";
import { differencesOf, snakeName } from "../../domain/fields/field.ts";
import type { ImportedApplication, ImportOutcome } from "../../domain/imported.ts";
import type { LimitChanges } from "../../domain/limits.ts";
import { columnsOf, nounIn } from "./field-columns.ts";
import {
  compared,
  conflict,
  type Importing,
  isSameSecret,
  rejected,
  revokedAmong,
  userLacks,
} from "./importing.ts";
import { plans } from "./plans.ts";
import type { Tables } from "./schema.ts";
import { consumerSecretIdentity } from "./sealed.ts";
import { secretDigest } from "./secret-digests.ts";

export async function importApplications(
  importing: Importing,
  given: readonly ImportedApplication[],
): Promise<readonly ImportOutcome[]> {
  const { db, dryRun, applications, untrusted } = importing;
  const rows = await db
    .selectFrom("application")
    .selectAll()
    .where((it) =>
      it.or([
        it(
          "consumer_key",
          "in",
          given.map((one) => one.consumerKey),
        ),
        it(
          "id",
          "in",
          given.map((one) => Number(one.id)),
        ),
      ]),
    )
    .execute();
  const byKey = new Map(rows.map((row) => [row.consumer_key, row]));
  const taken = new Map(rows.map((row) => [row.id, row.consumer_key]));
  const deleted = await revokedAmong(
    db,
    "application",
    given.map((one) => one.id),
  );
  const added = new Map<string, ImportedApplication>();
  const names = new Set((await plans(db)).map(({ name }) => name));

  const outcomes = given.map((one): ImportOutcome => {
    const existing = byKey.get(one.consumerKey);
    if (existing !== undefined) return comparedWith(importing, one, existing);
    const earlier = added.get(one.consumerKey);
    if (earlier !== undefined) return compared(differences(one, earlier));
    const holder = taken.get(Number(one.id));
    if (holder !== undefined) {
      return conflict(
        `another application has the ID ${one.id}: that with the consumer key ${holder}`,
      );
    }
    if (deleted.has(one.id)) return rejected("the application was deleted here");
    if (one.plan !== undefined && !names.has(one.plan)) {
      return rejected(`there is no plan ${one.plan} here; create it first`);
    }
    const lacks = userLacks(importing, one.owner);
    if (lacks !== undefined) return lacks;
    added.set(one.consumerKey, one);
    taken.set(Number(one.id), one.consumerKey);
    return { is: "new" };
  });

  for (const [at, one] of given.entries()) {
    const { is } = outcomes[at] ?? { is: "rejected" };
    if (is === "new") {
      const hasPrevious = one.previousSecret !== undefined;
      applications.set(one.consumerKey, { id: Number(one.id), access: one.access, hasPrevious });
    }
    if (is === "conflict") untrusted.add(one.consumerKey);
  }
  if (!dryRun && added.size > 0) {
    const values = [...added.values()].map((one) => rowOf(importing, one));
    await db.insertInto("application").values(values).execute();
  }
  return outcomes;
}

function differences(one: ImportedApplication, other: ImportedApplication) {
  return {
    ...plainDifferences(one, other),
    limits: differsIn(one.limits, other.limits),
    plan: one.plan !== undefined && one.plan !== other.plan,
    consumer_secret: !isSameSecret(one.consumerSecret, other.consumerSecret),
  };
}

type Plain = ApplicationDraft &
  ApprovalRequest &
  ApprovalStatus &
  Pick<ImportedApplication, "id" | "suspendedBecause"> & {
    readonly owner: { readonly id: string };
  };

function plainDifferences(one: Plain, other: Plain): Readonly<Record<string, boolean>> {
  return {
    id: one.id !== other.id,
    owner_id: one.owner.id !== other.owner.id,
    ...Object.fromEntries(draftDifferences(one, other).map(({ setting }) => [setting, true])),
    suspended: one.suspendedBecause !== other.suspendedBecause,
    ...Object.fromEntries(
      differencesOf<ApprovalRequest>(approvalRequestFields, one, other).map((it) => [
        it.setting,
        true,
      ]),
    ),
    ...Object.fromEntries(
      Object.keys(approvalStatusFields).map((name) => [
        snakeName(name),
        differs(one, other, name as keyof ApprovalStatus),
      ]),
    ),
  };
}

function differs(one: Plain, other: Plain, name: keyof ApprovalStatus): boolean {
  return JSON.stringify(one[name]) !== JSON.stringify(other[name]);
}

/** A record without limits sets none. */
function differsIn(one: LimitChanges | undefined, other: LimitChanges = {}): boolean {
  const sorted = (limits: LimitChanges) => JSON.stringify(Object.entries(limits).sort());
  return one !== undefined && sorted(one) !== sorted(other);
}

function isEmpty(limits: LimitChanges | undefined): boolean {
  return limits === undefined || Object.keys(limits).length === 0;
}

function comparedWith(
  { keys }: Importing,
  one: ImportedApplication,
  row: Selectable<Tables["application"]>,
): ImportOutcome {
  const existing: Plain = {
    id: String(row.id) as ImportedApplication["id"],
    owner: { id: String(row.owner_id) },
    ...nounIn<ApplicationDraft>(applicationFields, row),
    suspendedBecause: row.suspended_because ?? undefined,
    ...nounIn<ApprovalRequest>(approvalRequestFields, row),
    ...nounIn<ApprovalStatus>(approvalStatusFields, row),
  };
  const secret = keys.open(row.consumer_secret, consumerSecretIdentity(row.id));
  return compared({
    ...plainDifferences(one, existing),
    limits: differsIn(one.limits, row.limits === null ? {} : JSON.parse(row.limits)),
    plan: one.plan !== undefined && one.plan !== row.plan,
    consumer_secret: !isSameSecret(one.consumerSecret, secret),
  });
}

function rowOf({ keys }: Importing, one: ImportedApplication) {
  const seal = (secret: Secret) => keys.seal(secret, consumerSecretIdentity(one.id));
  const { previousSecret } = one;
  return {
    id: Number(one.id),
    owner_id: Number(one.owner.id),
    ...columnsOf<ApplicationDraft>(applicationFields, one),
    folded_name: foldName(one.name),
    consumer_key: one.consumerKey,
    consumer_secret: seal(one.consumerSecret),
    consumer_secret_digest: secretDigest(keys, one.consumerSecret),
    secret_set_at: one.createdAt,
    previous_secret: previousSecret === undefined ? null : seal(previousSecret.secret),
    previous_secret_digest:
      previousSecret === undefined ? null : secretDigest(keys, previousSecret.secret),
    previous_secret_until: previousSecret?.until ?? null,
    confirmed_schemes: [" ", ...one.confirmedSchemes.map((scheme) => `${scheme} `)].join(""),
    waits: Number(waitingSchemes(one.callbacks, one.confirmedSchemes).length > 0),
    limits: isEmpty(one.limits) ? null : JSON.stringify(one.limits),
    plan: one.plan ?? null,
    created_at: one.createdAt,
    suspended_because: one.suspendedBecause ?? null,
    ...columnsOf<ApprovalRequest>(approvalRequestFields, one),
    ...columnsOf<ApprovalStatus>(approvalStatusFields, one),
  };
}
