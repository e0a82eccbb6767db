import { type Command, Option } from "commander";
import { signUpWays } from "../../../domain/operating.ts";
import { graceChoices, secondFactorRequirements } from "../../../domain/second-factor.ts";
import { unusedDaysText } from "../../../domain/unused-access.ts";
import { countUnusedAccess, unusedAccessText } from "../../../http/actions/service-settings.ts";
import * as service from "../../../http/admin-api/service.ts";
import { WrongUse } from "../outcome.ts";
import { addCommand, type Called } from "./command.ts";

export function addSettingCommands(group: Command): void {
  addCommand(group, { name: "show", of: service.getSettings, print: linesOf });
  addCommand(group, {
    name: "change",
    of: service.changeSettings,
    options: (command) =>
      command
        .addOption(new Option("--sign-up <who>", "who can create an account").choices(signUpWays))
        .addOption(
          new Option("--second-factor <who>", "who needs a second factor").choices(
            secondFactorRequirements,
          ),
        )
        .addOption(
          new Option("--grace-days <days>", "the grace period in days").choices(
            graceChoices.map(String),
          ),
        )
        .option(
          "--unused-access-days <days>",
          "after how many days without use the access of an application to an account ends; off for never",
        ),
    input({ signUp, secondFactor, graceDays, unusedAccessDays }) {
      const given = {
        sign_up: signUp,
        second_factor: secondFactor,
        grace_days: graceDays && Number(graceDays),
        unused_access_days:
          unusedAccessDays === "off" ? null : unusedAccessDays && Number(unusedAccessDays),
      };
      if (Object.values(given).every((one) => one === undefined)) {
        throw new WrongUse("choose a setting to change, such as --sign-up open");
      }
      return given;
    },
    ends,
    print: (settings) => ({
      lines: linesOf(settings),
      notes: ["Servers that run follow within a minute."],
    }),
  });
  addCommand(group, {
    name: "unused-access",
    of: service.getUnusedAccess,
    print: unusedAccessText,
  });
}

/** What is unused so long by now is counted before the rule is turned on. */
async function ends({ ledger, now, options: { unusedAccessDays } }: Called) {
  const days = Number(unusedAccessDays);
  if (Number.isNaN(days)) return [];
  const counts = await countUnusedAccess({ ledger }, { days, now });
  return counts.grants === 0 ? [] : [unusedAccessText(counts)];
}

function linesOf(settings: {
  readonly sign_up: string;
  readonly second_factor: string;
  readonly grace_days: number;
  readonly unused_access_days: number | null;
}): string[] {
  return [
    `sign_up             ${settings.sign_up}`,
    `second_factor       ${settings.second_factor}`,
    `grace_days          ${settings.grace_days}`,
    `unused_access_days  ${unusedDaysText(settings.unused_access_days ?? undefined)}`,
  ];
}
