/** What every engine of the ledger promises of people: their accounts, and who is an operator. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mintSessionId, tokenDigest, type UserId } from "../../domain/credentials.ts";
import type { LinkPurpose } from "../../domain/one-time-link.ts";
import {
  checkOn,
  grant,
  happened,
  issue,
  newSession,
  now,
  type OpenLedger,
  session,
  user,
  type World,
} from "./seeded-ledger.ts";

export function peopleSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "createUser: of many with one screen name, in any case, exactly one",
    async ({ ledger, committed }) => {
      const before = committed.length;
      const names = ["Carol", "carol", "CAROL", "cArOl", "Carol", "carol"];
      const answers = await Promise.all(
        names.map((screenName) => ledger.createUser(user(screenName), happened())),
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
    for (const name of ["dora", "Carol", "eve"]) await ledger.createUser(user(name), happened());
    const first = await ledger.users({ after: undefined, size: 3 });
    const rest = await ledger.users({ after: first.at(-1)?.screenName, size: 3 });
    const names = [...first, ...rest].map((one) => one.screenName);
    assert.deepEqual(names, ["alice", "bob", "Carol", "dora", "eve"]);
  });

  check("setPassword: every session of the user ends, nobody else's", async (world) => {
    const { ledger, alice, bob } = world;
    const [one, two, other] = [
      await session(ledger, alice),
      await session(ledger, alice),
      await session(ledger, bob),
    ];
    await ledger.setPassword(alice, "$new", happened());
    assert.equal((await ledger.passwordOf("alice"))?.passwordHash, "$new");
    assert.equal(await ledger.session(one), undefined);
    assert.equal(await ledger.session(two), undefined);
    assert.notEqual(await ledger.session(other), undefined);
  });

  check("suspendUser: seen by the next read of everything that acts for them", async (world) => {
    const { ledger, alice, application, consumerKey } = world;
    const { token } = await grant(world, alice);
    for (const because of ["spam", undefined]) {
      if (because === undefined) await ledger.restoreUser(alice, happened());
      else await ledger.suspendUser(alice, because, happened());
      const suspended = because !== undefined;
      assert.equal((await ledger.userByScreenName("alice"))?.suspendedBecause, because);
      const found = await ledger.accessTokenCredentials(consumerKey, token, now);
      assert.equal(found?.access.user.suspended, suspended);
    }
    assert.ok(application);
  });

  check("changeProfile: of many who want one screen name exactly one gets it", async (world) => {
    const { ledger, alice, bob } = world;
    const wanted = (userId: UserId, screenName: string) =>
      ledger.changeProfile({ userId, screenName, name: "N", email: "n@n.example" }, happened());
    const answers = await Promise.all([wanted(alice, "Carol"), wanted(bob, "carol")]);
    assert.equal(answers.filter((one) => typeof one === "object").length, 1);
    assert.equal(answers.filter((one) => one === "screen-name-taken").length, 1);
    const carol = await ledger.userByScreenName("CAROL");
    assert.equal(carol?.email, "n@n.example");
    assert.deepEqual(await ledger.userById(carol?.id ?? alice), carol);
    const again = await wanted(carol?.id ?? alice, "CaRoL");
    assert.deepEqual(again, { changed: true }, "one's own, in other case");
  });

  check("changePassword: of all who change from one password exactly one does", async (world) => {
    const { ledger, alice, bob } = world;
    const [old, bobs] = [await session(ledger, alice), await session(ledger, bob)];
    const opened = Array.from({ length: 5 }, () => tokenDigest(mintSessionId(randomBytes)));
    const answers = await Promise.all(
      opened.map((digest) =>
        ledger.changePassword(
          { from: "$old", to: `$${digest}`, session: newSession(alice, digest) },
          happened(),
        ),
      ),
    );
    assert.equal(answers.filter(Boolean).length, 1);
    const [winner = old] = opened.filter((_, at) => answers[at]);
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
      await ledger.deleteUser({ userId: alice, passwordHash: "$old" }, happened()),
      "owns-applications",
    );
    assert.equal(await ledger.ownsApplications(alice), true);
    assert.equal(await ledger.ownsApplications(bob), false);
    const token = await grant(world, bob);
    const open = await session(ledger, bob);
    assert.equal(
      await ledger.deleteUser({ userId: bob, passwordHash: "$old" }, happened()),
      "deleted",
    );
    assert.equal(await ledger.userById(bob), undefined);
    assert.equal(await ledger.session(open), undefined);
    assert.equal(await ledger.accessTokenCredentials(consumerKey, token.token, now), undefined);
    assert.notEqual(await ledger.applicationById(application), undefined);
  });

  check("searchUsers: by name, email address or id", async (world) => {
    const { ledger, alice, bob } = world;
    const carol = { ...user("Carol"), email: "Carol@People.example" };
    await ledger.createUser(carol, happened());
    const names = async (text: string, suspendedOnly = false) =>
      (await ledger.searchUsers({ text, suspendedOnly }, firstPage)).map((one) => one.screenName);
    assert.deepEqual(await names(""), ["alice", "bob", "Carol"]);
    assert.deepEqual(await names("CA"), ["Carol"]);
    assert.deepEqual(await names("@bo"), ["bob"]);
    assert.deepEqual(await names("carol@people.EXAMPLE"), ["Carol"]);
    assert.deepEqual(await names(alice), ["alice"]);
    assert.deepEqual(await names("%"), []);
    assert.deepEqual(await names("' or 1=1 --"), []);
    await ledger.suspendUser(bob, "spam", happened());
    assert.deepEqual(await names("", true), ["bob"]);
    const rest = await ledger.searchUsers(
      { text: "", suspendedOnly: false },
      { after: "alice", size: 1 },
    );
    assert.deepEqual(
      rest.map((one) => one.screenName),
      ["bob"],
    );
  });

  check("setOperator: seen by the next read of a session", async ({ ledger, alice }) => {
    await ledger.createUser({ ...user("dora"), isOperator: true }, happened());
    const digest = await session(ledger, alice);
    for (const isOperator of [true, false]) {
      await ledger.setOperator(alice, isOperator, happened());
      assert.equal((await ledger.session(digest))?.userIsOperator, isOperator);
      assert.equal((await ledger.userById(alice))?.isOperator, isOperator);
    }
  });

  check(
    "hasOperator: from the first one on, and the link for the first ends with it",
    async (world) => {
      const { ledger, alice } = world;
      const digest = await link(world, "operator");
      assert.equal(await ledger.hasOperator(), false);
      await ledger.setOperator(alice, true, happened());
      assert.equal(await ledger.hasOperator(), true);
      assert.equal(await ledger.linkFor({ digest, purpose: "operator" }, now), undefined);
      const another = await link(world, "operator");
      const [before] = await ledger.eventsBy({}, { after: undefined, size: 1 });
      await ledger.createUser({ ...user("d"), isOperator: true }, happened());
      assert.equal(await ledger.hasOperator(), true);
      assert.equal(await ledger.linkFor({ digest: another, purpose: "operator" }, now), undefined);
      const [made] = await ledger.eventsBy(
        { name: "operator.made" },
        { after: undefined, size: 1 },
      );
      assert.ok(Number(made?.id) > Number(before?.id));
    },
  );

  check("changeProfile: a screen name that was given up rests for 30 days", async (world) => {
    const { ledger, alice, bob } = world;
    const at = (time: number) => ({ ...happened(), at: time });
    const rename = (userId: UserId, screenName: string, time = now) =>
      ledger.changeProfile({ userId, screenName, name: "" }, at(time));
    const changed = { changed: true };
    assert.deepEqual(await rename(alice, "Alice"), changed, "in other capitals");
    assert.deepEqual(await rename(alice, "wonder"), changed);
    for (const time of [now, now + 30 * day - 1]) {
      const renewed = { ...user("ALICE"), now: time };
      assert.equal(await ledger.createUser(renewed, at(time)), "screen-name-taken");
      assert.equal(await rename(bob, "alice", time), "screen-name-taken");
    }
    assert.deepEqual(await rename(alice, "alice"), changed, "who had it takes it back");
    const late = now + 30 * day;
    assert.equal(await rename(bob, "wonder", late - 1), "screen-name-taken");
    assert.deepEqual(await rename(bob, "wonder", late), changed);
    assert.equal(
      await ledger.createUser({ ...user("bob"), now: late }, at(late)),
      "screen-name-taken",
    );
    assert.equal(
      await ledger.deleteUser({ userId: bob, passwordHash: "$old" }, at(late)),
      "deleted",
    );
    const renewed = (time: number) => ({ ...user("wonder"), now: time });
    assert.equal(await ledger.createUser(renewed(late), at(late)), "screen-name-taken");
    await issue(world);
    await ledger.sweep({ now: late + 30 * day, most: 10 });
    assert.equal(await ledger.createUser(renewed(late), at(late)), "created", "the row is gone");
  });

  check("changeProfile: nobody keeps more than three names from others", async (world) => {
    const { ledger, alice: userId, bob } = world;
    const rename = (screenName: string, at = now) =>
      ledger.changeProfile({ userId, screenName, name: "" }, { ...happened(), at });
    for (const name of ["a1", "a2", "a3"]) assert.deepEqual(await rename(name), { changed: true });
    assert.equal(await rename("a4"), "too-many-names");
    assert.deepEqual(await rename("alice"), { changed: true }, "one of them comes back");
    assert.equal(await rename("a4"), "too-many-names");
    const taken = await ledger.changeProfile(
      { userId: bob, screenName: "a1", name: "" },
      happened(),
    );
    assert.equal(taken, "screen-name-taken");
    assert.deepEqual(await rename("a4", now + 30 * day), { changed: true });
  });

  check(
    "changeProfile: on the screen name that was seen, and with the address that is left",
    async (world) => {
      const { ledger, alice: userId } = world;
      const change = async (seen: string, screenName: string, email?: string, seenEmail?: string) =>
        ledger.changeProfile(
          {
            userId,
            seen: {
              screenName: seen,
              email: seenEmail ?? (await ledger.userById(userId))?.email ?? "",
            },
            screenName,
            name: "",
            ...(email && { email }),
          },
          happened(),
        );
      assert.deepEqual(await change("ALICE", "alice2", "a@n.example"), { changed: true });
      assert.equal(await change("alice", "alice"), "changed-since");
      assert.equal((await ledger.userById(userId))?.screenName, "alice2");
      await ledger.confirmEmail({ userId, email: "a@n.example" }, happened());
      assert.deepEqual(await change("alice2", "alice2", "a@n.example"), { changed: true });
      assert.deepEqual(await change("alice2", "alice2", "b@n.example"), {
        changed: true,
        left: { email: "a@n.example", proven: true },
      });
      assert.deepEqual(await change("alice2", "alice2", "c@n.example"), {
        changed: true,
        left: { email: "b@n.example", proven: false },
      });
      assert.equal(await change("alice2", "alice2", "b@n.example", "b@n.example"), "changed-since");
      assert.equal((await ledger.userById(userId))?.email, "c@n.example");
    },
  );

  check(
    "usersWithEmail: who proved the address comes first, however many name it",
    async (world) => {
      const { ledger, alice } = world;
      const email = "Owner@people.example";
      for (let at = 0; at < 5; at += 1) {
        await ledger.createUser({ ...user(`a${at}`), email: "owner@PEOPLE.example" }, happened());
      }
      await ledger.createUser({ ...user("zoe"), email, emailProven: true }, happened());
      const named = async (most: number, of = email) =>
        (await ledger.usersWithEmail(of, most)).map((one) => one.screenName);
      assert.deepEqual(await named(3), ["zoe", "a0", "a1"]);
      assert.deepEqual(await named(1), ["zoe"]);
      assert.deepEqual(await named(9, ""), []);
      assert.notEqual(await ledger.userById(alice), undefined);
    },
  );

  check("changeProfile: another address ends the links that went to the old one", async (world) => {
    const { ledger, alice, bob } = world;
    const [mine, bobs] = [
      await link(world, "password-reset", now + day, alice),
      await link(world, "password-reset", now + day, bob),
    ];
    const alive = (digest: typeof mine) =>
      ledger.linkFor({ digest, purpose: "password-reset" }, now);
    const profile = { userId: alice, screenName: "alice", name: "N", email: "" };
    await ledger.changeProfile(profile, happened());
    assert.notEqual(await alive(mine), undefined, "the same address");
    await ledger.changeProfile({ ...profile, email: "new@n.example" }, happened());
    assert.equal(await alive(mine), undefined);
    assert.notEqual(await alive(bobs), undefined);
    const { email: _, ...others } = profile;
    await ledger.changeProfile({ ...others, name: "M" }, happened());
    const { name, email } = (await ledger.userById(alice)) ?? {};
    assert.deepEqual({ name, email }, { name: "M", email: "new@n.example" });
  });

  check(
    "confirmEmail: the address that was looked at, or none; applications see no other",
    async (world) => {
      const { ledger, alice, consumerKey } = world;
      const { token } = await grant(world, alice);
      const seen = async () =>
        (await ledger.accessTokenCredentials(consumerKey, token, now))?.access.user.email;
      const profile = { userId: alice, screenName: "alice", name: "", email: "a@n.example" };
      await ledger.changeProfile(profile, happened());
      assert.equal(await seen(), "");
      const other = { userId: alice, email: "b@n.example" };
      assert.equal(await ledger.confirmEmail(other, happened()), false);
      assert.equal(await seen(), "");
      assert.equal(await ledger.confirmEmail({ ...other, email: "a@n.example" }, happened()), true);
      assert.equal(await seen(), "a@n.example");
      await ledger.changeProfile({ ...profile, email: "b@n.example" }, happened());
      assert.equal(await seen(), "");
    },
  );
}

const day = 86_400_000;

const firstPage = { after: undefined, size: 50 };

async function link(
  { ledger }: World,
  purpose: LinkPurpose,
  expiresAt = now + 1000,
  userId?: World["alice"],
  note = userId === undefined ? "for carol" : "",
) {
  const digest = tokenDigest(mintSessionId(randomBytes));
  await ledger.createLink({ digest, purpose, userId, note, createdAt: now, expiresAt }, happened());
  return digest;
}
