/** The findings of `countersign check`. */
import assert from "node:assert/strict";
import type { Finding } from "../../src/program/checks/finding.ts";
import { runHere } from "./run-here.ts";

type Settings = Readonly<Record<string, string>>;

/** Runs `countersign check --json` in the process beside the test's. */
export async function check(settings: Settings, more: readonly string[] = []) {
  const { status, stdout, stderr } = await runHere(["check", "--json", ...more], {
    settings: { PORT: "0", INTERNAL_PORT: "off", ...settings },
  });
  assert.equal(stderr, "");
  const { findings, failures, warnings } = JSON.parse(stdout) as {
    findings: Finding[];
    failures: number;
    warnings: number;
  };
  for (const { level, fix, guide } of findings) {
    assert.equal(fix !== undefined, level === "warning" || level === "failure");
    assert.match(guide, /^docs\/guide\/[a-z-]+\.md(#[a-z-]+)?$/);
  }
  const of = (name: Finding["check"]) => findings.filter((one) => one.check === name);
  return { status, findings, failures, warnings, of };
}
