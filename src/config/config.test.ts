import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { limits } from "../domain/limits.ts";
import { isLoopbackHost } from "./addresses.ts";
import { configTable, readConfig } from "./config.ts";
import { ConfigProblem, type ConfigRow, configPrefix } from "./row.ts";
import { ownsKeyFile } from "./storage.ts";

const key = Buffer.alloc(32, 7).toString("base64");

function read(settings: Readonly<Record<string, string>>) {
  const warnings: string[] = [];
  const environment = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`${configPrefix}${name}`, value]),
  );
  return { config: readConfig(environment, (warning) => warnings.push(warning)), warnings };
}

test("everything has a default", () => {
  const { config, warnings } = read({});
  assert.equal(config.baseUrl, undefined);
  assert.equal(config.host, "127.0.0.1");
  assert.equal(config.port, 8080);
  assert.equal(config.internalPort, 8081);
  assert.match(config.dataDir, /\/data$/);
  assert.equal(config.database, `${config.dataDir}/countersign.db`);
  assert.deepEqual(config.keys, { file: `${config.dataDir}/keys` });
  assert.ok(ownsKeyFile(config));
  assert.equal(config.tls, undefined);
  assert.equal(config.logLevel, "info");
  assert.equal(config.compat.size, 0);
  assert.deepEqual(warnings, []);
});

test("a secret's file: its group may read it, other accounts may not", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-config-"));
  using _ = { [Symbol.dispose]: () => rmSync(directory, { recursive: true }) };
  for (const [name, secret, more] of [
    ["DATABASE_URL_FILE", "postgres://db.example.com/countersign?sslmode=verify-full", {}],
    ["INTERNAL_SECRET_FILE", "a-secret-of-gateways", {}],
    ["WEBHOOK_SECRET_FILE", `whsec_${key}`, { WEBHOOKS: "https://hooks.example.com" }],
  ] as const) {
    const path = join(directory, name);
    writeFileSync(path, `${secret}\n`);
    for (const mode of [0o400, 0o440, 0o600, 0o640]) {
      chmodSync(path, mode);
      assert.ok(read({ [name]: path, ...more }).config);
    }
    for (const mode of [0o444, 0o644, 0o660]) {
      chmodSync(path, mode);
      assert.throws(() => read({ [name]: path, ...more }), /run chmod g-w,o= /);
    }
  }
});

test("a file has the database's URL, and no message has its password", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-config-"));
  using _ = { [Symbol.dispose]: () => rmSync(directory, { recursive: true }) };
  const path = join(directory, "database-url");
  const readWith = (url: string) => {
    writeFileSync(path, `${url}\n`, { mode: 0o600 });
    return read({ DATABASE_URL_FILE: path }).config;
  };
  const { database, postgres } = readWith("postgres://a:hidden@db.example.com/b?sslmode=require");
  assert.equal(database, "postgres://db.example.com/b");
  assert.match(postgres?.hosts[0] ?? "", /^postgres:\/\/a:hidden@db\.example\.com\/b\?/);
  assert.equal(readWith("sqlite::memory:").database, ":memory:");
  for (const url of ["postgres://a:hidden@db.example.com/b", "mysql://a:hidden@db/b", ""]) {
    assert.throws(
      () => readWith(url),
      ({ message }: Error) =>
        message.startsWith(`COUNTERSIGN_DATABASE_URL_FILE: ${path}: `) && !/hidden/.test(message),
    );
  }
});

test("a drain is for load balancers: it takes no time unless there is a proxy or the setting says so", () => {
  assert.equal(read({}).config.drainSeconds, 0);
  assert.equal(read({ TRUSTED_PROXIES: "10.0.0.1" }).config.drainSeconds, 5);
  assert.equal(read({ TRUSTED_PROXIES: "10.0.0.1", DRAIN_SECONDS: "0" }).config.drainSeconds, 0);
  assert.equal(read({ DRAIN_SECONDS: "20" }).config.drainSeconds, 20);
});

test("an empty variable counts as unset", () => {
  assert.equal(read({ PORT: "", BASE_URL: "" }).config.port, 8080);
});

