import type { Command } from "commander";
import { type AuditedEvent, eventsWithoutChange } from "../../domain/audit.ts";
import { byCommandLine } from "../../domain/audit-context.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { eventLine } from "../../domain/written-event.ts";
import { actorNamed, anyChange } from "../../http/browser/audit-filter.ts";
import { Failed, plural, WrongUse } from "./outcome.ts";
import { outputParts } from "./output-parts.ts";
import { openProgress } from "./progress.ts";
import { withLedger } from "./stores.ts";

export function addAuditCommands(program: Command): void {
  const audit = program.command("audit").description("The audit log");
  audit
    .command("export")
    .description("Print events as JSON Lines, oldest first; progress goes to standard error")
    .option("--after <id>", "start after this event (the last one that you have)", idIn)
    .option(
      "--actor <who>",
      "only what they did: a screen name, an ID, a consumer key, command-line or service",
    )
    .option("--changes", "without sign-ins and other events that change nothing")
    .action((options: ExportOptions) => withLedger((ledger) => exportEvents(ledger, options)));
}

interface ExportOptions {
  after?: string;
  actor?: string;
  changes?: true;
}

const step = 500;

/** Events are read in pages, and no faster than the reader reads, so that never more than one page is in memory. */
async function exportEvents(ledger: Ledger, options: ExportOptions): Promise<void> {
  const { after: first = "0", changes } = options;
  const actor = await actorNamed(options.actor ?? "", ledger);
  if (typeof actor === "symbol") throw new Failed(`there is no user ${options.actor}`);
  const filter = new URLSearchParams({
    after: first,
    ...(actor !== undefined && { actor }),
    ...(changes && { name: anyChange }),
  });
  const details = { filter: String(filter) };
  await ledger.record({ ...byCommandLine(Date.now()), name: "audit.exported", details });
  const isWanted = (event: AuditedEvent) =>
    (actor === undefined || event.actor === actor) &&
    !(changes && eventsWithoutChange.includes(event.name));
  let [after, count] = [first, 0];
  const output = outputParts();
  using progress = openProgress({});
  while (output.isRead()) {
    const events = await ledger.eventsAfter(after, step);
    const last = events.at(-1);
    if (last === undefined) break;
    const wanted = events.filter(isWanted);
    await output.write(wanted.map(eventLine).join(""));
    after = last.id;
    count += wanted.length;
    progress.show({ done: count, unit: `events, up to ${new Date(last.at).toISOString()}` });
  }
  progress.clear();
  if (output.isRead()) {
    process.stderr.write(`${plural(count, "event")}; the last one is ${after}\n`);
  }
}

function idIn(text: string): string {
  if (!/^\d{1,15}$/.test(text)) throw new WrongUse("--after takes a numeric event ID");
  return text;
}
