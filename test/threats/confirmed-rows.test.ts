/**
 * T11: another process revokes, suspends, regenerates or deletes while requests keep the rows of credentials in memory,
 * and the next request is rejected. `REVOCATION_RACES` sets how often each change is
 * tried.
 */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import type { ConsumerKey } from "../../src/domain/credentials.ts";
import { bearerFor, verifyCredentials } from "../support/flow.ts";
import { type Change, changes, type Target } from "../support/other-process.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
  type TestApplication,
  type TestService,
  type TestToken,
  type TestUser,
} from "../support/service.ts";

keepLedgersOnDisk();

const races = Number(process.env["REVOCATION_RACES"] ?? 20);

/** More than the lookups after which a row is kept. */
const warmLookups = 700;

test(`T11 — ${races} times each: another process revokes, suspends, regenerates or deletes, and the next request is rejected`, async () => {
  await using service = await startTestService();
  const owner = await makeUser(service.dependencies.ledger, "owner");
  const other = await otherProcess(service);
  try {
    for (const change of Object.keys(changes) as Change[]) {
      for (let race = 0; race < races; race += 1)
        await raceOnce(service, owner, other, change, race);
    }
  } finally {
    if (other.child.connected) other.child.disconnect();
    await other.exited;
  }
});

interface OtherProcess {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown[]>;
}

async function raceOnce(
  service: TestService,
  owner: TestUser,
  other: OtherProcess,
  change: Change,
  race: number,
): Promise<void> {
  const { ledger } = service.dependencies;
  const user = await makeUser(ledger, `${change.replaceAll(" ", "-")}-${race}`);
  const application = await makeApplication(ledger, owner);
  const access = await makeAccessToken(ledger, application, user);
  const bearer = await bearerFor(service.baseUrl, application);
  const request = () =>
    change === "revokes the bearer token"
      ? fetch(`${service.baseUrl}/1.1/application/rate_limit_status.json`, {
          headers: { authorization: `Bearer ${bearer}` },
        })
      : verifyCredentials(service.baseUrl, application, access);

  for (let times = 0; times < warmLookups; times += 1) lookUp(service, application, access);
  assert.equal((await request()).status, 200, "before the change");

  const target: Target = { token: access.token, userId: user.id, applicationId: application.id };
  let pending = true;
  const changed = Promise.race([once(other.child, "message"), other.exited]).finally(() => {
    pending = false;
  });
  other.child.send([change, target]);
  while (pending) {
    lookUp(service, application, access);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok((await changed)[0], `the other process ${change}`);
  const { status } = await request();
  assert.ok(status === 401 || status === 403, `${change}, ${race}: ${status}`);
}

function lookUp(service: TestService, application: TestApplication, { token }: TestToken): void {
  const { ledger } = service.dependencies;
  ledger.accessTokenCredentials(application.consumerKey as ConsumerKey, token, Date.now());
}

async function otherProcess({ dataDir }: TestService): Promise<OtherProcess> {
  const child = fork(new URL("../support/other-process.ts", import.meta.url), {
    env: { PATH: process.env["PATH"], COUNTERSIGN_DATA_DIR: dataDir },
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const exited = once(child, "exit");
  const [started] = await Promise.race([once(child, "message"), exited]);
  assert.equal(started, "ready", "the other process opens the database");
  return { child, exited };
}