test("every row's example is a value that it takes", () => {
  for (const row of Object.values(configTable) as ConfigRow[]) row.read(row.example);
});

const badValues: Readonly<Record<string, string>> = {
  LANGUAGES: "tlh",
  BASE_URL: "https://id.example.com/path",
  ADDITIONAL_BASE_URLS: "https://id.example.com,nonsense",
  PASSKEY_DOMAIN: "https://example.com",
  HSTS: "everywhere",
  HOST: "not a host",
  PORT: "65536",
  INTERNAL_HOST: "a/b",
  INTERNAL_PORT: "on",
  MAX_CONNECTIONS: "0",
  DRAIN_SECONDS: "301",
  DATABASE_URL: "postgres://db/countersign",
  DATABASE_TIMEOUT: "1s",
  PROCESSES: "0",
  KEYS: "k1:c2hvcnQ=",
  TRUSTED_PROXIES: "10.0.0.0/33",
  RATE_LIMITS: "oauth/unknown=5",
  LOG_LEVEL: "loud",
  LOG_FORMAT: "xml",
  COMMAND: "countersign; rm",
  SIGNATURE_METHODS: "PLAINTEXT",
  REQUEST_LOG_DAYS: "8",
  REQUEST_LOG_API_PATHS: "yes",
  PUBLIC_DOCS: "yes",
  DOCS_LINKS: "Status=http://status.example.com",
  REQUEST_LOG_EXCLUDED_PARAMETERS: "a b",
  COMPAT: "everything",
  SERVICE_NAME: "x".repeat(51),
  SIGN_UP: "maybe",
  SIGN_IN_METHODS: "none",
  SMTP_URL: "https://mail.example.com",
  MAIL_FROM: "Example ID",
  LOGO_NAME: "below",
  ACCENT: "#ffcc00",
  ACCENT_DARK: "#101010",
  SUPPORT_URL: "http://example.com/support",
  TERMS_URL: "http://example.com/terms",
  PRIVACY_URL: "javascript:alert(1)",
  SECURITY_CONTACT: "http://example.com/security",
  SECURITY_POLICY_URL: "security@example.com",
  INTERNAL_SECRET: "too short",
  API_ORIGINS: "https://api.example.com/path",
  API_LIMITS: "timeline:user:75",
  DECISION_MAX_AGE: "301",
  APPROVAL: "all",
  APPROVAL_QUESTIONS: "1|2|3|4|5|6",
  UNUSED_ACCESS_DAYS: "29",
  BACKUP_EVERY: "0",
  BACKUP_KEEP: "many",
  WEBHOOKS: "ftp://hooks.example.com",
  WEBHOOK_SECRET: "whsec_c2hvcnQ=",
  WEBHOOK_EVENTS: "application.vanished",
  WEBHOOK_ADDRESSES: "any",
  AUDIT_KEEP: "6",
  AUDIT_FILE: "/dev/null",
};
/** Any text can be a path; mistakes show only when the file is opened. */
const paths = [
  "ACCESS_TEXTS",
  "BACKUP_DIR",
  "DATABASE_URL_FILE",
  "DATA_DIR",
  "IDENTITY_PROVIDERS",
  "INTERNAL_SECRET_FILE",
  "KEYS_FILE",
  "TLS_CERT",
  "TLS_KEY",
  "DOCS_DIR",
  "LOGO",
  "LOGO_DARK",
  "STYLESHEET",
  "WEBHOOK_SECRET_FILE",
];

test("every row that can be wrong has a bad value here", () => {
  const names = Object.values(configTable).map((row) => row.name);
  assert.deepEqual([...Object.keys(badValues), ...paths].sort(), [...names].sort());
});

for (const row of Object.values(configTable) as ConfigRow[]) {
  const bad = badValues[row.name];
  if (bad === undefined) continue;
  test(`a bad ${row.name} is rejected with the variable, its shape and an example`, () => {
    assert.throws(
      () => read({ [row.name]: bad }),
      (error) => {
        assert.ok(error instanceof ConfigProblem);
        for (const part of [`${configPrefix}${row.name}`, row.shape, row.example]) {
          assert.ok(error.message.includes(part), `${error.message} lacks ${part}`);
        }
        return true;
      },
    );
  });
}

