/**
 * `node --disable-warning=ExperimentalWarning test/conformance/main.ts`: tests every provider that is installed and
 * writes docs/evidence/conformance.md.
 */
import { writeFileSync } from "node:fs";
import { documentOf } from "./document.ts";
import { providers } from "./providers/providers.ts";
import { reportOn } from "./report-on.ts";

const missing = providers.filter(({ present }) => !present());
for (const { name, needs } of missing) console.error(`${name} is missing: install ${needs}`);
if (missing.length > 0) process.exit(1);
const reports = [];
for (const provider of providers) reports.push(await reportOn(provider));
writeFileSync("docs/evidence/conformance.md", documentOf(reports));
