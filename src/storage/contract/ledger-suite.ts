/** What every engine of the ledger promises: each method, and who wins where many ask at once. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import {
  mintConsumerSecret,
  mintPin,
  mintSessionId,
  mintVerifier,
  type RequestToken,
  type Secret,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import type { ResealPosition } from "../../domain/ports.ts";
import {
  approve,
  bearerOf,
  createApplication,
  exchange,
  furnished,
  grant,
  happened,
  issue,
  newSession,
  now,
  type OpenLedger,
  session,
  user,
} from "./furnished.ts";

export function ledgerSuite(engine: string, open: OpenLedger): void {
  const check = (title: string, run: (world: Awaited<ReturnType<typeof furnished>>) => unknown) =>
    test(`${engine} — ${title}`, async () => {
      await using opened = await open();
      await run(await furnished(opened));
    });

  check("ping answers", async ({ ledger }) => {
    await ledger.ping();
  });

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
    const digest = await session(ledger, alice);
    for (const because of ["spam", undefined]) {
      await ledger.suspendUser(alice, because, happened());
      const suspended = because !== undefined;
      assert.equal((await ledger.userByScreenName("alice"))?.suspendedBecause, because);
      assert.equal((await ledger.session(digest))?.userSuspended, suspended);
      const found = await ledger.accessTokenCredentials(consumerKey, token, now);
      assert.equal(found?.access.user.suspended, suspended);
    }
    assert.ok(application);
  });

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
      await ledger.suspendApplication(application, because, happened());
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

  check(
    "accessTokenCredentials and requestTokenCredentials: this key's and live, or nothing",
    async (world) => {
      const { ledger, consumerKey, alice } = world;
      const other = await createApplication(ledger, alice);
      const { token, secret } = await grant(world, alice);
      const found = await ledger.accessTokenCredentials(consumerKey, token, now);
      assert.equal(found?.access.secret.reveal(), secret.reveal());
      assert.equal(found?.access.user.id, alice);
      assert.equal(await ledger.accessTokenCredentials(other.consumerKey, token, now), undefined);
      assert.equal(await ledger.accessTokenCredentials(consumerKey, `${token}x`, now), undefined);
      const request = await issue(world);
      assert.notEqual(await ledger.requestTokenCredentials(consumerKey, request, now), undefined);
      assert.equal(
        await ledger.requestTokenCredentials(other.consumerKey, request, now),
        undefined,
      );
      assert.equal(
        await ledger.requestTokenCredentials(consumerKey, request, now + 1000),
        undefined,
      );
    },
  );

  check(
    "approve and cancel: of all answers to one request token exactly one counts",
    async (world) => {
      const { ledger, alice, bob, committed } = world;
      // Whichever kind of answer comes first, the others of either kind come too late.
      for (const first of [0, 1]) {
        const token = await issue(world);
        const before = committed.length;
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, index) =>
            (index + first) % 3 === 0
              ? ledger.cancelRequestToken({ token, now }, happened())
              : approve(ledger, token, index % 2 === 1 ? alice : bob),
          ),
        );
        assert.equal(answers.filter(Boolean).length, 1);
        assert.equal(committed.length, before + 1);
        assert.equal((await ledger.requestToken(token, now))?.answered, true);
      }
    },
  );

  check("approve and cancel: too late, or unknown, is false", async (world) => {
    const { ledger, alice } = world;
    const token = await issue(world);
    assert.equal(await approve(ledger, token, alice, mintVerifier(randomBytes), now + 1000), false);
    assert.equal(await ledger.cancelRequestToken({ token, now: now + 1000 }, happened()), false);
    assert.equal(await approve(ledger, "unknown" as RequestToken, alice), false);
    assert.equal((await ledger.requestToken(token, now))?.answered, false);
  });

  for (const kind of ["verifier", "pin"] as const) {
    const mint = kind === "pin" ? mintPin : mintVerifier;

    check(
      `exchange by ${kind}: of all callers exactly one gets the access token, and the request token is gone`,
      async (world) => {
        const { ledger, alice, consumerKey } = world;
        const token = await issue(world);
        const verifier = mint(randomBytes);
        await approve(ledger, token, alice, verifier, now, kind);
        const answers = await Promise.all(
          Array.from({ length: 30 }, () => exchange(ledger, token, verifier)),
        );
        const granted = answers.filter((one) => typeof one !== "string");
        assert.equal(granted.length, 1);
        assert.equal(answers.filter((one) => one === "gone").length, 29);
        assert.equal(granted[0]?.screenName, "alice");
        assert.equal(await ledger.requestToken(token, now), undefined);
        const found = await ledger.accessTokenCredentials(
          consumerKey,
          granted[0]?.token ?? "",
          now,
        );
        assert.equal(found?.access.secret.reveal(), granted[0]?.secret.reveal());
      },
    );

    check(
      `exchange by ${kind}: the fifth wrong one kills the request token, in parallel too`,
      async (world) => {
        const { ledger, alice } = world;
        const [patient, hasty] = [await issue(world), await issue(world)];
        const verifier = mint(randomBytes);
        for (const token of [patient, hasty])
          await approve(ledger, token, alice, verifier, now, kind);
        for (let times = 0; times < 4; times += 1) {
          assert.equal(await exchange(ledger, patient, "wrong"), "wrong-verifier");
        }
        assert.notEqual(typeof (await exchange(ledger, patient, verifier)), "string");
        const guesses = await Promise.all(
          Array.from({ length: 20 }, (_, index) => exchange(ledger, hasty, `wrong${index}`)),
        );
        assert.equal(guesses.filter((one) => one === "wrong-verifier").length, 5);
        assert.equal(guesses.filter((one) => one === "gone").length, 15);
        assert.equal(await exchange(ledger, hasty, verifier), "gone");
      },
    );
  }

  check("exchange: not approved, cancelled, expired, another's verifier", async (world) => {
    const { ledger, alice } = world;
    const verifier = mintVerifier(randomBytes);
    const pending = await issue(world);
    assert.equal(await exchange(ledger, pending, verifier), "wrong-verifier");
    const cancelled = await issue(world);
    await ledger.cancelRequestToken({ token: cancelled, now }, happened());
    assert.equal(await exchange(ledger, cancelled, ""), "wrong-verifier");
    const late = await issue(world);
    await approve(ledger, late, alice, verifier);
    assert.equal(await exchange(ledger, late, verifier, now + 1000), "gone");
    const other = await issue(world);
    const others = mintPin(randomBytes);
    await approve(ledger, other, alice, others, now, "pin");
    assert.equal(await exchange(ledger, late, others), "wrong-verifier");
    assert.equal(await exchange(ledger, "unknown" as RequestToken, verifier), "gone");
  });

  check(
    "grantAccess: one active token per application, user and level; never two",
    async (world) => {
      const { ledger, alice, bob, application, committed } = world;
      const before = committed.length;
      const all = await Promise.all(Array.from({ length: 20 }, () => grant(world, alice, "read")));
      assert.equal(new Set(all.map((one) => one.token)).size, 1);
      assert.equal(new Set(all.map((one) => one.secret.reveal())).size, 1);
      assert.equal(committed.length, before + 1, "one was issued");
      const writing = await grant(world, alice, "write");
      const bobs = await grant(world, bob, "read");
      assert.equal(new Set([all[0]?.token, writing.token, bobs.token]).size, 3);
      assert.deepEqual(
        (await ledger.grants(application, alice)).map((one) => one.access),
        ["write", "read"],
        "the highest level first",
      );
      assert.equal(await ledger.countGrants(application, 10), 2, "people, not tokens");
      assert.equal(await ledger.countGrants(application, 1), 1);
    },
  );

  check("revokeAccessToken: true to one, and the next grant is another token", async (world) => {
    const { ledger, alice, consumerKey } = world;
    const first = await grant(world, alice);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ledger.revokeAccessToken(first.token, happened())),
    );
    assert.equal(answers.filter(Boolean).length, 1);
    assert.equal(await ledger.accessTokenCredentials(consumerKey, first.token, now), undefined);
    const next = await grant(world, alice);
    assert.notEqual(next.token, first.token);
    assert.notEqual(next.secret.reveal(), first.secret.reveal());
  });

  check("reduceToRead: the held token is lowered, or the higher of two goes", async (world) => {
    const { ledger, alice, bob, application, consumerKey, committed } = world;
    const levelOf = async (token: string) =>
      (await ledger.accessTokenCredentials(consumerKey, token, now))?.access.access;
    const of = (userId: UserId) => ({ applicationId: application, userId });
    const [alices, bobs] = [await grant(world, alice, "write"), await grant(world, bob, "write")];
    const before = committed.length;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ledger.reduceToRead(of(alice), happened())),
    );
    assert.equal(answers.filter(Boolean).length, 1, "to one");
    assert.equal(committed.length, before + 1);
    assert.equal(await levelOf(alices.token), "read");
    assert.equal(await levelOf(bobs.token), "write", "nobody else's");
    const reading = await grant(world, bob, "read");
    assert.equal(await ledger.reduceToRead(of(bob), happened()), true);
    assert.equal(await levelOf(bobs.token), undefined);
    assert.equal(await levelOf(reading.token), "read");
  });

  check(
    "revokeAccess: every token of the application and user, and nothing else",
    async (world) => {
      const { ledger, alice, bob, application, consumerKey } = world;
      const gone = [await grant(world, alice, "write"), await grant(world, alice, "read")];
      const bobs = await grant(world, bob);
      const approved = await issue(world);
      const verifier = mintVerifier(randomBytes);
      await approve(ledger, approved, alice, verifier);
      const of = { applicationId: application, userId: alice };
      assert.equal(await ledger.revokeAccess(of, happened()), true);
      assert.equal(await ledger.revokeAccess(of, happened()), false);
      for (const { token } of gone) {
        assert.equal(await ledger.accessTokenCredentials(consumerKey, token, now), undefined);
      }
      assert.equal(await exchange(ledger, approved, verifier), "gone", "approved before");
      assert.notEqual(await ledger.accessTokenCredentials(consumerKey, bobs.token, now), undefined);
    },
  );

  check("connectedApplications: an application a row, page after page", async (world) => {
    const { ledger, alice, bob, application } = world;
    const other = await createApplication(ledger, bob);
    for (const access of ["write", "read"] as const) await grant(world, alice, access);
    await grant({ ...world, application: other.id }, alice);
    await grant(world, bob);
    const first = await ledger.connectedApplications(alice, { after: undefined, size: 1 });
    const after = first[0]?.applicationId;
    const rest = await ledger.connectedApplications(alice, { after, size: 5 });
    const rows = new Map([...first, ...rest].map((one) => [one.applicationId, one]));
    assert.equal(first.length + rest.length, 2);
    assert.deepEqual(rows.get(application), {
      applicationId: application,
      name: "An application",
      ownerScreenName: "alice",
      access: "write",
      emailGranted: false,
      since: now,
      lastUsedDay: undefined,
    });
    assert.equal(rows.get(other.id)?.access, "read");
    assert.equal(rows.get(other.id)?.ownerScreenName, "bob");
  });

  check("changeProfile: of many who want one screen name exactly one gets it", async (world) => {
    const { ledger, alice, bob } = world;
    const wanted = (userId: UserId, screenName: string) =>
      ledger.changeProfile({ userId, screenName, name: "N", email: "n@n.example" }, happened());
    const answers = await Promise.all([wanted(alice, "Carol"), wanted(bob, "carol")]);
    assert.deepEqual(answers.sort(), ["changed", "screen-name-taken"]);
    const carol = await ledger.userByScreenName("CAROL");
    assert.equal(carol?.email, "n@n.example");
    assert.deepEqual(await ledger.userById(carol?.id ?? alice), carol);
    assert.equal(await wanted(carol?.id ?? alice, "CaRoL"), "changed", "one's own, in other case");
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

  check("endSession, endOtherSessions: one's own only", async ({ ledger, alice, bob }) => {
    const mine = [];
    for (let times = 0; times < 4; times += 1) mine.push(await session(ledger, alice));
    const bobs = await session(ledger, bob);
    const [kept = bobs, ended = bobs] = mine;
    const end = (userId: UserId, digest: typeof kept) =>
      ledger.endSession({ userId, digest }, happened());
    assert.equal(await end(alice, bobs), false, "another's");
    assert.equal(await end(alice, ended), true);
    assert.equal(await end(alice, ended), false);
    const others = { userId: alice, digest: kept };
    assert.equal(await ledger.endOtherSessions(others, happened()), true);
    assert.equal(await ledger.endOtherSessions(others, happened()), false);
    const page = { after: undefined, size: 10 };
    const left = (await ledger.sessionsOf(alice, now, page)).map((one) => one.digest);
    assert.deepEqual(left, [kept]);
    assert.notEqual(await ledger.session(bobs), undefined);
    assert.deepEqual(await ledger.sessionsOf(alice, now + 14 * 86_400_000, page), [], "expired");
    assert.deepEqual(await ledger.sessionsOf(alice, now, { after: kept, size: 10 }), []);
  });

  check("deleteUser: everything of theirs goes, unless they own applications", async (world) => {
    const { ledger, alice, bob, consumerKey, application } = world;
    assert.equal(await ledger.deleteUser(alice, happened()), "owns-applications");
    assert.equal(await ledger.ownsApplications(alice), true);
    assert.equal(await ledger.ownsApplications(bob), false);
    const token = await grant(world, bob);
    const open = await session(ledger, bob);
    assert.equal(await ledger.deleteUser(bob, happened()), "deleted");
    assert.equal(await ledger.userById(bob), undefined);
    assert.equal(await ledger.session(open), undefined);
    assert.equal(await ledger.accessTokenCredentials(consumerKey, token.token, now), undefined);
    assert.notEqual(await ledger.applicationById(application), undefined);
  });

  check("eventsOf: one user's, the newest first, page after page", async (world) => {
    const { ledger, alice, bob, application } = world;
    for (const name of ["one", "two", "three"]) {
      await ledger.record({
        ...happened(name),
        userId: alice,
        applicationId: application,
        address: "192.0.2.1",
        details: { access: "read" },
      });
    }
    await ledger.record({ ...happened("bob's"), userId: bob });
    const first = await ledger.eventsOf(alice, { after: undefined, size: 2 });
    const rest = await ledger.eventsOf(alice, { after: first.at(-1)?.id, size: 2 });
    assert.deepEqual(
      [...first, ...rest].map((one) => one.name),
      ["three", "two", "one"],
    );
    assert.deepEqual(first[0], {
      ...happened("three"),
      id: first[0]?.id,
      userId: alice,
      applicationId: application,
      address: "192.0.2.1",
      details: { access: "read" },
      applicationName: "An application",
    });
    await ledger.deleteApplication(application, happened());
    assert.equal(
      (await ledger.eventsOf(alice, { after: undefined, size: 1 }))[0]?.applicationName,
      undefined,
    );
  });

  check(
    "outstandingBearerToken: one per application, however many ask; another after its revocation",
    async (world) => {
      const { ledger, application, alice, committed } = world;
      const before = committed.length;
      const all = await Promise.all(
        Array.from({ length: 30 }, () => bearerOf(ledger, application)),
      );
      const [first, ...others] = new Set(all);
      assert.ok(first !== undefined);
      assert.deepEqual(others, []);
      assert.equal(committed.length, before + 1);
      const digest = tokenDigest(first);
      assert.equal((await ledger.bearerApplication(digest))?.applicationId, application);

      const other = await createApplication(ledger, alice);
      assert.equal(
        await ledger.revokeBearerToken({ digest, applicationId: other.id }, happened()),
        false,
      );
      const revoked = await Promise.all(
        Array.from({ length: 10 }, () =>
          ledger.revokeBearerToken({ digest, applicationId: application }, happened()),
        ),
      );
      assert.equal(revoked.filter(Boolean).length, 1);
      assert.equal(await ledger.bearerApplication(digest), undefined);
      assert.notEqual(await bearerOf(ledger, application), first);
    },
  );

  check(
    "openSession ends the one that it replaces; touchSession moves its time",
    async ({ ledger, alice }) => {
      const first = await session(ledger, alice);
      const second = await session(ledger, alice, first);
      assert.equal(await ledger.session(first), undefined);
      await ledger.touchSession(second, now + 5);
      assert.deepEqual(
        {
          signedInAt: (await ledger.session(second))?.signedInAt,
          lastSeenAt: (await ledger.session(second))?.lastSeenAt,
        },
        { signedInAt: now, lastSeenAt: now + 5 },
      );
    },
  );

  check("openSession: not for a password that was changed meanwhile", async (world) => {
    const { ledger, alice, committed } = world;
    const digest = tokenDigest(mintSessionId(randomBytes));
    const opening = { ...newSession(alice, digest), passwordHash: "$old" };
    await ledger.setPassword(alice, "$new", happened());
    const [standing, before] = [await session(ledger, alice), committed.length];
    const late = { ...opening, replaces: standing };
    assert.equal(await ledger.openSession(late, happened()), false);
    assert.equal(await ledger.session(digest), undefined);
    assert.notEqual(await ledger.session(standing), undefined);
    assert.equal(committed.length, before);
    assert.equal(await ledger.openSession({ ...late, passwordHash: "$new" }, happened()), true);
  });

  check(
    "sweep: what expired goes, at most so many rows a step; what lives stays",
    async (world) => {
      const { ledger, alice, application, consumerKey } = world;
      const expired = await Promise.all(Array.from({ length: 7 }, () => issue(world)));
      const old = await Promise.all(Array.from({ length: 4 }, () => session(ledger, alice)));
      await ledger.regenerateConsumerSecret(
        {
          applicationId: application,
          secret: mintConsumerSecret(randomBytes),
          now,
          oldUntil: now + 1,
        },
        happened(),
      );
      const later = now + 40 * 86_400_000;
      const live = await issue(world, later + 1000);
      const steps: number[] = [];
      do steps.push(await ledger.sweep(later, 3));
      while (steps.at(-1) !== 0);
      assert.ok(Math.max(...steps) <= 3, `${steps}`);
      assert.equal(
        steps.reduce((sum, one) => sum + one, 0),
        expired.length + old.length,
      );
      assert.notEqual(await ledger.requestToken(live, later), undefined);
      for (const digest of old) assert.equal(await ledger.session(digest), undefined);
      assert.equal((await ledger.consumerCredentials(consumerKey, now))?.consumerSecrets.length, 1);
    },
  );

  check(
    "reseal walks every sealed column to its end, and finds nothing to do twice",
    async (world) => {
      const { ledger, alice, application } = world;
      for (let index = 0; index < 5; index += 1) await issue(world);
      await grant(world, alice);
      await bearerOf(ledger, application);
      let position: ResealPosition | undefined = { column: 0 };
      let steps = 0;
      while (position !== undefined) {
        const step = await ledger.reseal(position);
        assert.equal(step.resealed, 0, "all of it is under the first key");
        position = step.next;
        steps += 1;
        assert.ok(steps < 50, "it ends");
      }
    },
  );

  check("record: an event without a change", async ({ ledger, committed }) => {
    await ledger.record(happened("something"));
    assert.equal(committed.at(-1)?.name, "something");
  });
}
