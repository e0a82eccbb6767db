/**
 * The cases can fail: a correct provider passes all of them, and each defect is found by exactly the cases about it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { allCases } from "../src/cases.ts";
import { providerFrom } from "../src/config.ts";
import { fits, run } from "../src/run.ts";
import { type Defect, defects } from "./naive/defects.ts";
import { found } from "./naive/found.ts";
import { startNaive } from "./naive/provider.ts";
import { runNaive } from "./naive/run-naive.ts";

test("there are 400 cases and more, and each has an id of its own, a section and a sentence", () => {
  assert.ok(allCases.length >= 400, `${allCases.length}`);
  assert.equal(new Set(allCases.map(({ id }) => id)).size, allCases.length);
  for (const { id, section, shows } of allCases) {
    assert.match(id, /^\d(\.\d+)*\/[\w./%-]+$/);
    assert.match(section, /^[234](\.\d+)*$/);
    assert.match(shows, /^[A-Z].*\.$/s, id);
  }
});

test("a case is data: as JSON it is the same", () => {
  assert.deepEqual(JSON.parse(JSON.stringify(allCases)), allCases);
});

test("a right provider passes every case over HTTP, and none of the cases is vacuous", async () => {
  await using naive = await startNaive();
  const report = await run(providerFrom(JSON.stringify(naive.config), {}), allCases);
  for (const { id, outcome, because } of report.results) {
    const skipped = outcome === "skipped" && /^needs no /.test(because ?? "");
    assert.ok(outcome === "passed" || skipped, `${id}: ${outcome}, ${because}`);
  }
  assert.deepEqual(report.stopped, []);
});

for (const [defect, what] of Object.entries(defects) as [Defect, string][]) {
  test(`a provider that ${what} fails the cases about that, and passes all others`, async () => {
    const offered = defect === "plaintext-not-offered" ? ["HMAC-SHA1"] : undefined;
    const { results } = await runNaive([defect], offered);
    const tried = results.filter(({ outcome }) => outcome === "passed" || outcome === "failed");
    const failed = tried.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);
    const expected = tried.filter(({ id }) => found[defect].some((one) => fits(id, one)));
    assert.deepEqual(
      failed,
      expected.map(({ id }) => id),
    );
    for (const one of found[defect])
      assert.ok(
        failed.some((id) => fits(id, one)),
        one,
      );
  });
}

test("a provider that rejects everything passes nothing by it: what expects a rejection is not tried", async () => {
  await using naive = await startNaive();
  const config = { ...naive.config, client: { key: "nobody", secret: "no secret of anybody" } };
  const provider = providerFrom(
    JSON.stringify({ ...config, signature_methods: ["HMAC-SHA1"] }),
    {},
  );
  const report = await run(provider, allCases, undefined, { transport: naive.transport });
  const requestErrors = report.results.filter(({ id }) => /^3\.4\.2\/(key|signature)\//.test(id));
  assert.ok(requestErrors.length > 20);
  assert.deepEqual(new Set(requestErrors.map(({ outcome }) => outcome)), new Set(["untried"]));
});
