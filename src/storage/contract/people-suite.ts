/** What every engine of the ledger promises of people: accounts, links that work once, operators, the audit log. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { mintSessionId, tokenDigest } from "../../domain/credentials.ts";
import type { LinkPurpose } from "../../domain/one-time-link.ts";
import {
  furnished,
  grant,
  happened,
  now,
  type OpenLedger,
  session,
  user,
  type World,
} from "./furnished.ts";

const day = 86_400_000;

export function peopleSuite(engine: string, open: OpenLedger): void {
  const check = (title: string, run: (world: World) => Promise<void>) =>
    test(`${engine} — ${title}`, async () => {
      await using opened = await open();
      await run(await furnished(opened));
    });

  check("searchUsers: by name, e-mail address or id", async (world) => {
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
      await ledger.setOperator(alice, false, happened());
      assert.equal(await ledger.hasOperator(), false);
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

  check(
    "createUserByLink: one link makes one user, whoever hurries; a taken name costs nothing",
    async (world) => {
      const { ledger } = world;
      for (const purpose of ["invitation", "operator"] as const) {
        const digest = await link(world, purpose);
        const by = { digest, purpose };
        const taken = await ledger.createUserByLink(by, user("ALICE"), happened());
        assert.equal(taken, "screen-name-taken");
        const wrong = purpose === "operator" ? "invitation" : "operator";
        assert.equal(
          await ledger.createUserByLink({ digest, purpose: wrong }, user("x"), happened()),
          "gone",
        );
        const names = ["a", "b", "c", "d"].map((name) => `${name}_${purpose}`.slice(0, 15));
        const answers = await Promise.all(
          names.map((name) => ledger.createUserByLink(by, user(name), happened())),
        );
        assert.deepEqual(answers.toSorted(), ["created", "gone", "gone", "gone"]);
        const made = await ledger.userByScreenName(names[answers.indexOf("created")] ?? "");
        assert.equal(made?.isOperator, purpose === "operator");
      }
      const late = await link(world, "invitation", now);
      const by = { digest: late, purpose: "invitation" } as const;
      assert.equal(await ledger.createUserByLink(by, user("late"), happened()), "gone");
    },
  );

  check("recordRarely: one of a name and user, however many ask at once", async (world) => {
    const { ledger, alice, bob, committed } = world;
    const before = committed.length;
    const event = (userId: typeof alice, at = now) => ({ ...happened("rare"), at, userId });
    const tell = (userId: typeof alice, at = now) =>
      ledger.recordRarely(event(userId, at), at - 1000);
    const answers = await Promise.all([1, 2, 3, 4].map(() => tell(alice)));
    assert.equal(answers.filter(Boolean).length, 1);
    assert.equal(await tell(bob), true, "another's own");
    assert.equal(await tell(alice, now + 999), false);
    assert.equal(await tell(alice, now + 1000), true);
    assert.equal(committed.length, before + 3);
    await ledger.record({ ...happened("else"), userId: alice });
    assert.equal(await tell(alice, now + 1001), false, "another event between");
  });

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

  check("proveEmail: once, in time, and for the address that the link went to", async (world) => {
    const { ledger, alice, bob, committed } = world;
    const profile = (email: string) => ({ userId: alice, screenName: "alice", name: "", email });
    const proven = async () => (await ledger.userById(alice))?.emailProven;
    const mailed = (note: string, expiresAt = now + 1000) =>
      link(world, "email", expiresAt, alice, note);
    const prove = (digest: Awaited<ReturnType<typeof mailed>>) =>
      ledger.proveEmail({ digest, now }, happened("proven"));
    await ledger.changeProfile(profile("a@n.example"), happened());
    const toOld = await mailed("a@n.example");
    await ledger.changeProfile(profile("b@n.example"), happened());
    const late = await mailed("a@n.example");
    const expired = await mailed("b@n.example", now);
    const reset = await link(world, "password-reset", now + 1000, alice, "b@n.example");
    for (const wrong of [toOld, late, expired, reset]) {
      assert.equal(await prove(wrong), undefined);
      assert.equal(await proven(), false);
    }
    const [one, two] = [await mailed("b@n.example"), await mailed("b@n.example")];
    await ledger.suspendUser(alice, "spam", happened());
    assert.equal(await prove(one), undefined);
    await ledger.suspendUser(alice, undefined, happened());
    await ledger.setPassword(alice, "$new", happened());
    const before = committed.length;
    const answers = await Promise.all([one, two, one, two].map(prove));
    assert.deepEqual(
      answers.filter((answer) => answer !== undefined),
      [alice],
    );
    assert.deepEqual(
      committed.slice(before).map(({ name, userId }) => ({ name, userId })),
      [{ name: "proven", userId: alice }],
    );
    assert.equal(await proven(), true);
    assert.equal((await ledger.userById(bob))?.emailProven, false);
    await ledger.changeProfile(profile("b@n.example"), happened());
    assert.equal(await proven(), true, "the same address");
    await ledger.changeProfile(profile("c@n.example"), happened());
    assert.equal(await proven(), false);
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

  check("links: those alive, of one purpose; withdrawLink: true to one", async (world) => {
    const { ledger } = world;
    const [one, two] = [await link(world, "invitation"), await link(world, "invitation")];
    await link(world, "operator");
    await link(world, "invitation", now);
    const first = await ledger.links("invitation", now, { after: undefined, size: 1 });
    const rest = await ledger.links("invitation", now, { after: first[0]?.digest, size: 9 });
    assert.deepEqual(
      [...first, ...rest].map((each) => each.digest),
      [one, two].sort(),
    );
    assert.equal(first[0]?.note, "for carol");
    const gone = { digest: one, purpose: "invitation" } as const;
    assert.equal(await ledger.withdrawLink({ ...gone, purpose: "operator" }, happened()), false);
    assert.equal(await ledger.withdrawLink(gone, happened()), true);
    assert.equal(await ledger.withdrawLink(gone, happened()), false);
    assert.equal(await ledger.linkFor(gone, now), undefined);
    assert.notEqual(await ledger.linkFor({ ...gone, digest: two }, now), undefined);
  });

  check(
    "resetPassword: once, for whom it was made; sessions and other links end",
    async (world) => {
      const { ledger, alice, bob, committed } = world;
      const [one, two] = [
        await link(world, "password-reset", undefined, alice),
        await link(world, "password-reset", undefined, alice),
      ];
      const bobs = await link(world, "password-reset", undefined, bob);
      const [alicesSession, bobsSession] = [
        await session(ledger, alice),
        await session(ledger, bob),
      ];
      const reset = (digest: typeof one, at = now) =>
        ledger.resetPassword({ digest, passwordHash: "$reset", now: at }, happened("reset"));
      const answers = await Promise.all([one, two, one, two].map((digest) => reset(digest)));
      assert.equal(answers.filter((answer) => answer === alice).length, 1);
      assert.equal(answers.filter((answer) => answer === undefined).length, 3);
      assert.equal(
        committed.filter((event) => event.name === "reset" && event.userId === alice).length,
        1,
      );
      assert.equal((await ledger.passwordOf("alice"))?.passwordHash, "$reset");
      assert.equal(await ledger.session(alicesSession), undefined);
      assert.notEqual(await ledger.session(bobsSession), undefined);
      await ledger.suspendUser(bob, "spam", happened());
      assert.equal(await reset(bobs), undefined);
      await ledger.suspendUser(bob, undefined, happened());
      await ledger.setPassword(bob, "$own", happened());
      assert.equal(await reset(bobs), undefined, "it was made for the password before");
      assert.equal((await ledger.passwordOf("bob"))?.passwordHash, "$own");
    },
  );

  check("eventsBy: every filter narrows, the newest first, page after page", async (world) => {
    const { ledger, alice, bob, application } = world;
    const actor = `user:${alice}`;
    await ledger.record({
      name: "one",
      at: now + 10,
      actor,
      userId: bob,
      applicationId: application,
    });
    await ledger.record({
      name: "two",
      at: now + 20,
      actor,
      address: "192.0.2.1",
      details: { n: 1 },
    });
    await ledger.record({ name: "one", at: now + 30, actor: "command-line", userId: bob });
    const at = async (filter: Parameters<typeof ledger.eventsBy>[0]) =>
      (await ledger.eventsBy(filter, firstPage)).map((event) => event.at - now);
    assert.deepEqual(await at({ name: "one" }), [30, 10]);
    assert.deepEqual(await at({ actor }), [20, 10]);
    assert.deepEqual(await at({ userId: bob }), [30, 10]);
    assert.deepEqual(await at({ applicationId: application }), [10]);
    assert.deepEqual(await at({ from: now + 10, before: now + 30 }), [20, 10]);
    assert.deepEqual(await at({ name: "one", userId: bob, from: now + 11 }), [30]);
    const [newest] = await ledger.eventsBy({}, { after: undefined, size: 1 });
    const [next] = await ledger.eventsBy({}, { after: newest?.id, size: 1 });
    assert.deepEqual([newest?.at, next?.at], [now + 30, now + 20]);
    assert.equal(newest?.userScreenName, "bob");
    assert.deepEqual(
      [next?.actorScreenName, next?.address, next?.details],
      ["alice", "192.0.2.1", { n: 1 }],
    );
    const [about] = await ledger.eventsBy({ applicationId: application }, firstPage);
    assert.equal(about?.applicationName, "An application");
  });

  check("sweep: links that expired go", async (world) => {
    const { ledger } = world;
    const digest = await link(world, "invitation", now + 5);
    await ledger.sweep(now + 5, 10);
    assert.equal(await ledger.withdrawLink({ digest, purpose: "invitation" }, happened()), false);
  });
}

const firstPage = { after: undefined, size: 50 };

async function link(
  { ledger }: World,
  purpose: LinkPurpose,
  expiresAt = now + 1000,
  userId?: World["alice"],
  note = "for carol",
) {
  const digest = tokenDigest(mintSessionId(randomBytes));
  await ledger.createLink({ digest, purpose, userId, note, createdAt: now, expiresAt }, happened());
  return digest;
}
