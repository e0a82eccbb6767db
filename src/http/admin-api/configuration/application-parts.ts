/** The parts of an application that a file describes, beside its settings. */
import type { Application } from "../../../domain/application.ts";
import {
  type ApplicationConfiguration,
  ConfigurationRejected,
} from "../../../domain/application-configuration.ts";
import type { AuditContext } from "../../../domain/audit.ts";
import type { Collaborator } from "../../../domain/collaborator.ts";
import { idFrom } from "../../../domain/credentials.ts";
import type { Difference } from "../../../domain/fields/field.ts";
import type { LimitChanges } from "../../../domain/limits.ts";
import { type User, withoutAt } from "../../../domain/user.ts";
import { type Limited, readLimits } from "../../../verification/rate-limits/limits-in-force.ts";
import { userGiven } from "../../actions/user-given.ts";
import { changedSince, type Planning } from "./step.ts";
import type { ApplicationEntry } from "./wanted.ts";

export interface Part {
  readonly differences: readonly Difference[];
  readonly ends: readonly string[];
  readonly wanted: Partial<ApplicationConfiguration>;
}

/** A new application is compared with this. */
type Before = Pick<
  Application,
  "limits" | "plan" | "suspendedBecause" | "approval" | "approvalText"
> & {
  readonly collaborators: readonly Pick<Collaborator, "userId" | "screenName" | "role">[];
};

export const before: Before = {
  limits: {},
  plan: undefined,
  suspendedBecause: undefined,
  approval: undefined,
  approvalText: undefined,
  collaborators: [],
};

/**
 * Everything that an administrator decides. Throws `ConfigurationRejected` if the configuration names a user or a limit
 * that there is not.
 */
export async function decidedParts(
  entry: ApplicationEntry,
  present: Before,
  { ledger, config, plans, limited = config }: Planning,
): Promise<readonly Part[]> {
  return [
    limitsPart(present.limits, entry.limits, limited),
    planPart(present.plan, entry.plan, plans),
    suspensionPart(present.suspendedBecause, entry.suspended),
    approvalPart(present, entry.declined),
    await collaboratorsPart(present.collaborators, entry, ledger),
  ];
}

export function ownerPart(
  { ownerId, ownerScreenName: from }: Application,
  owner: User | undefined,
): Part {
  if (owner === undefined || owner.id === ownerId) return same;
  return {
    differences: [{ setting: "owner", from, to: owner.screenName }],
    ends: [`${from} loses access to the application.`],
    wanted: { ownerId: owner.id },
  };
}

function limitsPart(
  present: LimitChanges,
  wanted: ApplicationEntry["limits"],
  limited: Limited,
): Part {
  if (wanted === undefined) return same;
  const [from, to] = [limitTexts(present), limitTexts(wanted)];
  if (from.join() === to.join()) return same;
  const read = readLimits(wanted, limited);
  if (!read.ok) throw new ConfigurationRejected(read.problem);
  const { limits } = read;
  return { differences: [{ setting: "limits", from, to }], ends: [], wanted: { limits } };
}

function planPart(
  present: string | undefined,
  wanted: ApplicationEntry["plan"],
  plans: Planning["plans"],
): Part {
  if (wanted === undefined || wanted === (present ?? "")) return same;
  if (wanted !== "" && !plans?.has(wanted)) {
    throw new ConfigurationRejected(`there is no plan ${wanted}; add it to plans`);
  }
  return {
    differences: [{ setting: "plan", from: present ?? "", to: wanted }],
    ends: [],
    wanted: { plan: wanted === "" ? null : wanted },
  };
}

function limitTexts(limits: object): readonly string[] {
  return Object.entries(limits)
    .map(([name, limit]) => `${name}=${limit}`)
    .sort();
}

function suspensionPart(from: string | undefined, suspended: ApplicationEntry["suspended"]): Part {
  const to = suspended === false ? undefined : suspended;
  if (suspended === undefined || from === to) return same;
  return {
    differences: [{ setting: "suspended", from: from ?? "", to: to ?? "" }],
    ends: from === undefined ? ["Its requests are rejected from the next one on."] : [],
    wanted: { suspendedBecause: to ?? null },
  };
}

/** Something that waits is approved, or declined. */
function approvalPart(
  { approval, approvalText }: Pick<Before, "approval" | "approvalText">,
  declined: ApplicationEntry["declined"],
): Part {
  if (declined === undefined || (declined === false && approval === undefined)) return same;
  if (approval === "declined" && approvalText === declined) return same;
  const from = approval === "declined" ? (approvalText ?? "") : (approval ?? "");
  return {
    differences: [{ setting: "declined", from, to: declined === false ? "" : declined }],
    ends:
      approval === undefined
        ? ["It works for its owner's account only, from the next request on."]
        : [],
    wanted: { declinedBecause: declined === false ? null : declined },
  };
}

async function collaboratorsPart(
  present: Before["collaborators"],
  { collaborators }: ApplicationEntry,
  ledger: Planning["ledger"],
): Promise<Part> {
  if (collaborators === undefined) return same;
  const wanted: Before["collaborators"][number][] = [];
  for (const [name, role] of Object.entries(collaborators)) {
    const { id: userId, screenName } = await userNamed(ledger, name);
    if (wanted.some((one) => one.userId === userId)) {
      throw new ConfigurationRejected(`the file lists the collaborator ${screenName} twice`);
    }
    wanted.push({ userId, screenName, role });
  }
  const [from, to] = [collaboratorTexts(present), collaboratorTexts(wanted)];
  if (from.join() === to.join()) return same;
  const removed = present.filter(({ userId }) => !wanted.some((one) => one.userId === userId));
  return {
    differences: [{ setting: "collaborators", from, to }],
    ends: removed.map(({ screenName }) => `${screenName} is no longer a collaborator.`),
    wanted: { collaborators: wanted.map(({ userId, role }) => ({ userId, role })) },
  };
}

function collaboratorTexts(all: Before["collaborators"]): readonly string[] {
  return all.map(({ screenName, role }) => `${screenName}=${role}`).sort();
}

const same: Part = { differences: [], ends: [], wanted: {} };

/** Throws `ConfigurationRejected`, and nothing was changed. */
export async function configure(
  ledger: Planning["ledger"],
  configuration: ApplicationConfiguration,
  by: AuditContext,
): Promise<void> {
  if (await ledger.configureApplication(configuration, by)) return;
  throw new ConfigurationRejected(changedSince);
}

/** By screen name or ID. Throws `ConfigurationRejected`. */
export async function userNamed(ledger: Planning["ledger"], given: string): Promise<User> {
  const user = await userGiven(ledger, given);
  if (user !== undefined) return user;
  const id = idFrom(given.trim());
  throw new ConfigurationRejected(
    id === undefined
      ? `there is no user ${withoutAt(given)}`
      : `there is no user with the ID ${id}; if it is a screen name, write @${id}`,
  );
}
