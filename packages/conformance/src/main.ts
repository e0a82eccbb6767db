#!/usr/bin/env node
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Severity, severities } from "./case.ts";
import { allCases } from "./cases.ts";
import { ConfigFault, type Provider, providerFrom } from "./config.ts";
import { htmlReport } from "./report/html.ts";
import { countOf } from "./report/result.ts";
import { lineOf, listed, planned, summary } from "./report/text.ts";
import { chosen, run } from "./run.ts";

const help = `usage: countersign-conformance --config FILE [options]

Tests any OAuth 1.0a provider from outside: how it checks signatures, nonces,
tokens and callbacks (RFC 5849).

  --config FILE      what the provider is and can do, as JSON
  --only IDS         cases or beginnings of cases, such as 3.3 or 3.4.2/key;
                     separated by commas, or repeated
  --severity NAMES   ${severities.join(", ")}; separated by commas, or repeated
  --json FILE        write the report as JSON; - is standard output
  --html FILE        write the report as one HTML file
  --list             print the cases and send no request
  --dry-run          print what would be tried at this provider and send no request
  --help             print this text

Exit status: 0 all applicable cases passed, 1 a case failed, 2 usage error,
3 no case failed but some could not be tried.
`;

class WrongUse extends Error {}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof WrongUse)) throw error;
  process.stderr.write(`${error.message}\n(run the command with --help to see its options)\n`);
  process.exitCode = 2;
}

async function main(args: readonly string[]): Promise<number> {
  const options = optionsFrom(args);
  if (options.help) return print([help.trimEnd()]);
  const cases = chosen(allCases, {
    only: names(options.only),
    severities: severitiesFrom(names(options.severity)),
  });
  if (cases.length === 0) throw new WrongUse("no case has such an ID; --list prints them all");
  if (options.list && options.config === undefined) return print(listed(cases));

  const provider = readProvider(options.config);
  if (options.list || options["dry-run"]) return print(planned(provider, cases));
  // If the report goes to standard output, nothing else is written there.
  const notes = options.json === "-" ? process.stderr : process.stdout;
  const report = await run(provider, cases, (result) => {
    const line = lineOf(result);
    if (line !== undefined) notes.write(`${line}\n`);
  });
  notes.write(`${summary(report).join("\n")}\n`);
  if (options.json !== undefined) save(options.json, `${JSON.stringify(report, null, 2)}\n`);
  if (options.html !== undefined) save(options.html, htmlReport(report));
  if (countOf(report, "failed") > 0) return 1;
  return countOf(report, "untried") + report.stopped.length > 0 ? 3 : 0;
}

function optionsFrom(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        config: { type: "string" },
        only: { type: "string", multiple: true },
        severity: { type: "string", multiple: true },
        json: { type: "string" },
        html: { type: "string" },
        list: { type: "boolean" },
        "dry-run": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
}

function names(lists: readonly string[] = []): string[] {
  return lists.flatMap((list) => list.split(","));
}

function severitiesFrom(wanted: readonly string[]): readonly Severity[] {
  const unknown = wanted.find((one) => !severities.some((each) => each === one));
  if (unknown !== undefined) {
    throw new WrongUse(`--severity takes ${severities.join(", ")}, and not ${unknown}`);
  }
  return severities.filter((one) => wanted.length === 0 || wanted.includes(one));
}

function readProvider(file: string | undefined): Provider {
  if (file === undefined) {
    throw new WrongUse("--config is missing; the package's README shows a file for it");
  }
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new WrongUse(`--config ${file} cannot be read: ${(error as Error).message}`);
  }
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
    throw new WrongUse(`${file} cannot be written: ${(error as Error).message}`);
  }
}

function print(lines: readonly string[]): number {
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}
