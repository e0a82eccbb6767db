/**
 * `npm run reference` writes the files of docs/reference and docs/evidence that come from the tables of the program,
 * the list of decisions, the alerts for Kubernetes, and the types of the admin API's client. test/docs.test.ts fails
 * while the files differ from what this would write.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { addressRows } from "../src/config/addresses.ts";
import { backupRows } from "../src/config/backups.ts";
import { behaviorRows } from "../src/config/behavior.ts";
import { brandingRows } from "../src/config/branding.ts";
import { configTable } from "../src/config/config.ts";
import { documentationRows } from "../src/config/documentation.ts";
import { identityProviderRows } from "../src/config/identity-providers.ts";
import { mailRows } from "../src/config/mail.ts";
import { requestLogRows } from "../src/config/request-log.ts";
import { type ConfigRow, configPrefix } from "../src/config/row.ts";
import { storageRows } from "../src/config/storage.ts";
import { verificationRows } from "../src/config/verification.ts";
import { webhookRows } from "../src/config/webhooks.ts";
import { type RequestErrorRow, requestErrors } from "../src/domain/errors.ts";
import { adminEndpoints } from "../src/http/admin-api/endpoints.ts";
import { endpoints } from "../src/http/endpoints/index.ts";
import { adminDocument } from "../src/http/server/admin/admin-document.ts";
import type { Examples } from "../src/http/server/examples.ts";
import { isForApplications, openApiDocument } from "../src/http/server/open-api.ts";
import { applyFile } from "../src/program/cli/apply/file.ts";
import { adminApiPage } from "./reference/admin-api.ts";
import { recordAdminExchanges } from "./reference/admin-exchanges.ts";
import { adminOperations } from "./reference/admin-operations.ts";
import { commandsPage } from "./reference/commands.ts";
import { endpointsPage } from "./reference/endpoints.ts";
import { eventsPage } from "./reference/events.ts";
import { recordExchanges } from "./reference/exchanges.ts";
import { limitsPage } from "./reference/limits.ts";
import { generated, page, table } from "./reference/page.ts";

/** The generated document has this where a running service has its base URL. */
export const placeholderUrl = "https://countersign.example";

export async function references(): Promise<Readonly<Record<string, string>>> {
  const exchanges = await recordExchanges();
  const ofApplications = documentedExamples(exchanges);
  const adminExamples = await recordAdminExchanges();
  const adminApi = adminDocument(adminEndpoints, adminExamples);
  return {
    "docs/reference/errors.md": errors(),
    "docs/reference/limits.md": limitsPage(),
    "docs/reference/config.md": config(),
    "docs/reference/commands.md": await commandsPage(),
    "docs/reference/events.md": eventsPage(),
    "docs/reference/endpoints.md": endpointsPage(exchanges),
    "docs/evidence/coverage.md": coverage(),
    "docs/adr/README.md": decisions(),
    "docs/reference/admin-api.md": adminApiPage(adminApi, adminExamples),
    "docs/reference/admin-openapi.json": `${JSON.stringify(adminApi, null, 2)}\n`,
    "docs/reference/apply.schema.json": `${JSON.stringify(z.toJSONSchema(applyFile, { io: "input" }), null, 2)}\n`,
    "docs/reference/openapi.json": `${JSON.stringify(openApiDocument(endpoints, placeholderUrl, ofApplications), null, 2)}\n`,
    "ops/kubernetes/monitoring/prometheus-rule.yaml": prometheusRule(),
    "packages/client/src/admin-operations.ts": adminOperations(adminApi),
    "src/http/server/examples.json": `${JSON.stringify(ofApplications, null, 2)}\n`,
    "src/http/server/admin/examples.json": `${JSON.stringify(adminExamples, null, 2)}\n`,
  };
}

/** The alerts, as the Prometheus operator reads them. */
function prometheusRule(): string {
  const { groups } = parse(readFileSync("ops/alerts.yaml", "utf8"));
  const rule = {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "PrometheusRule",
    metadata: { name: "countersign" },
    spec: { groups },
  };
  return `# Written by \`npm run reference\` from ops/alerts.yaml.\n${stringify(rule, { lineWidth: 0 })}`;
}

/** Those of the endpoints that the OpenAPI document has. */
function documentedExamples(all: Examples): Examples {
  const names = new Set(endpoints.filter(isForApplications).map(({ name }) => name));
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}

/** The IDs are those of the interface's statements, as they stand in the document. */
export function statements(): readonly string[] {
  return [...interfaceText().matchAll(/^- \*\*(§\d+\.\d+)\*\* /gm)].map(([, id = ""]) => id);
}

/** These IDs stood for a statement once, and stand for nothing else since. */
export function withdrawnStatements(): readonly string[] {
  const [, list = ""] = /Withdrawn so far: ((?:§\d+\.\d+(?:, )?)*)/.exec(interfaceText()) ?? [];
  return list.match(/§\d+\.\d+/g) ?? [];
}

function interfaceText(): string {
  return readFileSync("docs/reference/interface.md", "utf8");
}

export interface Citation {
  readonly statement: string;
  readonly file: string;
  readonly title: string;
}

