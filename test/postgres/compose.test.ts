/** The commands of docs/guide/deploying.md for Compose, without Docker: what they run in containers runs here. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratchDirectory } from "../cli/command.ts";
import { revoke, verifyCredentials } from "../support/flow.ts";
import { guideBlock } from "../support/guide-block.ts";
import { installedPrograms, ownPostgres } from "../support/postgres-server.ts";
import { command, inheritedEnvironment } from "../support/process.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";

const programs = installedPrograms();

const docker = `set -eu
docker() {
  shift 3
  verb=$1
  shift
  case $verb in stop | up) return ;; esac
  while [ "\${1#--}" != "$1" ]; do
    if [ "$1" = --volume ]; then shift; fi
    shift
  done
  shift
  case $verb in
    exec) "$@" ;;
    run) "$COMMAND" "$@" ;;
    *) return 1 ;;
  esac
}
`;

test("a backup is taken while the nodes serve; after a restore, what was issued before works, and what was revoked since does not", {
  skip: programs === undefined && "PostgreSQL's programs are not installed",
}, async () => {
  await using server = await ownPostgres({ programs });
  using directory = scratchDirectory();
  const url = new URL("/countersign", server.url);
  const settings = {
    // The file has it; tests would name a database otherwise.
    DATABASE_URL: "",
    DATABASE_URL_FILE: join(directory.path, "database-url"),
    DATABASE_TIMEOUT: "20000",
    KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
  };
  writeFileSync(settings.DATABASE_URL_FILE, `${url.href}\n`, { mode: 0o400 });
  const type = (block: string) => {
    const backup = join(directory.path, "backup");
    const text = guideBlock("deploying", block, {
      "/backup/revocations.jsonl": `${backup}/revocations.jsonl`,
    }).replaceAll("/backup/countersign", backup);
    const owned = process.geteuid?.() === 0 ? text : text.replace(" -o 10001 -g 10001", "");
    const { status, stderr } = spawnSync("sh", ["-c", docker + owned], {
      encoding: "utf8",
      env: {
        ...inheritedEnvironment(),
        ...{ PATH: `${programs}:${process.env["PATH"]}`, COMMAND: command },
        ...{ PGHOST: url.hostname, PGPORT: url.port },
        ...Object.fromEntries(
          Object.entries(settings).map(([name, value]) => [`COUNTERSIGN_${name}`, value]),
        ),
      },
    });
    assert.equal(status, 0, stderr);
    return backup;
  };
  spawnSync(join(programs ?? "", "createdb"), ["--username", "countersign", "countersign"], {
    env: { ...process.env, PGHOST: url.hostname, PGPORT: url.port },
  });
  const { application, lasting, revoked } = await (async () => {
    await using service = await startTestService(settings);
    const { ledger } = service.dependencies;
    const alice = await makeUser(ledger, "alice");
    const application = await makeApplication(ledger, alice);
    const lasting = await makeAccessToken(ledger, application, alice);
    const revoked = await makeAccessToken(ledger, application, await makeUser(ledger, "bob"));
    const dump = join(type("compose-backup"), "countersign.dump");
    const earlier = join(directory.path, "earlier.dump");
    copyFileSync(dump, earlier);
    await revoke(service.baseUrl, application, revoked);
    type("compose-backup");
    copyFileSync(earlier, dump);
    return { application, lasting, revoked };
  })();
  type("compose-restore");
  await using again = await startTestService(settings);
  const status = async (token: typeof lasting) =>
    (await verifyCredentials(again.baseUrl, application, token)).status;
  assert.deepEqual([await status(lasting), await status(revoked)], [200, 401]);
});
