/** The contract for changes of an application's settings. */

import assert from "node:assert/strict";
import { linksOf } from "../../domain/application.ts";
import type { AccessToken } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import type { ApplicationDraft } from "../../domain/fields/application.ts";
import { change, drafted, firstPage, rename } from "./drafted-application.ts";
import {
  by,
  checkOn,
  createApplication,
  grant,
  issue,
  now,
  type OpenLedger,
  type World,
} from "./seeded-ledger.ts";

export function applicationChangeSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("changeApplication: what is registered changes, and search finds it so", async (world) => {
    const { ledger, application, consumerKey } = world;
    assert.equal((await ledger.consumerCredentials(consumerKey, now))?.requestEmail, false);
    const changed = {
      name: "Ünlike",
      access: "write",
      requireSha256: true,
      networks: ["203.0.113.0/24"],
      networksForBearer: false,
      callbacks: [],
    } as const;
    const draft = { ...drafted, ...changed };
    await change(world, application, draft);
    const found = await ledger.applicationById(application);
    const { id: _, ...registered } = found ?? {};
    assert.deepEqual({ ...registered, ...draft }, registered);
    const credentials = await ledger.consumerCredentials(consumerKey, now);
    assert.deepEqual([credentials?.requestEmail, credentials?.requireSha256], [true, true]);
    assert.equal(credentials?.networks?.bearerOnly, false);
    for (const [address, isAllowed] of [
      ["203.0.113.1", true],
      ["198.51.100.1", false],
    ] as const) {
      assert.equal(credentials.networks.allows(address), isAllowed);
    }
    for (const text of ["ün", "ÜNLIKE", application]) {
      const hits = await ledger.searchApplications({ text }, firstPage);
      assert.deepEqual(
        hits.map((one) => one.id),
        [application],
        text,
      );
    }
  });

  check(
    "changeApplication: lowering lowers every token, and ends what is approved",
    async (world) => {
      const { ledger, application, consumerKey, alice, bob } = world;
      const [alices, bobs, bobsReading] = [
        await grant(world, alice, "write"),
        await grant(world, bob, "write"),
        await grant(world, bob, "read"),
      ];
      const elsewhere = await createApplication(ledger, alice);
      const other = { ...world, application: elsewhere.id };
      const untouched = await grant(other, alice, "write");
      const unapproved = await issue(world);
      const level = async (token: AccessToken, key = consumerKey) =>
        (await ledger.accessTokenCredentials(key, token, now))?.access.access;
      await change(world, application, { ...drafted, access: "write", callbacks: [] });
      assert.equal(await level(alices.token), "write", "another change lowers none");
      const draft = { ...drafted, access: "read" as const };
      await change(world, application, draft);
      assert.equal(await level(alices.token), "read");
      assert.equal(await level(bobs.token), undefined, "one token of one level");
      assert.equal(await level(bobsReading.token), "read");
      assert.equal(await level(untouched.token, elsewhere.consumerKey), "write");
      assert.notEqual(await ledger.requestToken(unapproved, now), undefined, "it asked to read");
      assert.deepEqual(await total(world), { read: 2, write: 0 });
      await change(world, application, { ...draft, access: "write" });
      assert.equal(await level(alices.token), "read", "raising asks again");
    },
  );

  check(
    "confirmScheme: in force from the next read on, once, and kept by a change",
    async (world) => {
      const { ledger, application, consumerKey } = world;
      const schemes = async () => {
        const found = await ledger.applicationById(application);
        const signing = await ledger.consumerCredentials(consumerKey, now);
        assert.deepEqual(signing?.confirmedSchemes(), found?.confirmedSchemes);
        return found?.confirmedSchemes.toSorted();
      };
      assert.deepEqual(await schemes(), []);
      const confirm = (scheme: string) =>
        ledger.confirmScheme({ applicationId: application, scheme }, by);
      const [one, same, another] = await Promise.all(["myapp", "myapp", "app"].map(confirm));
      assert.deepEqual([one, same].toSorted(), [false, true]);
      assert.equal(another, true);
      assert.equal(await confirm("app"), false, "the end of another's name is another scheme");
      await rename(world, application, "Another");
      assert.deepEqual(await schemes(), ["app", "myapp"]);
      const other = await createApplication(ledger, world.bob);
      assert.deepEqual((await ledger.applicationById(other.id))?.confirmedSchemes, []);
    },
  );

  check(
    "setApplicationIcon, changeApplication: what users know it by, and when that changed",
    async (world) => {
      const { ledger, application, alice } = world;
      const current = async () => {
        const one = await ledger.applicationById(application);
        assert.ok(one);
        return one;
      };
      assert.equal((await current()).identityChangedAt, undefined);
      assert.equal(await ledger.applicationIcon(application), undefined);
      const set = (digest: string | undefined, at: number) => {
        const icon = digest === undefined ? undefined : { digest, image: Buffer.from(digest) };
        return ledger.setApplicationIcon({ applicationId: application, icon, now: at }, by);
      };
      assert.equal(await set("one", now + 1), true);
      assert.equal(await set("one", now + 2), false, "the same");
      assert.deepEqual(
        [(await current()).icon, (await current()).identityChangedAt],
        ["one", now + 1],
      );
      assert.equal(await set("two", now + 3), true);
      const kept = await ledger.applicationIcon(application);
      assert.deepEqual([kept?.digest, Buffer.from(kept?.image ?? []).toString()], ["two", "two"]);
      assert.equal(await set(undefined, now + 4), true);
      assert.equal(await set(undefined, now + 5), false);
      assert.equal(await ledger.applicationIcon(application), undefined);
      assert.equal((await current()).icon, undefined);
      const termsUrl = "https://a.example/terms";
      const change = async (draft: Partial<ApplicationDraft>, at: number) => {
        const from = await current();
        const changed = { applicationId: application, from, draft: { ...from, ...draft }, now: at };
        assert.equal(await ledger.changeApplication(changed, by), true);
        return (await current()).identityChangedAt;
      };
      assert.equal(await change({ description: "Other words.", termsUrl }, now + 6), now + 4);
      assert.equal((await current()).termsUrl, termsUrl);
      const others = {
        supportUrl: "https://a.example/support",
        privacyUrl: "https://a.example/privacy",
      };
      assert.equal(await change(others, now + 6), now + 4);
      const links = linksOf(await current());
      assert.deepEqual(links, linksOf({ termsUrl, ...others }));
      assert.equal(await change({ name: "Another" }, now + 7), now + 7);
      assert.equal(await change({ website: "https://b.example" }, now + 8), now + 8);
      await grant(world, alice);
      const [connected] = await ledger.connectedApplications(alice, firstPage);
      assert.deepEqual([connected?.links, connected?.website], [links, "https://b.example"]);
      await set("one", now + 9);
      await ledger.deleteApplication(application, by);
      assert.equal(await ledger.applicationIcon(application), undefined);
    },
  );
}

async function total({ ledger, application }: World) {
  const { before, changes } = await ledger.grantCounts(application, now + 1000 * dayMs);
  assert.deepEqual(changes, []);
  return before;
}
