/** The contract for several access tokens of one application, user and level, which come with an import. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { AccessLevel } from "../../domain/access.ts";
import {
  type AccessToken,
  type ApplicationId,
  type ConsumerKey,
  mintAccessTokenCandidate,
  Secret,
} from "../../domain/credentials.ts";
import { dayMs, dayOf } from "../../domain/day.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { LedgerRows } from "./ledger-rows.ts";
import { importedWorld } from "./moving-writes.ts";
import { by, checkOn, now, type OpenLedger } from "./seeded-ledger.ts";

export function furtherTokenSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "import: every token of a grant is valid, and approving again returns the newest, in whichever order they came",
    async ({ ledger }) => {
      for (const order of [
        [0, 1, 2],
        [2, 1, 0],
        [1, 2, 0],
      ]) {
        const moved = await movedIn(ledger, order);
        assert.deepEqual(await moved.levels(), ["write", "write", "write"]);
        assert.equal((await moved.approve()).token, moved.tokens[2]);
        assert.equal((await moved.approve()).secret.reveal(), "the-secret-of-token-2");
        assert.deepEqual(await moved.counts(), { read: 0, write: 1 });
        assert.equal(await ledger.countGrants(moved.grant.applicationId, 9), 1);
        assert.deepEqual(
          (await ledger.grants(moved.grant.applicationId, moved.grant.userId)).length,
          1,
        );
        assert.deepEqual(await moved.again(), ["there", "there", "there"]);
        for (const token of moved.tokens) {
          assert.equal((await ledger.accessTokenHolder(token))?.userId, moved.grant.userId);
        }
      }
    },
  );

  check(
    "a token that a later import adds takes the place of an older one, and the older one stays valid",
    async ({ ledger }) => {
      const moved = await movedIn(ledger, [0]);
      assert.deepEqual(await moved.levels(), ["write", undefined, undefined]);
      assert.deepEqual(await moved.again(), ["there", "new", "new"]);
      assert.equal((await moved.approve()).token, moved.tokens[2]);
      assert.deepEqual(await moved.levels(), ["write", "write", "write"]);
      assert.deepEqual(await moved.revocations(), []);
      assert.deepEqual(await moved.counts(), { read: 0, write: 1 });
    },
  );

  check(
    "revokeAccessToken: one of several; the others stay, and the newest of them is returned next",
    async ({ ledger }) => {
      const moved = await movedIn(ledger);
      const [first, second, third] = moved.tokens;
      assert.equal(await ledger.revokeAccessToken(third, by), true);
      assert.equal(await ledger.revokeAccessToken(third, by), false);
      assert.deepEqual(await moved.levels(), ["write", "write", undefined]);
      assert.equal((await moved.approve()).token, second);
      assert.equal((await moved.approve()).secret.reveal(), "the-secret-of-token-1");
      assert.equal(await ledger.revokeAccessToken(first, by), true);
      assert.deepEqual(await moved.levels(), [undefined, "write", undefined]);
      assert.deepEqual(await moved.counts(), { read: 0, write: 1 });
      assert.deepEqual(await moved.revocations(), [
        `access-token ${first}`,
        `access-token ${third}`,
      ]);
      assert.deepEqual(await moved.again(), ["rejected", "there", "rejected"]);
      assert.equal(await ledger.revokeAccessToken(second, by), true);
      assert.deepEqual(await moved.counts(), { read: 0, write: 0 });
      assert.ok(!moved.tokens.includes((await moved.approve()).token));
    },
  );

  check("revokeAccessToken: many at once revoke each of them once", async ({ ledger }) => {
    const moved = await movedIn(ledger);
    const answers = await Promise.all(
      [...moved.tokens, ...moved.tokens].map((token) => ledger.revokeAccessToken(token, by)),
    );
    assert.equal(answers.filter(Boolean).length, 3);
    assert.deepEqual(await moved.levels(), [undefined, undefined, undefined]);
    assert.deepEqual(await moved.counts(), { read: 0, write: 0 });
    assert.equal((await moved.revocations()).length, 3);
  });

  check("what ends a grant ends all its tokens, and records each", async ({ ledger, rows }) => {
    const ways: readonly ((moved: Moved) => Promise<unknown>)[] = [
      ({ grant }) => ledger.revokeAccess(grant, by),
      (moved) => ledger.regenerateAccess({ ...moved.wanted(), replaces: now - 1000 + 2 }, by),
    ];
    for (const end of ways) {
      const moved = await movedIn(ledger);
      assert.ok(await end(moved));
      assert.deepEqual(await moved.levels(), [undefined, undefined, undefined]);
      assert.deepEqual(
        await moved.revocations(),
        moved.tokens.map((token) => `access-token ${token}`),
      );
      assert.deepEqual(await moved.again(), ["rejected", "rejected", "rejected"]);
    }
    // Their own ends cover these.
    const [lost, left] = [await movedIn(ledger), await movedIn(ledger)];
    await ledger.deleteApplication(lost.grant.applicationId, by);
    await ledger.deleteApplication(left.grant.applicationId, by);
    await ledger.deleteUser({ userId: left.grant.userId }, by);
    for (const moved of [lost, left]) {
      assert.deepEqual(await moved.levels(), [undefined, undefined, undefined]);
      assert.deepEqual(await moved.revocations(), []);
    }
    assert.deepEqual(furtherIn(await rows()), []);
  });

  check("unusedAccessPart: the use of each further token counts", async ({ ledger }) => {
    const { tokens } = await movedIn(ledger);
    const rule = { days: 90, now: now + 900 * dayMs };
    for (const [token, items] of [
      [undefined, 1],
      [tokens[0], 0],
    ] as const) {
      if (token !== undefined) await ledger.touchAccessTokens([token], dayOf(rule.now));
      const part = await ledger.unusedAccessPart(rule, { after: undefined, size: 9 });
      assert.equal(part.items, items);
    }
  });

  check(
    "deleteUser: further tokens end with the account",
    async ({ ledger, rows, application, consumerKey }) => {
      const moved = await movedIn(ledger, [0, 1, 2], { application, consumerKey });
      await ledger.deleteApplication(moved.own, by);
      await ledger.deleteUser({ userId: moved.grant.userId }, by);
      assert.deepEqual(await moved.levels(), [undefined, undefined, undefined]);
      assert.deepEqual(furtherIn(await rows()), []);
      assert.deepEqual(await moved.counts(), { read: 0, write: 0 });
    },
  );

  check("reduceToRead, changeApplication: all tokens are lowered together", async ({ ledger }) => {
    const lowered = async (moved: Moved) => {
      assert.deepEqual(await moved.levels(), ["read", "read", "read"]);
      assert.deepEqual(await moved.counts(), { read: 1, write: 0 });
      assert.deepEqual(
        await moved.revocations(),
        moved.tokens.map((token) => `write-access ${token}`),
      );
    };
    const reduced = await movedIn(ledger);
    assert.ok(await ledger.reduceToRead(reduced.grant, by));
    await lowered(reduced);
    const changed = await movedIn(ledger);
    const application = await ledger.applicationById(changed.grant.applicationId);
    assert.ok(application);
    const { access: _, ...rest } = application;
    const draft = { ...rest, access: "read" } as const;
    const change = { applicationId: changed.grant.applicationId, from: application, draft, now };
    assert.ok(await ledger.changeApplication(change, by));
    await lowered(changed);
  });

  check(
    "revokeAgain: the revocations of several tokens are applied in a restored database",
    async (world) => {
      const { ledger } = world;
      const [revoked, lowered] = [await movedIn(ledger), await movedIn(ledger)];
      const putBack = await world.remember();
      await ledger.revokeAccessToken(revoked.tokens[2], by);
      await ledger.revokeAccessToken(revoked.tokens[0], by);
      await ledger.reduceToRead(lowered.grant, by);
      const { rows } = await ledger.revocations({ after: 0, size: 500 });
      await putBack();
      assert.deepEqual(await revoked.levels(), ["write", "write", "write"]);
      const again = { now, seed: "00".repeat(32), passwordHash: "$nobody" } as const;
      assert.equal((await ledger.revokeAgain({ rows, ...again })).applied, rows.length);
      assert.deepEqual(await revoked.levels(), [undefined, "write", undefined]);
      assert.deepEqual(await lowered.levels(), ["read", "read", "read"]);
      assert.deepEqual(await revoked.counts(), { read: 0, write: 1 });
      assert.deepEqual(await lowered.counts(), { read: 1, write: 0 });
    },
  );

  check(
    "settleRestored: tokens issued after a time end, and older ones of the same grant stay",
    async ({ ledger }) => {
      const moved = await movedIn(ledger);
      const after = {
        now,
        issuedAfter: now - 1000,
        seed: "00".repeat(32),
        revokedAgain: 0,
        replaysAccepted: false,
      };
      const { accessTokens } = await ledger.settleRestored(after, by);
      assert.equal(accessTokens, 2);
      assert.deepEqual(await moved.levels(), ["write", undefined, undefined]);
      assert.equal((await moved.approve()).token, moved.tokens[0]);
      assert.deepEqual(await moved.counts(), { read: 0, write: 1 });
    },
  );

  check(
    "lists of grants: since the first token, last used as any of them, and once",
    async ({ ledger }) => {
      const { grant, tokens } = await movedIn(ledger);
      const since = now - 1000;
      const page = { after: undefined, size: 9 };
      const search = { text: "", order: "newest", offset: 0, size: 9 } as const;
      for (const lastUsedDay of [undefined, 20_000, 20_001]) {
        if (lastUsedDay !== undefined) {
          await ledger.touchAccessTokens([tokens[lastUsedDay === 20_000 ? 0 : 2]], lastUsedDay);
        }
        const connected = await ledger.connectedApplications(grant.userId, page);
        assert.deepEqual(
          connected.map((one) => [one.since, one.lastUsedDay, one.emailGranted]),
          [[since, lastUsedDay, true]],
        );
        const { total, slice } = await ledger.grantedApplications(grant.userId, search);
        assert.deepEqual([total, slice], [1, connected]);
      }
      await ledger.touchAccessTokens([tokens[0]], 19_000);
      const [one] = await ledger.connectedApplications(grant.userId, page);
      assert.equal(one?.lastUsedDay, 20_001, "never back");
    },
  );

  check("export: pages have all tokens of a grant, in the order of their texts", async (world) => {
    const { ledger } = world;
    const moved = await movedIn(ledger);
    const names: string[] = [];
    let after: string | undefined;
    do {
      const page = await ledger.exportedRecords({ kind: "access_token", after, size: 1 });
      names.push(...page.records.map((one) => ("token" in one ? String(one.token) : "")));
      after = page.last;
    } while (after !== undefined);
    const mine = names.filter((token) => moved.tokens.some((one) => one === token));
    assert.deepEqual(mine, moved.tokens.toSorted());
  });

  check("counts: every token counts", async ({ ledger }) => {
    const { accessTokens } = await ledger.recordCounts();
    await movedIn(ledger);
    assert.equal((await ledger.recordCounts()).accessTokens, accessTokens + 3);
  });
}

type Moved = Awaited<ReturnType<typeof movedIn>>;

/**
 * A user with three tokens of one application and level, of which the last is the newest. `first`: those that the first
 * import contains.
 */
