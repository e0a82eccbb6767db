/** Writes docs/evidence/conformance.md from the providers' reports. */
import { severities } from "../../packages/conformance/src/case.ts";
import { countOf, type Report, type Result } from "../../packages/conformance/src/report/result.ts";

const outcomes = ["passed", "failed", "untried", "skipped"] as const;

export function documentOf(reports: readonly Report[]): string {
  return `# What the kit finds at other providers

[The conformance kit](../guide/conformance.md) tests OAuth 1.0a providers from outside. This page has its results for this
service, and for providers that are written with third-party libraries, as Debian 12 packages them. This command
prints it:

\`\`\`sh
node --disable-warning=ExperimentalWarning test/conformance/main.ts
\`\`\`

\`npm test\` runs the kit again if the libraries are installed. The providers are in \`test/conformance/providers/\`. Each
follows its library's documentation, keeps everything in memory or in a file, and answers one request at a time.
Libraries leave some things to the site, such as status codes and the page that asks. So a row describes a site that
follows the documentation; other sites with the same library can differ. The naive provider is part of the tests, with
eight of its defects turned on.

"Not tried" means that the provider rejects a correct request of the same kind too. In the second table of a provider, a
row is a family of cases, and its sentence is that of its first failed case. Some counts depend on the second in which
requests arrive, and can differ by one or two.

${reports.map(sectionOf).join("\n")}`;
}

export function sectionOf(report: Report): string {
  const rows = severities.map(
    (severity) =>
      `| ${severity} | ${outcomes.map((outcome) => countOf(report, outcome, severity)).join(" | ")} |`,
  );
  const failed = report.results.filter(({ outcome }) => outcome === "failed");
  return [
    `## ${report.provider}`,
    "",
    "| severity | passed | failed | not tried | do not apply |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    ...(failed.length === 0 ? ["No case failed.", ""] : familiesOf(report.results)),
  ].join("\n");
}

function familiesOf(results: readonly Result[]): readonly string[] {
  const families = Map.groupBy(results, ({ id }) => id.split("/").slice(0, 2).join("/"));
  const rows = [...families].flatMap(([family, those]) => {
    const failed = those.filter(({ outcome }) => outcome === "failed");
    const [first] = failed;
    if (first === undefined) return [];
    const tried = those.filter(({ outcome }) => outcome === "failed" || outcome === "passed");
    const shows = first.shows.replaceAll("|", "\\|");
    return `| ${family} | ${first.severity} | ${failed.length} of ${tried.length} | ${shows} |`;
  });
  return ["| family | severity | failed | what does not hold |", "|---|---|---|---|", ...rows, ""];
}
