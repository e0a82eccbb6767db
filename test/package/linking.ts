import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { repository } from "../cli/command.ts";
import { roomyDirectory } from "./roomy-directory.ts";

/**
 * Node's install script asks npm for 120 MB. Here it finds an `npm` that links the checkout's Node instead, and is the
 * machine's own otherwise. `path`: the variable PATH with it. `asked`: the arguments of each call of the script.
 */
export function npmThatLinks() {
  const directory = roomyDirectory();
  const asked = join(directory.path, "asked");
  writeFileSync(asked, "");
  const own = execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim();
  const script = `#!/bin/sh
set -eu
case "$*" in "install --no-save node-"*) ;; *) exec '${own}' "$@" ;; esac
echo "$*" >>'${asked}'
name=\${3%@*}
own='${join(repository, "node_modules/node/node_modules")}'/$name
mkdir -p node_modules
cp -Rl "$own" node_modules/ 2>/dev/null || cp -R "$own" node_modules/
`;
  writeFileSync(join(directory.path, "npm"), script, { mode: 0o755 });
  const path = directory.path + delimiter + process.env["PATH"];
  return {
    path,
    run(args: readonly string[], cwd: string): void {
      execFileSync("npm", args, {
        cwd,
        env: { ...process.env, PATH: path },
        stdio: "pipe",
        timeout: 300_000,
      });
    },
    asked: () => readFileSync(asked, "utf8").trim().split("\n"),
    [Symbol.dispose]: () => directory[Symbol.dispose](),
  };
}
