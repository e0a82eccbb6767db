import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import type { z } from "zod";
import { readError } from "../../../config/read-error.ts";
import { bulkStepSize } from "../../../domain/bulk-action.ts";
import { type BulkActionId, idFrom } from "../../../domain/credentials.ts";
import { applicationFilters, tokenFilters } from "../../../domain/fields/list-filters.ts";
import * as bulk from "../../../http/admin-api/bulk-actions.ts";
import { filterShape } from "../../../http/admin-api/filters.ts";
import type { AdminCall } from "../../../http/operation/admin-operation.ts";
import { confirm, yesMeaning } from "../confirm.ts";
import { Failed, plural, WrongUse } from "../outcome.ts";
import { openProgress } from "../progress.ts";
import { applicationWithKey } from "../stores.ts";
import { addCommand, addOptionsFor, type Called, valuesFor } from "./command.ts";
import { orNone } from "./user.ts";

type Action = z.input<typeof bulk.bulkAction>;

const { ids: _, ...otherFilters } = filterShape(applicationFilters);
const tokenShape = filterShape(tokenFilters);

export function addBulkCommands(group: Command): void {
  addCommand(group, {
    name: "revoke-tokens",
    description:
      "Revoke the access tokens of an application, a user, or both that fit filters; counts them first, and asks",
    of: bulk.announceBulkAction,
    options: (command) =>
      withConfirmation(
        addOptionsFor(
          command
            .option("--screen-name <name>", "those of this user, by screen name or ID")
            .option("--consumer-key <key>", "those of this application"),
          tokenShape,
        ),
      ),
    input: (options, { user, application }) => ({
      kind: "revoke-access-tokens",
      ...(application !== undefined && { application: application.id }),
      ...(user !== undefined && { user: user.id }),
      ...valuesFor(tokenShape, options),
    }),
    follow,
    print: (one) => lineOf(one),
  });
  addCommand(group, {
    name: "suspend-apps",
    description:
      "Suspend the applications that fit filters, or that a file lists; counts them first, and asks",
    of: bulk.announceBulkAction,
    options: (command) =>
      ofApplications(command).option(
        "--because <reason>",
        "the reason, which their owners see",
        "suspended by the administrator",
      ),
    input: async (options, called) => ({
      kind: "suspend-applications",
      because: options["because"],
      ...(await chosen(options, called)),
    }),
    follow,
    print: (one) => lineOf(one),
  });
  addCommand(group, {
    name: "restore-apps",
    description:
      "Lift the suspension of the applications that fit filters, or that a file lists; counts them first, and asks",
    of: bulk.announceBulkAction,
    options: ofApplications,
    input: async (options, called) => ({
      kind: "restore-applications",
      ...(await chosen(options, called)),
    }),
    follow,
    print: (one) => lineOf(one),
  });
  addCommand(group, {
    name: "begin",
    description: "Begin a bulk action that was announced, and show its progress",
    of: bulk.beginBulkAction,
    follow: (one, called) => workedThrough(called, one),
    print: (one) => lineOf(one),
  });
  addCommand(group, {
    name: "follow",
    description:
      "Show the progress of a bulk action until it has ended, and do it if no server does",
    of: bulk.getBulkAction,
    follow: (one, called) => workedThrough(called, one),
    print: (one) => lineOf(one),
  });
  addCommand(group, {
    name: "show",
    of: bulk.getBulkAction,
    print: (one) => lineOf(one),
  });
  addCommand(group, {
    name: "list",
    of: bulk.listBulkActions,
    print: ({ data }) => orNone(data.map(lineOf), "there are no bulk actions"),
  });
  addCommand(group, {
    name: "stop",
    of: bulk.stopBulkAction,
    print: (one) => lineOf(one),
  });
}

function withConfirmation(command: Command): Command {
  return command
    .option("--dry-run", "only announce it, so that bulk begin can begin it within an hour")
    .option("--yes", yesMeaning);
}

function ofApplications(command: Command): Command {
  return withConfirmation(
    addOptionsFor(
      command.option(
        "--from <file>",
        "a file with an application's ID or consumer key on each line; - reads standard input",
      ),
      otherFilters,
    ),
  );
}

async function chosen(
  { from, ...options }: Readonly<Record<string, unknown>>,
  { ledger }: Called,
): Promise<object> {
  const filters = valuesFor(otherFilters, options);
  if (typeof from !== "string") return filters;
  const ids: string[] = [];
  for (const line of linesOf(from)) {
    const isId = idFrom(line) !== undefined;
    ids.push(isId ? line : (await applicationWithKey(ledger, line)).id);
  }
  return { ...filters, ids };
}

function linesOf(path: string): readonly string[] {
  try {
    const lines = readFileSync(path === "-" ? 0 : path, "utf8").split(/\r?\n/);
    return lines.map((line) => line.trim()).filter((line) => line !== "");
  } catch (error) {
    throw new WrongUse(`the file ${path} cannot be read: ${readError(error)}`);
  }
}

async function follow(announced: Action, { ledger, options }: Called, call: AdminCall) {
  if (options["dryRun"] === true || announced.items === 0) return announced;
  await confirm([endOf(announced)], options);
  const begun = { ...call, params: { id: announced.id } };
  await bulk.beginBulkAction.run(begun);
  return workedThrough({ ledger, options }, announced);
}

function endOf({ kind, items, users }: Action): string {
  if (kind === "suspend-applications") return `Suspended: ${plural(items, "application")}.`;
  if (kind === "restore-applications") return `Restored: ${plural(items, "application")}.`;
  return `Revoked until users give access again: ${plural(items, "access token")} of ${plural(users ?? 0, "user")}.`;
}

/** A running server does it too: whoever has the lease. If this process is killed, the server continues. */
async function workedThrough(
  { ledger, options }: Pick<Called, "ledger" | "options">,
  { id: text }: Action,
): Promise<Action> {
  const id = text as BulkActionId;
  const lease = randomBytes(16).toString("hex");
  using progress = openProgress({ json: options["json"] === true });
  for (;;) {
    const step = { id, lease, now: Date.now(), most: bulkStepSize };
    const outcome = await ledger.stepBulkAction(step);
    const action = await ledger.bulkAction(id);
    if (action === undefined) throw new Failed("what the action was about was deleted");
    const present = bulk.bulkActionJson(action);
    if (action.state !== "running") return present;
    progress.show({ done: present.done, of: present.items, unit: `${nounOf(present.kind)}s` });
    if (outcome === "elsewhere") await setTimeout(250);
  }
}

function lineOf({ id, kind, state, done, items, users }: Action): string {
  const what = nounOf(kind);
  const of = users === null ? "" : ` of ${plural(users, "user")}`;
  const counts = state === "announced" ? plural(items, what) : `${done} of ${plural(items, what)}`;
  return `${id}  ${kind}  ${state}: ${counts}${of}`;
}

function nounOf(kind: Action["kind"]): string {
  return kind === "revoke-access-tokens" ? "access token" : "application";
}
