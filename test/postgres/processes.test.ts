/** Several processes on one machine (COUNTERSIGN_PROCESSES), as the command starts them. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { Agent, get, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { readConfig } from "../../src/config/config.ts";
import { migrateLedger, openStores, unlogged } from "../../src/program/stores.ts";
import { json, type RunOptions, rejectedServe, scratchDirectory, serve } from "../cli/command.ts";
import { bearerFor } from "../support/flow.ts";
import { freePort } from "../support/free-port.ts";
import { freshDatabase } from "../support/postgres.ts";
import { makeAccessToken, makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { authorizationHeader, signedFetch, signedPairs } from "../support/signing.ts";
import { startSupervised } from "../support/supervised.ts";
import { chooseOwnEngines } from "../support/test-engine.ts";
import { until } from "../support/until.ts";
import { signedIn } from "../support/visitor.ts";
import { webhookSecret } from "../support/webhook-receiver.ts";
import { api } from "../verification/asking.ts";

chooseOwnEngines();

interface LogLine {
  readonly process?: number;
  readonly pid?: number;
  readonly msg: string;
}

async function ledgerOn(url: string, directory: string, makeOwner = makeUser) {
  const settings = {
    DATABASE_URL: url,
    DATABASE_TIMEOUT: "20000",
    DATA_DIR: directory,
    RATE_LIMITS: "off",
    LOG_LEVEL: "info",
    PROCESSES: "3",
  };
  const config = readConfig(
    Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [`COUNTERSIGN_${name}`, value]),
    ),
    () => {},
  );
  await migrateLedger(config);
  await using stores = await openStores(config, unlogged);
  const alice = await makeOwner(stores.ledger, "alice");
  const application = await makeApplication(stores.ledger, alice);
  const { token, secret } = await makeAccessToken(stores.ledger, application, alice);
  return { settings, alice, credentials: { ...application, token, tokenSecret: secret } };
}

type Served = Awaited<ReturnType<typeof serve>>;

/** The log lines so far; the text for a first administrator is not one of them. */
function logOf({ output }: Served): LogLine[] {
  const lines = output.stderr.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line));
}

/** The living processes that it started, according to the operating system. */
function childrenOf({ child }: Served): number[] {
  const text = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}

test("three processes, one ready line; a nonce is accepted once by all of them; SIGTERM ends them with 0", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const { settings, credentials } = await ledgerOn(database.url, directory.path);
  const internalPort = await freePort();
  const options: RunOptions = { settings: { ...settings, INTERNAL_PORT: String(internalPort) } };
  const served = await serve(["serve"], options);
  const { baseUrl } = served;
  assert.equal(childrenOf(served).length, 3);
  const url = `${baseUrl}/1.1/account/verify_credentials.json`;
  const header = authorizationHeader(signedPairs("GET", url, credentials));
  // Each request uses a new connection, and so reaches another process.
  const once = await Promise.all(
    Array.from({ length: 12 }, () => statusOf(url, { authorization: header })),
  );
  assert.deepEqual(
    once.toSorted(),
    [200, ...Array.from({ length: 11 }, () => 401)],
    "the same request twelve times",
  );
  const health = await Promise.all(
    Array.from({ length: 6 }, () => statusOf(`http://127.0.0.1:${internalPort}/healthz`)),
  );
  assert.deepEqual(new Set(health), new Set([200]));
  served.child.kill("SIGTERM");
  assert.equal(await served.ended, 0);
  assert.equal(JSON.parse(served.output.stdout).baseUrl, baseUrl);
  const started = logOf(served).filter(({ msg }) => msg === "started");
  assert.deepEqual(new Set(started.map((line) => line.process)), new Set([1, 2, 3]));
});

