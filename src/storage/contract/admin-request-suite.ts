/** The contract for calls of the admin API that may be repeated. */
import assert from "node:assert/strict";
import { adminRequestIdentity, adminRequestMs } from "../../domain/admin-request.ts";
import { RequestClaimed } from "../../domain/errors.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { keepAdminRequest, newClaim } from "./admin-api-writes.ts";
import { by, checkOn, now, type OpenLedger, somebody, suiteRing } from "./seeded-ledger.ts";

export function adminRequestSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("a claim: of two calls at once, one changes something, with its claim", async (world) => {
    const { ledger, committed } = world;
    const claim = newClaim();
    const users = [somebody(), somebody()];
    const before = committed.length;
    const outcomes = await Promise.allSettled(
      users.map((user, at) =>
        ledger.createUser(user, { ...by, claim: { ...claim, attempt: `attempt ${at}` } }),
      ),
    );
    const failed = outcomes.find((one) => one.status === "rejected");
    assert.ok(failed?.reason instanceof RequestClaimed, String(failed?.reason));
    const winner = outcomes.findIndex((one) => one.status === "fulfilled");
    const stored = await ledger.adminRequest(claim.digest);
    assert.equal(stored?.attempt, `attempt ${winner}`);
    const exist = await Promise.all(users.map(({ id }) => ledger.userById(id)));
    assert.deepEqual(
      exist.map((one) => one !== undefined),
      users.map((_, at) => at === winner),
    );
    assert.deepEqual(
      committed.slice(before).map(({ name, ...event }) => [name, "claim" in event]),
      [["user.created", false]],
    );
  });

  check("a claim: one call may change several things", async ({ ledger }) => {
    const claim = newClaim();
    for (const user of [somebody(), somebody()]) {
      assert.equal(await ledger.createUser(user, { ...by, claim }), "created");
    }
  });

  check("a claim: what changes nothing makes none", async ({ ledger }) => {
    const claim = newClaim();
    const taken = somebody();
    await ledger.createUser(taken, by);
    const other = { ...somebody(), screenName: taken.screenName };
    assert.equal(await ledger.createUser(other, { ...by, claim }), "screen-name-taken");
    assert.equal(await ledger.adminRequest(claim.digest), undefined);
    await end(ledger, claim);
    assert.equal(await ledger.adminRequest(claim.digest), undefined);
  });

  check("endAdminRequest: stores the response of the attempt encrypted", async (world) => {
    const { ledger, rows } = world;
    const keys = new KeyRing(keySource(suiteRing));
    const claim = await keepAdminRequest(ledger);
    const { digest, request, attempt } = claim;
    const subjects = { userId: undefined, applicationId: undefined };
    const begun = { request, attempt, begunAt: now, isErased: false, ...subjects };
    assert.deepEqual(await ledger.adminRequest(digest), { ...begun, reply: undefined });
    await end(ledger, { ...claim, attempt: "second" });
    assert.deepEqual(await ledger.adminRequest(digest), { ...begun, reply: undefined });
    await end(ledger, claim);
    const { reply } = (await ledger.adminRequest(digest)) ?? {};
    assert.ok(reply);
    assert.equal(keys.open(reply, adminRequestIdentity(digest)).reveal(), "the secret");
    const stored = [...(await rows()).values()].join();
    assert.ok(!stored.includes(Buffer.from("the secret").toString("hex")), "it is encrypted");
  });

  check(
    "storedAdminRequests: the calls of one API key, and the bytes of their responses",
    async (world) => {
      const { ledger } = world;
      const claim = await keepAdminRequest(ledger);
      await keepAdminRequest(ledger);
      const stored = () => ledger.storedAdminRequests(claim.apiKeyId);
      assert.deepEqual(await stored(), { rows: 1, bytes: 0, oldestAt: now });
      await end(ledger, claim, "x".repeat(1000));
      const { bytes } = await stored();
      assert.ok(bytes > 1000 && bytes < 1100, String(bytes));
      const none = await ledger.storedAdminRequests(newClaim().apiKeyId);
      assert.deepEqual(none, { rows: 0, bytes: 0, oldestAt: undefined });
    },
  );

  check("deleteUser, deleteApplication: the responses about them are erased", async (world) => {
    const { ledger, application: applicationId } = world;
    const user = somebody();
    const { id: userId } = user;
    await ledger.createUser(user, by);
    const ofUser = await keepAdminRequest(ledger);
    const ofApplication = await keepAdminRequest(ledger);
    const other = await keepAdminRequest(ledger);
    await end(ledger, ofUser, "alice", { userId });
    await end(ledger, ofApplication, "a secret", { applicationId });
    await end(ledger, other, "another", {});
    const states = async () =>
      Promise.all(
        [ofUser, ofApplication, other].map(async ({ digest }) => {
          const { reply, isErased } = (await ledger.adminRequest(digest)) ?? {};
          return [reply !== undefined, isErased];
        }),
      );
    await ledger.deleteUser({ userId }, by);
    assert.deepEqual(await states(), [
      [false, true],
      [true, false],
      [true, false],
    ]);
    await ledger.deleteApplication(applicationId, by);
    assert.deepEqual(await states(), [
      [false, true],
      [false, true],
      [true, false],
    ]);
  });

  check("endAdminRequest beside deleteUser: nothing about the user stays", async ({ ledger }) => {
    for (let round = 0; round < 10; round += 1) {
      const user = somebody();
      await ledger.createUser(user, by);
      const claim = await keepAdminRequest(ledger);
      await Promise.all([
        ledger.deleteUser({ userId: user.id }, by),
        end(ledger, claim, "their name", { userId: user.id }),
      ]);
      const { reply, isErased } = (await ledger.adminRequest(claim.digest)) ?? {};
      assert.deepEqual([reply, isErased], [undefined, true]);
    }
  });

  check("sweep: a call is remembered for a day", async ({ ledger }) => {
    const { digest } = await keepAdminRequest(ledger);
    await ledger.sweep({ now: now + adminRequestMs - 1, most: 9 });
    assert.notEqual(await ledger.adminRequest(digest), undefined);
    await ledger.sweep({ now: now + adminRequestMs, most: 9 });
    assert.equal(await ledger.adminRequest(digest), undefined);
  });
}

async function end(
  ledger: Ledger,
  { digest, attempt }: Pick<ReturnType<typeof newClaim>, "digest" | "attempt">,
  reply = "the secret",
  about: Parameters<Ledger["endAdminRequest"]>[0]["about"] = {},
): Promise<void> {
  await ledger.endAdminRequest({ digest, attempt, reply, about });
}
