/** The contract for request tokens: they are answered once and exchanged once. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  type AccessToken,
  type ApplicationId,
  mintPin,
  mintVerifier,
  type RequestToken,
} from "../../domain/credentials.ts";
import { maxApprovalsShown } from "../../domain/request-token.ts";
import {
  approve,
  by,
  checkOn,
  createApplication,
  exchange,
  grant,
  issue,
  now,
  type OpenLedger,
  session as openSession,
  somebody,
} from "./seeded-ledger.ts";

export function requestTokenSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check(
    "requestToken: what was asked for and is granted, and no email address unless it was",
    async (world) => {
      const { ledger, application: applicationId, consumerKey, alice } = world;
      const expiresAt = now + 1000;
      for (const requestEmail of [true, false]) {
        const asked = { callback: "https://a.example/cb", access: "write", requestEmail } as const;
        const token = await issue(world, expiresAt, asked);
        const found = { token, applicationId, ...asked, expiresAt, decided: false };
        assert.deepEqual(await ledger.requestToken(token, now), found);
        const verifier = mintVerifier(randomBytes);
        await approve(ledger, token, alice, verifier);
        const granted = await exchange(ledger, token, verifier);
        assert.ok(typeof granted !== "string");
        const held = await ledger.accessTokenCredentials(consumerKey, granted.token, now);
        assert.equal(held?.access.emailGranted, requestEmail);
        await ledger.revokeAccessToken(granted.token, by);
      }
    },
  );

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
      const longer = `${token}x` as AccessToken;
      assert.equal(await ledger.accessTokenCredentials(consumerKey, longer, now), undefined);
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
      // Whichever kind of answer comes first, all other answers come too late.
      for (const first of [0, 1]) {
        const token = await issue(world);
        const before = committed.length;
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, index) =>
            (index + first) % 3 === 0
              ? ledger.cancelRequestToken({ token, userId: alice, now }, by)
              : approve(ledger, token, index % 2 === 1 ? alice : bob),
          ),
        );
        assert.equal(answers.filter((one) => one === "approved" || one === true).length, 1);
        assert.equal(committed.length, before + 1);
        assert.equal((await ledger.requestToken(token, now))?.decided, true);
      }
    },
  );

  check("approve and cancel: too late, or unknown, changes nothing", async (world) => {
    const { ledger, alice } = world;
    const token = await issue(world);
    const late = await approve(ledger, token, alice, mintVerifier(randomBytes), now + 1000);
    assert.equal(late, "too-late");
    assert.equal(
      await ledger.cancelRequestToken({ token, userId: alice, now: now + 1000 }, by),
      false,
    );
    assert.equal(await approve(ledger, "unknown" as RequestToken, alice), "too-late");
    assert.equal((await ledger.requestToken(token, now))?.decided, false);
  });

  check(
    "requestTokenOfVerifier: the application's own and live, no PIN, and no try is counted",
    async (world) => {
      const { ledger, alice, application: applicationId } = world;
      const other = await createApplication(ledger, alice);
      const token = await issue(world);
      const verifier = mintVerifier(randomBytes);
      await approve(ledger, token, alice, verifier);
      const holder = (of = applicationId, sent: string = verifier, at = now) =>
        ledger.requestTokenOfVerifier(of, sent, at);
      assert.equal(await holder(), token);
      assert.equal(await holder(other.id), undefined);
      assert.equal(await holder(applicationId, verifier, now + 1000), undefined);
      for (let tries = 0; tries < 10; tries += 1)
        assert.equal(await holder(applicationId, "x"), undefined);
      const pin = mintPin(randomBytes);
      await approve(ledger, await issue(world), alice, pin, now, "pin");
      assert.equal(await holder(applicationId, pin), undefined);
      assert.notEqual(typeof (await exchange(ledger, token, verifier)), "string");
    },
  );

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
        const credentials = await ledger.accessTokenCredentials(
          consumerKey,
          granted[0]?.token ?? "",
          now,
        );
        assert.equal(credentials?.access.secret.reveal(), granted[0]?.secret.reveal());
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

  check(
    "pendingApprovals: one's own, until they are exchanged, withdrawn or expired",
    async (world) => {
      const { ledger, alice, bob, application: applicationId } = world;
      const pending = async (userId = alice, at = now) =>
        (await ledger.pendingApprovals(userId, at)).map(({ token }) => token);
      const requested = { access: "write", requestEmail: true } as const;
      const verifier = mintVerifier(randomBytes);
      const [later, first] = [await issue(world, now + 2000, requested), await issue(world)];
      const [canceled, bobs] = [await issue(world), await issue(world)];
      await issue(world);
      assert.deepEqual(await pending(), []);
      const session = { digest: await openSession(ledger, alice) };
      const approval = { token: later, userId: alice, verifier, kind: "verifier", now } as const;
      await ledger.approveRequestToken(approval, { ...by, session });
      await approve(ledger, first, alice, verifier);
      await approve(ledger, bobs, bob);
      await ledger.cancelRequestToken({ token: canceled, userId: alice, now }, by);
      assert.deepEqual(await pending(), [later, first]);
      const [shown] = await ledger.pendingApprovals(alice, now);
      assert.deepEqual(shown, {
        ...{ token: later, applicationId, name: "An application", icon: undefined, ...requested },
        ...{ ownerScreenName: "alice", approvedAt: now, expiresAt: now + 2000 },
      });
      const [plain] = (await ledger.pendingApprovals(alice, now)).slice(1);
      assert.deepEqual(
        [plain?.access, plain?.requestEmail, plain?.approvedAt],
        ["read", false, now],
      );
      assert.deepEqual(await pending(alice, now + 1000), [later], "the other one has expired");
      assert.equal(typeof (await exchange(ledger, first, verifier)), "object");
      assert.deepEqual(await pending(), [later]);
      assert.deepEqual(await pending(bob), [bobs]);
      for (let more = 0; more <= maxApprovalsShown; more += 1) {
        await approve(ledger, await issue(world), alice);
      }
      assert.equal((await pending()).length, maxApprovalsShown);
    },
  );

  check("withdrawApproval: one's own, once, and not beside an exchange", async (world) => {
    const { ledger, alice, bob, application: applicationId, committed } = world;
    const [token, verifier] = [await issue(world), mintVerifier(randomBytes)];
    await approve(ledger, token, alice, verifier);
    const before = committed.length;
    assert.equal(await ledger.withdrawApproval({ token, userId: bob }, by), undefined);
    const open = await issue(world);
    assert.equal(await ledger.withdrawApproval({ token: open, userId: alice }, by), undefined);
    const once = { token, userId: alice };
    const answers = await Promise.all([1, 2, 3].map(() => ledger.withdrawApproval(once, by)));
    assert.deepEqual(answers.filter(Boolean), [applicationId]);
    assert.deepEqual(committed.slice(before), [
      { ...by, name: "access.withdrawn", applicationId, userId: alice },
    ]);
    assert.equal(await exchange(ledger, token, verifier), "gone");
    for (let times = 0; times < 10; times += 1) {
      const another = await issue(world);
      await approve(ledger, another, alice, verifier);
      const [exchanged, withdrawn] = await Promise.all([
        exchange(ledger, another, verifier),
        ledger.withdrawApproval({ token: another, userId: alice }, by),
      ]);
      assert.equal(exchanged === "gone", withdrawn === applicationId, String(exchanged));
    }
  });

  check(
    "withdrawApprovals: all users' of one application, and not beside an exchange",
    async (world) => {
      const { ledger, alice, bob, application: applicationId, committed } = world;
      const verifier = mintVerifier(randomBytes);
      const tokens = [await issue(world), await issue(world), await issue(world)];
      for (const [index, token] of tokens.entries()) {
        await approve(ledger, token, index === 0 ? bob : alice, verifier);
      }
      const open = await issue(world);
      const other = "4503599627370999" as ApplicationId;
      const before = committed.length;
      const withdraw = (of = applicationId, most = 2) =>
        ledger.withdrawApprovals({ applicationId: of, most }, by);
      assert.equal(await withdraw(other), 0);
      assert.deepEqual([await withdraw(), await withdraw(), await withdraw()], [2, 1, 0]);
      const events = committed.slice(before);
      assert.ok(events.every((one) => one.name === "access.withdrawn"));
      assert.deepEqual(new Set(events.map((one) => one.userId)), new Set([alice, bob]));
      for (const token of tokens) assert.equal(await exchange(ledger, token, verifier), "gone");
      await approve(ledger, open, alice, verifier);
      assert.equal(
        typeof (await exchange(ledger, open, verifier)),
        "object",
        "it was not approved",
      );
      for (let times = 0; times < 10; times += 1) {
        const another = await issue(world);
        await approve(ledger, another, alice, verifier);
        const [exchanged, ended] = await Promise.all([
          exchange(ledger, another, verifier),
          withdraw(),
        ]);
        assert.equal(exchanged === "gone", ended === 1, String(exchanged));
      }
    },
  );

  check(
    "withdrawApprovals: beside the deletion of a user who approved, and of the application",
    async (world) => {
      const { ledger, alice, committed } = world;
      const verifier = mintVerifier(randomBytes);
      for (let times = 0; times < 10; times += 1) {
        const { id: applicationId } = await createApplication(ledger, alice);
        const there = { ...world, application: applicationId };
        const gone = somebody();
        await ledger.createUser(gone, by);
        await approve(ledger, await issue(there), gone.id, verifier);
        await approve(ledger, await issue(there), alice, verifier);
        const before = committed.length;
        const withdraw = () => ledger.withdrawApprovals({ applicationId, most: 9 }, by);
        const [withdrawn, deleted] = await Promise.all([
          withdraw(),
          ledger.deleteUser({ userId: gone.id }, by),
        ]);
        assert.equal(deleted, "deleted");
        const events = committed.slice(before).filter((one) => one.name === "access.withdrawn");
        assert.equal(events.length, withdrawn, "an approval ended in one of two ways");
        assert.ok(withdrawn === 1 || withdrawn === 2, String(withdrawn));
        await approve(ledger, await issue(there), alice, verifier);
        const [rest] = await Promise.all([withdraw(), ledger.deleteApplication(applicationId, by)]);
        assert.ok(rest === 0 || rest === 1, String(rest));
        assert.equal(await withdraw(), 0);
      }
    },
  );

  check("exchange: not approved, canceled, expired, another's verifier", async (world) => {
    const { ledger, alice } = world;
    const verifier = mintVerifier(randomBytes);
    const pending = await issue(world);
    assert.equal(await exchange(ledger, pending, verifier), "wrong-verifier");
    const canceled = await issue(world);
    await ledger.cancelRequestToken({ token: canceled, userId: alice, now }, by);
    assert.equal(await exchange(ledger, canceled, ""), "wrong-verifier");
    const late = await issue(world);
    await approve(ledger, late, alice, verifier);
    assert.equal(await exchange(ledger, late, verifier, now + 1000), "gone");
    const other = await issue(world);
    const others = mintPin(randomBytes);
    await approve(ledger, other, alice, others, now, "pin");
    assert.equal(await exchange(ledger, late, others), "wrong-verifier");
    assert.equal(await exchange(ledger, "unknown" as RequestToken, verifier), "gone");
  });
}
