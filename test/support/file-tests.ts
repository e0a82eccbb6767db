/**
 * Replaces `node:test` for files that together.ts runs: their tests and hooks become part of the test with the file's
 * name.
 */
import * as runner from "node:test";

/** The test that is being filled; undefined if there is none, as at the start of the process. */
let current: runner.TestContext | undefined;

/** Everything that `fill` declares becomes part of this test. */
export async function within(of: runner.TestContext, fill: () => unknown): Promise<void> {
  const before = current;
  current = of;
  try {
    await fill();
  } finally {
    current = before;
  }
}

export const test = ((...given: Parameters<typeof runner.test>) =>
  (current ?? runner).test(...given)) as typeof runner.test;
export const it = test;

export const suite = (name: string, fill: () => unknown): Promise<void> =>
  test(name, (context) => within(context, fill));
export const describe = suite;

type Hook = (work: () => unknown) => void;
export const before: Hook = (work) => (current ?? runner).before(work);
export const after: Hook = (work) => (current ?? runner).after(work);

export const { mock } = runner;