async function movedIn(
  ledger: Ledger,
  first: readonly number[] = [0, 1, 2],
  at?: { readonly application: ApplicationId; readonly consumerKey: ConsumerKey },
) {
  const { user, application, access } = importedWorld();
  const consumerKey = at?.consumerKey ?? application.consumerKey;
  const records = [0, 1, 2].map((age) => ({
    ...{ ...access, consumerKey, token: `${access.token}-${2 - age}` as AccessToken },
    ...{ secret: new Secret(`the-secret-of-token-${age}`), createdAt: now - 1000 + age },
    emailGranted: age === 0,
  }));
  const [one, two, three] = records.map((record) => record.token);
  if (one === undefined || two === undefined || three === undefined) throw new Error("three");
  const tokens = [one, two, three] as const;
  const imports = async (these: readonly (typeof records)[number][]) => {
    const all = { records: [user, application, ...these], now, dryRun: false };
    return (await ledger.importRecords(all, by)).slice(2).map((outcome) => outcome.is);
  };
  const grant = { applicationId: at?.application ?? application.id, userId: user.id };
  const wanted = (level: AccessLevel = "write") => ({
    ...{ ...grant, access: level, emailGranted: false, now },
    candidate: mintAccessTokenCandidate(randomBytes),
  });
  assert.deepEqual(
    await imports(first.flatMap((age) => records[age] ?? [])),
    first.map(() => "new"),
  );
  return {
    ...{ tokens, grant, wanted, consumerKey, own: application.id },
    again: () => imports(records),
    approve: async () => (await ledger.grantAccess(wanted(), by)) ?? assert.fail(),
    levels: () =>
      Promise.all(
        tokens.map(async (token) => {
          const found = await ledger.accessTokenCredentials(consumerKey, token, now);
          return found?.access.access;
        }),
      ),
    async counts() {
      return (await ledger.grantCounts(grant.applicationId, now + dayMs)).before;
    },
    /** The revocations of these tokens, in the order of the tokens. */
    async revocations() {
      const { rows } = await ledger.revocations({ after: 0, size: 500 });
      return tokens.flatMap((token) =>
        rows.filter(({ subject }) => subject === token).map(({ kind }) => `${kind} ${token}`),
      );
    },
  };
}

function furtherIn(rows: LedgerRows): readonly string[] {
  return [...rows.keys()].filter((key) => key.startsWith("further_access_token"));
}
