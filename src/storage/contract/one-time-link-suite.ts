/** The contract for one-time links. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  mintAccessTokenCandidate,
  mintSessionId,
  type TokenDigest,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import { SessionEnded } from "../../domain/errors.ts";
import { undoMs } from "../../domain/invitation.ts";
import { sessionLife } from "../../domain/session.ts";
import { by, checkOn, link, now, type OpenLedger, session, user } from "./seeded-ledger.ts";

export function oneTimeLinkSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "createUserByLink: one link makes one user, even of many at once; a taken name costs nothing",
    async (world) => {
      const { ledger } = world;
      for (const purpose of ["invitation", "admin"] as const) {
        const digest = await link(world, purpose);
        const key = { digest, purpose };
        const taken = await ledger.createUserByLink(key, user("ALICE"), by);
        assert.equal(taken, "screen-name-taken");
        const wrong = purpose === "admin" ? "invitation" : "admin";
        assert.equal(
          await ledger.createUserByLink({ digest, purpose: wrong }, user("x"), by),
          "gone",
        );
        const names = ["a", "b", "c", "d"].map((name) => `${name}_${purpose}`.slice(0, 15));
        const answers = await Promise.all(
          names.map((name) => ledger.createUserByLink(key, user(name), by)),
        );
        assert.deepEqual(answers.toSorted(), ["created", "gone", "gone", "gone"]);
        const made = await ledger.userByScreenName(names[answers.indexOf("created")] ?? "");
        assert.equal(made?.isAdmin, purpose === "admin");
      }
      const late = await link(world, "invitation", now);
      const key = { digest: late, purpose: "invitation" } as const;
      assert.equal(await ledger.createUserByLink(key, user("late"), by), "gone");
    },
  );

  check("verifyEmail: once, in time, and for the address that the link went to", async (world) => {
    const { ledger, alice, bob, committed } = world;
    const profile = (email: string) => ({ userId: alice, screenName: "alice", name: "", email });
    const verified = async () => (await ledger.userById(alice))?.emailVerified;
    const mailed = (note: string, expiresAt = now + 1000) =>
      link(world, "email", expiresAt, alice, note);
    const authenticate = (digest: Awaited<ReturnType<typeof mailed>>) =>
      ledger.verifyEmail({ digest, now }, by);
    await ledger.changeProfile(profile("a@n.example"), by);
    const toOld = await mailed("a@n.example");
    await ledger.changeProfile(profile("b@n.example"), by);
    const late = await mailed("a@n.example");
    const expired = await mailed("b@n.example", now);
    const reset = await link(world, "password-reset", now + 1000, alice, "b@n.example");
    for (const wrong of [toOld, late, expired, reset]) {
      assert.equal(await authenticate(wrong), undefined);
      assert.equal(await verified(), false);
    }
    const ended = await mailed("b@n.example");
    await ledger.suspendUser(alice, "spam", by);
    assert.equal(await authenticate(ended), undefined);
    await ledger.restoreUser(alice, by);
    assert.equal(await authenticate(ended), undefined);
    const [one, two] = [await mailed("b@n.example"), await mailed("b@n.example")];
    const before = committed.length;
    const answers = await Promise.all([one, two, one, two].map(authenticate));
    assert.deepEqual(
      answers.filter((answer) => answer !== undefined),
      [alice],
    );
    assert.deepEqual(
      committed.slice(before).map(({ name, userId }) => ({ name, userId })),
      [{ name: "user.email-verified", userId: alice }],
    );
    assert.equal(await verified(), true);
    assert.equal((await ledger.userById(bob))?.emailVerified, false);
    await ledger.changeProfile(profile("b@n.example"), by);
    assert.equal(await verified(), true, "the same address");
    await ledger.changeProfile(profile("c@n.example"), by);
    assert.equal(await verified(), false);
  });

  check(
    "createLink: a link ends with the one that replaces it, and one that is gone is not replaced",
    async (world) => {
      const { ledger, committed } = world;
      const make = async (replaces?: TokenDigest, at = now) => {
        const digest = tokenDigest(mintSessionId(randomBytes));
        const life = { createdAt: at, expiresAt: at + 1000 };
        const made = { digest, purpose: "invitation", userId: undefined, note: "for Bob" } as const;
        return { digest, outcome: await ledger.createLink({ ...made, ...life, replaces }, by) };
      };
      const first = await make();
      const before = committed.length;
      const answers = await Promise.all([make(first.digest), make(first.digest)]);
      assert.deepEqual(answers.map(({ outcome }) => outcome).toSorted(), ["created", "rejected"]);
      assert.deepEqual(
        committed.slice(before).map(({ name }) => name),
        ["invitation.replaced"],
      );
      const left = await ledger.links("invitation", now, { after: undefined, size: 9 });
      const second = answers.find(({ outcome }) => outcome === "created")?.digest;
      assert.deepEqual(
        left.map(({ digest }) => digest),
        [second],
      );
      assert.equal((await make(second, now + 1000)).outcome, "rejected", "it has expired");
      assert.equal((await make(tokenDigest("no link"))).outcome, "rejected");
    },
  );

  check(
    "createLink: an invitation has the address that it was mailed to, if any",
    async (world) => {
      const { ledger } = world;
      const made = async (mailedTo?: string) => {
        const digest = tokenDigest(mintSessionId(randomBytes));
        const life = { createdAt: now, expiresAt: now + 1000 };
        const invitation = { digest, purpose: "invitation", userId: undefined, note: "B" } as const;
        await ledger.createLink({ ...invitation, ...life, mailedTo }, by);
        return ledger.linkFor(invitation, now);
      };
      assert.equal((await made("Bob@users.example"))?.mailedTo, "Bob@users.example");
      assert.equal((await made())?.mailedTo, undefined);
    },
  );

  check(
    "createUserByLink: an invitation has its terms, and can make an administrator",
    async (world) => {
      const { ledger, committed } = world;
      const terms = { message: "Hi,\nBob", role: "admin", page: "portal" } as const;
      const digest = tokenDigest(mintSessionId(randomBytes));
      const key = { digest, purpose: "invitation" } as const;
      const life = { createdAt: now, expiresAt: now + 1000 };
      await ledger.createLink({ ...key, ...life, userId: undefined, note: "", terms }, by);
      assert.deepEqual((await ledger.linkFor(key, now))?.terms, terms);
      const before = committed.length;
      const invited = { ...user("invited"), email: "bob@users.example", emailVerified: true };
      assert.equal(await ledger.createUserByLink(key, invited, by), "created");
      assert.deepEqual(
        committed.slice(before).map(({ name }) => name),
        ["user.created", "admin.granted", "user.email-verified"],
      );
      assert.equal((await ledger.userByScreenName("invited"))?.isAdmin, true);
    },
  );

  check("recordInvitationEmails: of invitations that are not gone, together", async (world) => {
    const { ledger, rows } = world;
    const [digest, other, reset] = [1, 2, 3].map(() => tokenDigest(mintSessionId(randomBytes)));
    assert.ok(digest !== undefined && other !== undefined && reset !== undefined);
    const life = { createdAt: now, expiresAt: now + 1000, note: "" };
    for (const one of [digest, other]) {
      const invitation = { purpose: "invitation", userId: undefined } as const;
      await ledger.createLink({ digest: one, ...life, ...invitation }, by);
    }
    const ofAlice = { purpose: "password-reset", userId: world.alice } as const;
    await ledger.createLink({ digest: reset, ...life, ...ofAlice }, by);
    const outcomes = async () => {
      const found = await ledger.links("invitation", now, { after: undefined, size: 9 });
      return new Map(found.map((one) => [one.digest, one.emailOutcome]));
    };
    assert.deepEqual([...(await outcomes()).values()], [undefined, undefined]);
    await ledger.recordInvitationEmails({ digests: [digest, other], outcome: "failed" });
    assert.deepEqual([...(await outcomes()).values()], ["failed", "failed"]);
    await ledger.recordInvitationEmails({ digests: [other], outcome: "sent" });
    assert.deepEqual((await outcomes()).get(digest), "failed");
    assert.deepEqual((await outcomes()).get(other), "sent");
    await ledger.recordInvitationEmails({ digests: [digest], outcome: "sent" });
    const stored = await ledger.linkFor({ digest, purpose: "invitation" }, now);
    assert.equal(stored?.emailOutcome, "sent");
    const before = await rows();
    const gone = tokenDigest(mintSessionId(randomBytes));
    await ledger.recordInvitationEmails({ digests: [reset, gone], outcome: "failed" });
    assert.deepEqual(await rows(), before);
  });

  check("createInvitations: all or none, and one form makes them once", async (world) => {
    const { ledger, rows } = world;
    const invitation = () => ({
      digest: tokenDigest(mintSessionId(randomBytes)),
      ...({ purpose: "invitation", userId: undefined, note: "" } as const),
      ...{ createdAt: now, expiresAt: now + 1000 },
    });
    const form = tokenDigest(mintSessionId(randomBytes));
    const one = invitation();
    const before = await rows();
    await assert.rejects(ledger.createInvitations([invitation(), one, one], by, form));
    assert.deepEqual(await rows(), before, "the form too can be sent again");
    const all = [invitation(), one, invitation()];
    assert.equal(await ledger.createInvitations(all, by, form), "created");
    assert.equal(await ledger.createInvitations([invitation()], by, form), "made-before");
    const made = await ledger.links("invitation", now, { after: undefined, size: 9 });
    assert.deepEqual(
      made.map(({ digest }) => digest),
      all.map(({ digest }) => digest).toSorted(),
    );
  });

  check("createLink: a form makes one link, even once that link is gone", async (world) => {
    const { ledger, committed } = world;
    const form = tokenDigest(mintSessionId(randomBytes));
    const make = async (one = form, at = now) => {
      const digest = tokenDigest(mintSessionId(randomBytes));
      const times = { createdAt: at, expiresAt: at + 1000 };
      const made = {
        digest,
        purpose: "invitation",
        userId: undefined,
        note: "",
        ...times,
      } as const;
      return ledger.createLink(made, by, one);
    };
    const before = committed.length;
    const answers = await Promise.all([make(), make(), make()]);
    assert.deepEqual(answers.toSorted(), ["created", "made-before", "made-before"]);
    assert.equal(committed.length, before + 1);
    const [made, ...others] = await ledger.links("invitation", now, { after: undefined, size: 9 });
    assert.ok(made !== undefined && others.length === 0);
    await ledger.withdrawInvitation(made, by);
    const later = now + sessionLife.wholeMs - 1;
    await ledger.sweep({ now: later, most: 10 });
    assert.equal(await make(form, later), "made-before");
    assert.equal(await make(tokenDigest("another form")), "created");
    await ledger.sweep({ now: later + 1, most: 10 });
    assert.equal(await make(form, later + 1), "created", "no session is that old");
  });

  check(
    "createLink: what an administrator made ends with their role, and only that",
    async (world) => {
      const { ledger, alice, bob } = world;
      const made = async (maker: UserId, ofAdmin: boolean) => {
        const digest = tokenDigest(mintSessionId(randomBytes));
        const acting = { digest: await session(ledger, maker), ...(ofAdmin && { ofAdmin }) };
        const life = { createdAt: now, expiresAt: now + 1000 };
        const link = {
          digest,
          purpose: "password-reset",
          userId: alice,
          note: "",
          ...life,
        } as const;
        assert.equal(
          await ledger.createLink(link, {
            ...by,
            actor: `user:${maker}`,
            session: acting,
          } as const),
          "created",
        );
        return { digest, purpose: "password-reset" } as const;
      };
      const isValid = async (key: Awaited<ReturnType<typeof made>>) =>
        (await ledger.linkFor(key, now)) !== undefined;
      await ledger.grantAdmin(alice, by);
      const others = [await made(alice, true), await made(bob, false)];
      const endings = [
        () => ledger.revokeAdmin(bob, by),
        () => ledger.suspendUser(bob, "spam", by),
        () => ledger.deleteUser({ userId: bob }, by),
      ];
      for (const end of endings) {
        await ledger.restoreUser(bob, by);
        await ledger.grantAdmin(bob, by);
        const one = await made(bob, true);
        assert.ok(await isValid(one));
        await end();
        assert.equal(await isValid(one), false, String(end));
        for (const other of others) assert.ok(await isValid(other));
      }
    },
  );

  check("links: those alive, of one purpose; withdrawInvitation: true to one", async (world) => {
    const { ledger } = world;
    const [one, two] = [await link(world, "invitation"), await link(world, "invitation")];
    const admins = await link(world, "admin");
    await link(world, "invitation", now);
    const first = await ledger.links("invitation", now, { after: undefined, size: 1 });
    const rest = await ledger.links("invitation", now, { after: first[0]?.digest, size: 9 });
    assert.deepEqual(
      [...first, ...rest].map((each) => each.digest),
      [one, two].sort(),
    );
    assert.deepEqual([first[0]?.note, first[0]?.userId], ["for carol", undefined]);
    const gone = { digest: one, purpose: "invitation" } as const;
    assert.equal(await ledger.withdrawInvitation({ digest: admins }, by), false);
    assert.equal(await ledger.withdrawInvitation(gone, by), true);
    assert.equal(await ledger.withdrawInvitation(gone, by), false);
    assert.equal(await ledger.linkFor(gone, now), undefined);
    assert.notEqual(await ledger.linkFor({ ...gone, digest: two }, now), undefined);
  });

  check(
    "restoreInvitation: once, for ten seconds, in the session that withdrew it; nothing else finds it before",
    async (world) => {
      const { ledger, alice, committed } = world;
      const [mine, other] = [await session(ledger, alice), await session(ledger, alice)];
      const inSession = (digest: TokenDigest, at = now) => ({
        ...{ at, actor: `user:${alice}` },
        session: { digest },
      });
      const digest = await link(world, "invitation", now + 100_000);
      const expiry = async () =>
        (await ledger.linkFor({ digest, purpose: "invitation" }, now))?.expiresAt;
      assert.equal(
        await ledger.restoreInvitation({ digest }, inSession(mine)),
        false,
        "it is alive",
      );
      assert.equal(await ledger.withdrawInvitation({ digest }, inSession(mine)), true);
      assert.equal(await ledger.withdrawInvitation({ digest }, inSession(mine)), false);
      assert.equal(await expiry(), undefined);
      assert.deepEqual(await ledger.links("invitation", now, { after: undefined, size: 9 }), []);
      const key = { digest, purpose: "invitation" } as const;
      assert.equal(await ledger.createUserByLink(key, user("early"), by), "gone");
      assert.equal(await ledger.withdrawnInvitation(mine, now + undoMs - 1), digest);
      assert.equal(await ledger.withdrawnInvitation(mine, now + undoMs), undefined);
      assert.equal(await ledger.withdrawnInvitation(other, now), undefined);
      for (const wrong of [by, inSession(other), inSession(mine, now + undoMs)]) {
        assert.equal(await ledger.restoreInvitation({ digest }, wrong), false);
      }
      const restore = () => ledger.restoreInvitation({ digest }, inSession(mine, now + undoMs - 1));
      const answers = await Promise.all([restore(), restore(), restore()]);
      assert.deepEqual(answers.toSorted(), [false, false, true]);
      assert.equal(await expiry(), now + 100_000);
      assert.equal(await ledger.withdrawnInvitation(mine, now), undefined);
      assert.equal(await ledger.createUserByLink(key, user("late"), by), "created");
      assert.deepEqual(
        committed.map(({ name }) => name).filter((name) => name.startsWith("invitation.")),
        ["invitation.created", "invitation.withdrawn", "invitation.restored"],
      );

      const second = await link(world, "invitation");
      await ledger.withdrawInvitation({ digest: second }, inSession(mine));
      await ledger.endSession({ userId: alice, digest: mine }, by);
      const late = ledger.restoreInvitation({ digest: second }, inSession(mine));
      await assert.rejects(late, SessionEnded);
    },
  );

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
        ledger.resetPassword({ digest, passwordHash: "$reset", now: at }, by);
      const answers = await Promise.all([one, two, one, two].map((digest) => reset(digest)));
      assert.equal(answers.filter((answer) => answer === alice).length, 1);
      assert.equal(answers.filter((answer) => answer === undefined).length, 3);
      assert.equal(
        committed.filter(({ name, userId }) => name === "user.password-changed" && userId === alice)
          .length,
        1,
      );
      assert.equal((await ledger.passwordOf("alice"))?.passwordHash, "$reset");
      assert.equal(await ledger.session(alicesSession), undefined);
      assert.notEqual(await ledger.session(bobsSession), undefined);
      await ledger.suspendUser(bob, "spam", by);
      assert.equal(await reset(bobs), undefined);
      await ledger.restoreUser(bob, by);
      await ledger.setPassword(bob, "$own", by);
      assert.equal(await reset(bobs), undefined, "it was made for the password before");
      assert.equal((await ledger.passwordOf("bob"))?.passwordHash, "$own");
    },
  );

  check(
    "resetPassword: after a recovery the address is trusted once it is confirmed",
    async (world) => {
      const { ledger, alice, bob, consumerKey, application: applicationId } = world;
      const email = "alice@users.example";
      await ledger.changeProfile({ userId: alice, screenName: "alice", email }, by);
      const address = async (userId = alice) => {
        const { emailVerified, emailDistrusted } = (await ledger.userById(userId)) ?? assert.fail();
        return { emailVerified, emailDistrusted };
      };
      const grant = { applicationId, userId: alice, access: "read", emailGranted: true } as const;
      const candidate = mintAccessTokenCandidate(randomBytes);
      const { token } =
        (await ledger.grantAccess({ ...grant, candidate, now }, by)) ?? assert.fail();
      const shown = async () =>
        (await ledger.accessTokenCredentials(consumerKey, token, now))?.access.user.email;
      /** Creates a link that is emailed to the address. */
      const mailed = (purpose: "password-reset" | "email") => {
        const digest = tokenDigest(mintSessionId(randomBytes));
        const made = { digest, purpose, userId: alice, note: email, createdAt: now };
        return ledger.createLink({ ...made, expiresAt: now + 1000 }, by);
      };
      const recover = async (userId = alice) => {
        const purpose = "account-recovery";
        const digest = await link(world, purpose, now + 1000, userId);
        const made = await ledger.nextAccountNotice(now);
        if (made !== undefined) await ledger.takeAccountNotice(made);
        const reset = { digest, purpose, passwordHash: "$reset", now } as const;
        assert.equal(await ledger.resetPassword(reset, { at: now, actor: "service" }), userId);
      };
      assert.equal(await ledger.markEmailVerified({ userId: alice, email }, by), true);
      assert.equal(await shown(), email);
      const before = await link(world, "email", now + 1000, alice, email);
      await recover();
      assert.deepEqual(await address(), { emailVerified: false, emailDistrusted: true });
      assert.equal(await shown(), "");
      assert.equal(await ledger.verifyEmail({ digest: before, now }, by), undefined);
      assert.equal(await mailed("password-reset"), "rejected");
      const passedOn = await link(world, "password-reset", now + 1000, alice);
      const reset = { digest: passedOn, purpose: "password-reset" } as const;
      assert.notEqual(await ledger.linkFor(reset, now), undefined, "an administrator's own link");
      const { records } = await ledger.exportedRecords({ kind: "user", after: undefined, size: 9 });
      const exported = records.find((one) => one.kind === "user" && one.id === alice);
      assert.ok(exported?.kind === "user");
      assert.equal(exported.email, "");
      const notice = await ledger.nextAccountNotice(now);
      assert.deepEqual(
        [notice?.news, notice?.to, notice?.isAuthenticated],
        ["recovered", email, true],
      );

      const trusted = { emailVerified: true, emailDistrusted: false };
      assert.equal(await mailed("email"), "created");
      const digest = await link(world, "email", now + 1000, alice, email);
      assert.equal(await ledger.verifyEmail({ digest, now }, by), alice);
      assert.deepEqual(await address(), trusted);
      assert.equal(await mailed("password-reset"), "created");
      await recover();
      assert.equal(await ledger.markEmailVerified({ userId: alice, email }, by), true);
      assert.deepEqual(await address(), trusted);
      await recover();
      const other = { userId: alice, screenName: "alice", email: "other@users.example" };
      await ledger.changeProfile(other, by);
      assert.deepEqual(await address(), { emailVerified: false, emailDistrusted: false });
      const { rows } = await ledger.revocations({ after: 0, size: 99 });
      assert.equal(
        rows.filter(({ kind, subject }) => kind === "email" && subject === alice).length,
        4,
      );
      await recover(bob);
      assert.deepEqual(
        await address(bob),
        { emailVerified: false, emailDistrusted: false },
        "none",
      );
    },
  );

  check("sweep: links that expired go", async (world) => {
    const { ledger } = world;
    const digest = await link(world, "invitation", now + 5);
    await ledger.sweep({ now: now + 5, most: 10 });
    assert.equal(await ledger.withdrawInvitation({ digest }, by), false);
  });
}
