/** Mistyping the data directory must not create a second, empty service. */
import assert from "node:assert/strict";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { skippedOnPostgres } from "../support/test-engine.ts";
import { commandsIn, scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

/** Commands that need an existing ledger, with their other arguments. */
const needing: Readonly<Record<string, readonly string[]>> = {
  "user create": ["--screen-name", "bob", "--password", "a long password of his"],
  "user set-password": ["--screen-name", "bob", "--password", "a long password of his"],
  "admin grant": ["--screen-name", "bob"],
  "admin revoke": ["--screen-name", "bob"],
  "user create-reset-link": ["--screen-name", "bob"],
  "user create-recovery-link": ["--screen-name", "bob", "--because", "lost"],
  "user verify-email": ["--screen-name", "bob"],
  "user suspend": ["--screen-name", "bob"],
  "user restore": ["--screen-name", "bob"],
  "user delete": ["--screen-name", "bob"],
  "user list": [],
  "user grants": ["--screen-name", "bob"],
  "user revoke-access": ["--screen-name", "bob", "--consumer-key", "k"],
  "user factors": ["--screen-name", "bob"],
  "user remove-factor": ["--screen-name", "bob", "--because", "lost", "--factor", "totp"],
  "user remove-factors": ["--screen-name", "bob", "--because", "lost"],
  "user identities": ["--screen-name", "bob"],
  "user remove-identity": [
    ...["--screen-name", "bob", "--because", "left"],
    ...["--issuer", "https://id.example", "--subject", "bob"],
  ],
  "user show": ["--screen-name", "bob"],
  "user end-sessions": ["--screen-name", "bob"],
  "invitation create": [],
  "invitation list": [],
  "invitation resend": ["--id", "i"],
  "invitation withdraw": ["--id", "i"],
  "app create": ["--owner", "bob", "--name", "Bot", "--access", "read"],
  "app regenerate-secret": ["--consumer-key", "k"],
  "app change": ["--consumer-key", "k"],
  "app plan": ["--consumer-key", "k", "--default"],
  "api-limit list": [],
  "api-limit show": ["--name", "exports"],
  "api-limit create": ["--name", "exports", "--per", "user", "--windows", "5/1m"],
  "api-limit change": ["--name", "exports", "--per", "user"],
  "api-limit delete": ["--name", "exports"],
  "plan list": [],
  "plan show": ["--name", "free"],
  "plan create": ["--name", "free"],
  "plan change": ["--name", "free"],
  "plan delete": ["--name", "free"],
  "app revoke-secret": ["--consumer-key", "k"],
  "app notify-owner": ["--consumer-key", "k", "--message", "leaked"],
  "app revoke-previous-secret": ["--consumer-key", "k"],
  "app bearer-tokens": ["--consumer-key", "k"],
  "app credentials": ["--consumer-key", "k"],
  "app requests": ["--consumer-key", "k"],
  "app request": ["--consumer-key", "k", "--request", "0123456789ab-1"],
  "app create-bearer-token": ["--consumer-key", "k"],
  "app revoke-bearer-token": ["--consumer-key", "k"],
  "app approve": ["--consumer-key", "k"],
  "app ask": ["--consumer-key", "k", "--question", "Why?"],
  "app decline": ["--consumer-key", "k", "--because", "spam"],
  "app suspend": ["--consumer-key", "k"],
  "app restore": ["--consumer-key", "k"],
  "app delete": ["--consumer-key", "k"],
  "app transfer": ["--consumer-key", "k", "--screen-name", "bob"],
  "app show": ["--consumer-key", "k"],
  "app list": [],
  "setting show": [],
  "setting change": ["--sign-up", "open"],
  "setting unused-access": ["--days", "365"],
  "usage show": [],
  "sunset list": [],
  "sunset plan": [
    "--name",
    "s",
    "--trait",
    "query",
    "--ends",
    "2999-01-01",
    "--link",
    "https://a.example/",
  ],
  "sunset remove": ["--name", "s"],
  "sunset traits": [],
  "sunset uses": ["--trait", "hmac-sha1"],
  "sunset programs": ["--program", "curl"],
  "webhook list": [],
  "webhook retry": ["--name", "hooks.example.com"],
  find: ["alice"],
  "user export-data": ["OUT", "--screen-name", "bob"],
  "token create": ["--consumer-key", "k", "--screen-name", "bob"],
  "token list": ["--screen-name", "bob"],
  "token export": ["--screen-name", "bob"],
  "token revoke": ["--token", "t"],
  apply: ["-f", "EMPTY", "--plan"],
  "bulk revoke-tokens": ["--consumer-key", "k"],
  "bulk suspend-apps": ["--never-used"],
  "bulk restore-apps": ["--never-used"],
  "bulk begin": ["--id", "7"],
  "bulk follow": ["--id", "7"],
  "bulk show": ["--id", "7"],
  "bulk list": [],
  "bulk stop": ["--id", "7"],
  "api-key create": ["--name", "deploy", "--role", "viewer"],
  "api-key list": [],
  "api-key rotate": ["--name", "deploy"],
  "api-key revoke": ["--name", "deploy"],
  "debug-signature": ["--consumer-key", "k"],
  "audit export": [],
  "keys rotate": [],
  backup: ["OUT"],
  "revocations export": ["OUT"],
  "revocations import": ["EMPTY"],
  export: ["OUT", "--with-secrets"],
  "export --as yaml": [],
  import: ["EMPTY"],
  "import --dry-run": ["EMPTY"],
  move: ["--to", "postgres://nobody@127.0.0.1:1/nothing"],
};

/** Commands that create a ledger, that do not use one, or that report a missing one themselves. */
const others = [
  "backup verify",
  ...["serve", "demo", "test-server", "migrate", "restore"],
  ...["check", "config", "gallery", "completion"],
];

test("every command is here", async () => {
  const leaves = (await commandsUnder([])).map((command) => command.join(" "));
  const known = Object.keys(needing).filter((command) => !command.includes(" --"));
  assert.deepEqual([...known, ...others].sort(), leaves.sort());
});

const skip = skippedOnPostgres("test/postgres/commands.test.ts has an empty database");
for (const [command, args] of Object.entries(needing)) {
  test(`2 — ${command}: there is no database, and none is created`, { skip }, async () => {
    using scratch = scratchDirectory();
    const at = (name: string) => join(scratch.path, name);
    writeFileSync(at("empty"), "");
    const paths = new Map([
      ["OUT", at("out")],
      ["EMPTY", at("empty")],
    ]);
    const given = args.map((one) => paths.get(one) ?? one);
    const settings = { DATA_DIR: at("typo") };
    const ended = await runHere([...command.split(" "), ...given], { settings });
    assert.match(ended.stderr, /there is no database .*typo/);
    assert.match(ended.stderr, /COUNTERSIGN_DATA_DIR/);
    // `move` needs a database with something to move.
    if (command !== "move") assert.match(ended.stderr, /countersign migrate` first/);
    assert.equal(ended.status, 2, ended.stderr);
    assert.deepEqual(readdirSync(scratch.path), ["empty"]);
  });
}

test("1 — check says that there is no database, and makes none; nor does config", {
  skip,
}, async () => {
  using scratch = scratchDirectory();
  const settings = { DATA_DIR: join(scratch.path, "typo") };
  await runHere(["check"], { settings });
  assert.equal((await runHere(["config"], { settings })).status, 0);
  assert.deepEqual(readdirSync(scratch.path), []);
});

test("1 — a data directory that is a file, or below one, is named as that", { skip }, async () => {
  using scratch = scratchDirectory();
  const file = join(scratch.path, "file");
  writeFileSync(file, "");
  for (const DATA_DIR of [file, join(file, "data")]) {
    const listed = await runHere(["user", "list"], { settings: { DATA_DIR } });
    assert.match(listed.stderr, /isn't a directory; use the database's directory/);
    const begun = await runHere(["migrate"], { settings: { DATA_DIR } });
    assert.ok(
      begun.stderr.includes(`${file} is a file, not a directory; use a different path, or`),
    );
    assert.deepEqual([listed.status, begun.status], [1, 1]);
  }
});

test("1 — a database that cannot be looked at is not called missing", { skip }, async () => {
  using scratch = scratchDirectory();
  // Root, as whom tests may run, can read every file, so this one is a symbolic link to itself.
  symlinkSync("countersign.db", join(scratch.path, "countersign.db"));
  const settings = { DATA_DIR: scratch.path };
  const why = /countersign\.db cannot be read \(ELOOP: .*\): run this as the account that owns it/;
  const listed = await runHere(["app", "list"], { settings });
  assert.match(listed.stderr, why);
  assert.equal(listed.status, 1, listed.stderr);
  for (const command of [
    "keys rotate",
    "backup OUT",
    "move --to postgres://nobody@127.0.0.1:1/x",
  ]) {
    const ended = await runHere(command.split(" "), { settings });
    assert.match(ended.stderr, why, command);
    assert.equal(ended.status, 1, command);
  }
  const checked = await runHere(["check"], { settings });
  assert.match(checked.stdout, why);
  assert.equal(checked.status, 1, checked.stdout);
});

async function commandsUnder(group: readonly string[]): Promise<(readonly string[])[]> {
  const { stdout } = await runHere([...group, "--help"]);
  const found = commandsIn(stdout);
  const inner = (await Promise.all(found.map((name) => commandsUnder([...group, name])))).flat();
  // `backup <file>` is a command, and has one.
  const isCommand = found.length === 0 || /^Usage: .*<\w+>$/m.test(stdout);
  return isCommand ? [group, ...inner] : inner;
}
