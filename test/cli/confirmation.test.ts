/** Commands that end something permanently ask first on a terminal, and need --yes elsewhere. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Command } from "commander";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import type { AccessToken, ConsumerKey, UserId } from "../../src/domain/credentials.ts";
import { dayMs } from "../../src/domain/day.ts";
import { issueBearerToken } from "../../src/http/actions/issue-bearer-token.ts";
import { programOf } from "../../src/program/cli/commands.ts";
import { makeApiKey } from "../admin-api/support.ts";
import { inheritedEnvironment } from "../support/process.ts";
import { skippedOnPostgres } from "../support/test-engine.ts";
import {
  executable,
  json,
  makeAlice,
  makeApp,
  type Pair,
  password,
  scratchDirectory,
} from "./command.ts";
import { runHere, serveHere } from "./run-here.ts";

/** What they end can't be brought back: tokens, secrets, factors and accounts have to be created anew by others. */
const ending = [
  "user revoke-access",
  "user remove-factor",
  "user remove-factors",
  "user remove-identity",
  "user delete",
  "app change",
  "app regenerate-secret",
  "app revoke-bearer-token",
  "app revoke-secret",
  "app decline",
  "app delete",
  "apply",
  "token revoke",
  "api-key rotate",
  "api-key revoke",
  "revocations import",
  "bulk revoke-tokens",
  "setting change",
];

/** These end nothing permanently, but for many at once: they ask after their counts are known. */
const ofMany = ["bulk suspend-apps", "bulk restore-apps"];

/** Each of them ends nothing, or only what another command, or signing in again, brings back. */
const others = {
  "user set-password": "the user signs in again with the new password",
  "admin revoke": "`admin grant`",
  "user suspend": "`user restore`",
  "user create-recovery-link": "nothing ends until the user opens it",
  "user create-reset-link": "nothing ends until the user opens it",
  "app transfer": "`app transfer` back; tokens stay",
  "app suspend": "`app restore`",
  "app notify-owner": "it ends nothing",
  "keys rotate": "previous keys stay in the ring",
  move: "the source stays, and the target must be empty",
  restore: "the data directory must be empty",
  "revocations export": "the list only grows, so the new file has what the replaced one had",
  "invitation resend": "another link takes the place of the unused one",
  "invitation withdraw": "`invitation create`",
  "user end-sessions": "the user signs in again",
  "app revoke-previous-secret": "the new secret works",
};

test("every command that ends something permanently takes --yes, and no other one does", async () => {
  const leaves = leavesOf(await programOf(), "");
  const taking = leaves.filter(({ command }) =>
    command.options.some(({ long }) => long === "--yes"),
  );
  assert.deepEqual(taking.map(({ name }) => name).toSorted(), [...ending, ...ofMany].toSorted());
  const names = new Set(leaves.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(others).filter((name) => !names.has(name)),
    [],
  );
});

function leavesOf(command: Command, name: string): readonly { name: string; command: Command }[] {
  const isLeaf = command.commands.length === 0 || command.registeredArguments.length > 0;
  return [
    ...(isLeaf ? [{ name, command }] : []),
    ...command.commands.flatMap((one) => leavesOf(one, `${name} ${one.name()}`.trim())),
  ];
}

// interface §16.55
test("1 — without a terminal, and without --yes: what would end is said, with numbers, and nothing ends", async () => {
  await using world = await startWorld();
  const { keys, options, pair, bearerOf } = world;
  const key = ["--consumer-key", keys.consumer_key];
  const before = await world.everything();
  for (const [args, ends] of [
    [
      ["app", "delete", ...key],
      /Weather Bot \(\w+\) of alice .*\n.* 1 user .*\n.* 1 bearer token\n.* 0 collab/,
    ],
    [
      ["app", "regenerate-secret", ...key],
      /The secret of Weather Bot \(\w+\) stops working at once/,
    ],
    [["app", "regenerate-secret", ...key, "--json"], /The secret of Weather Bot/],
    [
      ["user", "delete", "--screen-name", "bob"],
      /account bob .*\n.* 1 application .*\n.* 0 sess.*\n.* 0 sec/,
    ],
    [
      ["user", "revoke-access", "--screen-name", "bob", ...key],
      /Weather Bot loses .* bob \(1 access token\)/,
    ],
    [
      ["app", "revoke-secret", ...key],
      /The secret of Weather Bot \(\w+\) stops working at once, .*\n {2}1 user gave access/,
    ],
    [
      ["token", "revoke", ...key, "--new-addresses-since", "2026-01-01T00:00:00Z"],
      /Revoked until users give access again: 1 access token of Weather Bot\./,
    ],
    [["token", "revoke", "--token", pair.token], /This access token is revoked/],
    [["token", "revoke", "--screen-name", "bob"], /1 access token, for the account bob/],
    [["token", "revoke", ...key], /1 access token, 1 bearer token, of Weather Bot/],
    [["app", "revoke-bearer-token", "--consumer-key", bearerOf], /1 bearer token is revoked/],
    [
      ["api-key", "rotate", "--name", "deploy", "--overlap", "0"],
      /The key deploy that begins with cs_live_\w{4} \(never used\) stops working at once/,
    ],
    [["api-key", "revoke", "--name", "deploy"], /The key deploy \(viewer, never used\)/],
    [
      ["revocations", "import", world.list],
      /In the database .*\n.*0 revocations.*\n {2}all sessions and links/,
    ],
  ] as const) {
    const ended = await runHere(args, options);
    assert.equal(ended.status, 1, args.join(" "));
    assert.match(ended.stderr, /^countersign: nothing was changed; run it again with --yes/);
    assert.match(ended.stderr, ends);
    assert.equal(ended.stdout, "");
    assert.deepEqual(await world.everything(), before, args.join(" "));
  }
  const overlap = ["app", "regenerate-secret", ...key, "--overlap", "24h"];
  assert.equal((await runHere(overlap, options)).status, 0, "the secret keeps working");
});

