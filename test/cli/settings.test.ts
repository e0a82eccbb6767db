import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { configTable } from "../../src/config/config.ts";
import { json, scratchDirectory, serve } from "./command.ts";
import { runHere } from "./run-here.ts";

test("config --json has every variable, what is in force, and no secret", async () => {
  const key = Buffer.alloc(32, 7).toString("base64");
  const settings = { KEYS: `k1:${key}`, PORT: "9000" };
  const shown = await json<Record<string, string | null>>(["config"], { settings });
  assert.equal(shown["COUNTERSIGN_KEYS"], "[secret]");
  assert.equal(shown["COUNTERSIGN_PORT"], "9000");
  assert.equal(shown["COUNTERSIGN_HOST"], "127.0.0.1");
  assert.equal(shown["COUNTERSIGN_BASE_URL"], null);
  assert.equal(Object.keys(shown).length, Object.keys(configTable).length);
  const { stdout } = await runHere(["config"], { settings });
  assert.ok(!stdout.includes(key));
  assert.match(stdout, /^\* COUNTERSIGN_PORT=9000$/m);
  assert.match(stdout, /^ {2}COUNTERSIGN_HOST=127\.0\.0\.1$/m);
});

const bad: Readonly<Record<string, string>> = {
  BASE_URL: "id.example.com",
  ADDITIONAL_BASE_URLS: "nonsense",
  HOST: "not a host",
  PORT: "high",
  INTERNAL_HOST: "a b",
  INTERNAL_PORT: "no",
  DATABASE_URL: "mysql://db",
  DATABASE_TIMEOUT: "soon",
  KEYS: "k1:short",
  TRUSTED_PROXIES: "everybody",
  RATE_LIMITS: "none",
  LOG_LEVEL: "loud",
  COMPAT: "everything",
  SERVICE_NAME: "x".repeat(51),
  SIGN_UP: "maybe",
  SMTP_URL: "https://mail.example.com",
  MAIL_FROM: "Example ID",
  ACCENT: "#ffcc00",
  ACCENT_DARK: "blue",
  TERMS_URL: "example.com/terms",
  PRIVACY_URL: "http://example.com/privacy",
};

for (const [name, value] of Object.entries(bad)) {
  test(`exit 2 — ${name}=${value} is answered with the variable, its shape and an example`, async () => {
    for (const command of ["serve", "config"]) {
      const { status, stderr } = await runHere([command], { settings: { [name]: value } });
      assert.equal(status, 2);
      const variable = `COUNTERSIGN_${name}`;
      assert.match(stderr, new RegExp(`${variable}: .+ It takes .+; for example ${variable}=.+`));
      assert.ok(!stderr.includes("    at "), "no stack");
    }
  });
}

test("exit 2 — a variable that there is not", async () => {
  const { status, stderr } = await runHere(["serve"], { settings: { PROT: "8080" } });
  assert.equal(status, 2);
  assert.match(stderr, /COUNTERSIGN_PROT: unknown setting; .*countersign config/);
});

for (const [what, settings, advice] of [
  ["a base URL of plain http", { BASE_URL: "http://id.example.com" }, /make it HTTPS/],
  [
    "https that no one speaks",
    { BASE_URL: "https://id.example.com" },
    /COUNTERSIGN_TRUSTED_PROXIES=/,
  ],
  [
    "an address that others reach by plain http",
    { HOST: "10.255.255.1", PORT: "0" },
    /COUNTERSIGN_/,
  ],
  [
    "every address by plain http",
    { HOST: "0.0.0.0", PORT: "0" },
    /every address of the machine \(0\.0\.0\.0\) over plain HTTP.*COUNTERSIGN_BASE_URL/,
  ],
  ["a certificate that is not there", { TLS_CERT: "/nowhere", TLS_KEY: "/nowhere" }, /\/nowhere/],
  ["a logo that is not there", { LOGO: "/nowhere.svg" }, /COUNTERSIGN_LOGO: .*\/nowhere\.svg/],
  [
    "a stylesheet that is a directory",
    { STYLESHEET: "/" },
    /COUNTERSIGN_STYLESHEET: the file \/ cannot be used/,
  ],
  [
    "an accent that few can read",
    { ACCENT: "#ffcc00" },
    /the page background \(#f3f5f8, on light screens\) has a contrast ratio of 1\.38:1; at least 4\.5:1 is required; the nearest accent of this hue that passes is #[0-9a-f]{6}\. /,
  ],
  [
    "a dark accent for dark screens",
    { ACCENT: "#7a1fa2", ACCENT_DARK: "#7a1fa2" },
    /COUNTERSIGN_ACCENT_DARK: .*on dark screens\).*nearest accent/,
  ],
  ["a certificate alone", { TLS_CERT: "/nowhere" }, /go together/],
] as const) {
  test(`exit 2 — ${what}`, async () => {
    using directory = scratchDirectory();
    const { status, stderr } = await runHere(["serve"], {
      settings: { DATA_DIR: directory.path, ...settings },
    });
    assert.equal(status, 2, stderr);
    assert.match(stderr, advice);
  });
}

test("exit 2 — an invalid key ring file, and no byte of it is shown", async () => {
  using directory = scratchDirectory();
  const file = join(directory.path, "ring");
  writeFileSync(file, "k1:c2VjcmV0LW1hdGVyaWFs\n", { mode: 0o600 });
  const settings = { DATA_DIR: directory.path, KEYS_FILE: file };
  const { status, stderr } = await runHere(["serve"], { settings });
  assert.equal(status, 2);
  assert.match(stderr, /key 1 is not of the form/);
  assert.ok(!stderr.includes("c2VjcmV0"));
});

test("service links are ignored with a warning each", async () => {
  using directory = scratchDirectory();
  const links = {
    COUNTERSIGN_SERVICE_HOST: "10.0.0.1",
    COUNTERSIGN_SERVICE_PORT: "8080",
    COUNTERSIGN_PORT_8080_TCP: "tcp://10.0.0.1:8080",
    COUNTERSIGN_PORT_8080_TCP_ADDR: "10.0.0.1",
  };
  const options = { settings: { DATA_DIR: directory.path }, environment: links };
  await using served = await serve(["serve"], options);
  for (const name of Object.keys(links)) {
    assert.ok(served.output.stderr.includes(`${name} is ignored`), name);
  }
  const port = { COUNTERSIGN_PORT: "tcp://10.0.0.1:8080" };
  const shown = await runHere(["config", "--json"], { environment: port });
  assert.equal(JSON.parse(shown.stdout).COUNTERSIGN_PORT, "8080");
  assert.match(shown.stderr, /COUNTERSIGN_PORT is ignored/);
});
