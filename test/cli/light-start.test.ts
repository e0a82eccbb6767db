/** The modules that a start and a command load. Any module that they do not need would cost them its loading time. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { repository } from "./command.ts";

for (const [what, modules] of [
  ["a server", ["./src/program/cli/main.ts", "./src/program/service.ts"]],
  ["a command", ["./src/program/cli/main.ts"]],
] as const) {
  test(`${what} starts without loading what fetch consists of`, () => {
    assert.deepEqual(loaded(modules, /undici/), []);
  });
}

test("what fetch consists of is found where it is loaded", () => {
  assert.notDeepEqual(loaded(["node:http"], /undici/), []);
});

/** The names of Node's built-in modules that a process has loaded after importing these modules. */
function loaded(modules: readonly string[], name: RegExp): readonly string[] {
  const script = `for (const one of ${JSON.stringify(modules)}) await import(one);
    console.error(JSON.stringify(process.moduleLoadList));`;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", script];
  // Without arguments, `main.ts` prints its help first; the list is printed after it.
  const last = ["-c", '"$@" 2>&1 >/dev/null | tail -n 1', "sh", process.execPath, ...args];
  const printed = execFileSync("sh", last, { cwd: repository, encoding: "utf8" });
  return (JSON.parse(printed) as string[]).filter((one) => name.test(one));
}
