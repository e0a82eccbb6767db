/** What every engine promises of sweeps, notices and restores: they change the rows that are due, and no others. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { tokenDigest } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import { type RevocationKind, revocationKinds } from "../../domain/revocations.ts";
import { type CrowdedWorld, crowdedWorld, otherProvider } from "./crowded-world.ts";
import { difference, touchedOf } from "./ledger-rows.ts";
import {
  bearerOf,
  by,
  checkOn,
  grant,
  happened,
  issue,
  now,
  type OpenLedger,
} from "./seeded-ledger.ts";

const [second, hour, day] = [1000, 3_600_000, dayMs];

export function dueRowsSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("sweep: each table loses what is due, and keeps the rest", async ({ ledger, rows }) => {
    const world = await crowdedWorld(ledger);
    await keepWhatRests(world);
    await issue(world, now + 30 * day);
    for (const [after, most, expected] of swept) {
      const before = await rows();
      await ledger.sweep({ now: now + after, most });
      assert.equal(difference(before, await rows()), expected, `${after} ms later`);
    }
  });

  check("takeNotice, takeAccountNotice: one row goes", async (world) => {
    const { ledger, rows, application } = world;
    for (const _ of [1, 2]) await keepWhatRests(await crowdedWorld(ledger));
    for (const at of [now + 1, now + 2]) {
      await ledger.suspendApplication(application, "abuse", { ...by, at });
      await ledger.restoreApplication(application, { ...by, at });
    }
    let before = await rows();
    for (let taken = await ledger.takeNotice(now); taken; taken = await ledger.takeNotice(now)) {
      const without = await rows();
      assert.equal(difference(before, without), "-1 notice");
      before = without;
    }
    const due = (await ledger.nextAccountNotice(now)) ?? assert.fail();
    assert.equal(await ledger.takeAccountNotice(due), true);
    assert.equal(difference(before, await rows()), "-1 account_notice");
  });

  check("a notice about an account that waits already is left as it is", async (world) => {
    const { ledger, rows } = world;
    const { carol: userId } = await crowdedWorld(ledger);
    const event = { ...happened("recovery-codes.created"), userId };
    await ledger.record(event);
    const before = await rows();
    await ledger.record({ ...event, at: now + 1 });
    assert.equal(difference(before, await rows()), "+1 audit_event");
  });

  check("logRejectedRequest: old ones of the same application make room", async (world) => {
    const { ledger, rows } = world;
    const { application: applicationId } = await crowdedWorld(ledger);
    const before = await rows();
    const request = {
      ...{ userId: undefined, operation: "o", code: 32, authenticated: true, network: "n" },
      ...{ details: "{}", id: "later", applicationId, at: now + day, expiresAt: now + 2 * day },
    };
    await ledger.logRejectedRequest(request);
    assert.equal(difference(before, await rows()), "-1 logged_request, +1 logged_request");
  });

  check("revokeAgain: what is named ends", async ({ ledger, rows, remember }) => {
    await ledger.grantAdmin((await crowdedWorld(ledger)).carol, by);
    const others = await rows();
    const world = await crowdedWorld(ledger);
    await ledger.grantAdmin(world.carol, by);
    await ledger.suspendApplication(world.other, "abuse", by);
    const putBack = await remember();
    for (const kind of revocationKinds) {
      const ended: string[] = [];
      for (const [subject, detail] of subjectsOf[kind](world)) {
        const before = await rows();
        const mark = randomBytes(16).toString("hex");
        const list = { rows: [{ mark, at: now, kind, subject, detail }], now };
        await ledger.revokeAgain({ ...list, seed: "00".repeat(32), passwordHash: "$nobody" });
        ended.push(difference(before, await rows()));
      }
      assert.deepEqual(touchedOf(others, await rows()), [], `${kind}: rows of others`);
      assert.deepEqual(ended, revocationRows[kind], kind);
      await putBack();
    }
  });

  check(
    "settleRestored: what was issued since the backup ends, and what is open; the rest stays",
    async ({ ledger, rows }) => {
      const world = await crowdedWorld(ledger);
      await bearerOf(ledger, world.application);
      await grant(world, world.bob);
      await ledger.createLink(
        {
          ...{ digest: tokenDigest("l"), purpose: "invitation", userId: undefined, note: "Erin" },
          ...{ createdAt: now, expiresAt: now + day },
        },
        by,
        tokenDigest("form"),
      );
      const before = await rows();
      const settling = {
        now: now + 10,
        issuedAfter: now - 1,
        seed: "00".repeat(32),
        revokedAgain: 0,
        replaysAccepted: false,
      };
      const settled = await ledger.settleRestored(settling, by);
      assert.equal(difference(before, await rows()), settledRows);
      assert.equal(settled.links, 10);
    },
  );
}

async function keepWhatRests({ ledger, carol, bob }: CrowdedWorld): Promise<void> {
  for (const email of ["other@users.example", "third@users.example"]) {
    const screenName = `${email.slice(0, 5)}${carol.slice(-6)}`;
    await ledger.changeProfile({ userId: carol, screenName, email }, by);
  }
  const changed = { name: "user.password-changed", userId: carol } as const;
  await ledger.setPassword(carol, "$new", { ...by, ...changed });
  const logout = { issuer: otherProvider, subject: bob, sid: undefined, tokenId: carol, now };
  await ledger.endSessionsFrom(logout, by);
}

/** How long after the database was filled, at most how many of a kind, and what goes. */
const swept: readonly (readonly [number, number, string])[] = [
  [second - 1, 99, "-2 notice"],
  [
    second,
    99,
    "~1 application, -6 request_token, -1 previous_bearer_token, -2 waiting_sign_in, +2 revocation",
  ],
  [hour, 99, "-4 one_time_link, -1 provider_logout"],
  [
    day,
    1,
    "-2 one_time_link, -1 use_count, -4 notice, -9 account_notice, -1 logged_request, -1 admin_request",
  ],
  [day, 99, "-1 logged_request"],
  [14 * day, 99, "-2 collaborator, -1 ownership_offer, -4 session, +2 revocation"],
  [30 * day, 99, "-1 request_token, -2 reserved_screen_name"],
];

