import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderError } from "../../tools/identity-providers/identity-provider.ts";
import { providerProblems } from "./provider-problems.ts";

test("each kind of problem is logged once a minute, also after a clock that was ahead", () => {
  const time = { now: 1_700_000_000_000 };
  const lines: string[] = [];
  const tell = providerProblems(
    () => time.now,
    ({ provider, problem }) => lines.push(`${provider} ${problem}`),
  );
  const meet = (problem: ProviderError["problem"], provider = "p") => {
    const before = lines.length;
    tell(provider, new ProviderError(problem, "why"));
    return lines.length > before;
  };
  assert.deepEqual([meet("invalid"), meet("invalid"), meet("unreachable")], [true, false, true]);
  assert.deepEqual([meet("canceled"), meet("invalid", "q")], [false, true]);
  time.now += 59_999;
  assert.equal(meet("invalid"), false);
  time.now += 1;
  assert.equal(meet("invalid"), true);
  time.now -= 365 * 86_400_000;
  assert.deepEqual([meet("invalid"), meet("invalid")], [true, false]);
});
