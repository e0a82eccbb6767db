import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  commandsIn,
  executable,
  makeAlice,
  password,
  type RunOptions,
  repository,
  run,
  scratchDirectory,
} from "./command.ts";
import { runHere } from "./run-here.ts";

const directory = scratchDirectory();
after(() => directory[Symbol.dispose]());

test("exit 0 — each command of a group that a document or a file of ops/ names has its help", async () => {
  const files = globSync(["*.md", "docs/**/*.md", "ops/**/*.{yaml,service}"], { cwd: repository });
  const texts = files.map((file) => readFileSync(join(repository, file), "utf8")).join("\n");
  const groups = new Set(commands.filter(({ length }) => length === 2).map(([group]) => group));
  const found = new Set(texts.match(/\bcountersign [a-z]+ [a-z-]+/g));
  for (const [, group = "", name = ""] of [...found].map((one) => one.split(" "))) {
    if (!groups.has(group)) continue;
    const { status, stderr } = await runHere([group, "help", name]);
    assert.equal(status, 0, `countersign ${group} ${name}: ${stderr}`);
  }
});

const commands = [
  [],
  ["serve"],
  ["demo"],
  ["user"],
  ["user", "create"],
  ["user", "set-password"],
  ["user", "create-reset-link"],
  ["user", "verify-email"],
  ["user", "suspend"],
  ["user", "restore"],
  ["admin"],
  ["admin", "grant"],
  ["admin", "revoke"],
  ["user", "show"],
  ["user", "end-sessions"],
  ["user", "list"],
  ["user", "grants"],
  ["user", "identities"],
  ["user", "remove-identity"],
  ["user", "revoke-access"],
  ["user", "delete"],
  ["user", "factors"],
  ["user", "remove-factor"],
  ["user", "remove-factors"],
  ["user", "create-recovery-link"],
  ["invitation"],
  ["invitation", "create"],
  ["invitation", "list"],
  ["invitation", "resend"],
  ["invitation", "withdraw"],
  ["app"],
  ["app", "create"],
  ["app", "change"],
  ["app", "plan"],
  ["api-limit"],
  ["api-limit", "list"],
  ["api-limit", "show"],
  ["api-limit", "create"],
  ["api-limit", "change"],
  ["api-limit", "delete"],
  ["plan"],
  ["plan", "list"],
  ["plan", "show"],
  ["plan", "create"],
  ["plan", "change"],
  ["plan", "delete"],
  ["app", "regenerate-secret"],
  ["app", "revoke-secret"],
  ["app", "notify-owner"],
  ["app", "revoke-previous-secret"],
  ["app", "create-bearer-token"],
  ["app", "bearer-tokens"],
  ["app", "credentials"],
  ["app", "requests"],
  ["app", "request"],
  ["app", "revoke-bearer-token"],
  ["app", "approve"],
  ["app", "ask"],
  ["app", "decline"],
  ["app", "suspend"],
  ["app", "restore"],
  ["app", "delete"],
  ["app", "transfer"],
  ["app", "show"],
  ["app", "list"],
  ["token"],
  ["token", "create"],
  ["token", "list"],
  ["token", "export"],
  ["token", "revoke"],
  ["setting"],
  ["setting", "show"],
  ["setting", "change"],
  ["setting", "unused-access"],
  ["usage"],
  ["usage", "show"],
  ["sunset"],
  ["sunset", "list"],
  ["sunset", "plan"],
  ["sunset", "remove"],
  ["sunset", "traits"],
  ["sunset", "uses"],
  ["sunset", "programs"],
  ["webhook"],
  ["webhook", "list"],
  ["webhook", "retry"],
  ["apply"],
  ["bulk"],
  ["bulk", "revoke-tokens"],
  ["bulk", "suspend-apps"],
  ["bulk", "restore-apps"],
  ["bulk", "begin"],
  ["bulk", "follow"],
  ["bulk", "show"],
  ["bulk", "list"],
  ["bulk", "stop"],
  ["api-key"],
  ["api-key", "create"],
  ["api-key", "list"],
  ["api-key", "rotate"],
  ["api-key", "revoke"],
  ["keys"],
  ["keys", "rotate"],
  ["backup"],
  ["backup", "verify"],
  ["restore"],
  ["debug-signature"],
  ["check"],
  ["user", "export-data"],
  ["test-server"],
  ["audit"],
  ["audit", "export"],
  ["revocations"],
  ["revocations", "export"],
  ["revocations", "import"],
  ["migrate"],
  ["move"],
  ["import"],
  ["export"],
  ["find"],
  ["config"],
  ["gallery"],
  ["completion"],
];

