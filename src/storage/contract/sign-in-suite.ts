/** The contract for sign-ins that many users make at the same time, and for writes that end access between them. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  mintVerifier,
  type RequestToken,
  type UserId,
  type Verifier,
} from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import { SessionEnded } from "../../domain/errors.ts";
import {
  approve,
  by,
  checkOn,
  createApplication,
  exchange,
  issue,
  now,
  type OpenLedger,
  session,
  user,
  type World,
} from "./seeded-ledger.ts";

export function signInSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("sign-ins at once: each user gets a token, counted and recorded once", async (world) => {
    const { ledger, application, committed, consumerKey } = world;
    const users = await crowd(world, 30);
    const tokens = await Promise.all(users.map(() => asking(world)));
    const sessions = await Promise.all(users.map((id) => session(ledger, id)));
    const verifiers = users.map(() => mintVerifier(randomBytes));
    const before = committed.length;
    const answers = await Promise.all(
      users.map((userId, at) => {
        const answer = { token: tokens[at] as RequestToken, userId, now };
        return ledger.approveRequestToken(
          {
            ...answer,
            verifier: verifiers[at] as Verifier,
            kind: at % 2 === 0 ? "verifier" : "pin",
          },
          { ...by, session: { digest: sessions[at] ?? assert.fail() } },
        );
      }),
    );
    assert.deepEqual(new Set(answers), new Set(["approved"]));
    assert.ok(committed.slice(before).every((event) => event.session === undefined));
    const exchanged = await Promise.all(
      tokens.map((token, at) => exchange(ledger, token, verifiers[at] ?? "")),
    );
    for (const [at, granted] of exchanged.entries()) {
      assert.ok(typeof granted !== "string");
      assert.equal(granted.userId, users[at]);
      assert.equal(granted.screenName, (await ledger.userById(granted.userId))?.screenName);
      const found = await ledger.accessTokenCredentials(consumerKey, granted.token, now);
      assert.equal(found?.access.secret.reveal(), granted.secret.reveal());
      assert.equal(found?.access.user.id, users[at]);
    }
    assert.equal(committed.length, before + 60, "an event for each approval and each exchange");
    const { changes } = await ledger.grantCounts(application, now - dayMs);
    assert.deepEqual(
      changes.map(({ access, change }) => [access, change]),
      [["write", 30]],
    );
    const [user] = users;
    assert.ok(user);
    const recorded = await ledger.eventsOf(user, { after: undefined, size: 10 });
    assert.deepEqual(
      recorded.map(({ name }) => name),
      ["access-token.issued", "access.approved", "user.signed-in", "user.created"],
    );

    const again = await Promise.all(users.map((id) => approved(world, id)));
    const repeated = await Promise.all(again.map((one) => exchange(ledger, ...one)));
    for (const [at, granted] of repeated.entries()) {
      const first = exchanged[at];
      assert.ok(typeof granted !== "string" && typeof first === "object");
      assert.equal(granted.token, first.token);
      assert.equal(granted.secret.reveal(), first.secret.reveal());
    }
    const counted = await ledger.grantCounts(application, now - dayMs);
    assert.equal(counted.changes[0]?.change, 30, "what stood is given out again");
  });

  check("sign-ins at once: one that cannot be leaves the others alone", async (world) => {
    const { ledger, alice, bob } = world;
    const other = await createApplication(ledger, alice);
    await ledger.deleteApplication(other.id, by);
    const odd = "https://a.example/cb?\0\ud800\\u0000{\"'";
    const issued = await Promise.all([
      asking(world),
      asking({ ledger, application: other.id }),
      asking(world, odd),
      asking(world),
    ]);
    const found = await Promise.all(issued.map((token) => ledger.requestToken(token, now)));
    assert.deepEqual(
      found.map((one) => one !== undefined),
      [true, false, true, true],
    );
    const [one, , another, last] = issued;
    assert.ok(one && another && last);
    const ended = await session(ledger, bob);
    await ledger.endSession({ userId: bob, digest: ended }, by);
    const existing = await session(ledger, alice);
    const answer = (token: RequestToken, userId: UserId, digest: typeof ended) => {
      const verifier = mintVerifier(randomBytes);
      return ledger.approveRequestToken(
        { token, userId, verifier, kind: "verifier", now },
        { ...by, session: { digest } },
      );
    };
    const answers = await Promise.allSettled([
      answer(one, alice, existing),
      answer(another, bob, ended),
      answer(last, alice, existing),
      answer("unknown" as RequestToken, alice, existing),
    ]);
    assert.deepEqual(
      answers.map((result) => (result.status === "fulfilled" ? result.value : result.reason.name)),
      ["approved", new SessionEnded().name, "approved", "too-late"],
    );
    assert.equal((await ledger.requestToken(another, now))?.decided, false);
  });

  check("issueRequestToken: none stands for a callback that goes meanwhile", async (world) => {
    const { ledger, application } = world;
    for (let times = 0; times < 10; times += 1) {
      const from = await ledger.applicationById(application);
      assert.ok(from);
      const issuing = Array.from({ length: 20 }, () => asking(world, "https://a.example/cb"));
      const change = (callbacks: readonly string[], seen = from) => {
        const draft = { ...seen, callbacks };
        return ledger.changeApplication({ applicationId: application, from: seen, draft, now }, by);
      };
      if (times % 2 === 1) await issuing[0];
      assert.equal(await change(["myapp://"]), true);
      for (const token of await Promise.all(issuing)) {
        assert.equal(await ledger.requestToken(token, now), undefined);
      }
      const changed = await ledger.applicationById(application);
      assert.ok(changed);
      assert.equal(await change(from.callbacks, changed), true);
    }
  });

  const ends: readonly [string, (world: World, users: readonly UserId[]) => Promise<unknown>][] = [
    [
      "each revokes",
      ({ ledger, application }, users) =>
        Promise.all(
          users.map((userId) => ledger.revokeAccess({ applicationId: application, userId }, by)),
        ),
    ],
    [
      "each reduces it to reading",
      ({ ledger, application }, users) =>
        Promise.all(
          users.map((userId) => ledger.reduceToRead({ applicationId: application, userId }, by)),
        ),
    ],
    [
      "the application is lowered to reading",
      async ({ ledger, application }) => {
        const from = await ledger.applicationById(application);
        assert.ok(from);
        const draft = { ...from, access: "read" as const };
        return ledger.changeApplication({ applicationId: application, from, draft, now }, by);
      },
    ],
    [
      "the application is deleted",
      ({ ledger, application }) => ledger.deleteApplication(application, by),
    ],
    [
      "each is deleted",
      ({ ledger }, users) => Promise.all(users.map((userId) => ledger.deleteUser({ userId }, by))),
    ],
  ];
  for (const [title, end] of ends) {
    check(`exchanges, and ${title} at once: no write access is left`, async (world) => {
      const { ledger, application } = world;
      const users = await crowd(world, 12);
      const approvals = await Promise.all(users.map((id) => approved(world, id)));
      const exchanging = approvals.map((one) => exchange(ledger, ...one));
      await exchanging[0];
      await Promise.all([end(world, users), ...exchanging]);
      for (const [at, userId] of users.entries()) {
        const held = await ledger.grants(application, userId);
        assert.deepEqual(
          held.filter(({ access }) => access === "write"),
          [],
        );
        const [token = ""] = approvals[at] ?? [];
        assert.equal(await ledger.requestToken(token, now), undefined);
      }
      const { changes } = await ledger.grantCounts(application, now - dayMs);
      const writing = changes.find(({ access }) => access === "write");
      assert.equal(writing?.change ?? 0, 0, "and what was counted is taken back");
    });
  }
}

async function crowd({ ledger }: World, size: number): Promise<readonly UserId[]> {
  const users = Array.from({ length: size }, (_, at) => user(`user${at}`));
  for (const one of users) await ledger.createUser(one, by);
  return users.map(({ id }) => id);
}

function asking(world: Pick<World, "ledger" | "application">, callback = "oob") {
  return issue(world, now + 1000, { access: "write", callback });
}

/** A request token that the user approved, and its verifier. */
async function approved(world: World, userId: UserId): Promise<[RequestToken, Verifier]> {
  const token = await asking(world);
  const verifier = mintVerifier(randomBytes);
  await approve(world.ledger, token, userId, verifier);
  return [token, verifier];
}
