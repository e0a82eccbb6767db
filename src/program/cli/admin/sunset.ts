import { type Command, Option } from "commander";
import { endingTraits, sunsetNameForm } from "../../../domain/sunset.ts";
import {
  programCsvHead,
  programCsvOf,
  traitCsvHead,
  traitCsvOf,
} from "../../../domain/trait-csv.ts";
import * as sunsets from "../../../http/admin-api/sunsets.ts";
import * as traits from "../../../http/admin-api/traits.ts";
import { WrongUse } from "../outcome.ts";
import { addCommand } from "./command.ts";
import { orNone } from "./user.ts";

export function addSunsetCommands(sunset: Command): void {
  addCommand(sunset, {
    name: "list",
    of: sunsets.listSunsets,
    print: ({ data }) => orNone(data.map(lineOf), "no sunset is planned"),
  });
  addCommand(sunset, {
    name: "plan",
    of: sunsets.planSunset,
    options: (command) =>
      command
        .requiredOption("--name <name>", `a name for it: ${sunsetNameForm}`)
        .addOption(new Option("--trait <trait>", "what ends").choices(endingTraits))
        .option("--consumer-key <key>", "the application for which it ends")
        .option("--exempt <id>", "the ID of an exempt application (repeatable)", collected)
        .option(
          "--deprecated <time>",
          "since when it should not be used; by default as before, or now",
        )
        .requiredOption("--ends <time>", "when it ends, such as 2027-06-01 or 2027-06-01T09:00Z")
        .requiredOption("--link <url>", "where owners read what to do")
        .option("--announce-only", "do not reject it at its end")
        .option(
          "--brownout-from <time>",
          "from when on it is rejected in some minutes of each hour",
        )
        .option("--brownout-until <time>", "until when; by default, its end")
        .option("--brownout-minutes <number>", "the first minutes of each hour", "10"),
    input: (options, { application }) => ({
      name: options["name"],
      trait: options["trait"] ?? null,
      application: application?.id ?? null,
      exempt: options["exempt"] ?? [],
      ...(options["deprecated"] !== undefined && {
        deprecated_at: timeIn(options["deprecated"], "--deprecated"),
      }),
      ends_at: timeIn(options["ends"], "--ends"),
      link: options["link"],
      rejects: options["announceOnly"] !== true,
      brownout: brownoutIn(options),
    }),
    print: (planned) => ({
      lines: [lineOf(planned)],
      notes: ["Servers that run learn of it within 15 seconds."],
    }),
  });
  addCommand(sunset, {
    name: "remove",
    of: sunsets.removeSunset,
    options: (command) => command.requiredOption("--name <name>", "the sunset"),
    input: ({ name }) => ({ name }),
    print: (_, { options: { name } }) => ({
      lines: [`the sunset ${name} is removed`],
      notes: ["Servers that run learn of it within 15 seconds."],
    }),
  });
  addCommand(sunset, {
    name: "traits",
    of: traits.getTraits,
    print: ({ data }) =>
      orNone(
        data.map(({ trait, applications, users }) => [
          trait,
          `applications ${upTo(applications)}`,
          `users ${upTo(users)}`,
        ]),
        "nothing that may end was used",
      ),
  });
  addCommand(sunset, {
    name: "uses",
    of: traits.listTraitUses,
    options: (command) => command.option("--csv", "print lines of comma-separated values"),
    print: ({ data }, { options: { csv } }) =>
      csv === true
        ? [traitCsvHead, ...data.map(traitCsvOf)]
        : orNone(
            data.map((use) => [
              use.application_id,
              use.last_used_on,
              `requests ${use.requests}`,
              use.rejected > 0 ? `rejected ${use.rejected}` : "",
              `users ${upTo(use.users)}`,
              `@${use.owner}`,
              use.application,
              use.programs.join(" "),
            ]),
            "no application used it",
          ),
  });
  addCommand(sunset, {
    name: "programs",
    of: traits.listProgramUses,
    options: (command) => command.option("--csv", "print lines of comma-separated values"),
    print: ({ data }, { options: { csv } }) =>
      csv === true
        ? [programCsvHead, ...data.map(programCsvOf)]
        : orNone(
            data.map(({ application_id: id, application, owner, last_used_at: at, program }) => [
              program,
              id,
              at,
              `@${owner}`,
              application,
            ]),
            "no application used it in the last 30 days",
          ),
  });
}

function upTo(count: number): string {
  return count < 1000 ? String(count) : "1000+";
}

function collected(id: string, before: readonly string[] = []): readonly string[] {
  return [...before, id];
}

type Options = Readonly<Record<string, unknown>>;

function brownoutIn(options: Options): object | null {
  const { brownoutFrom: from, brownoutUntil: until, brownoutMinutes, ends } = options;
  if (from === undefined) return null;
  return {
    from: timeIn(from, "--brownout-from"),
    until: timeIn(until ?? ends, "--brownout-until"),
    minutes: Number(brownoutMinutes),
  };
}

function timeIn(text: unknown, option: string): string {
  const isTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/.test(String(text));
  const at = isTime ? Date.parse(String(text)) : Number.NaN;
  if (!Number.isNaN(at)) return new Date(at).toISOString();
  throw new WrongUse(`${option} takes a day or a time in UTC, such as 2027-06-01T09:00Z`);
}

function lineOf(one: ReturnType<typeof sunsets.sunsetJson>): string {
  const { name, trait, application, exempt, ends_at: ends, rejects, link, brownout } = one;
  const { deprecated_at: since } = one;
  return [
    name,
    trait ?? "everything",
    application === null ? "every application" : `application ${application}`,
    `deprecated ${since}`,
    `${rejects ? "ends" : "announced to end"} ${ends}`,
    ...(brownout === null
      ? []
      : [`brownout ${brownout.from} to ${brownout.until}, ${brownout.minutes} min an hour`]),
    ...(exempt.length === 0 ? [] : [`exempt ${exempt.join(" ")}`]),
    link,
  ].join("  ");
}
