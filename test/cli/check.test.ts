/**
 * `countersign check`, as an administrator runs it: beside a running server, without one, and with each thing that can
 * be wrong.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { lifeFinding } from "../../src/program/checks/certificate.ts";
import { diskFinding } from "../../src/program/checks/disk.ts";
import type { Finding } from "../../src/program/checks/finding.ts";
import { faketime, withoutFaketime } from "../support/faketime.ts";
import { freePort } from "../support/free-port.ts";
import { guideBlock } from "../support/guide-block.ts";
import { preloaded } from "../support/preloaded.ts";
import { startMailServer } from "../support/smtp.ts";
import { makeCertificate } from "../support/tls.ts";
import { check } from "./checked.ts";
import { makeAlice, run, scratchDirectory, serve } from "./command.ts";
import { runHere, serveHere } from "./run-here.ts";

test("exit 0 — before the first start nothing is wrong, and the check makes nothing", async () => {
  using directory = scratchDirectory();
  const DATA_DIR = join(directory.path, "data");
  const { status, failures, warnings, of } = await check({ DATA_DIR });
  assert.deepEqual([status, failures, warnings], [0, 0, 0]);
  assert.match(of("database")[0]?.message ?? "", /the first start creates it/);
  assert.equal(existsSync(DATA_DIR), false);
});

test("exit 0 — a language without access texts is a warning, unless the settings leave it out", async () => {
  using directory = scratchDirectory();
  const ACCESS_TEXTS = join(directory.path, "access-texts.json");
  writeFileSync(ACCESS_TEXTS, JSON.stringify({ en: { read: "x", write: "y" } }));
  const settings = { DATA_DIR: join(directory.path, "data"), ACCESS_TEXTS };
  const { status, warnings, of } = await check(settings);
  assert.deepEqual([status, warnings], [0, 1]);
  assert.match(of("configuration")[0]?.message ?? "", /^es, ar are not offered: .*ACCESS_TEXTS/);
  assert.equal((await check({ ...settings, LANGUAGES: "en" })).warnings, 0);
  const broken = await check({ ...settings, LANGUAGES: "es" });
  assert.equal(broken.status, 1);
  assert.match(broken.of("configuration")[0]?.message ?? "", /it has no texts for es$/);
});

test("exit 0 — beside a server: a signed call through its address, and the internal address", async () => {
  using directory = scratchDirectory();
  const settings = {
    DATA_DIR: directory.path,
    PORT: String(await freePort()),
    INTERNAL_PORT: String(await freePort()),
  };
  await using _serving = await serve(["serve"], { settings });
  const { status, of } = await check(settings);
  assert.equal(status, 0);
  assert.match(of("public address")[0]?.message ?? "", /arrives as it was sent/);
  assert.match(of("internal address")[0]?.message ?? "", /is ready/);
  assert.match(of("key ring")[0]?.message ?? "", /matches this database/);

  const lines = await run(["check"], { settings });
  assert.equal(lines.status, 0);
  assert.match(lines.stdout, /^ok +public address +A signed request .*\n/m);
  assert.match(lines.stdout, /\n\nNothing is wrong\.\n$/);
});

test("exit 0 — beside a server that has not needed the new key of a rotation yet", async () => {
  using directory = scratchDirectory();
  const settings = {
    DATA_DIR: directory.path,
    PORT: String(await freePort()),
    INTERNAL_PORT: String(await freePort()),
  };
  await using _serving = await serveHere({ settings });
  for (const _rotation of ["the first", "the second"]) {
    assert.equal((await runHere(["keys", "rotate"], { settings })).status, 0);
  }
  const { status, failures, warnings, of } = await check(settings);
  assert.deepEqual([status, failures, warnings], [0, 0, 0]);
  assert.match(of("public address")[0]?.message ?? "", /arrives as it was sent/);
  assert.match(of("key ring")[0]?.message ?? "", /has 3 keys and matches this database/);
});

test("a warning — the server was started before the first key was put into COUNTERSIGN_KEYS", async () => {
  using directory = scratchDirectory();
  const key = (id: string) => `${id}:${Buffer.alloc(32, id).toString("base64")}`;
  const settings = {
    DATA_DIR: directory.path,
    KEYS: key("k1"),
    PORT: String(await freePort()),
    INTERNAL_PORT: String(await freePort()),
  };
  await using _serving = await serveHere({ settings });
  const { status, of } = await check({ ...settings, KEYS: `${key("k2")},${key("k1")}` });
  assert.equal(status, 0);
  const warned = of("key ring").filter(({ level }) => level === "warning");
  assert.match(warned[0]?.message ?? "", /was started without the key k2/);
  assert.match(warned[0]?.fix ?? "", /^Restart every server .* before you run `countersign keys/);
  assert.match(of("public address")[0]?.message ?? "", /arrives as it was sent/);
  const foreign = await check({ ...settings, KEYS: key("k3") });
  assert.equal(foreign.status, 1);
});

const moved = faketime();
const networkDisk = preloaded("network-disk");
after(() => networkDisk?.[Symbol.dispose]());

test("exit 1 — the clock of the service is 15 minutes ahead or behind; a difference of a minute is a warning", {
  skip: moved === undefined && withoutFaketime,
}, async () => {
  for (const [seconds, level, says] of [
    [
      900,
      "failure",
      /^The clock of the service at http:\S+ is (899|900|901) seconds ahead of this/,
    ],
    [-900, "failure", /^The clock of the service at http:\S+ is (899|900|901) seconds behind this/],
    [70, "warning", /^The clock of the service at http:\S+ is (69|70|71) seconds ahead of this/],
  ] as const) {
    using directory = scratchDirectory();
    const settings = {
      DATA_DIR: directory.path,
      PORT: String(await freePort()),
      INTERNAL_PORT: String(await freePort()),
    };
    const environment = { ...moved, FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s` };
    await using _serving = await serve(["serve"], { settings, environment });
    const { status, of } = await check(settings);
    assert.equal(status, level === "failure" ? 1 : 0);
    const found = of("clock");
    assert.deepEqual([found.length, found[0]?.level], [1, level]);
    assert.match(found[0]?.message ?? "", says);
    assert.match(of("public address")[0]?.message ?? "", /arrives as it was sent/);
    const elsewhere = await check({ ...settings, BASE_URL: "http://127.0.0.1:1" });
    assert.match(elsewhere.of("clock")[0]?.message ?? "", says, "by the internal address");
  }
});

test("exit 1 — the server has another secret, or needs one and these settings have none", async () => {
  using directory = scratchDirectory();
  const settings = {
    DATA_DIR: directory.path,
    PORT: String(await freePort()),
    INTERNAL_PORT: String(await freePort()),
  };
  const INTERNAL_SECRET = "the-secret-of-the-server";
  await using _serving = await serveHere({ settings: { ...settings, INTERNAL_SECRET } });
  assert.equal((await check({ ...settings, INTERNAL_SECRET })).status, 0);
  for (const other of [{ INTERNAL_SECRET: "the-secret-of-before" }, {}]) {
    const { status, of } = await check({ ...settings, ...other });
    const says = of("internal address").map((one) => one.message);
    assert.equal(status, 1);
    assert.match(says[0] ?? "", /is ready/);
    assert.match(says[1] ?? "", /rejects the COUNTERSIGN_INTERNAL_SECRET of these settings$/);
    assert.doesNotMatch(says.join(), /the-secret-of/);
  }
});

test("exit 1 — a server that has another base URL", async () => {
  using directory = scratchDirectory();
  const PORT = String(await freePort());
  const settings = { DATA_DIR: directory.path, PORT };
  await using _serving = await serveHere({ settings });
  const { status, of } = await check({ ...settings, BASE_URL: `http://localhost:${PORT}` });
  assert.equal(status, 1);
  assert.match(of("public address")[0]?.message ?? "", /another host/);
});

test("exit 1 — one port for both addresses, on which no start succeeds", async () => {
  using directory = scratchDirectory();
  const PORT = String(await freePort());
  const { status, of } = await check({ DATA_DIR: directory.path, PORT, INTERNAL_PORT: PORT });
  assert.equal(status, 1);
  assert.deepEqual(
    of("configuration").map(({ level }) => level),
    ["failure"],
  );
  assert.match(of("configuration")[0]?.message ?? "", /COUNTERSIGN_INTERNAL_PORT/);
});

test("exit 2 — settings that cannot be read, also as JSON; and wrong use", async () => {
  const { status, findings } = await check({ PORT: "none" });
  assert.equal(status, 2);
  assert.equal(findings.length, 1);
  assert.match(findings[0]?.message ?? "", /COUNTERSIGN_PORT/);
  assert.equal((await runHere(["check", "--mail-to", "nobody"])).status, 2);
  assert.equal((await runHere(["check", "now"])).status, 2);
});

test("modes: what others can read or change is a warning with the command that ends it; --strict exits 1", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  await runHere(["migrate"], { settings });
  chmodSync(directory.path, 0o755);
  chmodSync(join(directory.path, "countersign.db"), 0o644);
  const loose = await check(settings);
  assert.equal(loose.status, 0);
  assert.deepEqual(
    loose.of("files").map(({ fix }) => fix),
    [
      `Run: chmod 700 ${directory.path}`,
      `Run: chmod 600 ${join(directory.path, "countersign.db")}`,
    ],
  );
  assert.equal((await check(settings, ["--strict"])).status, 1);
  chmodSync(directory.path, 0o700);
  assert.equal((await check(settings, ["--strict"])).status, 0, "hidden in the directory");
});

test("a start says in its log what it sees at once", async () => {
  using directory = scratchDirectory();
  chmodSync(directory.path, 0o755);
  await using serving = await serve(["serve"], { settings: { DATA_DIR: directory.path } });
  await serving.says("Other accounts of this machine can read the data directory");
});

test("settings that remove a protection: a warning in the check and at each start, and none without them", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  const removing = {
    RATE_LIMITS: "off",
    COMPAT: "empty-token-secret,basic-invalidate",
    TRUSTED_PROXIES: "10.0.0.0/7,127.0.0.1",
  };
  const found = async (more: Readonly<Record<string, string>>) =>
    (await check({ ...settings, ...more }))
      .of("configuration")
      .filter(({ level }) => level === "warning")
      .map(({ message }) => message);
  assert.deepEqual(await found({ RATE_LIMITS: "oauth2/token=6000,sign-in/code=50" }), []);
  const said = await found(removing);
  for (const [at, begin] of [
    "COUNTERSIGN_RATE_LIMITS is off",
    "COUNTERSIGN_COMPAT has empty-token-secret",
    "COUNTERSIGN_COMPAT has basic-invalidate",
    "COUNTERSIGN_TRUSTED_PROXIES trusts 10.0.0.0/7",
  ].entries()) {
    assert.ok(said[at]?.startsWith(begin), said.join("\n"));
  }
  assert.equal(said.length, 4);
  const guesses = await found({ RATE_LIMITS: "sign-in/code=51,failed-credentials=6001" });
  assert.equal(guesses.length, 1);
  assert.match(guesses[0] ?? "", /more than ten times .*: sign-in\/code, failed-credentials$/);
  const secret = { INTERNAL_PORT: "0", INTERNAL_SECRET: "0123456789abcdef" };
  assert.match(
    (await found({ INTERNAL_HOST: "8.8.8.8", ...secret }))[0] ?? "",
    /^COUNTERSIGN_INTERNAL_HOST is 8\.8\.8\.8, which is on the public internet/,
  );
  assert.match((await found({ LOG_LEVEL: "silent" }))[0] ?? "", /^COUNTERSIGN_LOG_LEVEL is silent/);
  for (const _start of ["the first", "the second"]) {
    await using serving = await serve(["serve"], { settings: { ...settings, ...removing } });
    for (const one of said) await serving.says(one);
  }
});

test("exit 2 — an internal address that others reach without a secret, and proxies that are everyone", async () => {
  for (const [settings, says] of [
    [{ INTERNAL_HOST: "0.0.0.0", INTERNAL_PORT: "0" }, /^COUNTERSIGN_INTERNAL_HOST: .* a secret/],
    [
      { TRUSTED_PROXIES: "0.0.0.0/1,128.0.0.0/1" },
      /^COUNTERSIGN_TRUSTED_PROXIES: .* every address/,
    ],
  ] as const) {
    const { status, findings } = await check(settings);
    assert.equal(status, 2);
    assert.match(findings[0]?.message ?? "", says);
  }
});

test("exit 1 — the key ring of another database, one that others can read, and one that is missing", async () => {
  using directory = scratchDirectory();
  const [mine, other] = ["mine", "other"].map((name) => join(directory.path, name));
  for (const DATA_DIR of [mine, other]) {
    await makeAlice({ settings: { DATA_DIR: DATA_DIR ?? "" } });
  }
  const settings = { DATA_DIR: mine ?? "" };
  const foreign = await check({ ...settings, KEYS_FILE: join(other ?? "", "keys") });
  assert.equal(foreign.status, 1);
  assert.match(foreign.of("key ring")[0]?.message ?? "", /not the one that encrypted the database/);
  chmodSync(join(mine ?? "", "keys"), 0o644);
  const open = await check(settings);
  assert.equal(open.status, 1);
  assert.match(open.of("key ring")[0]?.message ?? "", /can read it .*; run chmod g-w,o= /);
  rmSync(join(mine ?? "", "keys"));
  const missing = await check(settings);
  assert.equal(missing.status, 1);
  assert.match(missing.of("key ring")[0]?.message ?? "", /is missing/);
  assert.ok(!readdirSync(mine ?? "").includes("keys"));
});

test("the schema of an earlier version is a warning, that of a later one a failure; neither is changed", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  await makeAlice({ settings });
  const path = join(directory.path, "countersign.db");
  const change = (use: (database: DatabaseSync) => void) => {
    const database = new DatabaseSync(path);
    use(database);
    database.close();
  };
  change((database) => database.exec("delete from migration"));
  const older = await check(settings);
  assert.equal(older.status, 0);
  assert.match(older.of("database")[0]?.message ?? "", /0001-initial will run at the next/);
  assert.equal((await check(settings)).of("database")[0]?.level, "warning", "still");
  change((database) => database.exec("insert into migration values ('9999-later', '2026-01-01')"));
  const later = await check(settings);
  assert.equal(later.status, 1);
  assert.match(later.of("database")[0]?.message ?? "", /later version.*9999-later/);
});

test("an event of the future: the clock was set back", async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  await makeAlice({ settings });
  const database = new DatabaseSync(join(directory.path, "countersign.db"));
  database
    .prepare("insert into audit_event (at, name, actor) values (?, 'user.created', 'service')")
    .run(Date.now() + 3_600_000);
  database.close();
  const { status, of } = await check(settings);
  assert.equal(status, 1);
  assert.match(of("clock")[0]?.message ?? "", /in the future/);
});

test("a damaged database is a failure, and not a crash", async () => {
  using directory = scratchDirectory();
  mkdirSync(join(directory.path, "countersign.db"));
  const { status, of } = await check({ DATA_DIR: directory.path });
  assert.equal(status, 1);
  assert.equal(of("database")[0]?.level, "failure");
});

test("a certificate for other names, and a key that is not its own", async () => {
  using directory = scratchDirectory();
  using certificate = await makeCertificate(["id.example"]);
  using another = await makeCertificate(["id.example"]);
  const settings = {
    DATA_DIR: directory.path,
    TLS_CERT: certificate.certificate,
    TLS_KEY: certificate.key,
  };
  const wrong = await check({ ...settings, BASE_URL: "https://localhost:1" });
  assert.equal(wrong.status, 1);
  assert.match(
    wrong.of("certificate").at(-1)?.message ?? "",
    /is not for localhost, .* it is for id\.example$/,
  );
  const unfit = await check({ ...settings, TLS_KEY: another.key });
  assert.match(
    unfit.of("certificate")[0]?.message ?? "",
    /the key .* doesn.t belong to the certificate/,
  );
  chmodSync(certificate.key, 0o644);
  const open = await check(settings);
  assert.match(open.of("certificate")[0]?.message ?? "", /can read it .*; run chmod g-w,o= /);
  assert.equal(statSync(certificate.key).mode & 0o777, 0o644);
});

test("a certificate's life and a disk's room have their bounds", () => {
  const day = 86_400_000;
  const level = (from: number, until: number) => lifeFinding("It", from, until, 100 * day).level;
  assert.equal(level(0, 121 * day), "ok");
  assert.equal(level(0, 121 * day - 1), "warning");
  assert.equal(level(0, 100 * day), "failure");
  assert.equal(level(101 * day, 200 * day), "failure");
  const room = (free: number, total: number) => diskFinding("/", { free, total }).level;
  assert.equal(room(50e9, 1e12), "ok");
  assert.equal(room(49e9, 1e12), "warning");
  assert.equal(room(999e6, 4e9), "warning");
  assert.equal(room(99e6, 100e6), "failure");
  const { message } = diskFinding("/", { free: 999_999_999, total: 12_345_678_900_000 });
  assert.equal(message, "/ has 999 MB of 12,345,678 MB free");
});

test("a warning — SQLite on a network file system; a local disk, and any for PostgreSQL, is none", {
  skip: networkDisk === undefined && "there is no C compiler",
}, async () => {
  using directory = scratchDirectory();
  const settings = { DATA_DIR: directory.path };
  const found = async (type: number, more = {}) => {
    const environment = { ...networkDisk?.variables, FILE_SYSTEM_TYPE: String(type) };
    const { stdout } = await run(["check", "--json"], {
      settings: { PORT: "0", INTERNAL_PORT: "off", ...settings, ...more },
      environment,
    });
    const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
    return findings.filter(({ check, level }) => check === "disk" && level !== "ok");
  };
  const [warned, ...more] = await found(0x6969);
  assert.deepEqual([warned?.level, more], ["warning", []]);
  assert.match(
    warned?.message ?? "",
    /is on a network file system \(NFS\), on which SQLite's locks/,
  );
  assert.match(warned?.fix ?? "", /on a local disk or a block volume, or use PostgreSQL$/);
  assert.equal((await found(0xff534d42)).length, 1, "CIFS");
  assert.equal((await found(0xef53)).length, 0, "ext4");
  assert.equal((await found(0x6969, { DATABASE_URL: "postgres://127.0.0.1:1/x" })).length, 0);
});

test("mail: connects and signs in without sending; --mail-to sends one; a wrong password is told apart", async () => {
  using directory = scratchDirectory();
  await using server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (password === "right-password") done(null, { user: username });
      else done(new Error("no"));
    },
  });
  const settings = (password: string) => ({
    DATA_DIR: directory.path,
    SMTP_URL: `smtp://mailer:${password}@127.0.0.1:${server.port}`,
    MAIL_FROM: "id@service.example",
  });
  const fine = await check(settings("right-password"));
  assert.equal(fine.status, 0);
  assert.match(fine.of("mail")[0]?.message ?? "", /accepts the user and password/);
  assert.equal(server.received.length, 0);
  const sent = await check(settings("right-password"), ["--mail-to", "bob@users.example"]);
  assert.equal(sent.status, 0);
  assert.deepEqual((await server.has(1))[0]?.to, ["bob@users.example"]);
  const wrong = await check(settings("wrong-password"));
  assert.equal(wrong.status, 1);
  assert.match(wrong.of("mail")[0]?.message ?? "", / rejected the login: Invalid login/);
  assert.match(wrong.of("mail")[0]?.fix ?? "", /Correct the user and password/);
  assert.doesNotMatch(JSON.stringify(wrong.findings), /wrong-password/);
});

test("mail: what is wrong with the server is told apart, also when nothing was reached", async () => {
  using directory = scratchDirectory();
  using certificate = await makeCertificate(["mail.example"]);
  await using secure = await startMailServer({ secure: true }, certificate);
  await using other = await startMailServer({
    onRcptTo: (_address, _session, done) => done(new Error("no such user")),
  });
  await using silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const closed = await freePort();
  const unreachable = /^Correct the host and port in COUNTERSIGN_SMTP_URL, and make them reachable/;
  for (const [url, more, message, fix] of [
    [
      `smtp://127.0.0.1:${closed}`,
      [],
      /can't be reached as a mail server: connect ECONNREFUSED/,
      unreachable,
    ],
    [
      `smtp://127.0.0.1:${closed}`,
      ["--mail-to", "bob@users.example"],
      /can't be reached as a mail server: connect ECONNREFUSED/,
      unreachable,
    ],
    [
      `smtp://127.0.0.1:${portOf(silent)}`,
      [],
      /can't be reached as a mail server: Greeting never received/,
      unreachable,
    ],
    [
      `smtps://127.0.0.1:${secure.port}`,
      [],
      /can't be reached over TLS that this machine trusts: unable to verify the first certificate$/,
      /with a certificate for that name; NODE_EXTRA_CA_CERTS adds/,
    ],
    [
      `smtps://127.0.0.1:${other.port}`,
      [],
      /can't be reached over TLS that this machine trusts: ERR_SSL_WRONG_VERSION_NUMBER$/,
      /^Use a server with STARTTLS or smtps:/,
    ],
    [
      `smtp://127.0.0.1:${other.port}`,
      ["--mail-to", "bob@users.example"],
      /rejected a message from id@service\.example to bob@users\.example: /,
      /^In COUNTERSIGN_MAIL_FROM/,
    ],
  ] as const) {
    const settings = { DATA_DIR: directory.path, SMTP_URL: url, MAIL_FROM: "id@service.example" };
    const { status, of } = await check(settings, more);
    const [found] = of("mail");
    assert.equal(status, 1);
    assert.match(found?.message ?? "", message);
    assert.doesNotMatch(found?.message ?? "", /login/);
    assert.match(found?.fix ?? "", fix);
  }
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

test("docs/guide/check-installation.md: its commands run as they are written", async () => {
  using directory = scratchDirectory();
  await using server = await startMailServer();
  const settings = {
    ...{ DATA_DIR: join(directory.path, "data"), PORT: "0", INTERNAL_PORT: "off" },
    ...{ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: "id@service.example" },
  };
  for (const [name, says] of [
    ["check", /^ok +mail /m],
    ["mail", /accepted a message from id@service\.example to you@example\.com/],
    ["json", /^\{"failures":0,/],
  ] as const) {
    const [, ...args] = guideBlock("check-installation", name).trim().split(" ");
    const { status, stdout } = await runHere(args, { settings });
    assert.equal(status, 0, stdout);
    assert.match(stdout, says);
  }
});
