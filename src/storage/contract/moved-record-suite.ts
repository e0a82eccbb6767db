/** Every engine: records of other systems, member by member. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { maxCollaborators } from "../../domain/collaborator.ts";
import {
  mintSessionId,
  mintUserId,
  Secret,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { dayMs, dayOf } from "../../domain/day.ts";
import type { ExportedRecord } from "../../domain/exported.ts";
import type { ImportedRecord, ImportOutcome } from "../../domain/imported.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { reservedScreenNames } from "../../domain/user.ts";
import { all, changesOf, otherWorld, plain } from "./moved-records.ts";
import { importedWorld } from "./moving-writes.ts";
import { by, checkOn, happened, link, newSession, now, type OpenLedger } from "./seeded-ledger.ts";

export function movedRecordSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("export: a record is as it was imported, in pages of any size", async ({ ledger }) => {
    const third = importedWorld();
    const passkey = { ...third.passkey, transports: ["nfc", "internal"] } as const;
    const records = [importedWorld(), otherWorld(), { ...third, passkey }].flatMap(all);
    for (const { is } of await imports(ledger, records)) assert.equal(is, "new");
    for (const kind of new Set(records.map((one) => one.kind))) {
      const found = await exported(ledger, kind, 500);
      assert.deepEqual(await exported(ledger, kind, 1), found);
      const those = found.map((one) => JSON.stringify(plain(one)));
      for (const one of records.filter((each) => each.kind === kind)) {
        const same = one.kind === "user" ? { ...one, isAdmin: one.isAdmin ?? false } : one;
        assert.ok(
          those.includes(JSON.stringify(plain(same))),
          `${JSON.stringify(plain(same))} in ${those}`,
        );
      }
    }
  });

  check("import: each member that differs is named, and stays", async ({ ledger }) => {
    const world = importedWorld();
    const before = all(world);
    await imports(ledger, before);
    for (const [record, ...named] of changesOf(world)) {
      const [outcome] = await imports(ledger, [record]);
      assert.deepEqual(outcome, differs(...named), JSON.stringify(record));
    }
    for (const { is } of await imports(ledger, before)) assert.equal(is, "there");
  });

  check(
    "import: every record that comes twice is new once, in one call or in two",
    async ({ ledger }) => {
      for (const world of [importedWorld(), otherWorld()]) {
        const records = all(world);
        const outcomes = await imports(ledger, [...records, ...records.map((one) => ({ ...one }))]);
        assert.deepEqual(
          outcomes.map(({ is }) => is),
          [...records.map(() => "new"), ...records.map(() => "there")],
        );
        for (const { is } of await imports(ledger, records)) assert.equal(is, "there");
      }
    },
  );

  check("import: two applications of one call cannot have one ID", async ({ ledger }) => {
    const { user, application } = importedWorld();
    const other = { ...importedWorld().application, id: application.id, owner: application.owner };
    const outcomes = await imports(ledger, [user, application, other]);
    const why = `another application has the ID ${application.id}: that with the consumer key ${application.consumerKey}`;
    assert.deepEqual(outcomes.at(-1), { is: "conflict", why });
  });

  check(
    "import: an application waits for an administrator while a scheme is not confirmed",
    async ({ ledger }) => {
      const { user, application } = importedWorld();
      const waits = {
        ...importedWorld().application,
        owner: application.owner,
        confirmedSchemes: [],
      };
      await imports(ledger, [user, application, waits]);
      const search = { text: "weather", filters: { state: "unconfirmed-schemes" } } as const;
      const found = await ledger.searchApplications(search, { after: undefined, size: 9 });
      assert.deepEqual(
        found.map(({ id }) => id),
        [waits.id],
      );
      for (const { id } of [application, waits]) {
        const confirmed = { applicationId: id, scheme: "bot" };
        const event = { name: "application.scheme-confirmed", at: now, actor: "service" } as const;
        await ledger.confirmScheme(confirmed, event);
        assert.deepEqual((await ledger.applicationById(id))?.confirmedSchemes, ["bot"]);
      }
    },
  );

  check(
    "import: a record that comes again in one call is compared in the same way",
    async ({ ledger }) => {
      for (const [at] of changesOf(importedWorld()).entries()) {
        const world = importedWorld();
        const [changed, ...named] = changesOf(world)[at] ?? assert.fail();
        const outcomes = await imports(ledger, [...all(world), changed]);
        assert.deepEqual(outcomes.at(-1), differs(...named), JSON.stringify(changed));
      }
    },
  );

  check(
    "import: an application has the limits of its record, in any order; none are no limits",
    async ({ ledger }) => {
      const { user, application } = importedWorld();
      const limits = { "oauth/request_token": 7, "oauth/access_token": 9 };
      const turned = { "oauth/access_token": 9, "oauth/request_token": 7 };
      const limited = { ...application, limits };
      const other = { ...importedWorld().application, owner: application.owner };
      await imports(ledger, [user, limited, { ...other, limits: {} }]);
      const outcomes = await imports(ledger, [
        { ...application, limits: turned },
        { ...other, limits: {} },
        { ...other, limits },
      ]);
      assert.deepEqual(outcomes, [{ is: "there" }, { is: "there" }, differs("limits")]);
      const own = (await ledger.applicationLimits()).map((one) => one.applicationId);
      assert.ok(own.includes(application.id) && !own.includes(other.id));
    },
  );

  check("import: an application has no more collaborators than it may have", async ({ ledger }) => {
    const world = importedWorld();
    const { user, application, colleague, collaborator } = world;
    const users = Array.from({ length: maxCollaborators }, () => ({
      ...colleague,
      id: mintUserId(randomBytes),
      screenName: `u_${randomBytes(6).toString("hex")}`,
    }));
    const invited = users.map(({ id, screenName }) => ({
      ...collaborator,
      user: { id, screenName },
    }));
    const other = { ...importedWorld().application, owner: application.owner };
    await imports(ledger, [user, application, other, colleague, collaborator, ...users]);
    const why = `the application has ${maxCollaborators} collaborators`;
    const added = (count: number) => Array.from({ length: count }, () => ({ is: "new" }));
    assert.deepEqual(await imports(ledger, invited), [
      ...added(maxCollaborators - 1),
      { is: "rejected", why },
    ]);
    const elsewhere = [collaborator, ...invited].map((one) => ({
      ...one,
      consumerKey: other.consumerKey,
    }));
    assert.deepEqual(await imports(ledger, elsewhere), [
      ...added(maxCollaborators),
      { is: "rejected", why },
    ]);
  });

  check(
    "import: an authenticator app that was turned off here in any way stays off",
    async (world) => {
      const { ledger } = world;
      const ways: readonly ((userId: UserId) => unknown)[] = [
        (userId) => {
          const digest = tokenDigest(mintSessionId(randomBytes));
          return ledger.removeTotp(newSession(userId, digest), by);
        },
        (userId) =>
          ledger.removeSecondFactor({ userId, factor: { kind: "totp" }, because: "lost" }, by),
        (userId) => ledger.removeSecondFactors(userId, "lost", by),
        async (userId) => {
          const purpose = "account-recovery";
          const digest = await link(world, purpose, now + 1, userId);
          await ledger.resetPassword({ digest, purpose, passwordHash: "$new", now }, by);
        },
      ];
      const stored = importedWorld();
      await imports(ledger, [stored.user, stored.totp]);
      for (const [at, way] of ways.entries()) {
        const { user, totp } = importedWorld();
        assert.deepEqual(await imports(ledger, [user, totp]), [{ is: "new" }, { is: "new" }]);
        await way(user.id);
        const why = "an authenticator app was turned off here";
        assert.deepEqual(await imports(ledger, [totp]), [{ is: "rejected", why }], String(at));
      }
      assert.deepEqual(await imports(ledger, [stored.totp]), [{ is: "there" }]);
    },
  );

  check(
    "import: an icon that was changed here does not come back, whatever else was done",
    async ({ ledger, application }) => {
      const { user, icon, ...world } = importedWorld();
      await imports(ledger, [user, world.application]);
      const { id } = world.application;
      await ledger.record({ ...happened("application.icon-changed"), applicationId: application });
      await ledger.record({ ...happened("application.created"), applicationId: id });
      const dry = await ledger.importRecords({ records: [icon], now, dryRun: true }, by);
      assert.deepEqual(dry, [{ is: "new" }]);
      await ledger.record({ ...happened("application.icon-changed"), applicationId: id });
      const why = "the icon was removed here";
      assert.deepEqual(await imports(ledger, [icon]), [{ is: "rejected", why }]);
    },
  );

  check("import: each reason is told in its words", async ({ ledger, alice }) => {
    const [mine, theirs] = [importedWorld(), otherWorld()];
    for (const one of [mine, theirs]) await imports(ledger, all(one));
    const { id, screenName } = theirs.user;
    const user = { id, screenName };
    const { screenName: alices = "" } = (await ledger.userById(alice)) ?? {};
    const nobody = { id: mintUserId(randomBytes), screenName: "nobody" };
    const unknown = importedWorld().application.consumerKey;
    const lacksUser = {
      is: "rejected",
      why: `there is no account with the ID ${nobody.id}`,
      lacks: "user",
    };
    const conflict = (why: string) => ({ is: "conflict", why });
    const rejected = (why: string) => ({ is: "rejected", why });
    const expected: readonly (readonly [ImportedRecord, object])[] = [
      [
        { ...mine.user, screenName: "nobody" },
        conflict(`the account with the ID ${mine.user.id} is called ${mine.user.screenName}`),
      ],
      [
        { ...mine.user, id: nobody.id },
        conflict(
          `another account is called ${mine.user.screenName}: that with the ID ${mine.user.id}`,
        ),
      ],
      [{ ...mine.identity, user }, conflict("another account has this identity")],
      [
        { ...mine.totp, secret: new Secret("A".repeat(32)) },
        conflict("the account has another authenticator app"),
      ],
      [{ ...mine.icon, icon: theirs.icon.icon }, conflict("the application has another icon")],
      [
        { ...theirs.access, token: importedWorld().access.token, access: "write" },
        rejected("the application is registered for read access only"),
      ],
      [
        { ...mine.bearer, token: importedWorld().bearer.token },
        conflict("the application has another bearer token"),
      ],
      [
        { ...importedWorld().application, owner: user, id: mine.application.id },
        conflict(
          `another application has the ID ${mine.application.id}: that with the consumer key ${mine.application.consumerKey}`,
        ),
      ],
      [
        { ...mine.collaborator, user: mine.application.owner },
        rejected("the user owns the application"),
      ],
      ...[
        mine.identity,
        mine.passkey,
        mine.totp,
        mine.recoveryCode,
        mine.collaborator,
        mine.access,
      ].map((one) => [{ ...one, user: nobody }, lacksUser] as const),
      [{ ...importedWorld().application, owner: nobody }, lacksUser],
      [
        { ...mine.access, user: { ...user, screenName: alices } },
        rejected(`the account with the ID ${id} is not called ${alices}`),
      ],
      ...[mine.icon, mine.collaborator, mine.access, mine.bearer].map(
        (one) =>
          [
            { ...one, consumerKey: unknown },
            {
              is: "rejected",
              why: `there is no application with the consumer key ${unknown}`,
              lacks: "application",
            },
          ] as const,
      ),
    ];
    for (const [record, outcome] of expected) {
      assert.deepEqual(await imports(ledger, [record]), [outcome], JSON.stringify(record));
    }
    const changed = { ...mine.application, name: "Another" };
    const outcomes = await imports(ledger, [changed, mine.icon, mine.bearer]);
    const untaken = rejected(`the application ${mine.application.consumerKey} was skipped`);
    assert.deepEqual(outcomes, [differs("name"), untaken, untaken]);
    const renamed = { ...mine.user, name: "Another" };
    assert.deepEqual(await imports(ledger, [renamed, mine.identity]), [
      differs("name"),
      rejected(`the account ${mine.user.screenName} was skipped`),
    ]);
  });

  check(
    "import: what was revoked here revokes nothing of another kind that has its name",
    async ({ ledger }) => {
      const [world, gone] = [importedWorld(), importedWorld()];
      const { user, application, passkey, recoveryCode } = world;
      const id = recoveryCode.digest as string as typeof passkey.id;
      await imports(ledger, [gone.user, user, { ...passkey, id }]);
      await ledger.deleteUser({ userId: gone.user.id }, by);
      await ledger.removeSecondFactors(user.id, "lost", by);
      const named = { ...application, id: gone.user.id as string as typeof application.id };
      assert.deepEqual(await imports(ledger, [named, recoveryCode]), [
        ...[{ is: "new" }, { is: "new" }],
      ]);
    },
  );

  check("import: grants are counted by application, level and day", async ({ ledger }) => {
    const { user, application, colleague, access } = importedWorld();
    const other = { ...importedWorld().application, owner: application.owner };
    const day = dayOf(now) - 3;
    const morning = day * dayMs;
    let at = 0;
    const granted = (one: Partial<typeof access>, createdAt: number) => {
      at += 1;
      return {
        ...access,
        token: `${at}-${access.token}` as typeof access.token,
        ...one,
        createdAt,
      };
    };
    const account = { id: colleague.id, screenName: colleague.screenName };
    await imports(ledger, [user, colleague, application, other]);
    const outcomes = await imports(ledger, [
      granted({}, morning),
      granted({ user: account }, morning - 1),
      granted({ access: "read" }, morning + 1),
      granted({ access: "read", user: account }, morning + 2),
      granted({ consumerKey: other.consumerKey }, morning),
      granted({ consumerKey: other.consumerKey, access: "read" }, morning),
      granted({}, morning),
    ]);
    assert.deepEqual(outcomes.at(-1), { is: "new" }, "a further token, which is no further grant");
    const before = { read: 0, write: 0 };
    assert.deepEqual(await ledger.grantCounts(application.id, 0), {
      before,
      changes: [
        { day: day - 1, access: "write", change: 1 },
        { day, access: "read", change: 2 },
        { day, access: "write", change: 1 },
      ],
    });
    assert.deepEqual(await ledger.grantCounts(other.id, 0), {
      before,
      changes: [
        { day, access: "read", change: 1 },
        { day, access: "write", change: 1 },
      ],
    });
  });

  check("import: a bearer token is one application's", async ({ ledger }) => {
    const { user, application, bearer } = importedWorld();
    const other = { ...importedWorld().application, owner: application.owner };
    const theirs = { ...bearer, consumerKey: other.consumerKey };
    const why = "another application or consumer secret has this bearer token";
    const conflict = { is: "conflict", why };
    const outcomes = await imports(ledger, [user, application, other, bearer, theirs]);
    assert.deepEqual(outcomes.at(-1), conflict);
    assert.deepEqual(await imports(ledger, [theirs]), [conflict]);
  });

  check(
    "import: each administrator has an event, and only an administrator ends links for the first",
    async (world) => {
      const { ledger, committed } = world;
      const digest = await link(world, "admin");
      const linked = () => ledger.linkFor({ digest, purpose: "admin" }, now);
      const { user, colleague } = importedWorld();
      await imports(ledger, [colleague]);
      assert.notEqual(await linked(), undefined);
      await imports(ledger, [{ ...user, isAdmin: true }]);
      assert.equal(await linked(), undefined);
      assert.deepEqual(
        committed.filter(({ name }) => name === "admin.granted"),
        [{ name: "admin.granted", at: now, actor: "command-line", userId: user.id }],
      );
    },
  );

  check("import: a screen name that was given up rests for its time", async ({ ledger, alice }) => {
    const { screenName: before = "" } = (await ledger.userById(alice)) ?? {};
    const [{ user }, other] = [importedWorld(), importedWorld().user];
    const profile = { userId: alice, screenName: user.screenName, name: "" };
    await ledger.changeProfile(profile, { ...by, at: now });
    const { lifeMs } = reservedScreenNames;
    for (const [at, is] of [
      [now, "rejected"],
      [now + lifeMs - 1, "rejected"],
      [now + lifeMs, "new"],
      // Before it was given up, as a clock that was wrong said.
      [now - 60_000 - lifeMs, "new"],
    ] as const) {
      const records = [{ ...other, screenName: before }];
      const found = await ledger.importRecords({ records, now: at, dryRun: true }, by);
      assert.equal(found[0]?.is, is, String(at - now));
    }
  });
}

function differs(...named: readonly string[]): ImportOutcome {
  const why = `it is there with another ${named.join(", ")}, and stays as it is`;
  return { is: "conflict", why };
}

async function imports(ledger: Ledger, records: readonly ImportedRecord[]) {
  return [...(await ledger.importRecords({ records, now, dryRun: false }, by))];
}

async function exported(ledger: Ledger, kind: ImportedRecord["kind"], size: number) {
  const records: ExportedRecord[] = [];
  for (let after: string | undefined; ; ) {
    const page = await ledger.exportedRecords({ kind, after, size });
    assert.ok(page.records.length <= size);
    records.push(...page.records);
    if (page.last === undefined) return records;
    after = page.last;
  }
}
