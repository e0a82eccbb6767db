/** The contract for registered applications. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  mintApplicationId,
  mintConsumerKey,
  mintConsumerSecret,
  tokenDigest,
} from "../../domain/credentials.ts";
import { drafted, newApplication } from "./drafted-application.ts";
import { bearerOf, by, checkOn, grant, issue, now, type OpenLedger } from "./seeded-ledger.ts";

export function applicationSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("suspendApplication: seen by the next read of every credential", async (world) => {
    const { ledger, application, consumerKey, alice } = world;
    const { token } = await grant(world, alice);
    const request = await issue(world);
    const bearer = await bearerOf(ledger, application);
    for (const because of ["abuse", undefined]) {
      if (because === undefined) await ledger.restoreApplication(application, by);
      else await ledger.suspendApplication(application, because, by);
      const suspended = because !== undefined;
      const consumers = [
        await ledger.consumerCredentials(consumerKey, now),
        (await ledger.accessTokenCredentials(consumerKey, token, now))?.consumer,
        (await ledger.requestTokenCredentials(consumerKey, request, now))?.consumer,
        await ledger.bearerApplication(tokenDigest(bearer), now),
      ];
      for (const one of consumers) assert.equal(one?.suspended, suspended);
    }
  });

  check("deleteApplication: all its tokens die with it", async (world) => {
    const { ledger, application, consumerKey, alice } = world;
    const { token } = await grant(world, alice);
    const request = await issue(world);
    const bearer = await bearerOf(ledger, application);
    await ledger.deleteApplication(application, by);
    assert.equal(await ledger.consumerCredentials(consumerKey, now), undefined);
    assert.equal(await ledger.accessTokenCredentials(consumerKey, token, now), undefined);
    assert.equal(await ledger.requestToken(request, now), undefined);
    assert.equal(await ledger.bearerApplication(tokenDigest(bearer), now), undefined);
    assert.deepEqual(await ledger.grants(application, alice), []);
  });

  check("what is changed of an application that was deleted is not recorded", async (world) => {
    const { ledger, application, committed } = world;
    for (const because of ["spam", "spam"]) {
      assert.equal(await ledger.suspendApplication(application, because, by), true);
    }
    assert.equal(await ledger.restoreApplication(application, by), true);
    const existing = committed.length;
    assert.equal(await ledger.restoreApplication(application, by), false, "not suspended");
    assert.equal(committed.length, existing);
    await ledger.deleteApplication(application, by);
    const before = committed.length;
    await ledger.deleteApplication(application, by);
    assert.equal(await ledger.suspendApplication(application, "spam", by), false);
    assert.equal(await ledger.restoreApplication(application, by), false);
    assert.equal(committed.length, before);
  });

  check("settings and limits: the last change holds", async ({ ledger, application }) => {
    assert.equal(await ledger.setting("sign-up"), undefined);
    for (const value of ["open", "closed"]) {
      await ledger.changeSetting("sign-up", value, by);
      assert.equal(await ledger.setting("sign-up"), value);
    }
    assert.deepEqual(await ledger.applicationLimits(), []);
    const change = { applicationId: application, limits: { "oauth2/token": 5 } };
    await ledger.changeApplicationLimits(change, by);
    assert.deepEqual(await ledger.applicationLimits(), [{ ...change, plan: undefined }]);
    assert.deepEqual((await ledger.applicationById(application))?.limits, change.limits);
    const none = { ...change, limits: {} };
    assert.equal(await ledger.changeApplicationLimits({ ...none, seen: {} }, by), false);
    assert.deepEqual(await ledger.applicationLimits(), [{ ...change, plan: undefined }]);
    const { limits: seen } = change;
    assert.equal(await ledger.changeApplicationLimits({ ...none, seen }, by), true);
    assert.deepEqual(await ledger.applicationLimits(), []);
    assert.equal(await ledger.changeApplicationLimits({ ...change, seen: {} }, by), true);
  });

  check(
    "deleteApplication: one that was made again under its id goes again, and its last name is kept",
    async (world) => {
      const { ledger, alice } = world;
      const again = newApplication(alice);
      for (const name of ["Weather Bot", "Storm Bot"]) {
        assert.equal(await ledger.createApplication({ ...again, name }, by), "created");
        await ledger.deleteApplication(again.id, by);
        assert.equal(await ledger.applicationById(again.id), undefined);
        const [latest] = await ledger.eventsBy(
          { applicationId: again.id },
          { after: undefined, size: 1 },
        );
        assert.equal(latest?.applicationName, name);
      }
    },
  );

  check("createApplication: of all with one id exactly one is made", async (world) => {
    const { ledger, alice, bob, committed } = world;
    const id = mintApplicationId(randomBytes);
    const before = committed.length;
    const outcomes = await Promise.all(
      [alice, alice, bob].map((ownerId) => {
        const consumerKey = mintConsumerKey(randomBytes);
        const consumerSecret = mintConsumerSecret(randomBytes);
        const made = { ...drafted, id, ownerId, consumerKey, consumerSecret, now };
        return ledger.createApplication(made, by);
      }),
    );
    assert.deepEqual(outcomes.toSorted(), ["created", "id-taken", "id-taken"]);
    const owner = [alice, alice, bob][outcomes.indexOf("created")];
    assert.equal((await ledger.applicationById(id))?.ownerId, owner);
    assert.equal(committed.length, before + 1);
  });

  check("createApplication: no more than so many, however many hurry", async (world) => {
    const { ledger, bob } = world;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ledger.createApplication(newApplication(bob, 3), by)),
    );
    assert.deepEqual(answers.toSorted(), [
      ...Array(3).fill("created"),
      ...Array(3).fill("too-many"),
    ]);
    assert.equal(await ledger.createApplication(newApplication(bob), by), "created");
  });
}
