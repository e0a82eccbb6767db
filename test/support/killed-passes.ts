/** Processes of a service that are killed while they end access that isn't used, on either engine. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readConfig } from "../../src/config/config.ts";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { mintAccessTokenCandidate } from "../../src/domain/credentials.ts";
import { dayMs } from "../../src/domain/day.ts";
import { unusedNoticeDays } from "../../src/domain/unused-access.ts";
import { migrateLedger, openStores, unlogged } from "../../src/program/stores.ts";
import { start } from "../cli/command.ts";
import { makeApplication, makeUser } from "./service.ts";
import { startMailServer } from "./smtp.ts";
import { until } from "./until.ts";

export interface Looked {
  /** The settings of the service, with its engine. */
  readonly settings: Readonly<Record<string, string>>;
  /** What a statement returns, and what it changes, beside the service. */
  ask(statement: string): Promise<readonly Record<string, unknown>[]>;
}

const users = 200;
const applications = 5;
const grants = applications * users;

/** Each access gets one notice and ends once, whenever a process is killed, and each user gets one email. */
export async function assertKilledPassesGoOn({ settings, ask }: Looked): Promise<void> {
  await using mails = await startMailServer();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  const serving = { PORT: "0", INTERNAL_PORT: "off", ...smtp, ...settings };
  await fill(settings);
  const count = async (what: string) =>
    Number((await ask(`select count(*) as n from ${what}`))[0]?.["n"]);
  const events = (name: string) => count(`audit_event where name = '${name}'`);
  const killedAfter = async (name: string) => {
    const { child, ended, output } = start(["serve"], { settings: serving });
    await until(async () => (await events(name)) > 0, 0);
    child.kill("SIGKILL");
    await ended;
    const done = await events(name);
    assert.ok(done > 0 && done < grants, `it was killed in the middle: ${done} ${output.stderr}`);
    assert.equal(done % applications, 0, "a step has all access of a user");
    return done;
  };
  const finished = async (name: string) => {
    const { child, ended } = start(["serve"], { settings: serving });
    await until(async () => (await events(name)) >= grants);
    await until(
      async () => (await count("account_notice")) === 0 && mails.received.length >= users - 1,
    );
    child.kill("SIGTERM");
    assert.equal(await ended, 0);
    assert.equal(await events(name), grants);
    const subjects = await count(
      `(select distinct application_id, user_id from audit_event where name = '${name}') of_each`,
    );
    assert.equal(subjects, grants, "each once");
  };

  const noticed = await killedAfter("access.expiring");
  assert.equal(await count("access_token where unused_notice_at is not null"), noticed);
  await finished("access.expiring");
  assert.equal(await count("access_token where unused_notice_at is not null"), grants);
  assert.equal(await events("access.revoked"), 0);
  // docs/adr/0035-notices-wait-in-the-database.md: one that was taken to be sent may be lost with its process.
  const told = mails.received.flatMap(({ to }) => to);
  assert.ok(told.length >= users - 1, `${told.length} emails`);
  assert.equal(new Set(told).size, told.length, "no one is told twice");

  const earlier = (unusedNoticeDays + 1) * dayMs;
  await ask(`update access_token set unused_notice_at = unused_notice_at - ${earlier}`);
  const ended = await killedAfter("access.revoked");
  assert.equal(await count("access_token"), grants - ended);
  await finished("access.revoked");
  assert.equal(await count("access_token"), 0);
  assert.equal(await events("access.expiring"), grants, "no second notice");
}

async function fill(settings: Looked["settings"]): Promise<void> {
  const variables = Object.entries(settings).map(([name, value]) => [`COUNTERSIGN_${name}`, value]);
  const config = readConfig(Object.fromEntries(variables), () => {});
  await migrateLedger(config);
  await using stores = await openStores(config, unlogged);
  const { ledger } = stores;
  const issued = Date.now() - 400 * dayMs;
  const by = byCommandLine(issued);
  await ledger.changeSetting("unused-access", "365", by);
  const alice = await makeUser(ledger, "alice", issued);
  const ids = await Promise.all(
    Array.from({ length: applications }, async (_, at) => {
      const { id } = await makeApplication(ledger, alice, { name: `Application ${at}` });
      return id;
    }),
  );
  const addUser = async (at: number) => {
    const { id: userId } = await makeUser(ledger, `user${at}`, issued);
    for (const applicationId of ids) {
      const grant = { applicationId, userId, access: "read", emailGranted: false } as const;
      const candidate = mintAccessTokenCandidate(randomBytes);
      await ledger.grantAccess({ ...grant, candidate, now: issued }, by);
    }
  };
  for (let at = 0; at < users; at += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, more) => addUser(at + more)));
  }
}
