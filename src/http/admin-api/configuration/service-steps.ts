import { ConfigurationRejected } from "../../../domain/application-configuration.ts";
import type { UserId } from "../../../domain/credentials.ts";
import type { Difference } from "../../../domain/fields/field.ts";
import {
  isSamePlan,
  limitTexts,
  maxPlans,
  noPlanText,
  type PlanDraft,
  planWith,
  problemWithPlan,
} from "../../../domain/plan.ts";
import type { SecondFactorRule } from "../../../domain/second-factor.ts";
import { everyItem } from "../../../domain/slice.ts";
import { unusedDaysText } from "../../../domain/unused-access.ts";
import type { User } from "../../../domain/user.ts";
import { readPlanLimits } from "../../../verification/rate-limits/limits-in-force.ts";
import {
  changeServiceSettings,
  countUnusedAccess,
  ruleAfter,
  serviceSettingsIn,
  unusedAccessConfigured,
  unusedAccessText,
} from "../../actions/service-settings.ts";
import { userNamed } from "./application-parts.ts";
import { changedSince, type Planning, type Step } from "./step.ts";
import type { Configuration } from "./wanted.ts";

export async function settingsStep(
  {
    sign_up: signUp,
    second_factor: secondFactor,
    unused_access_days: days,
  }: NonNullable<Configuration["settings"]>,
  { ledger, config, now, pause }: Planning,
): Promise<Step | undefined> {
  const present = await serviceSettingsIn({ ledger, config });
  const rule =
    secondFactor === undefined
      ? present.rule
      : ruleAfter(
          present.rule,
          {
            requiredFor: secondFactor.required_for,
            graceDays: secondFactor.grace_days ?? present.rule.graceDays,
          },
          now,
        );
  const differences: Difference[] = [];
  if (signUp !== undefined && signUp !== present.set.signUp) {
    differences.push({ setting: "sign_up", from: present.set.signUp ?? "", to: signUp });
  }
  if (rule !== present.rule) {
    differences.push({
      setting: "second_factor",
      from: ruleText(present.rule),
      to: ruleText(rule),
    });
  }
  const unused =
    days === undefined || (days ?? undefined) === present.unused.days
      ? undefined
      : { days: days ?? undefined };
  if (unused !== undefined) {
    if (present.unused.isConfigured) throw new ConfigurationRejected(unusedAccessConfigured);
    differences.push({
      setting: "unused_access_days",
      from: unusedDaysText(present.unused.days),
      to: unusedDaysText(unused.days),
    });
  }
  if (differences.length === 0) return undefined;
  return {
    action: "change",
    what: "settings",
    differences,
    ends: await endsAfter(unused?.days, { ledger, now }, pause),
    async run(by) {
      if (!(await changeServiceSettings({ ledger }, present, { signUp, rule, unused }, by))) {
        throw new ConfigurationRejected(changedSince);
      }
    },
  };
}

async function endsAfter(
  days: number | undefined,
  { ledger, now }: Pick<Planning, "ledger" | "now">,
  pause: Planning["pause"],
): Promise<readonly string[]> {
  if (days === undefined) return [];
  const counts = await countUnusedAccess({ ledger }, { days, now }, pause);
  return counts.grants === 0 ? [] : [unusedAccessText(counts)];
}

function ruleText({ requiredFor, graceDays }: SecondFactorRule): string {
  return requiredFor === "nobody" ? requiredFor : `${requiredFor}, after ${graceDays} days`;
}

/** One plan of the configuration. Plans come before the applications, which may have them. */
export async function planStep(
  name: string,
  { description, limits, is_default: isDefault }: NonNullable<Configuration["plans"]>[string],
  { ledger, config, limited = config }: Planning,
): Promise<Step | undefined> {
  const present = (await ledger.plans()).find((one) => one.name === name);
  const before = present ?? noPlanText;
  const read = limits === undefined ? undefined : readPlanLimits(limits, limited);
  if (read?.ok === false) throw new ConfigurationRejected(read.problem);
  const draft = planWith(before, {
    ...(description !== undefined && { description }),
    ...(read !== undefined && { limits: read.limits }),
    ...(isDefault !== undefined && { isDefault }),
  });
  const problem = problemWithPlan(draft);
  if (problem !== undefined) throw new ConfigurationRejected(problem);
  if (present !== undefined && isSamePlan(present, draft)) return undefined;
  const differences = planDifferences(before, draft);
  return {
    action: present === undefined ? "create" : "change",
    what: `plan ${name}`,
    differences,
    ends: [],
    async run(by) {
      // Another step may have made another plan the default one, which gives this one a new version.
      const now = (await ledger.plans()).find((one) => one.name === name);
      const isAsSeen =
        now === undefined
          ? present === undefined
          : present && isSamePlan({ ...now, isDefault: present.isDefault }, present);
      const seen = now === undefined ? {} : { seen: now.version };
      const outcome =
        isAsSeen && (await ledger.savePlan({ name, draft, ...seen, most: maxPlans }, by));
      if (outcome === "too-many") throw new ConfigurationRejected(`there can be ${maxPlans} plans`);
      if (outcome !== "saved") throw new ConfigurationRejected(changedSince);
    },
  };
}

function planDifferences(before: PlanDraft, after: PlanDraft): readonly Difference[] {
  const all: readonly Difference[] = [
    { setting: "description", from: before.description, to: after.description },
    { setting: "limits", from: limitTexts(before.limits), to: limitTexts(after.limits) },
    { setting: "is_default", from: before.isDefault, to: after.isDefault },
  ];
  return all.filter(({ from, to }) => String(from) !== String(to));
}

export async function administratorsStep(
  names: readonly string[],
  { ledger, pause }: Planning,
): Promise<Step | undefined> {
  const wanted = new Map<UserId, User>();
  for (const name of names) {
    await pause?.();
    const user = await userNamed(ledger, name);
    wanted.set(user.id, user);
  }
  const present = await administrators(ledger);
  const all = [...wanted.values()];
  const suspended = all.find((one) => !one.isAdmin && one.suspendedBecause !== undefined);
  if (suspended !== undefined) {
    throw new ConfigurationRejected(
      `${suspended.screenName} is suspended; lift the suspension first, or leave this user out`,
    );
  }
  const removed = present.filter(({ id }) => !wanted.has(id));
  if (removed.length === 0 && all.every(({ isAdmin }) => isAdmin)) return undefined;
  if (all.every((one) => one.suspendedBecause !== undefined)) {
    throw new ConfigurationRejected(
      "at least one administrator must not be suspended; add another one, or lift a suspension first",
    );
  }
  const change = { seen: present.map(({ id }) => id), wanted: [...wanted.keys()] };
  return {
    action: "change",
    what: "administrators",
    differences: [{ setting: "administrators", from: namesOf(present), to: namesOf(all) }],
    ends: removed.map(({ screenName }) => `${screenName} is no longer an administrator.`),
    async run(by) {
      if (await ledger.setAdministrators(change, by)) return;
      throw new ConfigurationRejected(changedSince);
    },
  };
}

export async function administrators(ledger: Planning["ledger"]): Promise<readonly User[]> {
  return Array.fromAsync(
    everyItem(
      (after) => ledger.administrators({ after, size: 500 }),
      (one: User) => one.screenName,
    ),
  );
}

function namesOf(users: readonly User[]): readonly string[] {
  return users.map(({ screenName }) => screenName).sort();
}
