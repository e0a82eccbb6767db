/**
 * A started service on free loopback ports with its own data directory, users and applications. Its
 * ledger is in memory, where it behaves as on disk and starts in a fifth of the time, unless
 * the test gives a data directory or its file calls `keepLedgersOnDisk()`.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { after } from "node:test";
import { readConfig } from "../../src/config/config.ts";
import type { AccessLevel } from "../../src/domain/access.ts";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { waitingSchemes } from "../../src/domain/callback-schemes.ts";
import {
  type AccessToken,
  type ApplicationId,
  mintAccessTokenCandidate,
  mintApplicationId,
  mintConsumerKey,
  mintConsumerSecret,
  mintUserId,
  type UserId,
} from "../../src/domain/credentials.ts";
import { type ApplicationDraft, emptyDraft } from "../../src/domain/fields/application.ts";
import type { Ledger } from "../../src/domain/ports/ledger.ts";
import { type Service, type StartOptions, startService } from "../../src/program/service.ts";
import { makeLedger } from "./ledger-place.ts";
import { memoryOf } from "./memory-ledger.ts";
import { memoryOrDisk } from "./memory-or-disk.ts";
import { testEngine } from "./test-engine.ts";
import { testPassword, testPasswordHash } from "./test-password.ts";

export type TestService = Service & {
  readonly dataDir: string;
  /** The in-memory ledger; undefined if the ledger is in a file or on PostgreSQL. */
  readonly memory: DatabaseSync | undefined;
};

const inMemory = "sqlite::memory:";
let onDisk = false;

/**
 * From now on, services of this test file keep their ledger in a file with a writing thread, as in production. It lasts
 * until the file ends or the returned value is disposed of.
 */
export function keepLedgersOnDisk(): Disposable {
  onDisk = true;
  // Another test file may follow in this process.
  after(() => {
    onDisk = false;
  });
  return {
    [Symbol.dispose]() {
      onDisk = false;
    },
  };
}

/**
 * `settings`: environment variables without their prefix. Limits are off unless a test sets them. `clock`: a time that
 * the test moves.
 */
export async function startTestService(
  settings: Readonly<Record<string, string>> = {},
  clock: () => number = Date.now,
  times: StartOptions["times"] = {},
): Promise<TestService> {
  const dataDir = settings["DATA_DIR"] ?? mkdtempSync(join(memoryOrDisk(), "countersign-test-"));
  // If a test chooses a data directory, the test is about it or shares it with commands, so the ledger is embedded.
  const chosen = settings["DATABASE_URL"] ?? settings["DATA_DIR"];
  const database = chosen === undefined ? await testEngine() : undefined;
  const all = {
    PORT: "0",
    INTERNAL_PORT: "0",
    LOG_LEVEL: "silent",
    RATE_LIMITS: "off",
    DATA_DIR: dataDir,
    DATABASE_URL: onDisk || settings["DATA_DIR"] !== undefined ? "" : inMemory,
    ...database?.settings,
    ...settings,
  };
  const environment = Object.fromEntries(
    Object.entries(all).map(([name, value]) => [`COUNTERSIGN_${name}`, value]),
  );
  const config = readConfig(environment, () => {});
  const isSqlite = all.DATABASE_URL === "" && config.postgres === undefined;
  if (isSqlite && isEmpty(dataDir)) await makeLedger(config.database);
  const start = () => startService(config, { clock, times });
  const [service, memory] =
    all.DATABASE_URL === inMemory ? await memoryOf(start) : [await start(), undefined];
  return {
    memory,
    baseUrl: service.baseUrl,
    port: service.port,
    internalUrl: service.internalUrl,
    firstAdminFile: service.firstAdminFile,
    dependencies: service.dependencies,
    reload: service.reload,
    drain: service.drain,
    dataDir,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      // A test that gave the directory starts a service in it again, and removes it itself.
      if (settings["DATA_DIR"] !== undefined) return;
      rmSync(dataDir, { recursive: true, force: true });
      await database?.drop();
    },
  };
}

function isEmpty(directory: string): boolean {
  return existsSync(directory) && readdirSync(directory).length === 0;
}

export interface TestUser {
  readonly id: UserId;
  readonly screenName: string;
  readonly password: string;
}

export interface TestApplication {
  readonly id: ApplicationId;
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

export interface TestToken {
  readonly token: AccessToken;
  readonly secret: string;
}

export async function makeUser(
  ledger: Ledger,
  screenName: string,
  now = Date.now(),
): Promise<TestUser> {
  const id = mintUserId(randomBytes);
  const created = await ledger.createUser(
    {
      id,
      screenName,
      name: screenName,
      email: `${screenName}@users.example`,
      emailVerified: true,
      passwordHash: await testPasswordHash(),
      now,
    },
    byCommandLine(now),
  );
  if (created !== "created") throw new Error(`${screenName} is taken`);
  return { id, screenName, password: testPassword };
}

export async function makeApplication(
  ledger: Ledger,
  owner: TestUser,
  draft: Partial<ApplicationDraft> = {},
): Promise<TestApplication> {
  const id = mintApplicationId(randomBytes);
  const consumerKey = mintConsumerKey(randomBytes);
  const consumerSecret = mintConsumerSecret(randomBytes);
  const now = Date.now();
  const { callbacks = ["https://weather.example/callback"] } = draft;
  await ledger.createApplication(
    {
      ...emptyDraft,
      name: "Weather Bot",
      website: "https://weather.example",
      ...draft,
      callbacks,
      // As on the command line, registering confirms the schemes.
      confirmedSchemes: waitingSchemes(callbacks, []),
      id,
      ownerId: owner.id,
      consumerKey,
      consumerSecret,
      now,
    },
    byCommandLine(now),
  );
  return { id, consumerKey, consumerSecret: consumerSecret.reveal() };
}

export async function makeAccessToken(
  ledger: Ledger,
  application: TestApplication,
  user: TestUser,
  access: AccessLevel = "read",
  emailGranted = false,
): Promise<TestToken> {
  const now = Date.now();
  const granted = await ledger.grantAccess(
    {
      applicationId: application.id,
      userId: user.id,
      access,
      emailGranted,
      candidate: mintAccessTokenCandidate(randomBytes),
      now,
    },
    byCommandLine(now),
  );
  if (granted === undefined) throw new Error("the application or the user is gone");
  return { token: granted.token, secret: granted.secret.reveal() };
}

export async function makeAdmin(ledger: Ledger, screenName: string): Promise<TestUser> {
  const user = await makeUser(ledger, screenName);
  await ledger.grantAdmin(user.id, byCommandLine(Date.now()));
  return user;
}
