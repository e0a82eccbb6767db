/**
 * Replaces `node:test` in one thread: test files register their tests here, and the runner chooses which of them
 * to run, in which order, and stops at the first failure. It has the same functions and prints nothing.
 */
export const { mock } = process.getBuiltinModule("node:test");

type MockTracker = typeof mock;

type Body = (context: Context) => unknown;

interface Context {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly mock: MockTracker;
  test(name: string, body: Body): Promise<void>;
  after(body: () => unknown): void;
  diagnostic(text: string): void;
}

interface TestFile {
  readonly tests: { readonly name: string; readonly body: Body }[];
  readonly before: (() => unknown)[];
  readonly after: (() => unknown)[];
  begun: boolean;
}

const files = new Map<string, TestFile>();
let loading: TestFile | undefined;
let prefix = "";

/** Imports a test file; returns the names of its tests. */
export async function load(path: string): Promise<readonly string[]> {
  const file: TestFile = { tests: [], before: [], after: [], begun: false };
  files.set(path, file);
  loading = file;
  await import(path);
  loading = undefined;
  return file.tests.map((one) => one.name);
}

/** Rejects if the test fails. */
export async function runTest(path: string, index: number): Promise<void> {
  const file = files.get(path);
  const chosen = file?.tests[index];
  if (file === undefined || chosen === undefined) throw new Error(`${path} has no test ${index}`);
  if (!file.begun) {
    file.begun = true;
    for (const hook of file.before) await hook();
  }
  await perform(chosen.name, chosen.body);
}

export async function finish(): Promise<void> {
  for (const file of files.values()) {
    if (file.begun) for (const hook of file.after) await hook();
  }
}

async function perform(name: string, body: Body): Promise<void> {
  const endings: (() => unknown)[] = [];
  const context: Context = {
    name,
    signal: new AbortController().signal,
    mock,
    test: (inner, innerBody) => perform(`${name} › ${inner}`, innerBody),
    after: (ending) => endings.push(ending),
    diagnostic() {},
  };
  try {
    await body(context);
  } finally {
    for (const ending of endings.reverse()) await ending();
    mock.restoreAll();
    mock.timers.reset();
  }
}

export function test(name: string, ...rest: unknown[]): Promise<void> {
  const body = rest.find((one) => typeof one === "function") as Body;
  loading?.tests.push({ name: prefix + name, body });
  return Promise.resolve();
}

export const it = test;

export function describe(name: string, body: () => void): void {
  const outer = prefix;
  prefix = `${outer}${name} › `;
  body();
  prefix = outer;
}

export const suite = describe;

export function before(hook: () => unknown): void {
  loading?.before.push(hook);
}

export function after(hook: () => unknown): void {
  loading?.after.push(hook);
}
