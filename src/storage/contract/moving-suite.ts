/** The contract for imports from another system and exports to one. */

import assert from "node:assert/strict";
import { Secret, tokenDigest } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import type { ImportedRecord, ImportOutcome } from "../../domain/imported.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { reservedScreenNames } from "../../domain/user.ts";
import { importedWorld, partsOf } from "./moving-writes.ts";
import { by, checkOn, happened, link, now, type OpenLedger } from "./seeded-ledger.ts";

export function movingSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);
  const imports = async (ledger: Ledger, records: readonly ImportedRecord[], dryRun = false) =>
    ledger.importRecords({ records, now, dryRun }, by);
  const what = async (...args: Parameters<typeof imports>) =>
    (await imports(...args)).map((one) => one.is);

  check(
    "import: what is new works, in any order of one call; again nothing changes",
    async ({ ledger, committed }) => {
      const { user, application, access, bearer } = importedWorld();
      const all = [bearer, access, application, user];
      const before = committed.length;
      assert.deepEqual(await what(ledger, all, true), ["new", "new", "new", "new"]);
      assert.equal(await ledger.userById(user.id), undefined, "a dry run");
      assert.equal(committed.length, before);
      assert.deepEqual(await what(ledger, all), ["new", "new", "new", "new"]);
      assert.equal(committed.length, before + 1, "one event");
      assert.deepEqual(await what(ledger, all), ["there", "there", "there", "there"]);
      assert.equal(committed.length, before + 1);

      const { consumerKey } = application;
      const credentials = await ledger.accessTokenCredentials(consumerKey, access.token, now);
      assert.equal(credentials?.access.secret.reveal(), access.secret.reveal());
      assert.equal(credentials?.access.user.id, user.id);
      assert.deepEqual(
        credentials?.consumer.consumerSecrets.map((one) => one.reveal()),
        [application.consumerSecret.reveal(), application.previousSecret?.secret.reveal()],
      );
      const digest = tokenDigest(bearer.token);
      assert.equal((await ledger.bearerApplication(digest, now))?.consumerKey, consumerKey);
      const { consumerSecret: authenticatedBy } = application;
      const existing = { applicationId: application.id, authenticatedBy };
      assert.equal(await ledger.outstandingBearerToken(existing, now), bearer.token);
      const password = await ledger.passwordOf(user.screenName.toUpperCase());
      assert.equal(password?.passwordHash, user.passwordHash);
      assert.deepEqual(await ledger.grantCounts(application.id, now - 1000), {
        before: { read: 0, write: 0 },
        changes: [{ day: Math.floor((now - 1000) / dayMs), access: "write", change: 1 }],
      });
    },
  );

  check(
    "import: its event says how many rows are new, and an administrator who comes ends links for the first",
    async (world) => {
      const { ledger, committed } = world;
      const digest = await link(world, "admin");
      const { user } = importedWorld();
      const records = [{ ...user, isAdmin: true }];
      for (const _ of [1, 2]) await ledger.importRecords({ records, now, dryRun: false }, by);
      assert.deepEqual(
        committed.filter((one) => one.name === "database.imported").map((one) => one.details),
        [{ rows: 1 }],
      );
      assert.equal(await ledger.linkFor({ digest, purpose: "admin" }, now), undefined);
    },
  );

  check("import: what comes twice in one call is new once", async ({ ledger }) => {
    const world = importedWorld();
    const { user, application, access, passkey } = world;
    for (const record of [user, application, access, passkey]) {
      assert.deepEqual(await what(ledger, [{ ...record }, { ...record }]), ["new", "there"]);
    }
  });

  check("import: what differs is a conflict, and stays", async ({ ledger, bob }) => {
    const { user, application, access, bearer } = importedWorld();
    await imports(ledger, [user, application, access, bearer]);
    const other = importedWorld();
    const bobs = (await ledger.userById(bob))?.screenName ?? "";
    const account = { id: user.id, screenName: user.screenName };
    for (const [record, why] of [
      [{ ...user, email: "x@users.example", name: "" }, /another name, email/],
      [{ ...user, isAdmin: true }, /another admin,/],
      [{ ...user, screenName: other.user.screenName }, /is called/],
      [{ ...user, id: other.user.id }, /another account is called/],
      [{ ...user, screenName: bobs }, /the account with the ID .* is called/],
      [{ ...application, consumerSecret: other.application.consumerSecret }, /consumer_secret/],
      [{ ...application, callbacks: [] }, /callbacks/],
      [{ ...other.application, id: application.id, owner: account }, /another application has/],
      [{ ...access, secret: other.access.secret }, /another secret/],
      [{ ...access, access: "read" }, /another access/],
      [{ ...bearer, token: other.bearer.token }, /another bearer token/],
    ] as const) {
      const [outcome] = await imports(ledger, [record]);
      assert.equal(outcome?.is, "conflict", JSON.stringify(record));
      assert.match(outcome?.is === "conflict" ? outcome.why : "", why);
    }
    assert.deepEqual(await what(ledger, [user, application, access, bearer]), [
      ...["there", "there", "there", "there"],
    ]);
  });

  check(
    "import: what lacks its user or application, or is above its level, is rejected and harms no other",
    async ({ ledger }) => {
      const { user, application, access, bearer } = importedWorld();
      const other = importedWorld();
      const lone = await imports(ledger, [other.access, other.application, other.bearer, user]);
      assert.deepEqual(
        lone.map((one) => (one.is === "rejected" ? one.lacks : one.is)),
        ["user", "user", "application", "new"],
      );
      const read = { ...application, access: "read" } as const;
      assert.deepEqual(await what(ledger, [read, access, bearer]), ["new", "rejected", "new"]);
      const elsewhere = { id: user.id, screenName: other.user.screenName };
      assert.deepEqual(await what(ledger, [{ ...access, access: "read", user: elsewhere }]), [
        "rejected",
      ]);
      // A user whose own record conflicts is someone else, so nothing is added to the existing account.
      const anonymous = { ...user, email: "other@users.example" };
      assert.deepEqual(await what(ledger, [anonymous, { ...access, access: "read" }]), [
        ...["conflict", "rejected"],
      ]);
    },
  );

  check(
    "import: sign-in methods, icons and collaborators come to their accounts and applications; again nothing changes",
    async ({ ledger }) => {
      const world = importedWorld();
      const { user, application, identity, passkey, icon, colleague } = world;
      const all = [user, application, ...partsOf(world)].reverse();
      const each = (is: string) => all.map(() => is);
      assert.deepEqual(await what(ledger, all, true), each("new"));
      assert.equal(await ledger.identityHolder(identity), undefined, "a dry run");
      assert.deepEqual(await what(ledger, all), each("new"));
      assert.deepEqual(await what(ledger, all), each("there"));
      const { issuer, subject, createdAt } = identity;
      assert.deepEqual(await ledger.identitiesOf(user.id), [
        { issuer, subject, linkedAt: createdAt },
      ]);
      const holder = await ledger.passkeyHolder(passkey.id);
      assert.deepEqual(
        [holder?.user.id, holder?.signCount, Buffer.from(holder?.publicKey ?? [])],
        [user.id, 7, Buffer.from(passkey.publicKey)],
      );
      const factors = await ledger.factorsOf(user.id);
      assert.deepEqual([factors.totp?.since, factors.recoveryCodes], [now - 900, 1]);
      assert.deepEqual(
        Buffer.from((await ledger.applicationIcon(application.id))?.image ?? []),
        Buffer.from(icon.icon.image),
      );
      const { users } = await ledger.collaborators(application.id, now);
      assert.deepEqual(
        users.map(({ userId, role, accepted }) => [userId, role, accepted]),
        [[colleague.id, "viewer", true]],
      );
      const own = (await ledger.applicationLimits()).find(
        ({ applicationId }) => applicationId === application.id,
      );
      assert.deepEqual(own?.limits, { "oauth/request_token": 7 });
    },
  );

  check(
    "import: a sign-in method that another account has, or differs, is a conflict",
    async (world) => {
      const { ledger } = world;
      const [mine, theirs] = [importedWorld(), importedWorld()];
      for (const one of [mine, theirs]) {
        await imports(ledger, [one.user, one.application, ...partsOf(one)]);
      }
      const { user } = theirs.identity;
      const owner = { id: mine.user.id, screenName: mine.user.screenName };
      for (const [record, is, why] of [
        [{ ...mine.identity, user }, "conflict", /another account has this identity/],
        [{ ...mine.passkey, user }, "conflict", /another user_id/],
        [{ ...mine.passkey, name: "Other" }, "conflict", /another name/],
        [{ ...mine.passkey, signCount: 9 }, "there", /^$/],
        [{ ...mine.totp, secret: new Secret("A".repeat(32)) }, "conflict", /another authenticator/],
        [{ ...mine.icon, icon: theirs.icon.icon }, "conflict", /another icon/],
        [{ ...mine.collaborator, role: "editor" }, "conflict", /another role/],
        [{ ...mine.collaborator, user: owner }, "rejected", /owns the application/],
        [{ ...mine.application, limits: {} }, "conflict", /another limits/],
        [{ ...mine.application, limits: undefined }, "there", /^$/],
        [{ ...mine.user, language: "ar", notificationsOff: [] }, "there", /^$/],
      ] as const) {
        const [outcome] = await imports(ledger, [record]);
        assert.equal(outcome?.is, is, JSON.stringify([record.kind, outcome]));
        assert.match(outcome !== undefined && "why" in outcome ? outcome.why : "", why);
      }
    },
  );

  check("import: no account gets more sign-in methods than it may have", async ({ ledger }) => {
    const { user, identity, passkey, recoveryCode } = importedWorld();
    const many = <One extends ImportedRecord>(most: number, one: (at: number) => One) =>
      Array.from({ length: most + 1 }, (_, at) => one(at));
    const countNew = async (records: readonly ImportedRecord[], last: ImportOutcome) => {
      const outcomes = await imports(ledger, [user, ...records]);
      assert.deepEqual(outcomes.at(-1), last);
      return outcomes.filter(({ is }) => is === "new").length;
    };
    const rejected = (why: string) => ({ is: "rejected", why }) as const;
    const name = (at: number) => `${user.id}-${at}`;
    // One of the eleven is the account itself.
    const identities = many(10, (at) => ({ ...identity, subject: name(at) }));
    assert.equal(await countNew(identities, rejected("the account has 10 identities")), 11);
    const keys = many(20, (at) => ({ ...passkey, id: name(at) as typeof passkey.id }));
    await imports(ledger, [user, ...keys.slice(0, 3)]);
    assert.equal(await countNew(keys, rejected("the account has 20 passkeys")), 17);
    const codes = many(10, (at) => ({ ...recoveryCode, digest: tokenDigest(name(at)) }));
    const why = "the account has 10 other recovery codes";
    assert.equal(await countNew(codes, { is: "conflict", why }), 10);
  });

  check(
    "import: nothing opens the account of an administrator that may not",
    async ({ ledger }) => {
      const { user, identity, passkey, totp, recoveryCode } = importedWorld();
      await imports(ledger, [{ ...user, isAdmin: true }]);
      const ways = [identity, passkey, totp, recoveryCode];
      // Both with and without a record for the account itself.
      for (const records of [ways, [{ ...user, isAdmin: undefined }, ...ways]]) {
        const outcomes = (await imports(ledger, records)).slice(-ways.length);
        for (const one of outcomes) assert.match("why" in one ? one.why : "", /--with-admins/);
      }
      assert.equal(await ledger.identityHolder(identity), undefined);
      const allowed = ways.map((one) => ({ ...one, toAdmins: true }));
      assert.deepEqual(await what(ledger, allowed), ["new", "new", "new", "new"]);
      assert.deepEqual(await what(ledger, ways), ["there", "there", "there", "there"]);
    },
  );

  check("import: what was turned off or removed here stays so", async ({ ledger }) => {
    const world = importedWorld();
    const { user, application, colleague } = world;
    const all = [user, application, ...partsOf(world)];
    await imports(ledger, all);
    const userId = user.id;
    await ledger.removeIdentity({ userId, identity: world.identity, because: "lost" }, by);
    await ledger.removeSecondFactors(userId, "lost", by);
    // The audit log may have been shortened since.
    await ledger.sweep({ now, most: 1000, auditFrom: now + 1 });
    await ledger.setApplicationIcon({ applicationId: application.id, icon: undefined, now }, by);
    const one = { applicationId: application.id, userId: colleague.id };
    await ledger.removeCollaborator(one, by);
    const outcomes = await imports(ledger, all);
    const rejected = all.filter((_, at) => outcomes[at]?.is === "rejected").map(({ kind }) => kind);
    assert.deepEqual(rejected, [
      ...["identity", "passkey", "totp", "recovery_code", "icon", "collaborator"],
    ]);
    assert.deepEqual(
      outcomes.flatMap((each) => (each.is === "rejected" ? [each.why] : [])),
      [
        "the identity was unlinked here",
        "the passkey was removed here",
        "an authenticator app was turned off here",
        "the recovery code was used or replaced here",
        "the icon was removed here",
        "the collaborator was removed here",
      ],
    );
    const factors = await ledger.factorsOf(userId);
    assert.deepEqual([factors.totp, factors.passkeys, factors.recoveryCodes], [undefined, [], 0]);
  });

  check("import: what was revoked or deleted here stays so", async ({ ledger }) => {
    const { user, application, access, bearer } = importedWorld();
    const all = [user, application, access, bearer];
    await imports(ledger, all);
    await ledger.revokeAccessToken(access.token, by);
    await ledger.revokeBearerTokenOf(application.id, by);
    assert.deepEqual(await imports(ledger, all), [
      ...[{ is: "there" }, { is: "there" }],
      { is: "rejected", why: "the access token was revoked here" },
      { is: "rejected", why: "the bearer token was revoked here" },
    ]);
    await ledger.deleteApplication(application.id, by);
    const [gone] = await imports(ledger, [application]);
    assert.deepEqual(gone, { is: "rejected", why: "the application was deleted here" });
    assert.deepEqual(await what(ledger, all), ["there", "rejected", "rejected", "rejected"]);
    await ledger.deleteUser({ userId: user.id }, by);
    const renamed = importedWorld().user.screenName;
    assert.deepEqual(await imports(ledger, [{ ...user, screenName: renamed }]), [
      { is: "rejected", why: "the account was deleted here" },
    ]);
    assert.equal(await ledger.userById(user.id), undefined);
  });

  check(
    "import: other events and other ends of the same ones reject nothing",
    async ({ ledger }) => {
      const world = importedWorld();
      const { user, application, totp, icon } = world;
      const mark = "0".repeat(32);
      const rows = [
        { mark, at: now, kind: "password", subject: user.id, detail: undefined },
      ] as const;
      await ledger.revokeAgain({ rows, now, seed: "00".repeat(32), passwordHash: "$nobody" });
      assert.deepEqual(await what(ledger, [user, application]), ["new", "new"]);
      const event = { ...happened(), userId: user.id, applicationId: application.id };
      await ledger.record(event);
      assert.deepEqual(await what(ledger, [totp, icon]), ["new", "new"]);
    },
  );

  check(
    "import: a screen name rests as long as it does, and not beyond any clock",
    async (world) => {
      const { ledger, alice } = world;
      const { lifeMs } = reservedScreenNames;
      for (const at of [now - lifeMs, now + 2 * lifeMs]) {
        const { screenName: before = "" } = (await ledger.userById(alice)) ?? {};
        const { screenName } = importedWorld().user;
        await ledger.changeProfile({ userId: alice, screenName }, { ...by, at });
        assert.deepEqual(await what(ledger, [{ ...importedWorld().user, screenName: before }]), [
          "new",
        ]);
      }
    },
  );

  check("import: a screen name that rests is rejected", async ({ ledger, alice }) => {
    const before = (await ledger.userById(alice))?.screenName ?? "";
    const given = importedWorld().user;
    const profile = { userId: alice, screenName: given.screenName, name: "" };
    await ledger.changeProfile(profile, { ...by, at: now });
    const why = "the screen name was given up here and is kept from others";
    assert.deepEqual(await imports(ledger, [{ ...given, screenName: before }]), [
      { is: "rejected", why },
    ]);
  });

  check(
    "a renewed hash is the same password's: nothing ended, and only in place of the one that was seen",
    async ({ ledger }) => {
      const { user } = importedWorld();
      await imports(ledger, [user]);
      const revocations = async () =>
        (await ledger.revocations({ after: 0, size: 500 })).rows.length;
      const before = await revocations();
      const renewed = { userId: user.id, from: user.passwordHash, to: "$ours" } as const;
      assert.equal(await ledger.renewPasswordHash(renewed), true);
      assert.equal(await ledger.renewPasswordHash(renewed), false);
      assert.equal((await ledger.passwordOf(user.screenName))?.passwordHash, "$ours");
      assert.equal(await revocations(), before);
      await ledger.setPassword(user.id, "$another", by);
      assert.equal(await revocations(), before + 1, "a new password ends the one before");
    },
  );

  check(
    "export: pages of every kind have what was imported, and its secrets sealed",
    async ({ ledger }) => {
      const world = importedWorld();
      const { user, application, access, bearer } = world;
      const all = [user, application, ...partsOf(world), access, bearer];
      await imports(ledger, all);
      for (const record of all.filter((one) => one !== world.colleague)) {
        const records = [];
        let after: string | undefined;
        do {
          const page = await ledger.exportedRecords({ kind: record.kind, after, size: 1 });
          records.push(...page.records);
          after = page.last;
        } while (after !== undefined);
        assert.ok(records.length > 0 && records.every((one) => one.kind === record.kind));
        const mine = records.find((one) =>
          "consumerKey" in one
            ? one.consumerKey === application.consumerKey
            : "user" in one && one.user.id === user.id,
        );
        if (record.kind === "user") {
          const same = records.find((one) => one.kind === "user" && one.id === user.id);
          assert.deepEqual(same, { ...user, isAdmin: false });
        } else assert.ok(mine !== undefined);
        const isSealed = ["application", "access_token", "bearer_token", "totp"].includes(
          record.kind,
        );
        if (!isSealed && record.kind !== "user") assert.deepEqual(plain(mine), plain(record));
        assert.doesNotMatch(
          JSON.stringify(records),
          /consumer-secret|token-secret|older-secret|JBSWY3DP/,
        );
      }
    },
  );
}

/** Some drivers return bytes as Buffer and some as Uint8Array; here both become the same. */
function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (_, one) =>
    ArrayBuffer.isView(one) ? Buffer.from(one as Uint8Array).toString("hex") : one,
  );
  return JSON.parse(
    text.replace(/\{"type":"Buffer","data":(\[[\d,]*\])\}/g, (_, bytes) =>
      JSON.stringify(Buffer.from(JSON.parse(bytes)).toString("hex")),
    ),
  );
}