test("a bad key ring is rejected without a word of it", () => {
  assert.throws(
    () => read({ KEYS: "k1:c2VjcmV0LWtleS1tYXRlcmlhbA==" }),
    (error) => error instanceof ConfigProblem && !error.message.includes("c2VjcmV0"),
  );
});

test("a name that there is not is rejected, with the command that lists them", () => {
  assert.throws(
    () => read({ PROT: "8080" }),
    /COUNTERSIGN_PROT: unknown setting; .*countersign config/,
  );
});

for (const [name, value] of [
  ["PORT", "tcp://10.0.0.1:8080"],
  ["SERVICE_HOST", "10.0.0.1"],
  ["SERVICE_PORT", "8080"],
  ["SERVICE_PORT_HTTP", "8080"],
  ["PORT_8080_TCP", "tcp://10.0.0.1:8080"],
  ["PORT_8080_TCP_ADDR", "10.0.0.1"],
  ["PORT_8080_TCP_PORT", "8080"],
  ["PORT_8080_TCP_PROTO", "tcp"],
  ["DB_SERVICE_HOST", "10.0.0.2"],
  ["DB_PORT", "tcp://10.0.0.2:5432"],
] as const) {
  test(`an orchestrator's ${name}=${value} is ignored with a warning`, () => {
    const { config, warnings } = read({ [name]: value });
    assert.equal(config.port, 8080);
    assert.deepEqual(warnings, [
      `COUNTERSIGN_${name} is ignored: it looks like an orchestrator's service link`,
    ]);
  });
}

for (const [what, settings, message] of [
  ["plain http for others", { BASE_URL: "http://id.example.com" }, /plain HTTP/],
  ["https that no one speaks", { BASE_URL: "https://id.example.com" }, /nothing terminates TLS/],
  ["a certificate without its key", { TLS_CERT: "/c.pem" }, /TLS_KEY: they go together/],
  ["a key without its certificate", { TLS_KEY: "/k.pem" }, /TLS_KEY: they go together/],
  [
    "a mail server without a sender",
    { SMTP_URL: "smtp://localhost" },
    /MAIL_FROM: they go together/,
  ],
  ["a sender without a mail server", { MAIL_FROM: "a@b.example" }, /SMTP_URL and/],
  ["a logo of the dark theme alone", { LOGO_DARK: "/l.svg" }, /LOGO_DARK and .*LOGO: /],
  ["no name and no logo", { LOGO_NAME: "hide" }, /LOGO_NAME and .*LOGO: /],
  ["two key rings", { KEYS: `k1:${key}`, KEYS_FILE: "/keys" }, /both are set/],
  [
    "an additional plain http address",
    { ADDITIONAL_BASE_URLS: "http://id.example.com" },
    /plain HTTP/,
  ],
  [
    "an https address beside an http one",
    { ADDITIONAL_BASE_URLS: "https://id.example.com", TRUSTED_PROXIES: "::1" },
    /COUNTERSIGN_BASE_URL=https:/,
  ],
  ["a limit that every object has", { RATE_LIMITS: "constructor=5" }, /unknown limit/],
] as const) {
  test(`rejected: ${what}`, () => {
    assert.throws(
      () => read(settings),
      (error) => error instanceof ConfigProblem && message.test(error.message),
    );
  });
}

test("https behind a named proxy, or with TLS of its own, is accepted", () => {
  const behind = read({ BASE_URL: "https://id.example.com", TRUSTED_PROXIES: "127.0.0.1" });
  assert.equal(behind.config.baseUrl, "https://id.example.com");
  const own = read({ BASE_URL: "https://id.example.com/", TLS_CERT: "/c.pem", TLS_KEY: "/k.pem" });
  assert.deepEqual(own.config.tls, { cert: "/c.pem", key: "/k.pem" });
});

