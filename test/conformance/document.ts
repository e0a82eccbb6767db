/** Writes docs/conformance.md from the providers' reports. */
import { severities } from "../../src/conformance/case.ts";
import { countOf, type Report, type Result } from "../../src/conformance/report/result.ts";

const outcomes = ["passed", "failed", "untried", "skipped"] as const;

export function documentOf(reports: readonly Report[]): string {
  return `# What the kit finds at other providers

[The conformance kit](guide/conformance.md) tests OAuth 1.0a providers from outside. This is what it says of this service and of providers
that are written with other people's libraries, as Debian 12 has them. It is printed by

\`\`\`sh
node --disable-warning=ExperimentalWarning test/conformance/main.ts
\`\`\`

and \`npm test\` runs it again where the libraries are installed. The providers are in \`test/conformance/providers/\`: each does what its
library's documentation says, keeps everything in memory or in a file, and answers one request at a time. A library leaves some things to
the site, such as status codes and the page that asks. So a row says what a site gets that follows the documentation, and not that every site with the
library is like this. The naive provider is one of the tests, with eight of its defects turned on.

"Not tried" means that a right request of the same kind is refused too. A row of the second table of a provider is a family of
cases; the sentence is that of its first failed case. A count can differ by one or two where it depends on the second in which requests arrive.

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
