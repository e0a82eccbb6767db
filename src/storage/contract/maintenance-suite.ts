/** The contract for the database's own maintenance. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { ConsumerCredentials } from "../../domain/application.ts";
import {
  mintConsumerSecret,
  mintSessionId,
  type RequestToken,
  Secret,
  tokenDigest,
} from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import type { ResealPosition, ResealStep } from "../../domain/ports/maintenance.ts";
import { sessionLife } from "../../domain/session.ts";
import {
  bearerOf,
  by,
  checkOn,
  grant,
  happened,
  issue,
  newSession,
  now,
  type OpenLedger,
  session,
  type World,
} from "./seeded-ledger.ts";

export function maintenanceSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("counts: what there is, since the first event", async (world) => {
    const { ledger, alice, bob, application } = world;
    const counted = await ledger.recordCounts();
    assert.deepEqual(counted, {
      users: 2,
      applications: 1,
      accessTokens: 0,
      bearerTokens: 0,
      since: now,
    });
    await grant(world, alice);
    await grant(world, bob);
    await bearerOf(ledger, application);
    const { accessTokens, bearerTokens } = await ledger.recordCounts();
    assert.deepEqual([accessTokens, bearerTokens], [2, 1]);
  });

  check("bytes: some, and more once there is more", async ({ ledger, alice }) => {
    const before = await ledger.bytes();
    assert.ok(before > 100_000, String(before));
    for (let rows = 0; rows < 2000; rows += 1) {
      await ledger.record({ ...happened(), userId: alice, address: "x".repeat(1000) });
    }
    assert.ok((await ledger.bytes()) > before);
  });

  check("changeSetting: the last value holds, and each change is recorded", async (world) => {
    const { ledger, committed } = world;
    const before = committed.length;
    for (const value of ["open", "closed", "closed"]) {
      await ledger.changeSetting("sign-up", value, by);
      assert.equal(await ledger.setting("sign-up"), value);
    }
    assert.equal(committed.length, before + 2);
  });

  check("changeSettings: all or none, and only in place of what was seen", async (world) => {
    const { ledger, committed } = world;
    const rule = (value: string, seen: string | undefined) =>
      ({ name: "second-factor", value, seen }) as const;
    const signUp = (value: string, seen: string | undefined) =>
      ({ name: "sign-up", value, seen }) as const;
    const values = async () => [
      await ledger.setting("sign-up"),
      await ledger.setting("second-factor"),
    ];
    const before = committed.length;
    assert.equal(await ledger.changeSettings([signUp("open", "closed")], by), false);
    const first = [signUp("open", undefined), rule("a", undefined)];
    assert.equal(await ledger.changeSettings(first, by), true);
    assert.deepEqual(await values(), ["open", "a"]);
    assert.equal(
      await ledger.changeSettings([signUp("closed", "open"), rule("b", "z")], by),
      false,
    );
    assert.equal(await ledger.changeSettings([signUp("closed", undefined)], by), false);
    assert.deepEqual(await values(), ["open", "a"], "not one without the other");
    assert.equal(committed.length, before + 2);
    const both = await Promise.all(
      ["b", "c"].map((value) => ledger.changeSettings([rule(value, "a")], by)),
    );
    assert.deepEqual(both.toSorted(), [false, true], "one of two at once");
    const [seenSignUp, seenRule] = await values();
    const compared = { name: "second-factor", seen: seenRule } as const;
    assert.equal(
      await ledger.changeSettings([signUp("closed", seenSignUp), { ...compared, seen: "z" }], by),
      false,
      "it was decided with another one that has changed",
    );
    const events = committed.length;
    assert.equal(await ledger.changeSettings([signUp("open", seenSignUp), compared], by), true);
    assert.equal(committed.length, events, "nothing has changed");
    assert.deepEqual(await values(), [seenSignUp, seenRule]);
  });

  check("ping answers", async ({ ledger }) => {
    await ledger.ping();
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
          previousUntil: now + 1,
          overlap: "1h",
        },
        by,
      );
      const later = now + 40 * dayMs;
      const live = await issue(world, later + 1000);
      const signedIn = async (before: number, seenBefore = before) => {
        const digest = tokenDigest(mintSessionId(randomBytes));
        const opening = {
          ...newSession(alice, digest),
          passwordHash: "$old" as const,
          now: later - before,
        };
        await ledger.openSession(opening, by);
        await ledger.touchSession(digest, later - seenBefore);
        return digest;
      };
      const { idleMs, wholeMs } = sessionLife;
      old.push(await signedIn(idleMs), await signedIn(wholeMs, 1));
      const alive = [await signedIn(1), await signedIn(idleMs - 1), await signedIn(wholeMs - 1, 1)];
      const steps: number[] = [];
      do steps.push(await ledger.sweep({ now: later, most: 3 }));
      while (steps.at(-1) !== 0);
      assert.ok(Math.max(...steps) <= 3, `${steps}`);
      assert.equal(
        steps.reduce((sum, one) => sum + one, 0),
        expired.length + old.length,
      );
      assert.notEqual(await ledger.requestToken(live, later), undefined);
      for (const digest of old) assert.equal(await ledger.session(digest), undefined);
      for (const digest of alive) assert.notEqual(await ledger.session(digest), undefined);
      assert.equal((await ledger.consumerCredentials(consumerKey, now))?.consumerSecrets.length, 1);
    },
  );

  check(
    "reseal walks every sealed column to its end, and finds nothing to do twice",
    async (world) => {
      await sealEverything(world);
      assert.equal(await resealed(world), 0, "all of it is under the key that seals");
    },
  );

  check(
    "reseal: a walk that begins again passes over what is done, and does the rest",
    async (world) => {
      const { ledger, consumerKey } = world;
      const tokens: RequestToken[] = [];
      for (let at = 0; at < 25; at += 1) {
        tokens.push(...(await Promise.all(Array.from({ length: 10 }, () => issue(world)))));
      }
      await ledger.sealUnder("next");
      let done = 0;
      for (let position: ResealPosition | undefined = { column: 0 }; position && done < 100; ) {
        const step: ResealStep = await ledger.reseal(position);
        done += step.resealed;
        position = step.next;
      }
      assert.equal(done + (await resealed(world)), 251, "with the consumer secret");
      for (const token of tokens) {
        const found = await ledger.requestTokenCredentials(consumerKey, token, now);
        assert.equal(found?.request.secret.reveal().length, 32);
      }
    },
  );

  check(
    "sealUnder, reseal: every secret is under the other key, and is what it was",
    async (world) => {
      const { ledger, application, consumerKey } = world;
      const { token, secret, request, bearer, consumerSecrets } = await sealEverything(world);
      await ledger.sealUnder("next");
      assert.equal(await resealed(world), 10);
      assert.equal(await resealed(world), 0);
      const access = await ledger.accessTokenCredentials(consumerKey, token, now);
      assert.equal(access?.access.secret.reveal(), secret);
      assert.deepEqual(revealed(access?.consumer), consumerSecrets);
      const asked = await ledger.requestTokenCredentials(consumerKey, request, now);
      assert.equal(asked?.request.secret.reveal().length, 32);
      const of = { applicationId: application, authenticatedBy: world.consumerSecret };
      assert.equal(await ledger.outstandingBearerToken(of, now), bearer);
      await issue(world);
      assert.equal(await resealed(world), 0, "what is made from now on too");
      await ledger.sealUnder("test");
      assert.equal(await resealed(world), 11);
    },
  );
}

/** Ten secrets: two of the application, one of each token, and the one of an authenticator app. */
async function sealEverything(world: World) {
  const { ledger, alice, application: applicationId, consumerKey } = world;
  const requests = await Promise.all(Array.from({ length: 5 }, () => issue(world)));
  const { token, secret } = await grant(world, alice);
  const bearer = await bearerOf(ledger, applicationId);
  const opened = newSession(alice, tokenDigest(mintSessionId(randomBytes)));
  const app = { secret: new Secret("JBSWY3DP"), step: 1, recoveryCodes: [], session: opened };
  assert.ok(await ledger.setTotp(app, by));
  const change = {
    applicationId,
    secret: mintConsumerSecret(randomBytes),
    now,
    previousUntil: now + 9,
    overlap: "1h",
  };
  await ledger.regenerateConsumerSecret(change, by);
  const consumer = await ledger.consumerCredentials(consumerKey, now);
  const consumerSecrets = revealed(consumer);
  assert.equal(consumerSecrets.length, 2);
  const [request = assert.fail()] = requests;
  return { token, secret: secret.reveal(), request, bearer, consumerSecrets };
}

function revealed(consumer: ConsumerCredentials | undefined): readonly string[] {
  return consumer?.consumerSecrets.map((one) => one.reveal()) ?? [];
}

/** Seals everything again; returns the number of secrets that were sealed. */
async function resealed({ ledger }: World): Promise<number> {
  let sum = 0;
  let steps = 0;
  for (let position: ResealPosition | undefined = { column: 0 }; position !== undefined; ) {
    const step: ResealStep = await ledger.reseal(position);
    sum += step.resealed;
    position = step.next;
    steps += 1;
    assert.ok(steps < 50, "it ends");
  }
  return sum;
}