test("an origin is kept as URLs print it", () => {
  const settings = { BASE_URL: "HTTPS://ID.Example.com:443/", TRUSTED_PROXIES: "::1,10.0.0.0/8" };
  const { config } = read(settings);
  assert.equal(config.baseUrl, "https://id.example.com");
  assert.deepEqual(config.trustedProxies, ["::1", "10.0.0.0/8"]);
});

test("lists are read with spaces and empty entries", () => {
  const { config } = read({ COMPAT: " empty-token-secret, ,basic-invalidate," });
  assert.deepEqual([...config.compat], ["empty-token-secret", "basic-invalidate"]);
});

// interface §13.8
test("rate limits change by name, or are off", () => {
  const { rateLimits } = read({ RATE_LIMITS: "oauth2/token=5, sign-in/account=3" }).config;
  assert.ok(rateLimits !== "off");
  assert.equal(rateLimits["oauth2/token"], 5);
  assert.equal(rateLimits["sign-in/account"], 3);
  assert.equal(rateLimits["oauth/request_token"], limits["oauth/request_token"].limit);
  assert.equal(read({ RATE_LIMITS: "off" }).config.rateLimits, "off");
  assert.throws(() => read({ RATE_LIMITS: "oauth2/token=many" }), ConfigProblem);
});

test("a database's address is a path or nothing kept", () => {
  assert.equal(read({ DATABASE_URL: "sqlite::memory:" }).config.database, ":memory:");
  assert.equal(read({ DATABASE_URL: "sqlite:/var/l.db" }).config.database, "/var/l.db");
  assert.equal(read({ DATABASE_URL: "sqlite:///var/l.db" }).config.database, "/var/l.db");
});

test("a database on PostgreSQL: each host has its URL, and messages have neither user nor password", () => {
  const { config } = read({
    DATABASE_URL:
      "postgresql://svc:p%40ss@db1.example:5433,[2001:db8::1],db3/ledger?sslmode=verify-full&sslrootcert=/ca.pem",
  });
  assert.equal(config.database, "postgres://db1.example:5433,[2001:db8::1],db3/ledger");
  const query = "sslmode=verify-full&sslrootcert=%2Fca.pem&uselibpqcompat=true";
  assert.deepEqual(config.postgres, {
    name: config.database,
    hosts: ["db1.example:5433", "[2001:db8::1]", "db3"].map(
      (host) => `postgres://svc:p%40ss@${host}/ledger?${query}`,
    ),
  });
  const shown = JSON.stringify(config.display);
  assert.ok(!shown.includes("p%40ss") && !shown.includes("svc"));
});

test("how TLS is used is said, unless the database is on this machine", () => {
  const at = (url: string) => read({ DATABASE_URL: url }).config.postgres?.hosts[0];
  assert.equal(at("postgres://localhost:5432/ledger"), "postgres://localhost:5432/ledger");
  assert.equal(at("postgres://[::1]/ledger"), "postgres://[::1]/ledger");
  const socket = "postgres://localhost/ledger?host=%2Frun%2Fpostgresql";
  assert.equal(at(socket), socket);
  for (const url of [
    "postgres://db.example/ledger",
    "postgres://localhost,db.example/ledger",
    "postgres://localhost.db.example/ledger",
    "postgres://localhost/ledger?host=db.example",
    "postgres://svc:secret@localhost:65536/ledger",
    "postgres://db.example/ledger?sslmode=prefer",
    "postgres://db.example/ledger?sslmode=",
    "postgres://db.example?sslmode=require",
    "postgres://svc:secret@/ledger?sslmode=require",
    "postgres://svc:secret@a@b/ledger",
    "postgres://svc:secret@db.example:port/ledger?sslmode=require",
  ]) {
    assert.throws(
      () => at(url),
      (error) => error instanceof ConfigProblem && !/secret/.test(error.message),
    );
  }
});

test("a given key ring, or a file of the administrator's, is not the service's to write", () => {
  assert.ok(!ownsKeyFile(read({ KEYS: `k1:${key}` }).config));
  assert.ok(!ownsKeyFile(read({ KEYS_FILE: "/run/keys" }).config));
});

