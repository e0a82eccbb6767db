import { ConfigurationRejected } from "../../../domain/application-configuration.ts";
import type { Difference } from "../../../domain/application-differences.ts";
import type { UserId } from "../../../domain/credentials.ts";
import { everyPage } from "../../../domain/page.ts";
import type { SecondFactorRule } from "../../../domain/second-factor.ts";
import type { User } from "../../../domain/user.ts";
import {
  changeServiceSettings,
  ruleAfter,
  serviceSettingsIn,
} from "../../actions/service-settings.ts";
import { userNamed } from "./application-parts.ts";
import { changedSince, type Planning, type Step } from "./step.ts";
import type { Configuration } from "./wanted.ts";

export async function settingsStep(
  { sign_up: signUp, second_factor: secondFactor }: NonNullable<Configuration["settings"]>,
  { ledger, config, now }: Planning,
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
  if (differences.length === 0) return undefined;
  return {
    action: "change",
    what: "settings",
    differences,
    ends: [],
    async run(by) {
      if (!(await changeServiceSettings({ ledger }, present, { signUp, rule }, by))) {
        throw new ConfigurationRejected(changedSince);
      }
    },
  };
}

function ruleText({ requiredFor, graceDays }: SecondFactorRule): string {
  return requiredFor === "nobody" ? requiredFor : `${requiredFor}, after ${graceDays} days`;
}

export async function administratorsStep(
  names: readonly string[],
  { ledger }: Planning,
): Promise<Step | undefined> {
  const wanted = new Map<UserId, User>();
  for (const name of names) {
    const user = await userNamed(ledger, name);
    wanted.set(user.id, user);
  }
  const present = await administrators(ledger);
  const added = [...wanted.values()].filter(({ isAdmin }) => !isAdmin);
  const removed = present.filter(({ id }) => !wanted.has(id));
  if (added.length + removed.length === 0) return undefined;
  return {
    action: "change",
    what: "administrators",
    differences: [
      { setting: "administrators", from: namesOf(present), to: namesOf([...wanted.values()]) },
    ],
    ends: removed.map(({ screenName }) => `${screenName} is no longer an administrator.`),
    async run(by) {
      const changes = [
        ...added.map((user) => ({ user, isAdmin: true })),
        ...removed.map((user) => ({ user, isAdmin: false })),
      ];
      for (const { user, isAdmin } of changes) {
        const outcome = await ledger.setAdmin(user.id, isAdmin, by);
        if (outcome === "gone") {
          throw new ConfigurationRejected(`${user.screenName} was deleted at the same time`);
        }
        if (outcome === "last-administrator") {
          throw new ConfigurationRejected(
            `${user.screenName} is the last administrator who isn't suspended, and remains one`,
          );
        }
      }
    },
  };
}

export async function administrators(ledger: Planning["ledger"]): Promise<readonly User[]> {
  const found: User[] = [];
  for await (const user of everyPage(
    (after) => ledger.users({ after, size: 500 }),
    (one: User) => one.screenName,
  )) {
    if (user.isAdmin) found.push(user);
  }
  return found;
}

function namesOf(users: readonly User[]): readonly string[] {
  return users.map(({ screenName }) => screenName).sort();
}