test("--help is everywhere, exits 0 and names every command", async () => {
  const listed = new Set<string>();
  for (const command of commands) {
    const { status, stdout, stderr } = await runHere([...command, "--help"]);
    assert.equal(status, 0, command.join(" "));
    assert.match(stdout, new RegExp(`^Usage: countersign ${command.join(" ")}`));
    assert.equal(stderr, "");
    for (const name of commandsIn(stdout)) listed.add([...command, name].join(" "));
  }
  const known = commands.filter((command) => command.length > 0).map((one) => one.join(" "));
  assert.deepEqual([...listed].sort(), known.sort());
});

test("exit 0 — help for a command that there is", async () => {
  for (const [args, usage] of [
    [["help"], "countersign "],
    [["help", "serve"], "countersign serve"],
    [["help", "user"], "countersign user"],
    [["user", "help", "list"], "countersign user list"],
    [["backup", "help", "verify"], "countersign backup verify"],
    [["help", "backup", "verify"], "countersign backup"],
  ] as const) {
    const { status, stdout, stderr } = await runHere(args);
    assert.deepEqual([status, stderr], [0, ""]);
    assert.ok(stdout.startsWith(`Usage: ${usage}`), stdout);
  }
});

for (const command of commands.filter((one) => one.length > 0)) {
  test(`exit 2 — countersign ${command.join(" ")}, with an option that it doesn't have, and with a word too many`, async () => {
    for (const wrong of [["--frobnicate"], ["one", "two", "three"]]) {
      const { status, stdout, stderr } = await runHere([...command, ...wrong]);
      assert.deepEqual([status, stdout], [2, ""], stderr);
      assert.match(
        stderr,
        /unknown option '--frobnicate'|too many arguments|unknown command|required option|missing required|Allowed choices/,
      );
    }
  });
}

const create = ["app", "create", "--owner", "alice", "--name", "Bot"];
for (const [what, args, advice] of [
  ["no command", [], /^Service:$/m],
  ["an unknown command", ["sevre"], /Did you mean serve/],
  ["an unknown command of a group", ["user", "craete"], /Did you mean create/],
  [
    "help for an unknown command",
    ["help", "sevre"],
    /unknown command 'sevre'.*\n.*Did you mean serve/,
  ],
  [
    "help for an unknown command of a group",
    ["user", "help", "frob"],
    /^error: unknown command 'frob'\n/,
  ],
  ["the same, in another order", ["help", "user", "frob"], /^error: unknown command 'frob'\n/],
  ["a group alone", ["app"], /Commands:/],
  ["a missing option", ["user", "create", "--password", password], /--screen-name/],
  ["an option without its value", ["user", "create", "--screen-name"], /argument missing/],
  ["an unknown option", ["user", "list", "--jsno"], /Did you mean --json/],
  ["one word too many", ["user", "list", "all"], /too many arguments/],
  ["a bad choice", [...create, "--access", "admin"], /read, write/],
  [
    "a bad overlap",
    ["app", "regenerate-secret", "--yes", "--consumer-key", "k", "--overlap", "2h"],
    /0, 1h, 24h, 7d/,
  ],
  [
    "both passwords",
    ["user", "create", "--screen-name", "bob", "--password", "p", "--password-file", "f"],
    /cannot be used with/,
  ],
  ["no password", ["user", "create", "--screen-name", "bob"], /--password-file FILE/],
  [
    "a password file that is not there",
    ["user", "create", "--screen-name", "bob", "--password-file", "/nowhere"],
    /cannot be read/,
  ],
  [
    "a common password",
    ["user", "create", "--screen-name", "bob", "--password", "password1"],
    /choose another/,
  ],
  [
    "a bad screen name",
    ["user", "create", "--screen-name", "bob smith", "--password", password],
    /1 to 64 letters/,
  ],
  [
    "plain http as callback",
    [...create, "--access", "read", "--callback", "http://weather.example"],
    /use https/,
  ],
  [
    "a dangerous callback",
    [...create, "--access", "read", "--callback", "javascript://x"],
    /never allowed/,
  ],
  ["eleven callbacks", [...create, "--access", "read", ...elevenCallbacks()], /up to 10/],
  ["no file to apply", ["apply", "--plan"], /--file/],
  ["no file for an export with secrets", ["export", "--with-secrets"], /give the file/],
  ["an export in another format", ["export", "--as", "xml"], /lines, yaml/],
  ["YAML with secrets", ["export", "--as", "yaml", "--with-secrets"], /contains no secrets/],
  ["YAML and JSON on standard output", ["export", "--as", "yaml", "--json"], /requires a file/],
  ["no tokens to list", ["token", "list"], /--screen-name NAME, --consumer-key KEY, or both/],
  ["no token to revoke", ["token", "revoke"], /in one way: --token TOKEN, --bearer TOKEN/],
  [
    "two tokens",
    ["token", "revoke", "--yes", "--token", "t", "--bearer", "b"],
    /in one way: --token TOKEN/,
  ],
  ["a bad port for the gallery", ["gallery", "--port", "high"], /whole number/],
] as const) {
  test(`exit 2 — ${what}`, async () => {
    const options = await besideAlice();
    const { status, stdout, stderr } = await runHere(args, options);
    assert.equal(status, 2, stderr);
    assert.match(stderr, advice);
    assert.equal(stdout, "");
  });
}

