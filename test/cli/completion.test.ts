/** `countersign completion`, in the shells themselves. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { executable, scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

const directory = scratchDirectory();
after(() => directory[Symbol.dispose]());
const bin = join(directory.path, "bin");
mkdirSync(bin);
symlinkSync(executable, join(bin, "countersign"));
writeFileSync(join(directory.path, "request.txt"), "");

/** What is typed before the tab, and some of what is offered. */
const cases: readonly (readonly [
  typed: string,
  offered: readonly string[],
  not: readonly string[],
])[] = [
  ["countersign ", ["serve", "user", "api-key", "completion"], ["list", "--json"]],
  ["countersign api", ["api-key", "api-limit"], ["app"]],
  ["countersign user ", ["create", "list", "export-data"], ["serve"]],
  ["countersign user cr", ["create", "create-reset-link"], ["list"]],
  ["countersign app create --", ["--owner", "--access", "--require-sha256", "--help"], ["--plan"]],
  ["countersign app create --access ", ["read", "write"], ["--owner", "admin"]],
  ["countersign user list --admin true --", ["--json", "--state"], ["--owner"]],
  ["countersign completion ", ["bash", "zsh", "fish"], ["--help"]],
  ["countersign debug-signature ", ["request.txt"], ["--help"]],
  ["countersign backup ", ["verify"], ["--help"]],
  ["countersign backup req", ["request.txt"], ["verify"]],
  ["countersign restore --identity ", ["request.txt"], ["--help"]],
];

const shells = {
  bash: (typed: string) => `
source <(countersign completion bash)
line=${JSON.stringify(typed)}
read -ra COMP_WORDS <<< "$line"
[[ $line == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_countersign
# Bash completes files itself if nothing else is offered.
if [ \${#COMPREPLY[@]} -eq 0 ]; then compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"; fi
printf '%s\\n' "\${COMPREPLY[@]}"`,
  fish: (typed: string) => `
countersign completion fish | source
complete -C ${JSON.stringify(typed)} | string replace -r '\\t.*' ''`,
  // A shell with a terminal of its own, because completion needs its line editor.
  zsh: (typed: string) => `
zmodload zsh/zpty
zpty -b shell zsh -f -i
read_to() {
  local part all=""
  while [[ $all != *$1* ]]; do zpty -r shell part && all+=$part; done
  print -r -- "$all"
}
zpty -w shell 'PS1= RPS1= PROMPT_SP=; autoload -U compinit; compinit -D -u; LISTMAX=1000; LINES=200 COLUMNS=200'
zpty -w shell 'zstyle ":completion:*" list-prompt ""; setopt no_beep; bindkey "^I" list-choices'
zpty -w shell 'source <(countersign completion zsh); print re""ady'
read_to ready > /dev/null
zpty -w -n shell ${JSON.stringify(typed)}$'\\t'
zpty -w shell $'\\x15print do""ne'
read_to done | sed 's/\\x1b\\[[0-9;?]*[a-zA-Z]//g' | tr -s ' \\r' '\\n'`,
} as const;

for (const [shell, scriptFor] of Object.entries(shells)) {
  const skip = spawnSync(shell, ["-c", ":"]).status !== 0 && `there is no ${shell} on this machine`;
  test(`${shell} completes commands, options, their values, and files`, { skip }, () => {
    for (const [typed, offered, not] of cases) {
      const args =
        shell === "bash"
          ? ["--norc", "-c"]
          : shell === "zsh"
            ? ["-f", "-c"]
            : ["--no-config", "-c"];
      const ended = spawnSync(shell, [...args, scriptFor(typed)], {
        cwd: directory.path,
        encoding: "utf8",
        env: { PATH: `${bin}:${process.env["PATH"]}`, HOME: directory.path, TERM: "xterm" },
        timeout: 60_000,
      });
      assert.equal(ended.stderr, "", typed);
      const found = ended.stdout.split("\n").map((line) => line.trim());
      for (const word of offered)
        assert.ok(found.includes(word), `${typed}: no ${word}\n${ended.stdout}`);
      for (const word of not)
        assert.ok(!found.includes(word), `${typed}: ${word}\n${ended.stdout}`);
    }
  });
}

test("the script is for the command as it is called here", async () => {
  const settings = { COMMAND: "countersign-admin" };
  const { stdout } = await runHere(["completion", "bash"], { settings });
  assert.match(stdout, /^complete -o default -F _countersign_admin countersign-admin$/m);
});

test("exit 1 — a command of several words, which no shell completes", async () => {
  const settings = { COMMAND: "docker exec id countersign" };
  const { status, stderr } = await runHere(["completion", "fish"], { settings });
  assert.equal(status, 1);
  assert.match(stderr, /one word, and COUNTERSIGN_COMMAND is docker exec id countersign/);
});

test("exit 2 — a shell that there isn't, and none", async () => {
  for (const [args, advice] of [
    [["tcsh"], /bash, zsh, fish/],
    [[], /missing required argument 'shell'/],
  ] as const) {
    const { status, stdout, stderr } = await runHere(["completion", ...args]);
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, advice);
  }
});