// docs/guide/incidents.md, docs/guide/postgresql.md
test("an incident at one of three nodes: all of them reject from the next request on, and accept after it was undone", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const { settings, credentials, alice } = await ledgerOn(database.url, directory.path, makeAdmin);
  await using started = new AsyncDisposableStack();
  const nodes = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const internalPort = String(await freePort());
      const own = { PROCESSES: "1", INTERNAL_PORT: internalPort, API_ORIGINS: api };
      const node = started.use(await serve(["serve"], { settings: { ...settings, ...own } }));
      const { baseUrl } = node;
      return { baseUrl, internalPort, admin: await signedIn(baseUrl, alice) };
    }),
  );
  let { consumerSecret } = credentials;
  let bearer = await bearerFor(nodes[0]?.baseUrl ?? "", credentials);
  /** What each node returns for a signed request, one with the bearer token, and one to an API. */
  const responses = async () => {
    const signing = { ...credentials, consumerSecret };
    const all = nodes.map(async ({ baseUrl, internalPort }) => {
      const header = authorizationHeader(signedPairs("GET", `${api}/timeline`, signing));
      const [signed, application, decided] = await Promise.all([
        signedFetch("GET", `${baseUrl}/1.1/account/verify_credentials.json`, signing),
        fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, {
          headers: { authorization: `Bearer ${bearer}` },
        }),
        fetch(`http://127.0.0.1:${internalPort}/verify`, {
          method: "POST",
          body: JSON.stringify({
            method: "GET",
            origin: api,
            target: "/timeline",
            authorization: header,
          }),
        }),
      ]);
      const { valid } = (await decided.json()) as { valid: boolean };
      return [signed.status, application.status, valid];
    });
    return new Set((await Promise.all(all)).map(String));
  };
  const change = async (at: number, form: Readonly<Record<string, string>>) => {
    const changed = await nodes[at]?.admin.send(`/admin/applications/${credentials.id}`, form);
    assert.equal(changed?.status, 303, form["change"]);
  };
  const accepted = new Set(["200,200,true"]);
  const rejected = new Set(["401,401,false"]);
  assert.deepEqual(await responses(), accepted);
  await change(0, { change: "suspend", reason: "Its secret leaked." });
  assert.deepEqual(await responses(), rejected, "suspended");
  await change(1, { change: "restore" });
  assert.deepEqual(await responses(), accepted, "restored");
  await change(2, { change: "revoke-secret" });
  assert.deepEqual(await responses(), rejected, "without a secret");
  const regenerate = ["app", "regenerate-secret", "--consumer-key", credentials.consumerKey];
  const created = await json<{ consumer_secret: string }>([...regenerate, "--yes"], { settings });
  consumerSecret = created.consumer_secret;
  bearer = await bearerFor(nodes[1]?.baseUrl ?? "", { ...credentials, consumerSecret });
  assert.deepEqual(await responses(), accepted, "with another secret");
  await change(0, { change: "revoke-access" });
  assert.deepEqual(await responses(), rejected, "without access");
});

test("kill -9 of a process under load: the others answer, another one takes its place", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const { settings, credentials } = await ledgerOn(database.url, directory.path);
  await using served = await serve(["serve"], { settings });
  const { baseUrl } = served;
  const before = childrenOf(served);
  const statuses: (number | "cut")[] = [];
  let done = false;
  const clients = Array.from({ length: 6 }, async () => {
    while (!done) {
      const url = `${baseUrl}/1.1/account/verify_credentials.json`;
      const response = signedFetch("GET", url, credentials, { headers: { connection: "close" } });
      statuses.push(
        await response.then(
          ({ status }) => status,
          () => "cut" as const,
        ),
      );
    }
  });
  try {
    await until(() => statuses.length > 30);
    for (const victim of before.slice(0, 2)) process.kill(victim, "SIGKILL");
    await until(() => {
      const now = childrenOf(served);
      return now.length === 3 && before.slice(0, 2).every((pid) => !now.includes(pid));
    });
    await served.says("process restarted");
    const then = statuses.length;
    await until(() => statuses.length > then + 50);
  } finally {
    done = true;
    await Promise.all(clients);
  }
  // Requests that the killed process was handling are lost; all others are answered, and none wrongly.
  assert.deepEqual(new Set(statuses.filter((status) => status !== "cut")), new Set([200]));
  assert.ok(statuses.filter((status) => status === "cut").length <= 12);
  assert.equal(logOf(served).filter(({ msg }) => msg.startsWith("a process ended")).length, 2);
});

test("three processes on a supervisor's sockets: during a restart, requests wait", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const { settings, credentials } = await ledgerOn(database.url, directory.path, makeAdmin);
  await using supervised = await startSupervised(
    Object.fromEntries(
      Object.entries({ ...settings, LOG_LEVEL: "silent" }).map(([name, value]) => [
        `COUNTERSIGN_${name}`,
        value,
      ]),
    ),
  );
  const url = `${supervised.baseUrl}/1.1/account/verify_credentials.json`;
  const asked: Promise<Response>[] = [];
  let isOver = false;
  const restarted = supervised.restart().finally(() => {
    isOver = true;
  });
  await until(() => {
    asked.push(signedFetch("GET", url, credentials));
    return isOver;
  }, 100);
  await restarted;
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  assert.deepEqual([...new Set(statuses)], [200]);
});

test("SIGHUP to the first process reaches all of them", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const { settings } = await ledgerOn(database.url, directory.path);
  const file = join(directory.path, "webhook-secret");
  writeFileSync(file, `${webhookSecret}\n`, { mode: 0o600 });
  await using served = await serve(["serve"], {
    settings: { ...settings, WEBHOOK_SECRET_FILE: file, AUDIT_FILE: `${file}.jsonl` },
  });
  served.child.kill("SIGHUP");
  const read = () => logOf(served).filter(({ msg }) => msg === "webhook secret reloaded");
  await until(() => read().length === 3);
  assert.deepEqual(new Set(read().map((line) => line.process)), new Set([1, 2, 3]));
});

