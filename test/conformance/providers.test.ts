/** docs/evidence/conformance.md agrees with what the kit finds today in each provider, including the known defects. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Result } from "../../packages/conformance/src/report/result.ts";
import { sectionOf } from "./document.ts";
import { providers } from "./providers/providers.ts";
import { reportOn } from "./report-on.ts";

const written = readFileSync("docs/evidence/conformance.md", "utf8");

/** Defects that others have found in these libraries before, by reading the code or by being attacked. */
const knownDefects: Readonly<Record<string, readonly string[]>> = {
  OAuthLib: [
    "3.3/nonce/rejected-request-spends-none/resource",
    "3.4.1.3.1/altered/repeated/request-token/header",
  ],
  Authlib: [
    "2.1/answer/confirmed/header",
    "2.3/anonymous/wrong-signature",
    "3.1/version/2.0/resource",
    "3.3/timestamp/future-year/resource",
    "3.3/nonce/rejected-request-spends-none/resource",
  ],
  "PECL OAuthProvider": [
    "3.1/empty/oauth_nonce/resource/header",
    "3.1/version/2.0/resource",
    "3.3/nonce/rejected-request-spends-none/resource",
    "3.4.1.3/rfc-example/resource/query",
  ],
  "The naive provider of the tests": [
    "2.3/once/again",
    "2.3/anonymous/wrong-signature",
    "2.3/verifier/wrong",
    "3.3/timestamp/future-year/resource",
  ],
};

for (const provider of providers) {
  const { name, needs } = provider;
  // Countersign has its own test, in which every case passes.
  if (knownDefects[name] === undefined) continue;
  const skip = !provider.present() && `${name}: not installed; see ${needs} in .ci/run`;
  test(`${name}: the kit finds what docs/evidence/conformance.md says`, { skip }, async () => {
    const report = await reportOn(provider);
    // A count may depend on the second in which requests arrive; the list of families does not.
    const section = written.split(/^## /m).find((one) => one.startsWith(`${name}\n`)) ?? "";
    assert.deepEqual(familiesIn(section), familiesIn(sectionOf(report)));
    const failed = report.results.filter(({ outcome }: Result) => outcome === "failed");
    for (const id of knownDefects[name] ?? []) {
      assert.ok(
        failed.some((one) => one.id === id),
        id,
      );
    }
  });
}

/** The family and severity of each row. */
function familiesIn(section: string): readonly string[] {
  const rows = section.matchAll(/^\| (\d[\w./%-]*) \| (\w+) \| \d+ of \d+ \|/gm);
  return [...rows].map(([, family, severity]) => `${family} ${severity}`);
}
