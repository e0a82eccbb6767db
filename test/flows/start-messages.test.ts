/** If a start fails, its message names the variable that the administrator has to change. */
import assert from "node:assert/strict";
import { chmodSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { configTable, readConfig } from "../../src/config/config.ts";
import { ConfigProblem, type ConfigRow } from "../../src/config/row.ts";
import type { InheritedSockets } from "../../src/program/service/inherited-sockets.ts";
import { startService } from "../../src/program/service.ts";
import { scratchDirectory } from "../cli/command.ts";
import { keepLedgersOnDisk, startTestService } from "../support/service.ts";
import { makeCertificate } from "../support/tls.ts";

keepLedgersOnDisk();

const key = Buffer.alloc(32, 7).toString("base64");
const webhookSecret = `whsec_${key}`;
const https = { BASE_URL: "https://id.example" };

/**
 * `prepare` sets up the directory that the start finds (the data directory, unless a setting names another) and may
 * return settings.
 */
interface Case {
  readonly what: string;
  readonly names: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly prepare?: (directory: string, cleanUp: AsyncDisposableStack) => unknown;
  /** What else the message contains: the path of a file in the directory, and what is wrong with it. */
  readonly file?: string;
  readonly sockets?: InheritedSockets;
}

const cases: readonly Case[] = [
  ...(Object.values(configTable) as ConfigRow[]).flatMap((row) => badValue(row)),
  { what: "a variable that there is not", names: ["PROT"], settings: { PROT: "8080" } },
  {
    what: "an address that others reach by plain http",
    names: ["HOST"],
    settings: { HOST: "0.0.0.0" },
  },
  {
    what: "several processes on the SQLite database",
    names: ["PROCESSES"],
    settings: { PROCESSES: "2" },
  },
  {
    what: "backups of a database that is in memory",
    names: ["BACKUP_DIR"],
    settings: { DATABASE_URL: "sqlite::memory:", BACKUP_DIR: "backups" },
  },
  {
    what: "backups of a database that is in PostgreSQL",
    names: ["BACKUP_DIR"],
    settings: { DATABASE_URL: "postgres://127.0.0.1:1/countersign", BACKUP_DIR: "backups" },
  },
  {
    what: "providers as the only sign-in method, and none",
    names: ["SIGN_IN_METHODS", "IDENTITY_PROVIDERS"],
    settings: { SIGN_IN_METHODS: "identity-providers" },
  },
  {
    what: "a file of identity providers that is none",
    names: ["IDENTITY_PROVIDERS"],
    prepare: (directory) => {
      const path = join(directory, "providers.json");
      writeFileSync(path, JSON.stringify({ providers: [] }));
      return { IDENTITY_PROVIDERS: path };
    },
  },
  {
    what: "a base URL of plain http",
    names: ["BASE_URL"],
    settings: { BASE_URL: "http://id.example" },
  },
  {
    what: "a domain of passkeys that the base URL is not below",
    names: ["PASSKEY_DOMAIN"],
    settings: { HOST: "localhost", PASSKEY_DOMAIN: "example.com" },
  },
  {
    what: "an additional base URL of plain http",
    names: ["ADDITIONAL_BASE_URLS"],
    settings: {
      ...https,
      TRUSTED_PROXIES: "::1",
      ADDITIONAL_BASE_URLS: "https://b.example,http://c.example",
    },
  },
  { what: "https that no one speaks", names: ["BASE_URL"], settings: https },
  {
    what: "an https address beside an http one",
    names: ["ADDITIONAL_BASE_URLS"],
    settings: { ADDITIONAL_BASE_URLS: "https://id.example", TRUSTED_PROXIES: "::1" },
  },
  {
    what: "a certificate without its key",
    names: ["TLS_CERT", "TLS_KEY"],
    settings: { TLS_CERT: "/c.pem" },
  },
  {
    what: "a key without its certificate",
    names: ["TLS_CERT", "TLS_KEY"],
    settings: { TLS_KEY: "/k.pem" },
  },
  {
    what: "a certificate that is not there",
    names: ["TLS_CERT"],
    settings: { TLS_CERT: "/nowhere", TLS_KEY: "/nowhere" },
  },
  {
    what: "a key that is not there",
    names: ["TLS_KEY"],
    async prepare(_directory, cleanUp) {
      const { certificate } = cleanUp.use(await makeCertificate(["localhost"]));
      return { TLS_CERT: certificate, TLS_KEY: "/nowhere" };
    },
  },
  {
    what: "an invalid certificate",
    names: ["TLS_CERT"],
    prepare(directory) {
      const path = join(directory, "text.pem");
      writeFileSync(path, "no certificate");
      return { TLS_CERT: path, TLS_KEY: path };
    },
  },
  {
    what: "a key that is a certificate",
    names: ["TLS_KEY"],
    async prepare(_directory, cleanUp) {
      const { certificate } = cleanUp.use(await makeCertificate(["localhost"]));
      return { TLS_CERT: certificate, TLS_KEY: certificate };
    },
  },
  {
    what: "a certificate's key that others can read",
    names: ["TLS_KEY"],
    async prepare(_directory, cleanUp) {
      const { certificate, key } = cleanUp.use(await makeCertificate(["localhost"]));
      chmodSync(key, 0o644);
      return { TLS_CERT: certificate, TLS_KEY: key };
    },
  },
  {
    what: "a certificate with the key of another",
    names: ["TLS_CERT", "TLS_KEY"],
    async prepare(_directory, cleanUp) {
      const one = cleanUp.use(await makeCertificate(["localhost"]));
      const another = cleanUp.use(await makeCertificate(["localhost"]));
      return { TLS_CERT: one.certificate, TLS_KEY: another.key };
    },
  },
  {
    what: "a internal address that others reach without a secret",
    names: ["INTERNAL_HOST"],
    settings: { INTERNAL_HOST: "10.0.0.5" },
  },
  {
    what: "origins of APIs that differ only in their ports",
    names: ["API_ORIGINS"],
    settings: { API_ORIGINS: "https://api.example.com,https://api.example.com:8443" },
  },
  {
    what: "a secret and a file of it",
    names: ["INTERNAL_SECRET", "INTERNAL_SECRET_FILE"],
    settings: { INTERNAL_SECRET: "0123456789abcdef", INTERNAL_SECRET_FILE: "/nowhere" },
  },
  {
    what: "a file of the secret that is not there",
    names: ["INTERNAL_SECRET_FILE"],
    settings: { INTERNAL_SECRET_FILE: "/nowhere" },
  },
  {
    what: "a secret of webhooks and a file of it",
    names: ["WEBHOOK_SECRET", "WEBHOOK_SECRET_FILE"],
    settings: { WEBHOOK_SECRET: webhookSecret, WEBHOOK_SECRET_FILE: "/nowhere" },
  },
  {
    what: "a file of the secret of webhooks that is not there",
    names: ["WEBHOOK_SECRET_FILE"],
    settings: { WEBHOOK_SECRET_FILE: "/nowhere" },
  },
  {
    what: "a webhook without a secret",
    names: ["WEBHOOKS"],
    settings: { WEBHOOKS: "https://hooks.example/events" },
  },
  {
    what: "a webhook over plain http",
    names: ["WEBHOOKS"],
    settings: { WEBHOOKS: "http://hooks.example/events", WEBHOOK_SECRET: webhookSecret },
  },
  {
    what: "a mail server without a sender",
    names: ["SMTP_URL", "MAIL_FROM"],
    settings: { SMTP_URL: "smtp://localhost" },
  },
  {
    what: "a URL of the database and a file of it",
    names: ["DATABASE_URL", "DATABASE_URL_FILE"],
    settings: { DATABASE_URL: "sqlite:/nowhere/l.db", DATABASE_URL_FILE: "/nowhere" },
  },
  {
    what: "a file of the database's URL that is not there",
    names: ["DATABASE_URL_FILE"],
    settings: { DATABASE_URL_FILE: "/nowhere" },
  },
  {
    what: "two key rings",
    names: ["KEYS", "KEYS_FILE"],
    settings: { KEYS: `k1:${key}`, KEYS_FILE: "/k" },
  },
  { what: "a logo that is not there", names: ["LOGO"], settings: { LOGO: "/nowhere.svg" } },
  {
    what: "a logo of the dark theme alone",
    names: ["LOGO_DARK", "LOGO"],
    settings: { LOGO_DARK: "/nowhere.svg" },
  },
  {
    what: "no name beside no logo",
    names: ["LOGO_NAME", "LOGO"],
    settings: { LOGO_NAME: "hide" },
  },
  {
    what: "texts of access levels in no language that is offered",
    names: ["ACCESS_TEXTS"],
    prepare(directory) {
      const path = join(directory, "access-texts.json");
      writeFileSync(path, '{"en":{"read":"x","write":"y"}}');
      return { ACCESS_TEXTS: path, LANGUAGES: "es" };
    },
  },
  {
    what: "a directory of documentation that is not there",
    names: ["DOCS_DIR"],
    settings: { DOCS_DIR: "/nowhere" },
  },
  {
    what: "a socket for the internal address, which is off",
    names: ["INTERNAL_PORT"],
    settings: { INTERNAL_PORT: "off" },
    sockets: { public: 3, internal: 4 },
  },
  { what: "a language that there is not", names: ["LANGUAGES"], settings: { LANGUAGES: "en,de" } },
  { what: "a language twice", names: ["LANGUAGES"], settings: { LANGUAGES: "es,en,es" } },
  {
    what: "a stylesheet that is a directory",
    names: ["STYLESHEET"],
    settings: { STYLESHEET: "/" },
  },
  {
    what: "a key ring file that is not there",
    names: ["KEYS_FILE"],
    settings: { KEYS_FILE: "/nowhere" },
  },
  {
    what: "a key ring file that others can read",
    names: ["DATA_DIR"],
    prepare(directory) {
      const path = join(directory, "keys");
      writeFileSync(path, `k1:${key}\n`);
      chmodSync(path, 0o644);
    },
  },
  {
    what: "a key ring without its database",
    names: ["DATA_DIR"],
    async prepare(directory) {
      await makeLedger({ DATA_DIR: directory });
      rmSync(join(directory, "countersign.db"));
    },
  },
  {
    what: "an administrator's key ring and a data directory that was used, without the database",
    names: ["KEYS", "DATA_DIR"],
    async prepare(directory) {
      const settings = { KEYS: `k1:${key}` };
      await makeLedger({ DATA_DIR: directory, ...settings });
      rmSync(join(directory, "countersign.db"));
      return settings;
    },
  },
  {
    what: "a database elsewhere with the key ring of another",
    names: ["KEYS", "DATABASE_URL"],
    async prepare(directory) {
      const settings = { DATABASE_URL: `sqlite:${directory}/ledger.db`, KEYS: `k1:${key}` };
      const first = { DATA_DIR: directory, ...settings };
      await (await startTestService(first))[Symbol.asyncDispose]();
      return { ...settings, KEYS: `k2:${key}` };
    },
  },
  {
    what: "a data directory that is a file",
    names: ["DATA_DIR"],
    prepare(directory) {
      const path = join(directory, "file");
      writeFileSync(path, "");
      return { DATA_DIR: path };
    },
  },
  {
    what: "a data directory that another server uses",
    names: ["DATA_DIR"],
    async prepare(directory, cleanUp) {
      const service = await startTestService({ DATA_DIR: directory });
      cleanUp.use(service);
    },
  },
  {
    what: "a database that another server uses, with a data directory of its own",
    names: ["DATABASE_URL"],
    async prepare(directory, cleanUp) {
      const settings = { DATABASE_URL: `sqlite:${directory}/ledger.db`, KEYS: `k1:${key}` };
      cleanUp.use(await startTestService({ DATA_DIR: join(directory, "other"), ...settings }));
      return { DATA_DIR: join(directory, "own"), ...settings };
    },
  },
  ...[
    "countersign.db is a directory, not a file",
    "keys: it is a directory, not a file",
    "serve.lock is a directory, not a file",
    "serve.holder is a directory, not a file",
    "countersign.db.serve.lock is a directory, not a file",
    "nonces/mark cannot be read",
    "nonces/forgotten-minutes cannot be read",
    "nonces/12.nonces cannot be read",
  ].map((file) => ({
    what: `a directory: ${file}`,
    names: ["DATA_DIR"],
    file,
    async prepare(directory: string) {
      const [path = ""] = file.split(/:? /);
      // The mark that there was a ledger only exists if there was one.
      if (path === "nonces/mark") await makeLedger({ DATA_DIR: directory });
      rmSync(join(directory, path), { force: true });
      mkdirSync(join(directory, path, "x"), { recursive: true });
    },
  })),
  {
    what: "a database elsewhere that is a directory",
    names: ["DATABASE_URL"],
    file: "database is a directory, not a file",
    prepare(directory) {
      mkdirSync(join(directory, "database"));
      return { DATABASE_URL: `sqlite:${join(directory, "database")}` };
    },
  },
  {
    what: "an administrator's key ring that is a directory",
    names: ["KEYS_FILE"],
    file: "ring: it is a directory, not a file",
    prepare(directory) {
      mkdirSync(join(directory, "ring"));
      return { KEYS_FILE: join(directory, "ring") };
    },
  },
  {
    what: "a nonce journal that is a file",
    names: ["DATA_DIR"],
    prepare: (directory) => writeFileSync(join(directory, "nonces"), ""),
  },
  {
    what: "a first administrator's file that is a directory",
    names: ["DATA_DIR"],
    prepare: (directory) =>
      void mkdirSync(join(directory, "first-administrator", "x"), { recursive: true }),
  },
  {
    what: "a file in the data directory that is not a database",
    names: ["DATA_DIR"],
    prepare: (directory) => writeFileSync(join(directory, "countersign.db"), "x".repeat(5000)),
  },
  {
    what: "a database elsewhere that cannot be opened",
    names: ["DATABASE_URL"],
    settings: { DATABASE_URL: "sqlite:/nowhere/ledger.db" },
  },
  {
    what: "a database of a later version",
    names: ["DATABASE_URL"],
    async prepare(directory) {
      const path = join(directory, "ledger.db");
      const settings = { DATABASE_URL: `sqlite:${path}` };
      await makeLedger({ DATA_DIR: directory, ...settings });
      const database = new DatabaseSync(path);
      database.exec("insert into migration values ('9999-later', '2030-01-01')");
      database.close();
      return settings;
    },
  },
  ...(["", "INTERNAL_"] as const).map((which) => ({
    what: `${which}PORT that is taken`,
    names: [`${which}HOST`, `${which}PORT`],
    async prepare(_directory: string, cleanUp: AsyncDisposableStack) {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      cleanUp.defer(() => new Promise<void>((resolve) => server.close(() => resolve())));
      return { [`${which}PORT`]: String((server.address() as AddressInfo).port) };
    },
  })),
  {
    what: "one port for the public and the internal address",
    names: ["PORT", "INTERNAL_PORT"],
    settings: { PORT: "8080", INTERNAL_PORT: "8080" },
  },
  {
    what: "an address that is not of this machine",
    names: ["HOST", "PORT"],
    settings: { ...https, TRUSTED_PROXIES: "::1", HOST: "192.0.2.1" },
  },
];

async function makeLedger(settings: Readonly<Record<string, string>>): Promise<void> {
  await (await startTestService(settings))[Symbol.asyncDispose]();
}

/** A value that the row's own reader rejects. Rows that accept any text have cases above. */
function badValue(row: ConfigRow): Case[] {
  const text = ["\u{7}", "x".repeat(51)].find((one) => {
    try {
      row.read(one);
      return false;
    } catch {
      return true;
    }
  });
  if (text === undefined) return [];
  return [{ what: `a bad ${row.name}`, names: [row.name], settings: { [row.name]: text } }];
}

test("every message that stops the start begins with its variables", async (context) => {
  /** `file:line` of every `new ConfigProblem` that a case has reached. */
  const met = new Set<string>();
  for (const one of cases) {
    await context.test(`${one.names.join(" and ")} — ${one.what}`, async () => {
      const error = await errorOf(one);
      assert.ok(error instanceof Error, "it starts");
      if (error instanceof ConfigProblem) met.add(placeOf(error));
      const begins = `${one.names.map((name) => `COUNTERSIGN_${name}`).join(" and ")}: `;
      assert.ok(error.message.startsWith(begins), error.message);
      if (one.file !== undefined) assert.ok(error.message.includes(`/${one.file}`), error.message);
    });
  }
  assert.deepEqual(
    [...met].filter(isCovered).sort(),
    placesInSource(),
    "each ConfigProblem of the source has a case",
  );
});

async function errorOf({ settings, prepare, sockets }: Case): Promise<unknown> {
  using directory = scratchDirectory();
  await using cleanUp = new AsyncDisposableStack();
  const prepared = await prepare?.(directory.path, cleanUp);
  const all = {
    DATA_DIR: directory.path,
    PORT: "0",
    INTERNAL_PORT: "0",
    LOG_LEVEL: "silent",
    ...settings,
    ...(typeof prepared === "object" ? prepared : {}),
  };
  const variables = Object.entries(all).map(([name, value]) => [`COUNTERSIGN_${name}`, value]);
  try {
    const config = readConfig(Object.fromEntries(variables), () => {});
    cleanUp.use(await startService(config, { sockets }));
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The place where the problem was created: the first stack line outside its constructor. */
function placeOf(problem: ConfigProblem): string {
  const [, path, line] = /\n\s+at .*?(src\/[^):]+):(\d+)/.exec(problem.stack ?? "") ?? [];
  return `${path}:${line}`;
}

/** Its messages need a process that was passed a socket; they are in test/cli/inherited-sockets.test.ts. */
const isCovered = (place: string) => !place.includes("/inherited-sockets.ts:");

function placesInSource(): readonly string[] {
  const sources = globSync("src/**/*.ts").filter((path) => !path.endsWith(".test.ts"));
  const places = sources.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line, at) => (line.includes("new ConfigProblem(") ? [`${path}:${at + 1}`] : [])),
  );
  return places.filter(isCovered).sort();
}
