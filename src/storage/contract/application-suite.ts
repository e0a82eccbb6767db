/** What every engine of the ledger promises of registered applications. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { ApplicationDraft } from "../../domain/application.ts";
import {
  mintApplicationId,
  mintConsumerKey,
  mintConsumerSecret,
  type Secret,
  tokenDigest,
} from "../../domain/credentials.ts";
import {
  bearerOf,
  checkOn,
  createApplication,
  grant,
  happened,
  issue,
  now,
  type OpenLedger,
  type World,
} from "./seeded-ledger.ts";

export function applicationSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "applications: as they were registered, by key and by id, page after page",
    async (world) => {
      const { ledger, application, consumerKey, alice } = world;
      const found = await ledger.applicationByConsumerKey(consumerKey);
      assert.equal(found?.id, application);
      assert.equal(found?.ownerId, alice);
      assert.equal(found?.ownerScreenName, "alice");
      assert.deepEqual(found?.callbacks, ["https://a.example/cb", "myapp://"]);
      assert.deepEqual(await ledger.applicationById(application), found);
      const more = [await createApplication(ledger, alice), await createApplication(ledger, alice)];
      const keys = [consumerKey, ...more.map((one) => one.consumerKey)].sort();
      const first = await ledger.applications({ after: undefined, size: 2 });
      const rest = await ledger.applications({ after: first.at(-1)?.consumerKey, size: 2 });
      assert.deepEqual(
        [...first, ...rest].map((one) => one.consumerKey),
        keys,
      );
    },
  );

  check(
    "consumerCredentials: the current secret first, the old one until its overlap ends",
    async (world) => {
      const { ledger, application, consumerKey, consumerSecret } = world;
      const secrets = async (at: number) =>
        (await ledger.consumerCredentials(consumerKey, at))?.consumerSecrets.map((one) =>
          one.reveal(),
        );
      assert.deepEqual(await secrets(now), [consumerSecret.reveal()]);
      const second = mintConsumerSecret(randomBytes);
      const change = (secret: Secret, oldUntil: number) =>
        ledger.regenerateConsumerSecret(
          { applicationId: application, secret, now, oldUntil },
          happened(),
        );
      await change(second, now + 1000);
      assert.deepEqual(await secrets(now + 999), [second.reveal(), consumerSecret.reveal()]);
      assert.deepEqual(await secrets(now + 1000), [second.reveal()]);
      const third = mintConsumerSecret(randomBytes);
      await change(third, now);
      assert.deepEqual(await secrets(now), [third.reveal()]);
      assert.equal(await ledger.consumerCredentials("unknown", now), undefined);
    },
  );

  check("suspendApplication: seen by the next read of every credential", async (world) => {
    const { ledger, application, consumerKey, alice } = world;
    const { token } = await grant(world, alice);
    const request = await issue(world);
    const bearer = await bearerOf(ledger, application);
    for (const because of ["abuse", undefined]) {
      if (because === undefined) await ledger.restoreApplication(application, happened());
      else await ledger.suspendApplication(application, because, happened());
      const suspended = because !== undefined;
      const consumers = [
        await ledger.consumerCredentials(consumerKey, now),
        (await ledger.accessTokenCredentials(consumerKey, token, now))?.consumer,
        (await ledger.requestTokenCredentials(consumerKey, request, now))?.consumer,
        await ledger.bearerApplication(tokenDigest(bearer)),
      ];
      for (const one of consumers) assert.equal(one?.suspended, suspended);
    }
  });

  check("deleteApplication: all its tokens die with it", async (world) => {
    const { ledger, application, consumerKey, alice } = world;
    const { token } = await grant(world, alice);
    const request = await issue(world);
    const bearer = await bearerOf(ledger, application);
    await ledger.deleteApplication(application, happened());
    assert.equal(await ledger.consumerCredentials(consumerKey, now), undefined);
    assert.equal(await ledger.accessTokenCredentials(consumerKey, token, now), undefined);
    assert.equal(await ledger.requestToken(request, now), undefined);
    assert.equal(await ledger.bearerApplication(tokenDigest(bearer)), undefined);
    assert.deepEqual(await ledger.grants(application, alice), []);
  });

  check("settings and limits: the last change holds", async ({ ledger, application }) => {
    assert.equal(await ledger.setting("sign-up"), undefined);
    for (const value of ["open", "closed"]) {
      await ledger.changeSetting("sign-up", value, happened());
      assert.equal(await ledger.setting("sign-up"), value);
    }
    assert.deepEqual(await ledger.applicationLimits(), []);
    const change = { applicationId: application, limits: { "oauth2/token": 5 } };
    await ledger.changeApplicationLimits(change, happened());
    assert.deepEqual(await ledger.applicationLimits(), [change]);
    assert.deepEqual((await ledger.applicationById(application))?.limits, change.limits);
    await ledger.changeApplicationLimits({ ...change, limits: {} }, happened());
    assert.deepEqual(await ledger.applicationLimits(), []);
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
    assert.deepEqual(outcomes.toSorted(), ["created", "id-taken", "id-taken"]);
    const owner = [alice, alice, bob][outcomes.indexOf("created")];
    assert.equal((await ledger.applicationById(id))?.ownerId, owner);
    assert.equal(committed.length, before + 1);
  });

  check("changeApplication: what is registered changes, and search finds it so", async (world) => {
    const { ledger, application } = world;
    const draft = { ...drafted, name: "Ünlike", access: "write" as const, callbacks: [] };
    await change(world, application, draft);
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
      await change(world, application, draft);
      const level = async (token: string, key = consumerKey) =>
        (await ledger.accessTokenCredentials(key, token, now))?.access.access;
      assert.equal(await level(alices.token), "read");
      assert.equal(await level(bobs.token), undefined, "one token of one level");
      assert.equal(await level(bobsReading.token), "read");
      assert.equal(await level(untouched.token, elsewhere.consumerKey), "write");
      assert.notEqual(await ledger.requestToken(unapproved, now), undefined, "it asked to read");
      assert.deepEqual(await total(world), { read: 2, write: 0 });
      await change(world, application, { ...draft, access: "write" });
      assert.equal(await level(alices.token), "read", "raising asks again");
    },
  );

  check("applicationKeys: which credentials stand; endOldSecret before its time", async (world) => {
    const { ledger, application, consumerKey, alice, bob } = world;
    const mine = { applicationId: application, userId: alice };
    assert.deepEqual(await ledger.applicationKeys(mine, now), {
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
    assert.deepEqual(await ledger.applicationKeys(mine, now), {
      oldSecretUntil: now + 1000,
      bearerSince: now,
      ownAccess: [{ access: "read", since: now }],
    });
    assert.equal((await ledger.applicationKeys(mine, now + 1000)).oldSecretUntil, undefined);
    const old = { applicationId: application, now };
    assert.equal(await ledger.endOldSecret(old, happened()), true);
    assert.equal(await ledger.endOldSecret(old, happened()), false);
    const standing = await ledger.consumerCredentials(consumerKey, now);
    assert.deepEqual(
      standing?.consumerSecrets.map((one) => one.reveal()),
      [secret.reveal()],
    );
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

  check(
    "confirmScheme: in force from the next read on, once, and kept by a change",
    async (world) => {
      const { ledger, application, consumerKey } = world;
      const schemes = async () => {
        const found = await ledger.applicationById(application);
        const signing = await ledger.consumerCredentials(consumerKey, now);
        assert.deepEqual(signing?.confirmedSchemes(), found?.confirmedSchemes);
        return found?.confirmedSchemes;
      };
      assert.deepEqual(await schemes(), []);
      const confirm = (scheme: string) =>
        ledger.confirmScheme({ applicationId: application, scheme }, happened());
      const both = await Promise.all([confirm("myapp"), confirm("myapp"), confirm("app")]);
      assert.deepEqual(both, [true, false, true]);
      assert.equal(await confirm("app"), false, "the end of another's name is another scheme");
      await rename(world, application, "Another");
      assert.deepEqual(await schemes(), ["myapp", "app"]);
      const other = await createApplication(ledger, world.bob);
      assert.deepEqual((await ledger.applicationById(other.id))?.confirmedSchemes, []);
    },
  );

  check(
    "setApplicationIcon, changeApplication: what people know it by, and when that changed",
    async (world) => {
      const { ledger, application, alice } = world;
      const found = async () => {
        const one = await ledger.applicationById(application);
        assert.ok(one);
        return one;
      };
      assert.equal((await found()).identityChangedAt, undefined);
      assert.equal(await ledger.applicationIcon(application), undefined);
      const set = (digest: string | undefined, at: number) => {
        const icon = digest === undefined ? undefined : { digest, image: Buffer.from(digest) };
        return ledger.setApplicationIcon({ applicationId: application, icon, now: at }, happened());
      };
      assert.equal(await set("one", now + 1), true);
      assert.equal(await set("one", now + 2), false, "the same");
      assert.deepEqual([(await found()).icon, (await found()).identityChangedAt], ["one", now + 1]);
      assert.equal(await set("two", now + 3), true);
      const kept = await ledger.applicationIcon(application);
      assert.deepEqual([kept?.digest, Buffer.from(kept?.image ?? []).toString()], ["two", "two"]);
      assert.equal(await set(undefined, now + 4), true);
      assert.equal(await set(undefined, now + 5), false);
      assert.equal(await ledger.applicationIcon(application), undefined);
      assert.equal((await found()).icon, undefined);
      const links = { terms: "https://a.example/terms", privacy: "", support: "" };
      const change = async (draft: Partial<ApplicationDraft>, at: number) => {
        const from = await found();
        const changed = { applicationId: application, from, draft: { ...from, ...draft }, now: at };
        assert.equal(await ledger.changeApplication(changed, happened()), true);
        return (await found()).identityChangedAt;
      };
      assert.equal(await change({ description: "Other words.", links }, now + 6), now + 4);
      assert.deepEqual((await found()).links, links);
      assert.equal(await change({ name: "Another" }, now + 7), now + 7);
      assert.equal(await change({ website: "https://b.example" }, now + 8), now + 8);
      await grant(world, alice);
      const [connected] = await ledger.connectedApplications(alice, firstPage);
      assert.deepEqual([connected?.links, connected?.website], [links, "https://b.example"]);
      await set("one", now + 9);
      await ledger.deleteApplication(application, happened());
      assert.equal(await ledger.applicationIcon(application), undefined);
    },
  );

  check("applicationsFor: owned and shared, by part of a name, in either order", async (world) => {
    const { ledger, application, alice, bob } = world;
    await rename(world, application, "100% Sun");
    const make = async (owner: World["bob"], name: string, at: number) => {
      const made = { ...newApplication(owner), name, now: at };
      await ledger.createApplication(made, happened());
      return made.id;
    };
    await make(alice, "Rain", now + 1);
    const shared = await make(bob, "SUNRISE", now + 2);
    await make(bob, "Sunset", now + 3);
    const invited = { applicationId: shared, userId: alice, role: "viewer" } as const;
    const found = async (text: string, order: "name" | "newest" = "name", offset = 0, size = 9) => {
      const search = { text, order, offset, size };
      const { total, shown } = await ledger.applicationsFor(alice, search);
      return [total, ...shown.map((one) => `${one.name} ${one.role}`)];
    };
    assert.deepEqual(await found(""), [2, "100% Sun owner", "Rain owner"]);
    await ledger.inviteCollaborator({ ...invited, now }, happened());
    assert.deepEqual(await found("sun"), [1, "100% Sun owner"]);
    await ledger.acceptInvitation(invited, happened());
    assert.deepEqual(await found("sun"), [2, "100% Sun owner", "SUNRISE viewer"]);
    assert.deepEqual(await found("", "newest", 0, 2), [3, "SUNRISE viewer", "Rain owner"]);
    assert.deepEqual(await found("", "newest", 2, 2), [3, "100% Sun owner"]);
    assert.deepEqual(await found("0% s"), [1, "100% Sun owner"]);
    assert.deepEqual(await found("_"), [0]);
    assert.deepEqual(await found("~"), [0]);
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

  check(
    "searchApplications: those that wait for an operator, until all of their schemes are confirmed",
    async (world) => {
      const { ledger, application, alice } = world;
      const web = await createApplication(ledger, alice, { callbacks: ["https://a.example/cb"] });
      const search = { text: "", suspendedOnly: false, waitingOnly: true };
      const waiting = async () =>
        (await ledger.searchApplications(search, firstPage)).map((one) => one.id);
      const confirm = (scheme: string) =>
        ledger.confirmScheme({ applicationId: application, scheme }, happened());
      assert.deepEqual(await waiting(), [application]);
      assert.equal(await confirm("myapp"), true);
      assert.deepEqual(await waiting(), []);
      await change(world, application, { ...drafted, callbacks: ["myapp://", "yours://"] });
      assert.deepEqual(await waiting(), [application]);
      assert.equal(await confirm("yours"), true);
      assert.deepEqual(await waiting(), []);
      await change(world, web.id, { ...drafted, callbacks: ["yours://"] });
      assert.deepEqual(await waiting(), [web.id], "nobody confirms for another application");
      await change(world, web.id, { ...drafted, callbacks: [] });
      assert.deepEqual(await waiting(), []);
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

function rename(world: World, applicationId: World["application"], name: string) {
  return change(world, applicationId, { ...drafted, name });
}

async function change(
  { ledger }: World,
  applicationId: World["application"],
  draft: ApplicationDraft,
): Promise<void> {
  const from = await ledger.applicationById(applicationId);
  assert.ok(from);
  assert.ok(await ledger.changeApplication({ applicationId, from, draft, now }, happened()));
}

async function total({ ledger, application }: World) {
  const { before, changes } = await ledger.grantCounts(application, now + 1000 * day);
  assert.deepEqual(changes, []);
  return before;
}

const day = 86_400_000;
