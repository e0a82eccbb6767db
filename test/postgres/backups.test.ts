/**
 * The steps of docs/guide/high-availability.md and docs/guide/postgresql.md with PostgreSQL's own programs: a standby
 * from a base backup, and a dump and its restore.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { executable, run as runCommand } from "../cli/command.ts";
import { bearerFor, revoke, verifyCredentials } from "../support/flow.ts";
import { guideBlock } from "../support/guide-block.ts";
import { ask } from "../support/postgres.ts";
import { installedPrograms, type OwnPostgres, ownPostgres } from "../support/postgres-server.ts";
import { inheritedEnvironment } from "../support/process.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
} from "../support/service.ts";

const page = "postgresql";
const programs = installedPrograms();
const skip = programs === undefined && "PostgreSQL's programs are not installed";

/** Runs a command of the guide, in the server's folder and as the server's user. */
function run(
  server: OwnPostgres,
  script: string,
  variables: Readonly<Record<string, string>> = {},
) {
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const { status, stdout, stderr } = spawnSync("sh", ["-ec", script], {
    ...user,
    cwd: dirname(server.data),
    encoding: "utf8",
    env: { ...inheritedEnvironment(), PATH: `${programs}:${process.env["PATH"]}`, ...variables },
  });
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

/** Runs the statements one after the other. */
function rows(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  return ask(url, ...text.split(";\n").filter((one) => one.trim() !== ""));
}

test("a standby is made from a base backup: it confirms commits, and has what was committed", {
  skip,
}, async () => {
  await using primary = await ownPostgres({ programs });
  await using standby = await ownPostgres({ programs });
  await standby.stop("SIGQUIT");
  rmSync(standby.data, { recursive: true });
  const { port } = new URL(primary.url);
  run(
    standby,
    guideBlock("high-availability", "standby", {
      "/var/lib/postgresql/data": standby.data,
      "host=db1.example.com user=replication": `host=127.0.0.1 port=${port} user=countersign`,
    }),
  );
  await standby.start();
  await rows(primary.url, guideBlock("high-availability", "synchronous"));
  const deadline = performance.now() + 60_000;
  while ((await rows(primary.url, guideBlock("high-availability", "check"))).length === 0) {
    if (performance.now() > deadline) assert.fail("the standby is not synchronous");
    await wait(50);
  }
  await using service = await startTestService({
    DATABASE_URL: primary.url,
    DATABASE_TIMEOUT: "20000",
    KEYS: `k1:${randomBytes(32).toString("base64")}`,
  });
  await makeUser(service.dependencies.ledger, "alice");
  while (
    (await rows(standby.url, "select 1 from \"user\" where screen_name = 'alice'")).length === 0
  ) {
    if (performance.now() > deadline) assert.fail("the standby does not have what was committed");
    await wait(50);
  }
});

test("a dump is taken while the service serves, tried, and restored with its credentials and what was revoked since", {
  skip,
}, async () => {
  await using server = await ownPostgres({ programs });
  await rows(server.url, "create database ledger");
  await rows(server.url, "create database restored");
  const at = (name: string) => new URL(`/${name}`, server.url).href;
  const settings = {
    DATABASE_TIMEOUT: "20000",
    KEYS: `k1:${randomBytes(32).toString("base64")}`,
  };
  const { hostname, port, username } = new URL(server.url);
  const variables = {
    ...{ PGHOST: hostname, PGPORT: port, PGUSER: username },
    ...{ COUNTERSIGN_KEYS: settings.KEYS, COUNTERSIGN_DATABASE_TIMEOUT: "20000" },
    ...{ COUNTERSIGN_PORT: "0", COUNTERSIGN_INTERNAL_PORT: "off" },
    PATH: `${programs}:${dirname(executable)}:${dirname(process.execPath)}:${process.env["PATH"]}`,
  };
  await using service = await startTestService({ ...settings, DATABASE_URL: at("ledger") });
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const access = await makeAccessToken(ledger, application, alice);
  const bearer = await bearerFor(service.baseUrl, application);
  const revoked = await makeAccessToken(ledger, application, await makeUser(ledger, "bob"));
  run(server, guideBlock(page, "backup"), { COUNTERSIGN_DATABASE_URL: at("ledger") });
  const later = await makeAccessToken(ledger, application, alice, "write");
  assert.equal((await revoke(service.baseUrl, application, revoked)).status, 200);
  const list = join(dirname(server.data), "revocations.jsonl");
  const exported = await runCommand(["revocations", "export", list], {
    settings: { ...settings, DATABASE_URL: at("ledger") },
  });
  assert.equal(exported.status, 0, exported.stderr);
  chmodSync(list, 0o644);

  const url = "postgres://countersign:PASSWORD@db1.example.com/countersign_try?sslmode=verify-full";
  const tried = run(server, guideBlock(page, "try", { [url]: at("countersign_try") }), variables);
  assert.match(tried, /^ok +database .*\nok +key ring .* matches this database$/m);
  assert.match(tried, /^\d+ +bob /m);
  run(server, guideBlock(page, "restore", { "/backup/countersign": dirname(server.data) }), {
    ...variables,
    COUNTERSIGN_DATABASE_URL: at("restored"),
  });

  await using again = await startTestService({ ...settings, DATABASE_URL: at("restored") });
  const status = async (token: typeof access) =>
    (await verifyCredentials(again.baseUrl, application, token)).status;
  assert.equal(await status(access), 200);
  assert.equal(await status(later), 401, "it was issued after the dump");
  assert.equal(await status(revoked), 401, "it was revoked after the dump");
  assert.equal(await bearerFor(again.baseUrl, application), bearer);
});

test("a base backup and the archive lead to the moment before a revocation, and the list ends it again", {
  skip,
}, async () => {
  const backup = mkdtempSync(join(tmpdir(), "countersign-archive-"));
  chmodSync(backup, 0o777);
  mkdirSync(join(backup, "wal"));
  chmodSync(join(backup, "wal"), 0o777);
  try {
    await using server = await ownPostgres({ programs });
    await rows(server.url, guideBlock(page, "archive", { "/backup": backup }));
    await server.stop("SIGINT");
    await server.start();
    const settings = {
      DATABASE_URL: server.url,
      DATABASE_TIMEOUT: "20000",
      KEYS: `k1:${randomBytes(32).toString("base64")}`,
    };
    const { application, lasting, revoked, moment } = await (async () => {
      await using service = await startTestService(settings);
      const { ledger } = service.dependencies;
      const alice = await makeUser(ledger, "alice");
      const application = await makeApplication(ledger, alice);
      const lasting = await makeAccessToken(ledger, application, alice);
      run(
        server,
        guideBlock(page, "base", {
          "/backup": backup,
          "host=db1.example.com user=replication": `host=127.0.0.1 port=${new URL(server.url).port} user=countersign`,
        }),
      );
      const bob = await makeUser(ledger, "bob");
      const revoked = await makeAccessToken(ledger, application, bob);
      const [{ moment }] = (await rows(
        server.url,
        "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as moment",
      )) as [{ moment: string }];
      assert.equal((await revoke(service.baseUrl, application, revoked)).status, 200);
      assert.equal((await verifyCredentials(service.baseUrl, application, revoked)).status, 401);
      return { application, lasting, revoked, moment };
    })();
    const list = join(backup, "revocations.jsonl");
    const copied = await runCommand(["revocations", "export", list], { settings });
    assert.equal(copied.status, 0, copied.stderr);

    // A server that shuts down cleanly archives everything that it has.
    await rows(server.url, "select pg_switch_wal()");
    await server.stop("SIGINT");
    rmSync(server.data, { recursive: true });
    run(
      server,
      guideBlock(page, "recover", {
        "/backup": backup,
        "/var/lib/postgresql/data": server.data,
        "2026-01-31 18:00:00.000000+00": moment,
      }),
    );
    await server.start();
    const deadline = performance.now() + 60_000;
    while ((await rows(server.url, "select 1 where pg_is_in_recovery()")).length > 0) {
      if (performance.now() > deadline) assert.fail("the recovery does not end");
      await wait(50);
    }
    const statuses = async () => {
      await using service = await startTestService(settings);
      const used = (token: typeof lasting) =>
        verifyCredentials(service.baseUrl, application, token);
      return [(await used(lasting)).status, (await used(revoked)).status];
    };
    assert.deepEqual(
      await statuses(),
      [200, 200],
      "the moment is after the second and before its revocation",
    );
    const applied = await runCommand(["revocations", "import", list, "--yes"], { settings });
    assert.equal(applied.status, 0, applied.stderr);
    assert.deepEqual(await statuses(), [200, 401]);
  } finally {
    rmSync(backup, { recursive: true, force: true });
  }
});
