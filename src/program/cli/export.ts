import { type Command, Option } from "commander";
import { byCommandLine } from "../../domain/audit-context.ts";
import { openStores, unlogged } from "../stores.ts";
import { throughApi } from "./apply.ts";
import { newFile, writeNew } from "./new-file.ts";
import { plural, print, WrongUse } from "./outcome.ts";
import { openProgress } from "./progress.ts";
import { configFromEnvironment } from "./stores.ts";

export function addExportCommand(program: Command): void {
  program
    .command("export")
    .description(
      "Export all accounts, applications, and tokens to a JSON Lines file. The file contains every secret in plain text: anyone who has it can impersonate every application and generate every authenticator code. As YAML or JSON, it is a file for `countersign apply`, without accounts, tokens and secrets.",
    )
    .argument("[file]", "the file to create, readable only by this account; it must not exist")
    .addOption(
      new Option(
        "--as <format>",
        "the format; YAML and JSON go to standard output unless you give a file",
      )
        .choices(["lines", "yaml", "json"])
        .default("lines"),
    )
    .option(
      "--with-secrets",
      "required for lines: confirms that you understand the file contains secrets",
    )
    .option("--url <url>", `for YAML and JSON: ${throughApi}`)
    .option("--json", "print one JSON object")
    .action((file: string | undefined, options: ExportOptions) =>
      options.as === "lines" ? exportLinesTo(file, options) : exportConfiguration(file, options),
    );
}

interface ExportOptions {
  readonly as: "lines" | "yaml" | "json";
  readonly withSecrets?: true;
  readonly url?: string;
  readonly json?: true;
}

async function exportConfiguration(
  given: string | undefined,
  { as, withSecrets, url, json }: ExportOptions,
): Promise<void> {
  if (withSecrets) throw new WrongUse(`--as ${as} contains no secrets; leave out --with-secrets`);
  if (json && given === undefined) {
    throw new WrongUse(
      `--json requires a file, because otherwise the ${as.toUpperCase()} goes to standard output`,
    );
  }
  const file = given === undefined ? undefined : newFile(given);
  const { withTarget } = await import("./apply/target.ts");
  const present = await withTarget(url, (target) => target.present());
  const applications = (present.applications ?? []).map((one) => ({
    ...one,
    secrets: { file: `./${one.consumer_key}.env` },
  }));
  const whole = { ...present, applications };
  const text = as === "json" ? `${JSON.stringify(whole, undefined, 2)}\n` : await yamlOf(whole);
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  await writeNew(file, [text]);
  print(json, { file, application: applications.length }, [
    `${file}  ${plural(applications.length, "application")}`,
  ]);
}

/**
 * Readers of YAML 1.1 take `yes` and `010` for other values than strings, so strings like these are quoted. Characters
 * that would change how an editor or a review shows a line are escaped, which only double quotes allow.
 */
async function yamlOf(value: object): Promise<string> {
  const { Document, visit } = await import("yaml");
  const document = new Document(value, { compat: "yaml-1.1" });
  visit(document, {
    Scalar(_at, node) {
      if (typeof node.value === "string" && deceptive.test(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  const text = document.toString({ lineWidth: 0 });
  return text.replace(new RegExp(deceptive, "gu"), (one) => {
    return `\\u${one.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`;
  });
}

const deceptive = /[\p{Bidi_Control}\u{7F}-\u{9F}\u{2028}\u{2029}\u{FEFF}]/u;

async function exportLinesTo(
  given: string | undefined,
  { withSecrets, url, json }: ExportOptions,
): Promise<void> {
  if (url !== undefined)
    throw new WrongUse("--url needs --as yaml or json: the API has no secrets to export");
  if (given === undefined) throw new WrongUse("give the file to create");
  if (withSecrets === undefined) {
    throw new WrongUse(
      "an export contains every consumer secret, token, password hash, and authenticator-app secret in plain text; add --with-secrets to confirm, and delete the file when you're done",
    );
  }
  const file = newFile(given);
  const { exportLines, noCounts } = await import("../moving/export.ts");
  await using stores = await openStores(configFromEnvironment(), unlogged);
  const { ledger, keys } = stores;
  await ledger.record({ ...byCommandLine(Date.now()), name: "database.exported" });
  const counts = noCounts();
  using progress = openProgress({ json });
  await writeNew(
    file,
    showing(exportLines(ledger, keys, counts), () => {
      const done = Object.values(counts).reduce((sum, count) => sum + count);
      progress.show({ done, unit: "records" });
    }),
  );
  progress.clear();
  print(json, { file, ...counts }, [
    `${file}  ${[
      plural(counts.user, "account"),
      plural(counts.application, "application"),
      plural(counts.access_token, "access token"),
      plural(counts.bearer_token, "bearer token"),
    ].join(", ")}`,
    [
      plural(counts.identity, "identity at another service", "identities at other services"),
      plural(counts.passkey, "passkey"),
      plural(counts.totp, "authenticator app"),
      plural(counts.recovery_code, "recovery code"),
      plural(counts.icon, "icon"),
      plural(counts.collaborator, "collaborator"),
    ].join(", "),
    "Not included: sessions, links, usage, the audit log, and ownership offers.",
    "It contains secrets in plain text: delete it when you're done.",
  ]);
}

async function* showing(lines: AsyncIterable<string>, show: () => void): AsyncGenerator<string> {
  for await (const part of lines) {
    yield part;
    show();
  }
}
