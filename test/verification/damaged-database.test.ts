/**
 * A damaged ledger, at every operation that gives a decision: 503 if the damaged part is needed, and never an
 * acceptance.
 */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { origin, secret, settings } from "../gateways/cases.ts";
import { callGateway, dialects, own, requestIdLine } from "../gateways/dialects.ts";
import { damage } from "../support/damage.ts";
import { bearerFor, verifyCredentials } from "../support/flow.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
  type TestApplication,
  type TestService,
  type TestToken,
} from "../support/service.ts";
import { ask, signedVerification } from "./asking.ts";

type Kind = "signed" | "bearer";

interface Damage {
  readonly what: string;
  /** The kinds of requests that can then not be answered. */
  readonly stops: readonly Kind[];
  /** The kinds that introspection cannot report. */
  readonly hides?: readonly Kind[];
  readonly inflict: (file: string) => void;
}

const headers = { "x-countersign-secret": secret };
const both = ["signed", "bearer"] as const;

/** Damaged before the service starts, so that it has none of the ledger in memory. */
const damages: readonly Damage[] = [
  {
    what: "overwritten pages of access tokens",
    stops: ["signed"],
    inflict: (file) => damage(file, "access_token"),
  },
  {
    what: "overwritten pages of bearer tokens",
    stops: ["bearer"],
    hides: both,
    inflict: (file) => damage(file, "bearer_token"),
  },
  {
    what: "a secret whose ciphertext was altered",
    stops: ["signed"],
    hides: [],
    inflict: (file) => change(file, "update access_token set secret = substr(secret, 1, 40)"),
  },
  {
    what: "a secret without a ciphertext",
    stops: ["signed"],
    hides: [],
    inflict: (file) => change(file, "update access_token set secret = x'00'"),
  },
  {
    what: "a number that is out of range",
    stops: ["signed"],
    hides: [],
    inflict: (file) => change(file, `update "user" set created_at = 9223372036854775807`),
  },
];

for (const { what, stops, hides = stops, inflict } of damages) {
  test(`503 (code 130) — ${what}`, async () => {
    await using place = await seeded();
    const whole = readFileSync(place.file);
    inflict(place.file);
    {
      await using service = await startTestService(place.settings);
      for (const kind of both) {
        await expectDecisions({ ...place, service }, kind, !stops.includes(kind));
        await expectIntrospection({ ...place, service }, kind, !hides.includes(kind));
      }
    }
    writeFileSync(place.file, whole);
    await using service = await startTestService(place.settings);
    for (const kind of both) await expectDecisions({ ...place, service }, kind, true);
  });
}

test("503 (code 130) — a table that is missing, and a file cut short, under a service that runs", async () => {
  await using place = await seeded();
  await using service = await startTestService(place.settings);
  const world = { ...place, service };
  const tables = ["access_token", "bearer_token"];
  for (const table of tables) change(place.file, `alter table ${table} rename to ${table}_away`);
  for (const kind of both) {
    await expectDecisions(world, kind, false);
    await expectIntrospection(world, kind, false);
  }
  for (const table of tables) change(place.file, `alter table ${table}_away rename to ${table}`);
  for (const kind of both) await expectDecisions(world, kind, true);

  await using other = await seeded();
  await using cut = await startTestService(other.settings);
  const whole = readFileSync(other.file);
  truncateSync(other.file, 4096);
  for (const kind of both) {
    await expectDecisions({ ...other, service: cut }, kind, false);
    await expectIntrospection({ ...other, service: cut }, kind, false);
  }
  writeFileSync(other.file, whole);
  for (const kind of both) await expectDecisions({ ...other, service: cut }, kind, true);
});

interface Place {
  readonly application: TestApplication;
  readonly token: TestToken;
  readonly bearer: string;
  readonly service: TestService;
}

const target = "/1/things";

/**
 * At all operations that return a decision: /verify, /verify/batch, the gateway endpoints, and the service's own
 * operations for comparison.
 */
async function expectDecisions(place: Place, kind: Kind, answered: boolean): Promise<void> {
  const verificationRequest = () =>
    kind === "signed"
      ? signedNow(place)
      : { method: "GET", origin, target, authorization: `Bearer ${place.bearer}` };
  const one = await ask(place, "/verify", verificationRequest(), headers);
  assert.deepEqual([one.status, one.json.valid], answered ? [200, true] : [503, undefined]);
  const batch = await ask(
    place,
    "/verify/batch",
    { requests: [verificationRequest(), verificationRequest()] },
    headers,
  );
  assert.equal(batch.status, 200);
  for (const { valid, cause, response } of batch.json.decisions) {
    assert.deepEqual(
      [valid, cause, response?.status],
      answered ? [true, undefined, undefined] : [false, "capacity", 503],
    );
  }
  for (const [name, described] of Object.entries(gatewayEndpoints)) {
    const { line, lines } = described("GET", target);
    const { authorization } = verificationRequest();
    const reply = await callGateway(place, line, [...lines, `Authorization: ${authorization}`]);
    if (answered) {
      assert.equal(reply.status, 200, `${name}: ${reply.text}`);
      continue;
    }
    const carried = reply.header("x-countersign-error");
    const { status, text } =
      name === "nginx"
        ? await callGateway(place, "GET /gateway/error", [`X-Countersign-Error: ${carried}`])
        : reply;
    assert.deepEqual([status, /"code":130/.test(text)], [503, true], `${name}: ${text}`);
  }
  if (kind === "bearer") return;
  const own = await verifyCredentials(place.service.baseUrl, place.application, place.token);
  assert.equal(own.status, answered ? 200 : 503);
}

async function expectIntrospection(place: Place, kind: Kind, answered: boolean): Promise<void> {
  const token = kind === "signed" ? place.token.token : place.bearer;
  const { status, json } = await ask(place, "/introspect", `token=${token}`, headers);
  assert.deepEqual([status, json.active], answered ? [200, true] : [503, undefined]);
}

const gatewayEndpoints: typeof dialects = {
  ...dialects,
  nginx: (method, uri) => ({
    line: "GET /gateway/nginx",
    lines: [...own(method, uri), requestIdLine()],
  }),
  caddy: (method, uri) => ({
    line: "GET /gateway/caddy",
    lines: [...own(method, uri), requestIdLine()],
  }),
};

function signedNow({ application, token }: Place) {
  return signedVerification({ application, clock: { now: Date.now() } }, "GET", target, {
    token,
    origin,
  });
}

type Seed = Omit<Place, "service">;

const seedDir = mkdtempSync(join(tmpdir(), "countersign-seed-"));
after(() => rmSync(seedDir, { recursive: true, force: true }));
let seed: Promise<Seed> | undefined;

/** Alice's application with both kinds of token, in a directory whose service has stopped cleanly. */
async function seeded() {
  seed ??= makeSeed();
  const made = await seed;
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-damaged-"));
  cpSync(seedDir, dataDir, { recursive: true });
  return {
    ...made,
    settings: startedIn(dataDir),
    file: join(dataDir, "countersign.db"),
    async [Symbol.asyncDispose]() {
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function makeSeed(): Promise<Seed> {
  await using service = await startTestService(startedIn(seedDir));
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  return {
    application,
    token: await makeAccessToken(ledger, application, alice),
    bearer: await bearerFor(service.baseUrl, application),
  };
}

function startedIn(dataDir: string): Readonly<Record<string, string>> {
  return { ...settings, RATE_LIMITS: "off", DATA_DIR: dataDir };
}

function change(file: string, sql: string): void {
  using database = new DatabaseSync(file);
  database.exec(sql);
}
