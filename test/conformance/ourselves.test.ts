/** The service passes its own kit, with callbacks and with PINs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { allCases } from "../../packages/conformance/src/cases.ts";
import { providerFrom } from "../../packages/conformance/src/config.ts";
import { chosen, run } from "../../packages/conformance/src/run.ts";
import { callback, startOurselves } from "./ourselves.ts";

for (const [how, to, sections] of [
  ["a callback", callback, []],
  ["PINs", "oob", ["2.1", "2.2", "2.3"]],
] as const) {
  test(`every case that applies passes, with ${how}`, async () => {
    await using service = await startOurselves(to);
    const severities = ["must", "should", "security"] as const;
    const cases = chosen(allCases, { only: sections, severities });
    const report = await run(providerFrom(JSON.stringify(service.config), {}), cases);
    const tried = report.results.filter(({ outcome }) => outcome !== "skipped");
    assert.ok(tried.length >= (to === "oob" ? 90 : 950), `${tried.length}`);
    for (const { id, outcome, because } of tried)
      assert.equal(outcome, "passed", `${id}: ${because}`);
    assert.deepEqual(report.stopped, []);
  });
}