for (const [what, args, reason] of [
  ["a user that there is not", ["user", "suspend", "--screen-name", "bob"], /user list/],
  [
    "a taken screen name",
    ["user", "create", "--screen-name", "ALICE", "--password", password],
    /taken/,
  ],
  [
    "an owner that there is not",
    ["app", "create", "--owner", "bob", "--name", "B", "--access", "read"],
    /user list/,
  ],
  ["a file to apply that there is not", ["apply", "-f", "/nowhere"], /file not found/],
  ["an application that there is not", ["app", "show", "--consumer-key", "k"], /app list/],
  [
    "a token that there is not",
    ["token", "revoke", "--yes", "--token", "1-a"],
    /No such access token/,
  ],
  [
    "a bearer token that there is not",
    ["token", "revoke", "--yes", "--bearer", "b"],
    /No such bearer token/,
  ],
] as const) {
  test(`exit 1 — ${what}`, async () => {
    const options = await besideAlice();
    const { status, stdout, stderr } = await runHere(args, options);
    assert.equal(status, 1);
    assert.match(stderr, reason);
    assert.equal(stdout, "");
  });
}

for (const [status, args, printed] of [
  [0, ["--help"], { stdout: /^Usage: countersign /, stderr: /^$/ }],
  [1, ["app", "show", "--consumer-key", "k"], { stdout: /^$/, stderr: /^countersign: .*app list/ }],
  [2, ["sevre"], { stdout: /^$/, stderr: /Did you mean serve/ }],
] as const) {
  test(`exit ${status} — the process of the command ends with it, and says so in its place`, async () => {
    const options = await besideAlice();
    const ended = await run(args, options);
    assert.equal(ended.status, status);
    for (const stream of ["stdout", "stderr"] as const)
      assert.match(ended[stream], printed[stream]);
  });
}

test("exit 0 — a reader that has had enough", async () => {
  const { stderr } = await run(["-c", `{ "$0" app list; echo $? >&2; } | true`, executable], {
    ...(await besideAlice()),
    command: "sh",
  });
  assert.equal(stderr, "0\n");
});

let made: Promise<RunOptions> | undefined;

/** One ledger for all of these commands, none of which changes anything. Alice is in it. */
function besideAlice(): Promise<RunOptions> {
  made ??= (async () => {
    const options = { settings: { DATA_DIR: directory.path } };
    await makeAlice(options);
    return options;
  })();
  return made;
}

function elevenCallbacks(): string[] {
  return Array.from({ length: 11 }, (_, at) => ["--callback", `https://bot.example/${at}`]).flat();
}
