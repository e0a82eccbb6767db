import type { Command } from "commander";
import * as plans from "../../../http/admin-api/plans.ts";
import { WrongUse } from "../outcome.ts";
import { addCommand } from "./command.ts";
import { orNone } from "./user.ts";

export function addPlanCommands(plan: Command): void {
  addCommand(plan, {
    name: "list",
    of: plans.listPlans,
    print: ({ data }) => orNone(data.map(planLine), "there are no plans yet"),
  });
  addCommand(plan, {
    name: "show",
    of: plans.getPlan,
    print: (one) => [
      planLine(one),
      ...(one.description === "" ? [] : [one.description]),
      ...Object.entries(one.limits).map(([name, limit]) => `${name}  ${limit}`),
    ],
  });
  addCommand(plan, {
    name: "create",
    of: plans.createPlan,
    options: (command) => withMembers(command.requiredOption("--name <name>", "the plan's name")),
    input: ({ name, ...options }) => ({ name, ...membersIn(options) }),
    print: (one) => planLine(one),
  });
  addCommand(plan, {
    name: "change",
    of: plans.changePlan,
    options: (command) => withMembers(command.requiredOption("--name <name>", "the plan")),
    input: ({ name, ...options }) => ({ name, ...membersIn(options) }),
    print: (one) => planLine(one),
  });
  addCommand(plan, {
    name: "delete",
    of: plans.deletePlan,
    print: () => "deleted",
  });
}

function withMembers(command: Command): Command {
  const collected = (value: string, before: readonly string[] = []) => [...before, value];
  return command
    .option("--description <text>", "what developers read about it")
    .option(
      "--limit <name=value>",
      "a limit of the plan, such as oauth2/token=100 or api/exports=10/1s 10000/month; those that are not given are left out (repeatable)",
      collected,
    )
    .option("--no-limits", "it has no limits of its own")
    .option("--default", "make it the plan of applications that have no other one")
    .option("--no-default", "applications that have no other plan have none");
}

function membersIn(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { description, limit, limits, default: isDefault } = options;
  const given = Array.isArray(limit) ? limit.map(String) : undefined;
  return {
    description,
    limits: limits === false ? {} : given && Object.fromEntries(given.map(limitIn)),
    is_default: isDefault,
  };
}

function limitIn(text: string): readonly [string, string | number] {
  const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new WrongUse(`--limit: ${JSON.stringify(text)} is not name=value`);
  }
  return [name, /^\d{1,9}$/.test(value) ? Number(value) : value];
}

function planLine(one: {
  readonly name: string;
  readonly limits: Readonly<Record<string, unknown>>;
  readonly is_default: boolean;
  readonly applications: number;
}): string {
  const count = Object.keys(one.limits).length;
  return [
    one.name,
    `${count} ${count === 1 ? "limit" : "limits"}`,
    `${one.applications} ${one.applications === 1 ? "application" : "applications"}`,
    ...(one.is_default ? ["the default"] : []),
  ].join("  ");
}
