/** The contract for users: their accounts, and which of them are administrators. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { ConfigurationRejected } from "../../domain/application-configuration.ts";
import { mintSessionId, Secret, tokenDigest, type UserId } from "../../domain/credentials.ts";
import type { UserFilters } from "../../domain/fields/list-filters.ts";
import type { UserSearch } from "../../domain/operating.ts";
import { placeOf, type Slice } from "../../domain/slice.ts";
import {
  by,
  checkOn,
  grant,
  link,
  newSession,
  now,
  type OpenLedger,
  session,
  user,
} from "./seeded-ledger.ts";

export function usersSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "createUser: of many with one screen name, in any case, exactly one",
    async ({ ledger, committed }) => {
      const before = committed.length;
      const names = ["Carol", "carol", "CAROL", "cArOl", "Carol", "carol"];
      const answers = await Promise.all(
        names.map((screenName) => ledger.createUser(user(screenName), by)),
      );
      assert.equal(answers.filter((one) => one === "created").length, 1);
      assert.equal(answers.filter((one) => one === "screen-name-taken").length, 5);
      assert.equal(committed.length, before + 1, "one event");
      assert.equal((await ledger.userByScreenName("CAROL"))?.screenName.toLowerCase(), "carol");
      assert.equal(await ledger.userByScreenName("nobody"), undefined);
      assert.equal(await ledger.passwordOf("nobody"), undefined);
    },
  );

  check("users: by screen name, page after page", async ({ ledger }) => {
    for (const name of ["dora", "Carol", "eve"]) await ledger.createUser(user(name), by);
    const first = await ledger.users({ after: undefined, size: 3 });
    const rest = await ledger.users({ after: first.at(-1)?.screenName, size: 3 });
    const names = [...first, ...rest].map((one) => one.screenName);
    assert.deepEqual(names, ["alice", "bob", "Carol", "dora", "eve"]);
  });

  check("userSummaries: what each of several users has and when they were there", async (world) => {
    const { ledger, alice, bob } = world;
    const opened = newSession(bob, tokenDigest(mintSessionId(randomBytes)));
    const app = { secret: new Secret("JBSWY3DP"), step: 1, recoveryCodes: [], session: opened };
    assert.ok(await ledger.setTotp(app, by));
    const summaries = await ledger.userSummaries([alice, bob, "42" as UserId]);
    const none = { hasSecondFactor: false, applications: 0, lastSeenAt: undefined };
    assert.deepEqual(
      new Map(summaries),
      new Map([
        [alice, { ...none, applications: 1 }],
        [bob, { ...none, hasSecondFactor: true, lastSeenAt: now }],
      ]),
    );
    assert.equal((await ledger.userSummaries([])).size, 0);
  });

  check("setPassword: every session of the user ends, no one else's", async (world) => {
    const { ledger, alice, bob } = world;
    const [one, two, other] = [
      await session(ledger, alice),
      await session(ledger, alice),
      await session(ledger, bob),
    ];
    await ledger.setPassword(alice, "$new", by);
    assert.equal((await ledger.passwordOf("alice"))?.passwordHash, "$new");
    assert.equal(await ledger.session(one), undefined);
    assert.equal(await ledger.session(two), undefined);
    assert.notEqual(await ledger.session(other), undefined);
  });

  check("suspendUser: seen by the next read of everything that acts for them", async (world) => {
    const { ledger, alice, application, consumerKey } = world;
    const { token } = await grant(world, alice);
    for (const because of ["spam", undefined]) {
      if (because === undefined) await ledger.restoreUser(alice, by);
      else await ledger.suspendUser(alice, because, by);
      const suspended = because !== undefined;
      assert.equal((await ledger.userByScreenName("alice"))?.suspendedBecause, because);
      const found = await ledger.accessTokenCredentials(consumerKey, token, now);
      assert.equal(found?.access.user.suspended, suspended);
    }
    assert.ok(application);
  });

  check("changePassword: of all who change from one password exactly one does", async (world) => {
    const { ledger, alice, bob } = world;
    const [old, bobs] = [await session(ledger, alice), await session(ledger, bob)];
    const digests = Array.from({ length: 5 }, () => tokenDigest(mintSessionId(randomBytes)));
    const answers = await Promise.all(
      digests.map((digest) =>
        ledger.changePassword(
          { from: "$old", to: `$${digest}`, session: newSession(alice, digest) },
          by,
        ),
      ),
    );
    assert.equal(answers.filter(Boolean).length, 1);
    const [winner = old] = digests.filter((_, at) => answers[at]);
    assert.equal((await ledger.passwordOf("alice"))?.passwordHash, `$${winner}`);
    assert.equal(await ledger.session(old), undefined);
    const left = await ledger.sessionsOf(alice, now, { after: undefined, size: 10 });
    assert.deepEqual(
      left.map((one) => one.digest),
      [winner],
    );
    assert.notEqual(await ledger.session(bobs), undefined);
  });

  check("deleteUser: everything of theirs goes, unless they own applications", async (world) => {
    const { ledger, alice, bob, consumerKey, application } = world;
    assert.equal(
      await ledger.deleteUser({ userId: alice, passwordHash: "$old" }, by),
      "owns-applications",
    );
    assert.equal(await ledger.ownsApplications(alice), true);
    assert.equal(await ledger.ownsApplications(bob), false);
    const token = await grant(world, bob);
    const open = await session(ledger, bob);
    assert.equal(await ledger.deleteUser({ userId: bob, passwordHash: "$old" }, by), "deleted");
    assert.equal(await ledger.userById(bob), undefined);
    assert.equal(await ledger.session(open), undefined);
    assert.equal(await ledger.accessTokenCredentials(consumerKey, token.token, now), undefined);
    assert.notEqual(await ledger.applicationById(application), undefined);
  });

  check("searchUsers: by name, email address or id", async (world) => {
    const { ledger, alice, bob } = world;
    const carol = { ...user("Carol"), email: "Carol@Users.example" };
    await ledger.createUser(carol, by);
    const names = async (text: string, filters: UserFilters = {}) =>
      (await ledger.searchUsers({ text, filters }, firstPage)).map((one) => one.screenName);
    assert.deepEqual(await names(""), ["alice", "bob", "Carol"]);
    assert.deepEqual(await names("CA"), ["Carol"]);
    assert.deepEqual(await names("@bo"), ["bob"]);
    assert.deepEqual(await names("carol@users.EXAMPLE"), ["Carol"]);
    assert.deepEqual(await names(alice), ["alice"]);
    assert.deepEqual(await names("%"), []);
    assert.deepEqual(await names("' or 1=1 --"), []);
    await ledger.suspendUser(bob, "spam", by);
    assert.deepEqual(await names("", { state: "suspended" }), ["bob"]);
    const rest = await ledger.searchUsers({ text: "" }, { after: "alice", size: 1 });
    assert.deepEqual(
      rest.map((one) => one.screenName),
      ["bob"],
    );
  });

  check(
    "searchUsers: digits are an id or the beginning of a name, and each account comes once",
    async ({ ledger, bob }) => {
      const users = [
        ["dora", "42"],
        ["4200", "77"],
        ["42", "78"],
        ["421", "421"],
      ] as const;
      for (const [screenName, id] of users) {
        await ledger.createUser({ ...user(screenName), id: id as UserId }, by);
      }
      const namesOf = async (search: UserSearch, page: Partial<Slice> = {}) =>
        (await ledger.searchUsers(search, { ...firstPage, ...page })).map((one) => one.screenName);
      const search = (text: string) => ({ text });
      assert.deepEqual(await namesOf(search("42")), ["42", "4200", "421", "dora"]);
      assert.deepEqual(await namesOf(search("42"), { after: "42", size: 2 }), ["4200", "421"]);
      assert.deepEqual(await namesOf(search("42"), { after: "421" }), ["dora"]);
      assert.deepEqual(await namesOf(search("42"), { before: "dora", size: 2 }), ["4200", "421"]);
      assert.deepEqual(await namesOf(search("421")), ["421"]);
      assert.deepEqual(await namesOf(search("@42")), ["42", "4200", "421"]);
      assert.deepEqual(await namesOf(search(bob)), ["bob"]);
      for (const text of ["042", "9007199254740993", "0"]) {
        assert.deepEqual(await namesOf(search(text)), [], text);
      }
      assert.equal(await ledger.countUsers(search("42"), 10), 4);
      assert.equal(await ledger.countUsers(search("42"), 3), 3);
      await ledger.suspendUser("42" as UserId, "spam", by);
      assert.deepEqual(await namesOf({ text: "42", filters: { state: "suspended" } }), ["dora"]);
      assert.equal(await ledger.countUsers({ text: "42", filters: { state: "suspended" } }, 10), 1);
    },
  );

  check(
    "searchUsers: pages lead back, by name and by age; and what is found is counted",
    async (world) => {
      const { ledger, alice } = world;
      for (const [at, name] of ["dora", "Carol", "erin"].entries()) {
        await ledger.createUser({ ...user(name), now: now + at + 1 }, by);
      }
      const all = { text: "" };
      const rowsOf = async (search: UserSearch, page: Partial<Slice>) =>
        (await ledger.searchUsers(search, { after: undefined, size: 2, ...page })).map((one) => ({
          ...one,
          place: placeOf("newest", one),
        }));
      const names = (rows: readonly { screenName: string }[]) => rows.map((one) => one.screenName);
      assert.deepEqual(names(await rowsOf(all, { after: "bob" })), ["Carol", "dora"]);
      assert.deepEqual(names(await rowsOf(all, { before: "DORA" })), ["bob", "Carol"]);
      assert.deepEqual(names(await rowsOf(all, { before: "bob" })), ["alice"]);
      const newest = { ...all, order: "newest" } as const;
      const first = await rowsOf(newest, { size: 3 });
      assert.deepEqual(names(first), ["erin", "Carol", "dora"]);
      const rest = await rowsOf(newest, { after: first[2]?.place, size: 3 });
      assert.deepEqual(names(rest).toSorted(), ["alice", "bob"], "they came in one moment");
      assert.deepEqual(names(await rowsOf(newest, { before: first[2]?.place })), ["erin", "Carol"]);
      const [last] = rest.toReversed();
      assert.deepEqual(names(await rowsOf(newest, { before: last?.place, size: 1 })), [
        rest[0]?.screenName,
      ]);
      const down = { ...all, order: "name-down" } as const;
      assert.deepEqual(names(await rowsOf(down, { size: 3 })), ["erin", "dora", "Carol"]);
      assert.deepEqual(names(await rowsOf(down, { after: "Carol" })), ["bob", "alice"]);
      assert.deepEqual(names(await rowsOf(down, { before: "alice" })), ["Carol", "bob"]);
      const oldest = { ...all, order: "oldest" } as const;
      const [, , third, fourth] = await rowsOf(oldest, { size: 4 });
      assert.deepEqual([third?.screenName, fourth?.screenName], ["dora", "Carol"]);
      assert.deepEqual(names(await rowsOf(oldest, { after: third?.place })), ["Carol", "erin"]);
      assert.deepEqual(names(await rowsOf(oldest, { before: fourth?.place, size: 1 })), ["dora"]);
      assert.equal(await ledger.countUsers(all, 10), 5);
      assert.equal(await ledger.countUsers(all, 4), 4);
      assert.equal(await ledger.countUsers({ text: "d" }, 10), 1);
      assert.equal(await ledger.deleteUser({ userId: third?.id ?? alice }, by), "deleted");
      assert.deepEqual(names(await rowsOf(oldest, { after: third?.place })), ["Carol", "erin"]);
      assert.deepEqual(names(await rowsOf(all, { after: "dora" })), ["erin"], "they are gone");
      await ledger.suspendUser(alice, "spam", by);
      assert.equal(await ledger.countUsers({ text: "", filters: { state: "suspended" } }, 10), 1);
    },
  );

  check("what changes a user is recorded with the change, and nothing else is", async (world) => {
    const { ledger, alice, bob, committed } = world;
    const profile = { screenName: "bob", name: "Bob", email: "b@n.example" };
    const gone = { ...profile, userId: "1000000000000000" as UserId };
    await ledger.createUser({ ...user("dora"), isAdmin: true }, by);
    const spam = { because: "spam" };
    for (const [write, recorded] of [
      [() => ledger.grantAdmin(alice, by), { name: "admin.granted", userId: alice }],
      [() => ledger.revokeAdmin(alice, by), { name: "admin.revoked", userId: alice }],
      [
        () => ledger.suspendUser(alice, "spam", by),
        { name: "user.suspended", userId: alice, details: spam },
      ],
      [() => ledger.restoreUser(alice, by), { name: "user.restored", userId: alice }],
      [() => ledger.setPassword(bob, "$new", by), { name: "user.password-changed", userId: bob }],
      [
        () => ledger.changeProfile({ ...profile, userId: bob }, by),
        { name: "user.profile-changed", userId: bob },
      ],
      [
        () => ledger.markEmailVerified({ userId: bob, email: "b@n.example" }, by),
        { name: "user.email-verified", userId: bob },
      ],
      [() => ledger.deleteUser({ userId: bob }, by), { name: "user.deleted", userId: bob }],
      [() => ledger.changeProfile(gone, by), undefined],
      [() => ledger.grantAdmin(gone.userId, by), undefined],
      [() => ledger.suspendUser(gone.userId, "spam", by), undefined],
      [() => ledger.restoreUser(gone.userId, by), undefined],
      [() => ledger.restoreUser(alice, by), undefined],
      [() => ledger.setPassword(gone.userId, "$new", by), undefined],
      [() => ledger.deleteUser({ userId: bob }, by), undefined],
      [() => ledger.deleteUser({ userId: alice }, by), undefined],
    ] as const satisfies readonly [() => Promise<unknown>, object | undefined][]) {
      const before = committed.length;
      const outcome = await write();
      const events = recorded === undefined ? [] : [{ ...by, ...recorded }];
      assert.deepEqual(committed.slice(before), events, `${write}: ${outcome}`);
    }
    assert.equal(await ledger.changeProfile(gone, by), "changed-since");
    assert.equal(await ledger.grantAdmin(gone.userId, by), "gone");
    assert.equal(await ledger.suspendUser(gone.userId, "spam", by), "gone");
    assert.equal(await ledger.setPassword(gone.userId, "$new", by), false);
  });

  check(
    "changeProfile: its name and address are seen by the next read of a session",
    async ({ ledger, alice }) => {
      const digest = await session(ledger, alice);
      const named = {
        userId: alice,
        screenName: "alice",
        name: "Alice Example",
        email: "a@a.example",
      };
      await ledger.changeProfile(named, by);
      const read = await ledger.session(digest);
      assert.deepEqual([read?.userName, read?.userEmail], [named.name, named.email]);
    },
  );

  check(
    "grantAdmin and revokeAdmin: seen by the next read of a session",
    async ({ ledger, alice }) => {
      await ledger.createUser({ ...user("dora"), isAdmin: true }, by);
      const digest = await session(ledger, alice);
      for (const isAdmin of [true, false]) {
        await (isAdmin ? ledger.grantAdmin(alice, by) : ledger.revokeAdmin(alice, by));
        assert.equal((await ledger.session(digest))?.userIsAdmin, isAdmin);
        assert.equal((await ledger.userById(alice))?.isAdmin, isAdmin);
      }
    },
  );

  check(
    "revokeAdmin: an administrator who is suspended does not count",
    async ({ ledger, alice, bob }) => {
      for (const id of [alice, bob]) await ledger.grantAdmin(id, by);
      await ledger.suspendUser(bob, "spam", by);
      assert.equal(await ledger.revokeAdmin(alice, by), "last-administrator");
      await ledger.restoreUser(bob, by);
      assert.equal(await ledger.revokeAdmin(alice, by), "changed");
    },
  );

  check(
    "administrators: only they, by screen name, page after page",
    async ({ ledger, alice, bob }) => {
      const page = (after?: string, size = 2) => ledger.administrators({ after, size });
      assert.deepEqual(await page(), []);
      for (const name of ["dora", "Carol"]) {
        await ledger.createUser({ ...user(name), isAdmin: true }, by);
      }
      await ledger.grantAdmin(bob, by);
      await ledger.suspendUser(bob, "spam", by);
      const names = async (...args: Parameters<typeof page>) =>
        (await page(...args)).map(({ screenName }) => screenName);
      assert.deepEqual(await names(), ["bob", "Carol"]);
      assert.deepEqual(await names("Carol"), ["dora"]);
      assert.deepEqual((await ledger.administrators({ after: undefined, size: 1 }))[0]?.id, bob);
      await ledger.grantAdmin(alice, by);
      assert.deepEqual(await names(undefined, 9), ["alice", "bob", "Carol", "dora"]);
    },
  );

  check(
    "setAdministrators: all or none, only in place of those that were seen, and one is left",
    async ({ ledger, alice, bob, committed }) => {
      const dora = { ...user("dora"), isAdmin: true };
      await ledger.createUser(dora, by);
      const present = async () =>
        (await ledger.administrators({ after: undefined, size: 9 })).map(({ id }) => id);
      const rejected = async (wanted: readonly UserId[]) => {
        const [seen, before] = [await present(), committed.length];
        await assert.rejects(ledger.setAdministrators({ seen, wanted }, by), ConfigurationRejected);
        assert.deepEqual([await present(), committed.length], [seen, before]);
      };
      await rejected([alice, "1000000000000000" as UserId]);
      await ledger.suspendUser(bob, "spam", by);
      await rejected([bob]);
      await rejected([]);
      const before = committed.length;
      for (const seen of [[], [alice], [dora.id, alice]]) {
        assert.equal(await ledger.setAdministrators({ seen, wanted: [alice] }, by), false);
      }
      assert.equal(committed.length, before);
      const both = await Promise.all(
        [[alice], [alice, bob]].map((wanted) =>
          ledger.setAdministrators({ seen: [dora.id], wanted }, by),
        ),
      );
      assert.deepEqual(both.toSorted(), [false, true]);
      const change = { seen: await present(), wanted: [alice, bob] };
      assert.equal(await ledger.setAdministrators(change, by), true);
      assert.deepEqual(await present(), [alice, bob]);
      assert.deepEqual(
        committed.slice(before).map(({ name, userId }) => [name, userId]),
        [
          ["admin.granted", alice],
          ...(both[1] ? [["admin.granted", bob]] : []),
          ["admin.revoked", dora.id],
          ...(both[1] ? [] : [["admin.granted", bob]]),
        ],
      );
    },
  );

  check(
    "hasAdmin: from the first one on, and the link for the first ends with it",
    async (world) => {
      const { ledger, alice } = world;
      const digest = await link(world, "admin");
      assert.equal(await ledger.hasAdmin(), false);
      await ledger.grantAdmin("1000000000000000" as UserId, by);
      assert.ok(await ledger.linkFor({ digest, purpose: "admin" }, now), "no one became one");
      await ledger.grantAdmin(alice, by);
      assert.equal(await ledger.hasAdmin(), true);
      assert.equal(await ledger.linkFor({ digest, purpose: "admin" }, now), undefined);
      const another = await link(world, "admin");
      const [before] = await ledger.eventsBy({}, { after: undefined, size: 1 });
      await ledger.createUser({ ...user("d"), isAdmin: true }, by);
      assert.equal(await ledger.hasAdmin(), true);
      assert.equal(await ledger.linkFor({ digest: another, purpose: "admin" }, now), undefined);
      const [made] = await ledger.eventsBy(
        { name: "admin.granted" },
        { after: undefined, size: 1 },
      );
      assert.ok(Number(made?.id) > Number(before?.id));
    },
  );
}

const firstPage = { after: undefined, size: 50 };
