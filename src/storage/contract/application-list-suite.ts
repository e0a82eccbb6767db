/** The contract for finding and listing applications. */

import assert from "node:assert/strict";
import type { Application } from "../../domain/application.ts";
import type { ApplicationId, ConsumerKey, UserId } from "../../domain/credentials.ts";
import type { ListOrder } from "../../domain/operating.ts";
import { everyItem, placeOf, type Slice } from "../../domain/slice.ts";
import { change, drafted, firstPage, newApplication, rename } from "./drafted-application.ts";
import {
  by,
  checkOn,
  createApplication,
  now,
  type OpenLedger,
  type World,
} from "./seeded-ledger.ts";

export function applicationListSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

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

  check("applicationsFor: owned and shared, by part of a name, in either order", async (world) => {
    const { ledger, application, alice, bob } = world;
    await rename(world, application, "100% Sun");
    const make = async (owner: World["bob"], name: string, at: number) => {
      const made = { ...newApplication(owner), name, now: at };
      await ledger.createApplication(made, by);
      return made.id;
    };
    await make(alice, "Rain", now + 1);
    const shared = await make(bob, "SUNRISE", now + 2);
    await make(bob, "Sunset", now + 3);
    const invited = { applicationId: shared, userId: alice, role: "viewer" } as const;
    const namesOf = async (
      text: string,
      order: "name" | "newest" = "name",
      offset = 0,
      size = 9,
    ) => {
      const search = { text, order, offset, size };
      const { total, slice } = await ledger.applicationsFor(alice, search);
      return [total, ...slice.map((one) => `${one.name} ${one.role}`)];
    };
    assert.deepEqual(await namesOf(""), [2, "100% Sun owner", "Rain owner"]);
    await ledger.inviteCollaborator({ ...invited, now }, by);
    assert.deepEqual(await namesOf("sun"), [1, "100% Sun owner"]);
    await ledger.acceptInvitation(invited, by);
    assert.deepEqual(await namesOf("sun"), [2, "100% Sun owner", "SUNRISE viewer"]);
    assert.deepEqual(await namesOf("", "newest", 0, 2), [3, "SUNRISE viewer", "Rain owner"]);
    assert.deepEqual(await namesOf("", "newest", 2, 2), [3, "100% Sun owner"]);
    assert.deepEqual(await namesOf("0% s"), [1, "100% Sun owner"]);
    const asAdmin = { applicationId: shared, userId: alice, role: "editor" } as const;
    await ledger.changeCollaborator(asAdmin, by);
    assert.deepEqual(await namesOf("sunrise"), [1, "SUNRISE editor"]);
    assert.deepEqual(await namesOf("_"), [0]);
    assert.deepEqual(await namesOf("~"), [0]);
  });

  check("applicationsNamed: one owner's, of exactly this name", async (world) => {
    const { ledger, application, alice, bob } = world;
    await rename(world, application, "Same");
    const [again, lower, bobs] = [
      await createApplication(ledger, alice),
      await createApplication(ledger, alice),
      await createApplication(ledger, bob),
    ];
    await rename(world, again.id, "Same");
    await rename(world, lower.id, "same");
    await rename(world, bobs.id, "Same");
    const named = async (ownerId: UserId, name: string, most = 5) =>
      (await ledger.applicationsNamed({ ownerId, name }, most)).map(({ id }) => id);
    assert.deepEqual((await named(alice, "Same")).toSorted(), [application, again.id].toSorted());
    assert.equal((await named(alice, "Same", 1)).length, 1);
    assert.deepEqual(await named(alice, "same"), [lower.id]);
    assert.deepEqual(await named(bob, "Same"), [bobs.id]);
    assert.deepEqual(await named(bob, "Sam"), []);
  });

  check(
    "applicationsOf, searchApplications: in the order of names, page after page",
    async (world) => {
      const { ledger, application, consumerKey, alice, bob } = world;
      await rename(world, application, "Same");
      const names = ["same", "Other", "zebra"];
      for (const name of names)
        await rename(world, (await createApplication(ledger, alice)).id, name);
      const bobs = await createApplication(ledger, bob);
      await rename(world, bobs.id, "Sandwich");
      const paged = async (read: (after: string | undefined) => Promise<Application[]>) => {
        const all = await Array.fromAsync(everyItem(read, (one) => placeOf("name", one)));
        return all.map((one) => one.name.toLowerCase());
      };
      const own = await paged(async (after) => [
        ...(await ledger.applicationsOf(alice, { after, size: 2 })),
      ]);
      assert.deepEqual(own, ["other", "same", "same", "zebra"]);
      const search = { text: "SA" };
      const found = await paged(async (after) => [
        ...(await ledger.searchApplications(search, { after, size: 1 })),
      ]);
      assert.deepEqual(found, ["same", "same", "sandwich"].sort());
      await ledger.suspendApplication(bobs.id, "spam", by);
      const suspended = { text: "", filters: { state: "suspended" } } as const;
      const hits = await ledger.searchApplications(suspended, firstPage);
      assert.deepEqual(
        hits.map((one) => one.id),
        [bobs.id],
      );
      const byKey = { text: consumerKey };
      assert.deepEqual(
        (await ledger.searchApplications(byKey, firstPage)).map((one) => one.id),
        [application],
      );
    },
  );

  check(
    "searchApplications: in either direction, by name and by age, page after page",
    async (world) => {
      const { ledger, application, alice, remember } = world;
      await rename(world, application, "same");
      for (const [at, name] of ["Zebra", "Same", "other"].entries()) {
        await ledger.createApplication({ ...newApplication(alice), name, now: now + 1 + at }, by);
      }
      const putBack = await remember();
      const read = (order: ListOrder, page: Omit<Partial<Slice>, "size">) =>
        ledger.searchApplications({ text: "", order }, { after: undefined, ...page, size: 1 });
      for (const [order, names] of [
        ["name", ["other", "same", "same", "zebra"]],
        ["name-down", ["zebra", "same", "same", "other"]],
        ["newest", ["other", "same", "zebra", "same"]],
        ["oldest", ["same", "zebra", "same", "other"]],
      ] as const) {
        const forward = [...(await read(order, {}))];
        for (let at = 0; at < forward.length; at++) {
          forward.push(...(await read(order, { after: placeAt(order, forward[at]) })));
        }
        assert.deepEqual(
          forward.map((one) => one.name.toLowerCase()),
          names,
          order,
        );
        const back = forward.slice(-1);
        for (let at = 0; at < back.length; at++) {
          back.push(...(await read(order, { before: placeAt(order, back[at]) })));
        }
        assert.deepEqual(
          back.toReversed().map((one) => one.id),
          forward.map((one) => one.id),
          `${order}, back`,
        );
        for (const gone of forward.slice(1, -1)) {
          const place = placeOf(order, gone);
          const neighbors = async () => [
            await read(order, { after: place }),
            await read(order, { before: place }),
          ];
          const before = await neighbors();
          await ledger.deleteApplication(gone.id, by);
          assert.deepEqual(await neighbors(), before, `${order}: the application is gone`);
          await putBack();
        }
      }
    },
  );

  check(
    "searchApplications: a text may be a name, a key and an id, and each application comes once",
    async ({ ledger, alice }) => {
      const made = [
        ["Acme", "weather", "7"],
        ["Weather", "acme", "1234"],
        ["weather", "weather-2", "8"],
        ["1234", "1234", "12340"],
        ["Zebra", "a.B~c_-", "9"],
      ] as const;
      for (const [name, key, id] of made) {
        const own = { name, consumerKey: key as ConsumerKey, id: id as ApplicationId };
        await ledger.createApplication({ ...newApplication(alice), ...own }, by);
      }
      const search = (text: string, suspended = false) => ({
        text,
        ...(suspended && { filters: { state: "suspended" } as const }),
      });
      const namesOf = async (text: string, page: Partial<Slice> = {}, suspended = false) => {
        const asked = search(text, suspended);
        const rows = await ledger.searchApplications(asked, { ...firstPage, ...page });
        return rows.map((one) => one.id);
      };
      assert.deepEqual(await namesOf("weather"), ["7", "8", "1234"]);
      assert.deepEqual(await namesOf("weather", { size: 2 }), ["7", "8"]);
      assert.deepEqual(await namesOf("weather", { after: "8 weather", size: 2 }), ["1234"]);
      assert.deepEqual(await namesOf("weather", { before: "1234 weather", size: 1 }), ["8"]);
      assert.deepEqual(await namesOf("weather", { before: "8 weather", size: 1 }), ["7"]);
      assert.deepEqual(await namesOf("WEATHER"), ["8", "1234"], "keys have a case");
      assert.deepEqual(await namesOf("1234"), ["12340", "1234"]);
      assert.deepEqual(await namesOf("a.B~c_-"), ["9"]);
      assert.deepEqual(await namesOf("7"), ["7"]);
      assert.equal(await ledger.countApplications(search("weather"), 10), 3);
      assert.equal(await ledger.countApplications(search("1234"), 10), 2);
      await ledger.suspendApplication("7" as ApplicationId, "spam", by);
      assert.deepEqual(await namesOf("weather", {}, true), ["7"]);
      assert.equal(await ledger.countApplications(search("weather", true), 10), 1);
    },
  );

  check(
    "searchApplications: those that wait for an administrator, until all of their schemes are confirmed",
    async (world) => {
      const { ledger, application, alice } = world;
      const web = await createApplication(ledger, alice, { callbacks: ["https://a.example/cb"] });
      const search = { text: "", filters: { state: "unconfirmed-schemes" } } as const;
      const waiting = async () =>
        (await ledger.searchApplications(search, firstPage)).map((one) => one.id);
      const confirm = (scheme: string) =>
        ledger.confirmScheme({ applicationId: application, scheme }, by);
      assert.deepEqual(await waiting(), [application]);
      assert.equal(await confirm("myapp"), true);
      assert.deepEqual(await waiting(), []);
      await change(world, application, { ...drafted, callbacks: ["myapp://", "yours://"] });
      assert.deepEqual(await waiting(), [application]);
      assert.equal(await confirm("yours"), true);
      assert.deepEqual(await waiting(), []);
      await change(world, web.id, { ...drafted, callbacks: ["yours://"] });
      assert.deepEqual(await waiting(), [web.id], "no one confirms for another application");
      await change(world, web.id, { ...drafted, callbacks: [] });
      assert.deepEqual(await waiting(), []);
    },
  );
}

function placeAt(order: ListOrder, row: Application | undefined): string | undefined {
  return row && placeOf(order, row);
}