/** Tests cite `interface §2.1, §2.2` in a title, or in a comment above a test or inside one. */
export function citations(): readonly Citation[] {
  const files = globSync(["src/**/*.test.ts", "test/**/*.test.ts"]).sort();
  return files.flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.flatMap((line, at) => {
      const [, numbers = ""] = /\binterface (§\d+\.\d+(?:(?:, | and )§\d+\.\d+)*)/.exec(line) ?? [];
      const found = [...numbers.matchAll(/§\d+\.\d+/g)];
      return found.map(([statement]) => ({ statement, file, title: titleAt(lines, at) }));
    });
  });
}

const testStart = /^\s*(?:await )?(?:\w+\.)?(?:test|it)\(\s*(.*)$/;

function titleAt(lines: readonly string[], at: number): string {
  let below = at;
  while (/^\s*(\/\/|\/?\*)/.test(lines[below] ?? "")) below += 1;
  if (testStart.test(lines[below] ?? "")) return titleOf(lines, below);
  for (let above = at; above >= 0; above -= 1) {
    if (testStart.test(lines[above] ?? "")) return titleOf(lines, above);
  }
  return "";
}

function titleOf(lines: readonly string[], at: number): string {
  const first = testStart.exec(lines[at] ?? "")?.[1] ?? "";
  const text = first === "" ? (lines[at + 1] ?? "").trim() : first;
  const [, , title = text] = /^(["'`])(.*?)\1/.exec(text) ?? [];
  return title.replace(/ \(interface [^)]*\)/, "");
}

function errors(): string {
  const rows: [string, RequestErrorRow][] = Object.entries(requestErrors);
  return page(
    "Errors",
    'All error responses. The body is `{"errors":[{"code":…,"message":…}]}`; after a colon, the message may add details about this request. `oauth2/token` adds `error`, shown in the last column, and `error_description`.',
    ["status", "code", "message begins", "when", "what to do", "`error` at oauth2/token"],
    rows.map(([, row]) => [
      String(row.status),
      String(row.code),
      row.message,
      row.when,
      row.advice,
      row.oauth2 ?? "",
    ]),
  );
}

const settingGroups: Readonly<Record<string, Readonly<Record<string, ConfigRow>>>> = {
  "Addresses and TLS": addressRows,
  "Storage, processes and keys": storageRows,
  Backups: backupRows,
  "Behavior and logs": behaviorRows,
  Branding: brandingRows,
  Documentation: documentationRows,
  Email: mailRows,
  "Single sign-on": identityProviderRows,
  "Your APIs": verificationRows,
  "Request log": requestLogRows,
  "Webhooks and the audit log": webhookRows,
};

function config(): string {
  const grouped = Object.values(settingGroups).flatMap((rows) => Object.keys(rows));
  const missing = Object.keys(configTable).filter((name) => !grouped.includes(name));
  if (missing.length > 0) throw new Error(`no group has ${missing.join(", ")}`);
  const variable = (row: ConfigRow) => `${configPrefix}${row.name}`;
  const contents = table(
    ["group", "settings"],
    Object.entries(settingGroups).map(([title, rows]) => [
      title,
      Object.values(rows)
        .map((row) => `[\`${row.name}\`](#${variable(row).toLowerCase()})`)
        .join(", "),
    ]),
  );
  const chapters = Object.entries(settingGroups).map(([title, rows]) => {
    const entries = Object.values(rows).map((row) =>
      [
        `### \`${variable(row)}\``,
        row.meaning,
        [
          `- Value: ${row.shape}`,
          `- Default: ${row.default === "" ? "unset" : `\`${row.default}\``}`,
          `- Example: \`${variable(row)}=${row.example}\``,
        ].join("\n"),
      ].join("\n\n"),
    );
    return `## ${title}\n\n${entries.join("\n\n")}`;
  });
  const intro =
    "Settings are environment variables. An empty one counts as unset. Countersign doesn't start if a value is invalid or an unknown `COUNTERSIGN_*` variable is set, and the error explains how to fix it. Variables that orchestrators add for a service called countersign are ignored with a warning. `countersign config` prints this list with the current values. [Settings and secrets](../guide/settings.md) explains where to start.";
  return `# Settings\n\n${generated}\n\n${intro}\n\nAll names start with \`${configPrefix}\`:\n\n${contents}\n\n${chapters.join("\n\n")}\n`;
}

function coverage(): string {
  const all = citations();
  return page(
    "Which tests cover which statement",
    "The statements are those of [interface.md](../reference/interface.md).",
    ["statement", "tests"],
    statements().map((statement) => {
      const tests = all
        .filter((one) => one.statement === statement)
        .map(({ file, title }) => `[${file}](../../${file}): ${title}`);
      return [statement, [...new Set(tests)].join("<br>")];
    }),
  );
}

function decisions(): string {
  const records = globSync("docs/adr/0*.md").sort();
  const titles = records.map((path) => {
    const [, number = "", title = ""] = /^# (\d+)\. (.*)/.exec(readFileSync(path, "utf8")) ?? [];
    return `| ${number} | [${title}](${basename(path)}) |`;
  });
  const list = ["| record | decision |", "|---|---|", ...titles].join("\n");
  return `# Decisions

<!-- Written by \`npm run reference\` from the titles of the records. -->

One decision per record, with its reasons. [Record 1](0001-records.md) describes how they are written.

${list}
`;
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(await references())) writeFileSync(path, text);
}
