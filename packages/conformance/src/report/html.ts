/** The report as one file without scripts and without content from other servers, so that it can be passed on. */
import { severities } from "../case.ts";
import { countOf, type Report, type Result } from "./result.ts";

const outcomes = ["failed", "untried", "passed", "skipped"] as const;
const words: Readonly<Record<Result["outcome"], string>> = {
  failed: "Failed",
  untried: "Not tried",
  passed: "Passed",
  skipped: "Do not apply",
};

export function htmlReport(report: Report): string {
  const title = `Conformance of ${report.provider} to RFC 5849`;
  const facts = `${report.results.length} cases and ${report.requests} requests in ${report.seconds} s, from ${report.began}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(facts)}</p>
${totals(report)}
${report.stopped.map((kind) => `<p><strong>Accepted at first and rejected in the end:</strong> ${escaped(kind)}. What was rejected in between may show nothing.</p>`).join("\n")}
${outcomes.map((outcome) => part(outcome, report)).join("\n")}
</body>
</html>
`;
}

function totals(report: Report): string {
  const rows = severities.map((severity) => {
    const cells = outcomes.map((outcome) => `<td>${countOf(report, outcome, severity)}</td>`);
    return `<tr><th scope="row">${severity}</th>${cells.join("")}</tr>`;
  });
  const heads = outcomes.map((outcome) => `<th scope="col">${words[outcome]}</th>`).join("");
  return `<table><thead><tr><th scope="col">Severity</th>${heads}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function part(outcome: Result["outcome"], { results }: Report): string {
  const those = results.filter((one) => one.outcome === outcome);
  if (those.length === 0) return "";
  const open = outcome === "failed" || outcome === "untried" ? " open" : "";
  return `<details${open}><summary>${words[outcome]}: ${those.length}</summary>\n<ul>\n${those.map(item).join("\n")}\n</ul></details>`;
}

function item({ id, section, severity, shows, because, baseString }: Result): string {
  const link = `https://www.rfc-editor.org/rfc/rfc5849#section-${section}`;
  const reason = because === undefined ? "" : `<br>${escaped(because)}`;
  const base =
    baseString === undefined
      ? ""
      : `<br><small>Base string</small> <code>${escaped(baseString)}</code>`;
  return `<li><code>${escaped(id)}</code> <span>${severity}, <a href="${link}">§${escaped(section)}</a></span><br>${escaped(shows)}${reason}${base}</li>`;
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: 0.25rem 0.75rem; border: 1px solid GrayText; text-align: left; }
td { text-align: right; font-variant-numeric: tabular-nums; }
summary { font-size: 1.25rem; margin: 1rem 0 0.5rem; cursor: pointer; }
li { margin-bottom: 0.75rem; overflow-wrap: anywhere; }
`;

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
