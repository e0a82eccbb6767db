/** The contract for names and email addresses. */

import assert from "node:assert/strict";
import type { UserId } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import { by, checkOn, grant, issue, link, now, type OpenLedger, user } from "./seeded-ledger.ts";

export function profileSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("changeProfile: of many who want one screen name exactly one gets it", async (world) => {
    const { ledger, alice, bob } = world;
    const wanted = (userId: UserId, screenName: string) =>
      ledger.changeProfile({ userId, screenName, name: "N", email: "n@n.example" }, by);
    const answers = await Promise.all([wanted(alice, "Carol"), wanted(bob, "carol")]);
    assert.equal(answers.filter((one) => one === "changed").length, 1);
    assert.equal(answers.filter((one) => one === "screen-name-taken").length, 1);
    const carol = await ledger.userByScreenName("CAROL");
    assert.equal(carol?.email, "n@n.example");
    assert.deepEqual(await ledger.userById(carol?.id ?? alice), carol);
    const again = await wanted(carol?.id ?? alice, "CaRoL");
    assert.equal(again, "changed", "one's own, in other case");
  });

  check("changeProfile: a screen name that was given up rests for 30 days", async (world) => {
    const { ledger, alice, bob } = world;
    const at = (time: number) => ({ ...by, at: time });
    const rename = (userId: UserId, screenName: string, time = now) =>
      ledger.changeProfile({ userId, screenName, name: "" }, at(time));
    const changed = "changed";
    assert.equal(await rename(alice, "Alice"), changed, "in other capitals");
    assert.equal(await rename(alice, "wonder"), changed);
    for (const time of [now, now + 30 * dayMs - 1]) {
      const renewed = { ...user("ALICE"), now: time };
      assert.equal(await ledger.createUser(renewed, at(time)), "screen-name-taken");
      assert.equal(await rename(bob, "alice", time), "screen-name-taken");
    }
    assert.equal(await rename(alice, "alice"), changed, "who had it takes it back");
    const late = now + 30 * dayMs;
    assert.equal(await rename(bob, "wonder", late - 1), "screen-name-taken");
    assert.equal(await rename(bob, "wonder", late), changed);
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
    await ledger.sweep({ now: late + 30 * dayMs, most: 10 });
    assert.equal(await ledger.createUser(renewed(late), at(late)), "created", "the row is gone");
  });

  check("changeProfile: no one keeps more than three names from others", async (world) => {
    const { ledger, alice: userId, bob } = world;
    const rename = (screenName: string, at = now) =>
      ledger.changeProfile({ userId, screenName, name: "" }, { ...by, at });
    for (const name of ["a1", "a2", "a3"]) assert.equal(await rename(name), "changed");
    assert.equal(await rename("a4"), "too-many-names");
    const bobs = { userId: bob, screenName: "b1" };
    assert.equal(await ledger.changeProfile(bobs, by), "changed", "another has none yet");
    await ledger.changeProfile({ ...bobs, screenName: "bob" }, by);
    assert.equal(await rename("alice"), "changed", "one of them comes back");
    assert.equal(await rename("a4"), "too-many-names");
    assert.equal(
      await rename("bob"),
      "too-many-names",
      "it says of no other name that it is taken",
    );
    const taken = await ledger.changeProfile({ userId: bob, screenName: "a1", name: "" }, by);
    assert.equal(taken, "screen-name-taken");
    for (const screenName of ["b2", "bob", "b3"]) {
      const one = await ledger.changeProfile({ ...bobs, screenName }, by);
      assert.equal(one, "changed", "a name that is in use again does not count");
    }
    assert.equal(await rename("a4", now + 30 * dayMs), "changed");
  });

  check("changeProfile: of many that saw the same profile, one is saved", async (world) => {
    const { ledger, alice: userId } = world;
    const existing = async () => (await ledger.userById(userId)) ?? assert.fail();
    const parts = {
      screenName: ["alice2", "Alice", "alice"],
      name: ["Al", "Alice A.", ""],
      email: ["a@n.example", "b@n.example", "c@n.example"],
    };
    for (const [part, values] of Object.entries(parts)) {
      const seen = await existing();
      const { screenName } = seen;
      const change = (one: object) =>
        ledger.changeProfile({ userId, seen, screenName, ...one }, by);
      const outcomes = await Promise.all([
        ...values.map((value) => change({ [part]: `${value}${part === "screenName" ? "_" : ""}` })),
        change({ name: `${part} was seen` }),
      ]);
      assert.equal(outcomes.filter((one) => one === "changed").length, 1, part);
      assert.equal(outcomes.filter((one) => one === "changed-since").length, 3, part);
      assert.equal(await change({ name: "Late" }), "changed-since");
      assert.notEqual((await existing()).name, "Late");
    }
  });

  check(
    "usersWithEmail: who proved the address comes first, however many name it",
    async (world) => {
      const { ledger, alice } = world;
      const email = "Owner@users.example";
      for (let at = 0; at < 5; at += 1) {
        await ledger.createUser({ ...user(`a${at}`), email: "owner@USERS.example" }, by);
      }
      await ledger.createUser({ ...user("zoe"), email, emailVerified: true }, by);
      const named = async (most: number, of = email) =>
        (await ledger.usersWithEmail(of, most)).map((one) => one.screenName);
      assert.deepEqual(await named(3), ["zoe", "a0", "a1"]);
      assert.deepEqual(await named(1), ["zoe"]);
      assert.deepEqual(await named(9, ""), []);
      assert.notEqual(await ledger.userById(alice), undefined);
    },
  );

  check(
    "passwordOf: by a verified address, unless several users verified it",
    async ({ ledger, alice }) => {
      const email = "Owner@users.example";
      const found = async (name = email) => (await ledger.passwordOf(name))?.user.screenName;
      await ledger.createUser({ ...user("first"), email }, by);
      assert.equal(await found(), undefined);
      await ledger.createUser({ ...user("zoe"), email, emailVerified: true }, by);
      assert.deepEqual([await found(), await found("owner@USERS.example")], ["zoe", "zoe"]);
      const profile = { userId: alice, screenName: "alice", email: "OWNER@users.example" };
      await ledger.changeProfile(profile, by);
      assert.equal(await found(), "zoe");
      await ledger.markEmailVerified(profile, by);
      assert.deepEqual([await found(), await found("zoe")], [undefined, "zoe"]);
      assert.deepEqual(
        [await found("@"), await found("@zoe"), await found("")],
        [undefined, undefined, undefined],
      );
    },
  );

  check("changeProfile: another address ends the links that went to the old one", async (world) => {
    const { ledger, alice, bob } = world;
    const [mine, bobs] = [
      await link(world, "password-reset", now + 1000, alice),
      await link(world, "password-reset", now + 1000, bob),
    ];
    const alive = (digest: typeof mine) =>
      ledger.linkFor({ digest, purpose: "password-reset" }, now);
    const profile = { userId: alice, screenName: "alice", name: "N", email: "" };
    await ledger.changeProfile(profile, by);
    assert.notEqual(await alive(mine), undefined, "the same address");
    await ledger.changeProfile({ ...profile, email: "new@n.example" }, by);
    assert.equal(await alive(mine), undefined);
    assert.notEqual(await alive(bobs), undefined);
    const { email: _, ...others } = profile;
    await ledger.changeProfile({ ...others, name: "M" }, by);
    const { name, email } = (await ledger.userById(alice)) ?? {};
    assert.deepEqual({ name, email }, { name: "M", email: "new@n.example" });
  });

  check(
    "markEmailVerified: the address that was looked at, or none; applications see no other",
    async (world) => {
      const { ledger, alice, consumerKey } = world;
      const { token } = await grant(world, alice);
      const seen = async () =>
        (await ledger.accessTokenCredentials(consumerKey, token, now))?.access.user.email;
      const profile = { userId: alice, screenName: "alice", name: "", email: "a@n.example" };
      await ledger.changeProfile(profile, by);
      assert.equal(await seen(), "");
      const other = { userId: alice, email: "b@n.example" };
      assert.equal(await ledger.markEmailVerified(other, by), false);
      assert.equal(await seen(), "");
      assert.equal(await ledger.markEmailVerified({ ...other, email: "a@n.example" }, by), true);
      assert.equal(await seen(), "a@n.example");
      await ledger.changeProfile({ ...profile, email: "b@n.example" }, by);
      assert.equal(await seen(), "");
    },
  );
}