const subjectsOf: Readonly<
  Record<RevocationKind, (world: CrowdedWorld) => readonly (readonly [string, string?])[]>
> = {
  "access-token": ({ tokens }) => [[tokens.writing]],
  "write-access": ({ tokens }) => [[tokens.reading], [tokens.writing], [tokens.daves]],
  "bearer-token": ({ bearers }) => bearers.map((one) => [one]),
  "consumer-secret": ({ other }) => [[other]],
  "previous-secret": ({ other }) => [[other]],
  application: ({ other }) => [[other]],
  "application-write": ({ other }) => [[other]],
  "application-service": ({ application, other }) => [
    [application, "spam"],
    [other, "spam"],
  ],
  approval: ({ application, other }) => [
    [application, "spam"],
    [other, "spam"],
  ],
  ownership: ({ application, other, carol }) => [
    [other, carol],
    [other, unknown],
    [application, unknown],
  ],
  collaborator: ({ other, carol }) => [[other, carol]],
  user: ({ alice, bob }) => [[bob], [alice]],
  "user-service": ({ carol }) => [
    [carol, "spam"],
    [carol, "another reason"],
  ],
  admin: ({ carol }) => [[carol]],
  password: ({ carol }) => [[carol]],
  email: ({ carol }) => [[carol]],
  "recovery-code": ({ carol, accounts }) => [[carol, accounts.carol.code]],
  "authenticator-app": ({ carol }) => [[carol]],
  identity: ({ alice, carol }) => [
    [carol, `${otherProvider} ${carol}`],
    [alice, `https://id.example ${carol}`],
  ],
  passkey: ({ alice, carol, accounts }) => [
    [carol, accounts.carol.passkey],
    [alice, accounts.bob.passkey],
  ],
  "api-key": ({ apiKeys }) => [[apiKeys.present], [apiKeys.previous], [unknown]],
};
const unknown = "1234567890123456";

/** With the row of the list itself, and those that the triggers write. */
const revocationRows: Readonly<Record<RevocationKind, readonly string[]>> = {
  "access-token": ["-1 access_token, ~1 grant_count, +2 revocation"],
  "write-access": [
    "+1 revocation",
    "-1 access_token, ~1 grant_count, +2 revocation",
    "~1 access_token, ~2 grant_count, +2 revocation",
  ],
  "bearer-token": ["-1 bearer_token, +2 revocation", "-1 previous_bearer_token, +2 revocation"],
  "consumer-secret": ["~1 application, -1 bearer_token, -1 previous_bearer_token, +4 revocation"],
  "previous-secret": ["~1 application, -1 previous_bearer_token, +3 revocation"],
  application: [
    "-1 application, -1 application_icon, -2 collaborator, -1 ownership_offer, -5 request_token, -7 access_token, -1 bearer_token, -1 previous_bearer_token, -2 grant_count, +1 deleted_application, -5 notice, -1 limit_notice, +2 revocation, -1 logged_request",
  ],
  "application-write": ["~1 application, +2 revocation"],
  "application-service": ["~1 application, +2 revocation", "+1 revocation"],
  approval: ["~1 application, +2 revocation", "~1 application, +2 revocation"],
  ownership: [
    "~1 application, -1 collaborator, +3 revocation",
    "+1 revocation",
    "~1 application, +2 revocation",
  ],
  collaborator: ["-1 collaborator, +2 revocation"],
  user: [
    "-1 user, -1 collaborator, -1 ownership_offer, -4 request_token, -2 access_token, -2 session, -2 recovery_code, -1 waiting_sign_in, -1 identity, -1 passkey, ~2 grant_count, -3 one_time_link, +1 reserved_screen_name, +2 revocation",
    "~1 user, ~1 application, +3 revocation",
  ],
  "user-service": ["~1 user, +2 revocation", "+1 revocation"],
  admin: ["~1 user, +2 revocation"],
  password: ["~1 user, +2 revocation"],
  email: ["~1 user, +2 revocation"],
  "recovery-code": ["-1 recovery_code, +2 revocation"],
  // It keeps an import from adding the app again, and nothing else.
  "authenticator-app": ["+1 revocation"],
  identity: ["-1 identity, +2 revocation", "+1 revocation"],
  passkey: ["-1 passkey, +2 revocation", "+1 revocation"],
  "api-key": ["+2 revocation, -1 api_key", "+1 revocation, ~1 api_key", "+1 revocation"],
};

const settledRows =
  "~3 application, -2 collaborator, -1 ownership_offer, -10 request_token, -1 access_token, -2 bearer_token, -1 previous_bearer_token, -6 session, -3 waiting_sign_in, +1 audit_event, ~1 grant_count, -11 one_time_link, -6 notice, -4 account_notice, +10 revocation, -2 logged_request";