const noScript = spawnSync("script", ["--version"]).stdout?.includes("util-linux") !== true;
const skip = noScript
  ? "script of util-linux is not installed"
  : skippedOnPostgres("it is the same");

test("on a terminal: yes, and nothing else, does it", { skip }, async () => {
  await using world = await startWorld();
  const key = ["--consumer-key", world.keys.consumer_key];
  const deletion = ["app", "delete", ...key];
  const before = await world.everything();
  for (const typed of ["no\n", "\n", "yes please\n", "\u0004", "\u0003"]) {
    const { status, shown } = await onTerminal(deletion, world.options, typed);
    assert.match(shown, /Weather Bot \(\w+\) of alice is deleted permanently, and with it:/);
    assert.match(shown, /countersign: nothing was changed/);
    assert.equal(status, 1, JSON.stringify(typed));
    assert.deepEqual(await world.everything(), before);
  }
  const deleted = await onTerminal(deletion, world.options, "yes\n");
  assert.equal(deleted.status, 0, deleted.shown);
  assert.match(deleted.shown, /Weather Bot and all its tokens are deleted/);
  const user = ["user", "delete", "--screen-name", "bob"];
  const gone = await onTerminal(user, world.options, "yes\n");
  assert.match(gone.shown, /the account bob is deleted/);
  assert.equal(gone.status, 0);
});

/** Types the text once the command waits for it. */
async function onTerminal(
  args: readonly string[],
  { settings }: { readonly settings: Readonly<Record<string, string>> },
  typed: string,
) {
  const words = [executable, ...args].map((one) => `'${one}'`).join(" ");
  const variables = Object.entries(settings).map(([name, value]) => [`COUNTERSIGN_${name}`, value]);
  const child = spawn("script", ["--quiet", "--return", "--command", words, "/dev/null"], {
    env: { ...inheritedEnvironment(), ...Object.fromEntries(variables) },
  });
  let shown = "";
  child.stdout.on("data", (data) => {
    const waited = shown.includes("Type yes to continue: ");
    shown += String(data);
    if (!waited && shown.includes("Type yes to continue: ")) child.stdin.write(typed);
  });
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, shown };
}

async function startWorld() {
  const directory = scratchDirectory();
  const options = { settings: { DATA_DIR: join(directory.path, "data") } };
  await makeAlice(options);
  const bob = ["user", "create", "--screen-name", "bob", "--password", password];
  await json(bob, options);
  const service = await serveHere(options);
  const { ledger } = service.dependencies;
  const keys = await makeApp(options);
  const { consumer_key: bearerOf } = keys;
  const grant = ["token", "create", "--consumer-key", bearerOf, "--screen-name", "bob"];
  const pair = await json<Pair>(grant, options);
  const application = await ledger.applicationByConsumerKey(bearerOf as ConsumerKey);
  const { id = assert.fail() } = application ?? {};
  await issueBearerToken({ ledger, random: randomBytes }, id, byCommandLine(Date.now()));
  await makeApiKey(ledger, "viewer", { name: "deploy" });
  // On an application's first day no address is new.
  const at = Date.now() + 2 * dayMs;
  const use = { applicationId: id, credential: "consumer secret", network: "203.0.113.7" } as const;
  const counted = { program: "curl/8.5", first: at, last: at, requests: 1, rejected: 0 };
  await ledger.addSources([{ ...use, ...counted, tokens: [pair.token as AccessToken] }], at);
  const list = join(directory.path, "revocations.jsonl");
  writeFileSync(list, "");
  const page = { after: undefined, size: 9 };
  return {
    ...{ options, keys, pair, bearerOf, list },
    everything: async () => ({
      applications: await ledger.applications(page),
      users: await ledger.users(page),
      tokens: await ledger.accessTokens({ applicationId: id, userId: undefined, ...page }),
      keys: await ledger.apiKeys(page),
      secrets: await ledger.applicationKeys(
        { applicationId: id, userId: "1" as UserId },
        Date.now(),
      ),
    }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      directory[Symbol.dispose]();
    },
  };
}
