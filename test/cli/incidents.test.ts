/** Runs the commands of docs/guide/incidents.md, in their order and as written, confirmed where they ask. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import type { ConsumerKey } from "../../src/domain/credentials.ts";
import { issueBearerToken } from "../../src/http/actions/issue-bearer-token.ts";
import { programOf } from "../../src/program/cli/commands.ts";
import { startTestService } from "../support/service.ts";
import { withSharedEngine } from "../support/test-engine.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { signedIn } from "../support/visitor.ts";
import { json, makeAlice, makeApp, makeToken, password, scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

test("docs/guide/incidents.md: each command works as written", async () => {
  using directory = scratchDirectory();
  const options = { settings: { DATA_DIR: directory.path } };
  await makeAlice(options);
  const keys = await makeApp(options);
  await using service = await startTestService(
    await withSharedEngine({ DATA_DIR: directory.path }),
  );
  const { ledger } = service.dependencies;
  for (const screenName of ["bob", "mallory", "carol"]) {
    const more = screenName === "bob" ? [] : ["--admin"];
    await json(
      ["user", "create", "--screen-name", screenName, "--password", password, ...more],
      options,
    );
  }
  const alice = (await ledger.userByScreenName("alice")) ?? assert.fail();
  const bob = (await ledger.userByScreenName("bob")) ?? assert.fail();
  await setUpTwoStep(await signedIn(service.baseUrl, { ...bob, password }), Date.now());

  const commands = commandsOf(readFileSync("docs/guide/incidents.md", "utf8"));
  assert.ok(commands.length > 25);
  for (const command of commands) {
    // What the command is about, where an earlier one has ended it.
    if (command.includes("token list")) {
      await ledger.restoreUser(alice.id, byCommandLine(Date.now()));
      await runHere(["app", "restore", "--consumer-key", keys.consumer_key], options);
      await makeToken(options, keys);
    }
    if (command.includes("app restore")) {
      await runHere(["app", "suspend", "--consumer-key", keys.consumer_key], options);
    }
    if (command.includes("revoke-bearer-token")) {
      const application = await ledger.applicationByConsumerKey(keys.consumer_key as ConsumerKey);
      const applicationId = application?.id ?? assert.fail();
      await issueBearerToken(
        { ledger, random: randomBytes },
        applicationId,
        byCommandLine(Date.now()),
      );
    }
    if (command.includes("user restore")) {
      await runHere(["user", "suspend", "--screen-name", "alice"], options);
    }
    if (command.includes("api-key revoke")) {
      const wanted = ["api-key", "create", "--name", "deploy", "--role", "manager"];
      assert.equal((await runHere(wanted, options)).status, 0);
    }
    const words = wordsOf(command, keys.consumer_key);
    const ended = await runHere((await isEnding(words)) ? [...words, "--yes"] : words, options);
    assert.equal(ended.status, 0, `${command}: ${ended.stderr}`);
  }
});

/** On a terminal, such a command asks for confirmation. */
async function isEnding([group, name]: readonly string[]): Promise<boolean> {
  const command = (await programOf()).commands.find((one) => one.name() === group);
  const found = command?.commands.find((one) => one.name() === name);
  return found?.options.some(({ long }) => long === "--yes") ?? false;
}

function commandsOf(guide: string): readonly string[] {
  const blocks = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
  // Those in a list are indented.
  return blocks.flatMap((block) => block.trim().split(/\n\s*/));
}

/** The arguments of a line, without the program's name. */
function wordsOf(line: string, consumerKey: string): readonly string[] {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
  assert.equal(words[0], "countersign", line);
  return words.slice(1).map((word) => (word === "KEY" ? consumerKey : word));
}
