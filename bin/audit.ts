/**
 * `npm run vulnerabilities` fails where `npm audit` knows of a vulnerability that docs/dependencies.md does not
 * accept with a reason, or where it accepts one that is no longer known. A registry that does not answer audits is
 * reported, and is no failure.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface Report {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly via: readonly (string | Advisory)[] }>
  >;
  readonly message?: string;
  readonly error?: { readonly summary?: string };
}

interface Advisory {
  readonly name: string;
  readonly title: string;
  /** Its last part is the ID, `GHSA-…`. */
  readonly url: string;
  readonly severity: string;
  readonly range: string;
}

// Tests name another file in place of the document.
const document =
  process.argv[2] ?? fileURLToPath(new URL("../docs/dependencies.md", import.meta.url));
const accepted = new Map(
  [...readFileSync(document, "utf8").matchAll(/^- (GHSA-\S+) \(\S+\): (\S.*)$/gm)].map(
    ([, id = "", reason = ""]) => [id, reason],
  ),
);
const report = ask();
if (report.vulnerabilities === undefined) {
  const why = report.message ?? report.error?.summary ?? "no answer";
  console.log(`The registry doesn't support audits, so nothing was checked: ${why}`);
} else judge(report.vulnerabilities);

function ask(): Report {
  const { stdout } = spawnSync("npm", ["audit", "--json", "--audit=true", "--package-lock-only"], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    encoding: "utf8",
    timeout: 120_000,
    maxBuffer: 1 << 26,
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
}

function judge(vulnerabilities: NonNullable<Report["vulnerabilities"]>): void {
  const known = new Map(
    Object.values(vulnerabilities)
      .flatMap(({ via }) => via.filter((one) => typeof one !== "string"))
      .map((one) => [one.url.split("/").at(-1) ?? one.url, one]),
  );
  const problems = [
    ...[...known]
      .filter(([id]) => !accepted.has(id))
      .map(
        ([id, { name, range, severity, title }]) =>
          `${id}: ${severity}, ${name} ${range}: ${title}`,
      ),
    ...[...accepted.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `${id}: accepted in docs/dependencies.md, and no longer known; remove it there`),
  ];
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
  console.log(`${known.size} known, ${accepted.size} accepted`);
}
