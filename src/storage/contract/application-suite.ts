/** What every engine of the ledger promises to the pages of those who make applications. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import {
  mintAccessTokenCandidate,
  mintApplicationId,
  mintConsumerKey,
  mintConsumerSecret,
} from "../../domain/credentials.ts";
import {
  bearerOf,
  createApplication,
  furnished,
  grant,
  happened,
  issue,
  now,
  type OpenLedger,
  type World,
} from "./furnished.ts";

const day = 86_400_000;

export function applicationSuite(engine: string, open: OpenLedger): void {
  const check = (title: string, run: (world: World) => Promise<void>) =>
    test(`${engine} — ${title}`, async () => {
      await using opened = await open();
      await run(await furnished(opened));
    });

  check("createApplication: of all with one id exactly one is made", async (world) => {
    const { ledger, alice, bob, committed } = world;
    const id = mintApplicationId(randomBytes);
    const before = committed.length;
    const outcomes = await Promise.all(
      [alice, alice, bob].map((ownerId) => {
        const consumerKey = mintConsumerKey(randomBytes);
        const consumerSecret = mintConsumerSecret(randomBytes);
        const made = { ...drafted, id, ownerId, consumerKey, consumerSecret, now };
        return ledger.createApplication(made, happened());
      }),
    );
    assert.deepEqual(outcomes, ["created", "id-taken", "id-taken"]);
    assert.equal((await ledger.applicationById(id))?.ownerId, alice);
    assert.equal(committed.length, before + 1);
  });

  check("changeApplication: what is registered changes, and search finds it so", async (world) => {
    const { ledger, application } = world;
    const draft = { ...drafted, name: "Ünlike", access: "write" as const, callbacks: [] };
    await ledger.changeApplication({ applicationId: application, draft, now }, happened());
    const found = await ledger.applicationById(application);
    const { id: _, ...registered } = found ?? {};
    assert.deepEqual({ ...registered, ...draft }, registered);
    for (const text of ["ün", "ÜNLIKE", application]) {
      const hits = await ledger.searchApplications({ text, suspendedOnly: false }, firstPage);
      assert.deepEqual(
        hits.map((one) => one.id),
        [application],
        text,
      );
    }
  });

  check(
    "changeApplication: lowering lowers every token, and ends what is approved",
    async (world) => {
      const { ledger, application, consumerKey, alice, bob } = world;
      const [alices, bobs, bobsReading] = [
        await grant(world, alice, "write"),
        await grant(world, bob, "write"),
        await grant(world, bob, "read"),
      ];
      const elsewhere = await createApplication(ledger, alice);
      const other = { ...world, application: elsewhere.id };
      const untouched = await grant(other, alice, "write");
      const unapproved = await issue(world);
      const draft = { ...drafted, access: "read" as const };
      await ledger.changeApplication({ applicationId: application, draft, now }, happened());
      const level = async (token: string, key = consumerKey) =>
        (await ledger.accessTokenCredentials(key, token, now))?.access.access;
      assert.equal(await level(alices.token), "read");
      assert.equal(await level(bobs.token), undefined, "one token of one level");
      assert.equal(await level(bobsReading.token), "read");
      assert.equal(await level(untouched.token, elsewhere.consumerKey), "write");
      assert.notEqual(await ledger.requestToken(unapproved, now), undefined, "it asked to read");
      assert.deepEqual(await total(world), { read: 2, write: 0 });
      await ledger.changeApplication(
        { applicationId: application, draft: { ...draft, access: "write" }, now },
        happened(),
      );
      assert.equal(await level(alices.token), "read", "raising asks again");
    },
  );

  check("grantCounts: by level and day, whatever ends a grant", async (world) => {
    const { ledger, application, alice, bob } = world;
    const { token } = await grant(world, alice, "read");
    await grant(world, alice, "read");
    await grant(world, bob, "write");
    assert.deepEqual(await total(world), { read: 1, write: 1 });
    await ledger.reduceToRead({ applicationId: application, userId: bob }, happened());
    assert.deepEqual(await total(world), { read: 2, write: 0 });
    await ledger.revokeAccessToken(token, { ...happened(), at: now + day });
    assert.deepEqual(await total(world), { read: 1, write: 0 });
    const counts = await ledger.grantCounts(application, now + day);
    assert.deepEqual(counts.before, { read: 2, write: 0 });
    assert.deepEqual(counts.changes, [
      { day: Math.floor(now / day) + 1, access: "read", change: -1 },
    ]);
    await ledger.deleteUser(bob, happened());
    assert.deepEqual(await total(world), { read: 0, write: 0 });
    await grant(world, alice, "write");
    await ledger.revokeAccess({ applicationId: application, userId: alice }, happened());
    assert.deepEqual(await total(world), { read: 0, write: 0 });
  });

  check("applicationKeys: which credentials stand; endOldSecret before its time", async (world) => {
    const { ledger, application, consumerKey, alice, bob } = world;
    const found = await ledger.applicationById(application);
    assert.ok(found);
    assert.deepEqual(await ledger.applicationKeys(found, now), {
      oldSecretUntil: undefined,
      bearerSince: undefined,
      ownAccess: [],
    });
    const secret = mintConsumerSecret(randomBytes);
    const change = { applicationId: application, secret, now, oldUntil: now + 1000 };
    await ledger.regenerateConsumerSecret(change, happened());
    await bearerOf(ledger, application);
    await grant(world, alice, "read");
    await grant(world, bob, "write");
    assert.deepEqual(await ledger.applicationKeys(found, now), {
      oldSecretUntil: now + 1000,
      bearerSince: now,
      ownAccess: [{ access: "read", since: now }],
    });
    assert.equal((await ledger.applicationKeys(found, now + 1000)).oldSecretUntil, undefined);
    const old = { applicationId: application, now };
    assert.equal(await ledger.endOldSecret(old, happened()), true);
    assert.equal(await ledger.endOldSecret(old, happened()), false);
    const standing = await ledger.consumerCredentials(consumerKey, now);
    assert.deepEqual(
      standing?.consumerSecrets.map((one) => one.reveal()),
      [secret.reveal()],
    );
  });

  check("regenerateAccess: the old token is dead, the new one active, one grant", async (world) => {
    const { ledger, consumerKey, alice } = world;
    const first = await grant(world, alice, "write");
    const reading = await grant(world, alice, "read");
    const second = await regenerated(world, alice, now);
    assert.ok(second);
    assert.notEqual(second.token, first.token);
    const alive = async (token: string) =>
      (await ledger.accessTokenCredentials(consumerKey, token, now)) !== undefined;
    assert.deepEqual(await Promise.all([first, second, reading].map((one) => alive(one.token))), [
      false,
      true,
      true,
    ]);
    assert.deepEqual(await total(world), { read: 1, write: 1 });
  });

  check("regenerateAccess: of all who saw the same token, or none, exactly one", async (world) => {
    const { alice, bob, committed } = world;
    await grant(world, bob, "write");
    const before = committed.length;
    for (const [replaces, at] of [
      [undefined, now],
      [now, now + 1],
    ] as const) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => regenerated(world, alice, replaces, at)),
      );
      assert.equal(answers.filter((one) => one !== undefined).length, 1);
    }
    assert.equal(committed.length, before + 2);
    assert.equal(await regenerated(world, alice, undefined), undefined);
    assert.equal(await regenerated(world, alice, now), undefined);
    assert.deepEqual(await total(world), { read: 0, write: 2 });
  });

  check("regenerateConsumerSecret: of all who saw the same secret exactly one", async (world) => {
    const { ledger, application, consumerKey, committed } = world;
    const before = committed.length;
    const secrets = Array.from({ length: 10 }, () => mintConsumerSecret(randomBytes));
    const answers = await Promise.all(
      secrets.map((secret) =>
        ledger.regenerateConsumerSecret(
          { applicationId: application, secret, now: now + 1, oldUntil: now, replaces: now },
          happened(),
        ),
      ),
    );
    assert.equal(answers.filter(Boolean).length, 1);
    assert.equal(committed.length, before + 1);
    const standing = await ledger.consumerCredentials(consumerKey, now);
    assert.deepEqual(
      standing?.consumerSecrets.map((one) => one.reveal()),
      [secrets[answers.indexOf(true)]?.reveal()],
    );
  });

  check("createApplication: no more than so many, however many hurry", async (world) => {
    const { ledger, bob } = world;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ledger.createApplication(newApplication(bob, 3), happened())),
    );
    assert.deepEqual(answers.toSorted(), [
      ...Array(3).fill("created"),
      ...Array(3).fill("too-many"),
    ]);
    assert.equal(await ledger.createApplication(newApplication(bob), happened()), "created");
  });

  check("revokeBearerTokenOf: true to one", async ({ ledger, application }) => {
    await bearerOf(ledger, application);
    assert.equal(await ledger.revokeBearerTokenOf(application, happened()), true);
    assert.equal(await ledger.revokeBearerTokenOf(application, happened()), false);
    assert.equal(await ledger.standingBearerToken(application), undefined);
  });

  check(
    "applicationsOf, searchApplications: in the order of names, page after page",
    async (world) => {
      const { ledger, application, consumerKey, alice, bob } = world;
      await rename(world, application, "Same");
      const names = ["same", "Other", "zebra"];
      for (const name of names)
        await rename(world, (await createApplication(ledger, alice)).id, name);
      const bobs = await createApplication(ledger, bob);
      await rename(world, bobs.id, "Sandwich");
      const paged = async (
        read: (after: string | undefined) => Promise<{ id: string; name: string }[]>,
      ) => {
        const all = [];
        for (let after: string | undefined; ; after = all.at(-1)?.id) {
          const page = await read(after);
          if (page.length === 0) return all.map((one) => one.name.toLowerCase());
          all.push(...page);
        }
      };
      const own = await paged(async (after) => [
        ...(await ledger.applicationsOf(alice, { after, size: 2 })),
      ]);
      assert.deepEqual(own, ["other", "same", "same", "zebra"]);
      const search = { text: "SA", suspendedOnly: false };
      const found = await paged(async (after) => [
        ...(await ledger.searchApplications(search, { after, size: 1 })),
      ]);
      assert.deepEqual(found, ["same", "same", "sandwich"].sort());
      await ledger.suspendApplication(bobs.id, "spam", happened());
      const suspended = { text: "", suspendedOnly: true };
      const hits = await ledger.searchApplications(suspended, firstPage);
      assert.deepEqual(
        hits.map((one) => one.id),
        [bobs.id],
      );
      const byKey = { text: consumerKey, suspendedOnly: false };
      assert.deepEqual(
        (await ledger.searchApplications(byKey, firstPage)).map((one) => one.id),
        [application],
      );
    },
  );
}

const firstPage = { after: undefined, size: 50 };

const drafted = {
  name: "An application",
  description: "It does.",
  website: "https://a.example",
  access: "read",
  signIn: true,
  requestEmail: true,
  callbacks: ["https://b.example/cb"],
} as const;

function newApplication(ownerId: World["bob"], most?: number) {
  const id = mintApplicationId(randomBytes);
  const keys = {
    consumerKey: mintConsumerKey(randomBytes),
    consumerSecret: mintConsumerSecret(randomBytes),
  };
  return { ...drafted, ...keys, id, ownerId, now, ...(most !== undefined && { most }) };
}

function rename({ ledger }: World, applicationId: World["application"], name: string) {
  return ledger.changeApplication({ applicationId, draft: { ...drafted, name }, now }, happened());
}

/** Write access of the application, in the place of what was made at `replaces`. */
function regenerated(
  { ledger, application }: World,
  userId: World["alice"],
  replaces: number | undefined,
  at = now,
) {
  const candidate = mintAccessTokenCandidate(randomBytes);
  const wanted = { applicationId: application, userId, emailGranted: false, now: at };
  return ledger.regenerateAccess({ ...wanted, access: "write", candidate, replaces }, happened());
}

async function total({ ledger, application }: World) {
  const { before, changes } = await ledger.grantCounts(application, now + 1000 * day);
  assert.deepEqual(changes, []);
  return before;
}