test("plain http on a host that is not loopback, with no base URL, is rejected", () => {
  assert.throws(() => read({ HOST: "10.1.1.1" }), /COUNTERSIGN_BASE_URL/);
  for (const HOST of ["0.0.0.0", "::", "0"]) {
    assert.throws(() => read({ HOST }), /BASE_URL=https:.*container.*BASE_URL=http:\/\/localhost/);
    assert.doesNotThrow(() => read({ HOST, BASE_URL: "http://localhost:8080" }));
    assert.doesNotThrow(() => read({ HOST, TLS_CERT: "/c.pem", TLS_KEY: "/k.pem" }));
  }
});

test("loopback hosts", () => {
  for (const host of ["localhost", "127.0.0.1", "127.9.9.9", "::1"]) {
    assert.ok(isLoopbackHost(host), host);
  }
  for (const host of ["localhost.example", "128.0.0.1", "::2", "127.0.0.1.example"]) {
    assert.ok(!isLoopbackHost(host), host);
  }
});

test("a mail server — TLS unless it is on this machine, and its password is a secret", () => {
  const { mailServer } = read({
    SMTP_URL: "smtp://mailer:p%40ss%20word@mail.example.com",
    MAIL_FROM: "Example ID <id@example.com>",
  }).config;
  assert.equal(mailServer?.host, "mail.example.com");
  assert.equal(mailServer.port, 587);
  assert.equal(mailServer.tls, "starttls");
  assert.equal(mailServer.credentials?.user, "mailer");
  assert.equal(mailServer.credentials.password.reveal(), "p@ss word");
  assert.doesNotMatch(JSON.stringify(mailServer), /p@ss/);
  assert.deepEqual(mailServer.from, { name: "Example ID", address: "id@example.com" });
  for (const [url, port, tls] of [
    ["smtps://mail.example.com", 465, "from-the-start"],
    ["smtps://localhost:2465/", 2465, "from-the-start"],
    ["smtp://mail.example.com:25", 25, "starttls"],
    ["smtp://127.0.0.1:2525", 2525, "none"],
    ["smtp://[::1]:2525", 2525, "none"],
    ["smtp://localhost", 587, "none"],
    ["smtp://localhost.example", 587, "starttls"],
  ] as const) {
    const found = read({ SMTP_URL: url, MAIL_FROM: "id@example.com" }).config.mailServer;
    assert.deepEqual([found?.port, found?.tls, found?.credentials], [port, tls, undefined], url);
    assert.deepEqual(found?.from, { name: "", address: "id@example.com" });
  }
});

test("what is wrong with a mail server's address is said without its password", () => {
  for (const url of [
    "http://mailer:canary@mail.example.com",
    "smtp://mailer:canary@mail.example.com/path",
    "smtp://mailer:canary@mail.example.com?x=canary",
    "smtp://:canary@mail.example.com",
    "smtp://canary@mail.example.com",
    "smtp://mailer:canary%zz@mail.example.com",
    "smtp://mailer:canary@",
    "mailer:canary@mail.example.com",
  ]) {
    assert.throws(
      () => read({ SMTP_URL: url, MAIL_FROM: "id@example.com" }),
      (error) => error instanceof ConfigProblem && !error.message.includes("canary"),
      url,
    );
  }
  for (const from of [
    "a b@example.com",
    "x <a@b.example>, <c@d.example>",
    "a@b.example,c@d.example",
  ]) {
    assert.throws(() => read({ MAIL_FROM: from }), /has no email address/, from);
  }
});

test("a service that no one could sign in to is rejected with both settings", () => {
  assert.throws(
    () => read({ SIGN_IN_METHODS: "identity-providers" }),
    /COUNTERSIGN_SIGN_IN_METHODS and COUNTERSIGN_IDENTITY_PROVIDERS: .*the only sign-in method/,
  );
  const file = { IDENTITY_PROVIDERS: "/etc/countersign/identity-providers.json" };
  const { config } = read({ ...file, SIGN_IN_METHODS: "identity-providers" });
  assert.equal(config.signInMethods, "identity-providers");
});
