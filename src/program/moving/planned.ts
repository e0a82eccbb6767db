/** A dry run does not change the database, so the records that it would have added so far are remembered here. */
import { type AccessLevel, covers } from "../../domain/access.ts";
import type { ImportedRecord, ImportedUser, ImportOutcome } from "../../domain/imported.ts";
import { foldScreenName } from "../../domain/user.ts";

export interface Planned {
  /** The records before it count. `outcome` is the one in the database without them. */
  judge(record: ImportedRecord, outcome: ImportOutcome): ImportOutcome;
}

export function openPlanned(): Planned {
  const seen = new Set<string>();
  const users = new Map<string, string>();
  const names = new Set<string>();
  const applications = new Map<string, AccessLevel>();
  /** Things that only one record can have, such as an identity. */
  const places = new Set<string>();

  return {
    judge(record, outcome) {
      if (seen.has(keyOf(record))) return { is: "there" };
      const judged = judge(record, outcome);
      if (judged.is === "new") plan(record);
      return judged;
    },
  };

  function judge(record: ImportedRecord, outcome: ImportOutcome): ImportOutcome {
    const lacks = outcome.is === "rejected" ? outcome.lacks : undefined;
    if (outcome.is !== "new" && lacks === undefined) return outcome;
    // If neither the user nor the application exists, the database reports `user`.
    if (lacks === "user" && !isUserPlanned(record)) return outcome;
    const access = "consumerKey" in record ? applications.get(record.consumerKey) : undefined;
    if (lacks === "application" && access === undefined) return outcome;
    if (record.kind === "user" && isTaken(record)) {
      return { is: "conflict", why: "an earlier line has the ID or the screen name" };
    }
    if (places.has(placeOf(record))) {
      return { is: "conflict", why: "an earlier line has it for another user" };
    }
    if (record.kind === "access_token" && access !== undefined && !covers(access, record.access)) {
      return { is: "rejected", why: `the application is registered for ${access} access only` };
    }
    return { is: "new" };
  }

  function plan(record: ImportedRecord): void {
    seen.add(keyOf(record));
    if (record.kind === "user") {
      users.set(record.id, foldScreenName(record.screenName));
      names.add(foldScreenName(record.screenName));
    }
    if (record.kind === "application") applications.set(record.consumerKey, record.access);
    places.add(placeOf(record));
  }

  function isUserPlanned(record: ImportedRecord): boolean {
    const user = "owner" in record ? record.owner : "user" in record ? record.user : undefined;
    return user !== undefined && users.get(user.id) === foldScreenName(user.screenName);
  }

  function isTaken({ id, screenName }: ImportedUser): boolean {
    return users.has(id) || names.has(foldScreenName(screenName));
  }
}

function placeOf(record: ImportedRecord): string {
  switch (record.kind) {
    case "identity":
      return `identity ${record.issuer} ${record.subject}`;
    case "passkey":
      return `passkey ${record.id}`;
    default:
      return keyOf(record);
  }
}

function keyOf(record: ImportedRecord): string {
  switch (record.kind) {
    case "user":
      return `user ${record.id} ${foldScreenName(record.screenName)}`;
    case "identity":
      return `identity ${record.user.id} ${record.issuer} ${record.subject}`;
    case "passkey":
      return `passkey ${record.user.id} ${record.id}`;
    case "totp":
      return `authenticator app ${record.user.id}`;
    case "recovery_code":
      return `recovery code ${record.user.id} ${record.digest}`;
    case "application":
      return `application ${record.consumerKey}`;
    case "icon":
      return `icon ${record.consumerKey}`;
    case "collaborator":
      return `collaborator ${record.consumerKey} ${record.user.id}`;
    case "access_token":
      return `access token ${record.token}`;
    case "bearer_token":
      return `bearer token ${record.consumerKey} ${record.ofPreviousSecret}`;
  }
}
