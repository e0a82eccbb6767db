/** `countersign check` on what comes with time: backups, rotations, disks that fill up, files of a move, proxies. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { freePort } from "../support/free-port.ts";
import { startTestService } from "../support/service.ts";
import { serving } from "../support/serving.ts";
import { skippedOnPostgres } from "../support/test-engine.ts";
import { makeCertificate } from "../support/tls.ts";
import { until } from "../support/until.ts";
import { check } from "./checked.ts";
import { json, makeAlice, run, scratchDirectory } from "./command.ts";
import { runHere } from "./run-here.ts";

const onSqlite = skippedOnPostgres("PostgreSQL has its own backups");
const dayMs = 86_400_000;

test("backups: none is skipped, one that was never verified is a warning, and so is one of long ago", {
  skip: onSqlite,
}, async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: join(directory.path, "data") };
  const file = join(directory.path, "backup.db");
  await makeAlice({ settings });
  const backups = async (more = {}) => {
    const { of } = await check({ ...settings, ...more });
    return of("backups").map(({ level, message, fix }) => `${level}: ${message} ${fix ?? ""}`);
  };
  assert.match(
    (await backups()).join(),
    /^skipped: The service knows of none: COUNTERSIGN_BACKUP_D/,
  );
  await json(["backup", file], { settings });
  assert.match(
    (await backups()).join(),
    /^warning: No backup was ever verified; .* Run `countersign backup verify`, and let a timer/,
  );
  await json(["backup", "verify", file], { settings });
  assert.match(
    (await backups()).join(),
    /^ok: The last backup is of 20.*Z, and one with events until 20.*Z was verif/,
  );

  using database = new DatabaseSync(join(settings.DATA_DIR, "countersign.db"));
  const long = new Date(Date.now() - 16 * dayMs).toISOString();
  database
    .prepare("update audit_event set details = ? where name = 'backup.verified'")
    .run(JSON.stringify({ bytes: 1, latestEventAt: long }));
  assert.equal(
    (await backups()).join(),
    `warning: The last backup that was verified has events until ${long} Run \`countersign backup verify\`, and let a timer run it`,
  );
  database.prepare("update audit_event set at = at - ? where name like 'backup.%'").run(16 * dayMs);
  const scheduled = await backups({ BACKUP_DIR: join(directory.path, "backups") });
  assert.equal(scheduled.length, 2);
  assert.match(
    scheduled[0] ?? "",
    /^warning: The last backup is of 20\S+, although one is due ever/,
  );
});

test("key ring: a rotation that has just ended says when, and what to do with the ring", {
  skip: onSqlite,
}, async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  await makeAlice({ settings });
  const said = async () => (await check(settings)).of("key ring")[0]?.message ?? "";
  assert.match(await said(), /has 1 key and matches this database$/);
  await json(["keys", "rotate"], { settings });
  assert.match(
    await said(),
    /has 2 keys and matches this database; the keys were rotated at 20\S+Z, so copy the ring to its/,
  );
  using database = new DatabaseSync(join(directory.path, "countersign.db"));
  database.prepare("update audit_event set at = at - ? where name = 'keys.rotated'").run(2 * dayMs);
  assert.match(await said(), /matches this database$/);
});

test("audit file: without one, it is skipped", async () => {
  using directory = scratchDirectory();
  const [found, ...more] = (await check({ DATA_DIR: directory.path })).of("audit file");
  assert.deepEqual([found?.level, more], ["skipped", []]);
  assert.match(
    found?.message ?? "",
    /^The service writes none: COUNTERSIGN_AUDIT_FILE is not set$/,
  );
});

test("clock: an identity provider, on another machine, shows that this machine's is ahead", async () => {
  using directory = scratchDirectory();
  using provider = await serving((_request, response) => {
    response.setHeader("date", new Date(Date.now() - 900_000).toUTCString());
    response.writeHead(404).end();
  });
  const file = join(directory.path, "providers.json");
  const given = {
    id: "work",
    name: "Work",
    issuer: provider.origin,
    client_id: "c",
    client_secret: "s",
  };
  writeFileSync(file, JSON.stringify({ providers: [given] }), { mode: 0o600 });
  const { of } = await check({ DATA_DIR: directory.path, IDENTITY_PROVIDERS: file });
  const [found, ...more] = of("clock");
  assert.deepEqual([found?.level, more], ["failure", []]);
  assert.match(
    found?.message ?? "",
    /^The clock of the identity provider work is (89|90)\d seconds behind this machine's, so/,
  );
});

test("NODE_EXTRA_CA_CERTS: a file that this account can't read, or without a certificate, is a warning that names it", async () => {
  using directory = scratchDirectory();
  await using authority = await makeCertificate(["localhost"]);
  const settings = { DATA_DIR: directory.path, PORT: "0", INTERNAL_PORT: "off" };
  const empty = join(directory.path, "empty.pem");
  writeFileSync(empty, "");
  for (const [file, why] of [
    [join(directory.path, "gone.pem"), "file not found"],
    [empty, "it has no certificate"],
    [authority.certificate, undefined],
  ] as const) {
    const ended = await run(["check", "--json"], {
      settings,
      environment: { NODE_EXTRA_CA_CERTS: file },
    });
    const warned = `${file}, whose certificate authorities aren't trusted: ${why}`;
    assert.equal(ended.status, 0);
    assert.equal(ended.stdout.includes(warned), why !== undefined, ended.stdout);
  }
});

test("internal address: what another program answers there can't look like a finding", async () => {
  using directory = scratchDirectory();
  const forged = "x\nfailure  key ring            forged";
  using other = await serving((_request, response) => {
    response.end(JSON.stringify({ problems: Array.from({ length: 50 }, () => forged) }));
  });
  const settings = { DATA_DIR: directory.path, INTERNAL_PORT: String(other.port) };
  const { stdout } = await run(["check"], { settings });
  assert.match(stdout, / reports: x failure {2}key ring/);
  assert.doesNotMatch(stdout, /^failure {2}key ring {12}forged/m);
  assert.ok(stdout.split("forged").length <= 21, stdout);
});

test("public address: a proxy that doesn't reach the service", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  await makeAlice({ settings });
  using proxy = await serving((_request, response) => {
    response.writeHead(502, { server: "nginx" }).end("<h1>502 Bad Gateway</h1>");
  });
  const { status, of } = await check({ ...settings, BASE_URL: proxy.origin });
  assert.equal(status, 1);
  const [found] = of("public address");
  assert.match(found?.message ?? "", /doesn't reach the service: it returns 502 \(nginx\)$/);
  assert.match(found?.fix ?? "", /^Let it connect to COUNTERSIGN_HOST and COUNTERSIGN_PORT/);
});

const mayMount =
  spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0 &&
  process.geteuid?.() === 0;

test("disk: one that will be full within a day is a warning of the service, of the check, and in the metrics", {
  skip: onSqlite || (!mayMount && "only root can mount a small disk"),
}, async () => {
  using directory = scratchDirectory();
  const data = join(directory.path, "data");
  mkdirSync(data);
  using _disk = smallDisk(data, "300m");
  const settings = { DATA_DIR: data, INTERNAL_PORT: String(await freePort()), PORT: "0" };
  let ahead = 0;
  await using service = await startTestService(settings, () => Date.now() + ahead);
  const problems = async () => {
    const response = await fetch(`${service.internalUrl}/healthz`);
    assert.equal(response.status, 200);
    return ((await response.json()) as { problems?: string[] }).problems ?? [];
  };
  const free = async () => {
    const text = await (await fetch(`${service.internalUrl}/metrics`)).text();
    const [, directoryName, bytes] =
      /^countersign_disk_free_bytes\{directory="(.*)"\} (\S+)$/m.exec(text) ?? [];
    assert.equal(directoryName, data);
    return Number(bytes);
  };
  const before = await free();
  writeFileSync(join(data, "large"), Buffer.alloc(60e6));
  assert.ok(before - (await free()) >= 60e6);
  ahead = 30 * 60_000;
  assert.deepEqual(await problems(), [], "half an hour says nothing");
  ahead = 60 * 60_000 * 2;
  const said =
    /the disk of \S+data will be full within a day: it has 2\d\d MB free, 6\d MB less than 2 hours ago/;
  assert.match((await problems()).join(), said);
  const { of } = await check({ ...settings, LOG_LEVEL: "silent" });
  const [found] = of("disk").filter(({ message }) => said.test(message));
  assert.equal(found?.level, "warning");
  assert.match(found?.fix ?? "", /^Find out what writes so much, and free up space/);
  ahead = 3 * dayMs;
  assert.deepEqual(await problems(), [], "nothing was written since the day before");
});

test("internal address: what the running service reports is a warning, such as backups that fail", {
  skip: onSqlite,
}, async () => {
  using directory = scratchDirectory();
  const file = join(directory.path, "file");
  writeFileSync(file, "");
  const settings = {
    ...{ DATA_DIR: join(directory.path, "data"), INTERNAL_PORT: String(await freePort()) },
    ...{ PORT: "0", BACKUP_DIR: join(file, "backups") },
  };
  await using service = await startTestService(settings);
  await until(async () => {
    const health = await fetch(`${service.internalUrl}/healthz`);
    return (await health.text()).includes("problems");
  });
  const { status, of } = await check(settings);
  assert.equal(status, 0);
  const warned = of("internal address").filter(({ level }) => level === "warning");
  assert.match(warned[0]?.message ?? "", /reports: .*file\/backups/);
});

test("each check names a page of the guide that there is, in its lines too", async () => {
  using directory = scratchDirectory();
  const { findings } = await check({ DATA_DIR: directory.path });
  for (const { guide } of findings) {
    const [page = "", anchor] = guide.split("#");
    assert.ok(existsSync(page), guide);
    if (anchor === undefined) continue;
    const headings = [...readFileSync(page, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, one = ""]) =>
      one.toLowerCase().replaceAll(" ", "-"),
    );
    assert.ok(headings.includes(anchor), guide);
  }
  const settings = { DATA_DIR: directory.path, PORT: "0", INTERNAL_PORT: "off" };
  const { stdout } = await runHere(["check"], { settings: { ...settings, LOG_LEVEL: "silent" } });
  assert.match(stdout, /→ Set it to warn, or unset it \(docs\/guide\/settings\.md\)$/m);
});

/** An empty disk in memory. */
function smallDisk(path: string, size: string): Disposable {
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=700`, "none", path]);
  assert.equal(mounted.status, 0, String(mounted.stderr));
  return { [Symbol.dispose]: () => void spawnSync("umount", ["--lazy", path]) };
}
