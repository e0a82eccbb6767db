import { readFileSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import { whyUnread } from "../config/why-unread.ts";
import { Failed, WrongUse } from "./outcome.ts";

interface Options {
  config?: string;
  only: string[];
  severity: string[];
  json?: string;
  html?: string;
  list?: true;
  dryRun?: true;
}

/** The exit status if no case failed but some could not be tried. */
const incomplete = 3;

export function addConformanceCommand(program: Command): void {
  const several = (one: string, before: string[]) => [...before, ...one.split(",")];
  program
    .command("conformance")
    .description(
      "Test any OAuth 1.0a provider from outside: how it checks signatures, nonces, tokens and callbacks (RFC 5849)",
    )
    .option("--config <file>", "what the provider is and can do, as JSON")
    .option(
      "--only <ids>",
      "cases or beginnings of cases, such as 3.3 or 3.4.2/key; repeat for several",
      several,
      [],
    )
    .option("--severity <names>", "must, should, security; repeat for several", several, [])
    .option("--json <file>", "write the report as JSON; - is standard output")
    .option("--html <file>", "write the report as one HTML file")
    .option("--list", "print the cases, and ask nobody")
    .option("--dry-run", "print what would be tried at this provider, and ask nobody")
    .addHelpText(
      "after",
      "\nExit status: 0 all cases passed that apply, 1 a case failed, 2 wrong use, 3 no case failed but some could not be tried.",
    )
    .action(conformance);
}

async function conformance(options: Options): Promise<void> {
  const { allCases } = await import("../conformance/cases.ts");
  const { chosen } = await import("../conformance/run.ts");
  const { severities } = await import("../conformance/case.ts");
  const unknown = options.severity.find((one) => !severities.some((each) => each === one));
  if (unknown !== undefined) {
    throw new WrongUse(`--severity takes ${severities.join(", ")}, and not ${unknown}`);
  }
  const asked = severities.filter(
    (one) => options.severity.length === 0 || options.severity.includes(one),
  );
  const cases = chosen(allCases, { only: options.only, severities: asked });
  if (cases.length === 0) throw new WrongUse("no case has such an id; --list prints them all");
  const texts = await import("../conformance/report/text.ts");
  if (options.list && options.config === undefined) return say(texts.listed(cases));

  const provider = await readProvider(options.config);
  if (options.list || options.dryRun) return say(texts.planned(provider, cases));
  const { run } = await import("../conformance/run.ts");
  // If the report goes to standard output, nothing else is written there.
  const note = options.json === "-" ? process.stderr : process.stdout;
  const report = await run(provider, cases, (result) => {
    const line = texts.lineOf(result);
    if (line !== undefined) note.write(`${line}\n`);
  });
  note.write(`${texts.summary(report).join("\n")}\n`);
  if (options.json !== undefined) save(options.json, `${JSON.stringify(report, null, 2)}\n`);
  if (options.html !== undefined) {
    const { htmlReport } = await import("../conformance/report/html.ts");
    save(options.html, htmlReport(report));
  }
  const { countOf } = await import("../conformance/report/result.ts");
  if (countOf(report, "failed") > 0) process.exitCode = 1;
  else if (countOf(report, "untried") + report.stopped.length > 0) process.exitCode = incomplete;
}

async function readProvider(file: string | undefined) {
  if (file === undefined)
    throw new WrongUse("--config is missing; docs/guide/conformance.md shows one");
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new WrongUse(`--config ${file} cannot be read: ${whyUnread(error)}`);
  }
  const { ConfigFault, providerFrom } = await import("../conformance/config.ts");
  try {
    return providerFrom(text, process.env);
  } catch (error) {
    if (error instanceof ConfigFault) throw new WrongUse(`--config ${file}: ${error.message}`);
    throw error;
  }
}

function save(file: string, text: string): void {
  if (file === "-") {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Failed(`${file} cannot be written: ${(error as Error).message}`);
  }
}

function say(lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
