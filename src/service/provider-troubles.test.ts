import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderProblem } from "../identity-providers/identity-provider.ts";
import { providerTroubles } from "./provider-troubles.ts";

test("each kind of trouble is logged once a minute, also after a clock that was ahead", () => {
  const time = { now: 1_700_000_000_000 };
  const told: string[] = [];
  const tell = providerTroubles(
    () => time.now,
    ({ provider, trouble }) => told.push(`${provider} ${trouble}`),
  );
  const meet = (trouble: ProviderProblem["trouble"], provider = "p") => {
    const before = told.length;
    tell(provider, new ProviderProblem(trouble, "why"));
    return told.length > before;
  };
  assert.deepEqual([meet("invalid"), meet("invalid"), meet("unreachable")], [true, false, true]);
  assert.deepEqual([meet("cancelled"), meet("invalid", "q")], [false, true]);
  time.now += 59_999;
  assert.equal(meet("invalid"), false);
  time.now += 1;
  assert.equal(meet("invalid"), true);
  time.now -= 365 * 86_400_000;
  assert.deepEqual([meet("invalid"), meet("invalid")], [true, false]);
});