test("SIGTERM while requests are under way: each that was begun is answered", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const { settings, credentials } = await ledgerOn(database.url, directory.path);
  const served = await serve(["serve"], { settings });
  // Bodies that are not complete keep requests open, some of them in each process.
  const requests = Array.from({ length: 9 }, () => slowRequest(served.baseUrl, credentials));
  await Promise.all(requests.map(({ reached }) => reached));
  served.child.kill("SIGTERM");
  await until(() => isRejected(served.baseUrl));
  const answers = await Promise.all(requests.map(({ finish }) => finish()));
  assert.deepEqual(new Set(answers), new Set([200]));
  assert.equal(await served.ended, 0);
});

test("SIGTERM to all processes at once, as by a supervisor, and again: each drains and answers what was begun", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const { settings, credentials } = await ledgerOn(database.url, directory.path);
  const served = await serve(["serve"], { settings: { ...settings, DRAIN_SECONDS: "1" } });
  const requests = Array.from({ length: 9 }, () => slowRequest(served.baseUrl, credentials));
  await Promise.all(requests.map(({ reached }) => reached));
  const children = childrenOf(served);
  served.child.kill("SIGTERM");
  for (const pid of children) process.kill(pid, "SIGTERM");
  // New requests are served while it drains.
  assert.equal(await statusOf(`${served.baseUrl}/openapi.json`), 200);
  await until(() => isRejected(served.baseUrl));
  // The kernel chooses who gets a connection, so one without a request may have ended by now.
  const alive = childrenOf(served);
  for (const pid of children.filter((one) => alive.includes(one))) process.kill(pid, "SIGTERM");
  const answers = await Promise.all(requests.map(({ finish }) => finish()));
  assert.deepEqual(new Set(answers), new Set([200]));
  assert.equal(await served.ended, 0);
});

test("SIGINT to the first process skips the drain of all", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const { settings } = await ledgerOn(database.url, directory.path);
  const served = await serve(["serve"], { settings: { ...settings, DRAIN_SECONDS: "300" } });
  served.child.kill("SIGINT");
  assert.equal(await served.ended, 0);
});

test("the link for the first administrator is made once, and the text is printed once", async () => {
  await using database = await freshDatabase();
  using directory = scratchDirectory();
  const { settings } = await ledgerOn(database.url, directory.path);
  await using served = await serve(["serve"], { settings });
  await served.says("There is no administrator yet");
  const made = logOf(served).filter(({ msg }) => msg === "admin.link-created");
  assert.equal(made.length, 1);
  assert.equal(served.output.stderr.split("There is no administrator yet").length, 2);
});

test("exit 2 — a SQLite database has one process, and the message says why", async () => {
  using directory = scratchDirectory();
  for (const value of ["2", "auto"]) {
    const { status, stderr } = await rejectedServe({
      settings: { DATA_DIR: directory.path, PROCESSES: value },
    });
    assert.equal(status, 2);
    assert.match(
      stderr,
      /COUNTERSIGN_PROCESSES: a SQLite database can be served by only one process/,
    );
  }
});

test("exit 1 — what keeps the first process from starting is said once, and no process is left", async () => {
  using directory = scratchDirectory();
  const { status, stderr } = await rejectedServe({
    settings: {
      DATA_DIR: directory.path,
      PROCESSES: "3",
      DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/ledger`,
    },
  });
  assert.equal(status, 1);
  assert.equal(stderr.match(/ECONNREFUSED/g)?.length, 1, stderr);
  assert.match(stderr, /process 1 ended \(exit code 1\) before it was ready/);
});

function statusOf(url: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: new Agent() }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on("error", reject);
  });
}

/** A request for a bearer token; the last part of its body is sent by `finish`. */
function slowRequest(baseUrl: string, { consumerKey, consumerSecret }: SlowCredentials) {
  const body = "grant_type=client_credentials";
  const sent = request(`${baseUrl}/oauth2/token`, {
    method: "POST",
    agent: new Agent(),
    auth: `${consumerKey}:${consumerSecret}`,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": body.length,
      // The interim answer shows that the server has begun the request.
      expect: "100-continue",
    },
  });
  sent.flushHeaders();
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  answered.catch(() => {});
  return {
    reached: once(sent, "continue"),
    async finish(): Promise<number | undefined> {
      sent.end(body);
      const [response] = await answered;
      response.resume();
      return response.statusCode;
    },
  };
}

interface SlowCredentials {
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

function isRejected(url: string): Promise<boolean> {
  return statusOf(`${url}/openapi.json`).then(
    () => false,
    () => true,
  );
}
