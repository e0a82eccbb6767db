/** The contract for the filters of the lists of applications, users, and access tokens, and for their orders. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { type ConsumerKey, mintAccessTokenCandidate } from "../../domain/credentials.ts";
import { dayMs, dayOf } from "../../domain/day.ts";
import { emptyRequest } from "../../domain/fields/approval.ts";
import {
  type ApplicationFilters,
  applicationFilters,
  type TokenFilters,
  tokenFilters,
  type UserFilters,
  userFilters,
} from "../../domain/fields/list-filters.ts";
import { applicationOrders, type ListOrder } from "../../domain/operating.ts";
import { placeOf } from "../../domain/slice.ts";
import { firstPage, newApplication } from "./drafted-application.ts";
import { by, checkOn, now, type OpenLedger, user, type World } from "./seeded-ledger.ts";

export function filterSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("searchApplications: each filter finds what it says, and counts it", async (world) => {
    const { ledger, alice, bob, ids } = await withApplications(world);
    const named = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    const found = async (filters: ApplicationFilters, text = "") => {
      const search = { text, filters };
      const rows = await ledger.searchApplications(search, firstPage);
      assert.equal(await ledger.countApplications(search, 100), rows.length);
      return rows.map(({ id }) => named.get(id)).join(" ");
    };
    const day = Math.floor(now / dayMs) * dayMs;
    const expected: Readonly<
      Record<keyof typeof applicationFilters, [ApplicationFilters, string][]>
    > = {
      state: [
        [{ state: "active" }, "first fourth second"],
        [{ state: "suspended" }, "third"],
        [{ state: "unconfirmed-schemes" }, "fourth"],
      ],
      access: [
        [{ access: "read" }, "first second third"],
        [{ access: "write" }, "fourth"],
      ],
      approval: [
        [{ approval: "approved" }, "first"],
        [{ approval: "waiting" }, "fourth"],
        [{ approval: "asked" }, "third"],
        [{ approval: "declined" }, "second"],
      ],
      owner: [
        [{ owner: alice }, "first fourth third"],
        [{ owner: bob }, "second"],
      ],
      lastUsedFrom: [
        [{ lastUsedFrom: day }, "first second"],
        [{ lastUsedFrom: day + dayMs }, "second"],
        [{ lastUsedFrom: day + 2 * dayMs }, ""],
      ],
      lastUsedBefore: [
        [{ lastUsedBefore: day + dayMs }, "first"],
        [{ lastUsedBefore: day }, ""],
      ],
      neverUsed: [[{ neverUsed: true }, "fourth third"]],
      secretSetFrom: [
        [{ secretSetFrom: now + 2 }, "fourth third"],
        [{ secretSetFrom: now + 1, secretSetBefore: now + 2 }, "second"],
      ],
      secretSetBefore: [
        [{ secretSetBefore: now + 2 }, "first second"],
        [{ secretSetBefore: now + 1 }, "first"],
      ],
      createdFrom: [[{ createdFrom: now + 2 }, "fourth third"]],
      createdBefore: [[{ createdBefore: now + 2 }, "first second"]],
      ids: [[{ ids: [ids["third"] ?? "", ids["first"] ?? "", "17"] }, "first third"]],
      consumerKeys: [[{ consumerKeys: ["key-second", "key-none"] }, "second"]],
      plan: [[{ plan: ["partner", "none"] }, "second"]],
    };
    for (const [filters, names] of Object.values(expected).flat()) {
      assert.equal(await found(filters), names, JSON.stringify(filters));
    }
    assert.deepEqual(Object.keys(expected), Object.keys(applicationFilters));
    assert.equal(await found({ owner: alice, neverUsed: true, state: "active" }), "fourth");
    assert.equal(await found({ access: "read" }, "f"), "first");
    assert.equal(await found({ access: "write" }, "first"), "");
    assert.equal(await ledger.countApplications({ text: "", filters: { owner: alice } }, 2), 2);
  });

  check("searchApplications: filtered, in every order, page after page and back", async (world) => {
    const { ledger, ids } = await withApplications(world);
    const named = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    const orders: Readonly<Record<ListOrder, string>> = {
      name: "first second third",
      "name-down": "third second first",
      newest: "third second first",
      oldest: "first second third",
      "recently-used": "second first third",
      "longest-unused": "third first second",
    };
    for (const order of applicationOrders) {
      const search = { text: "", filters: { access: "read" }, order } as const;
      const read = (page: { after?: string; before?: string }) =>
        ledger.searchApplications(search, { after: undefined, ...page, size: 1 });
      const rows = [...(await read({}))];
      for (let at = 0; at < rows.length; at += 1) {
        rows.push(...(await read({ after: placeOf(order, rows[at] as (typeof rows)[number]) })));
      }
      assert.equal(rows.map(({ id }) => named.get(id)).join(" "), orders[order], order);
      const last = rows.at(-1);
      assert.ok(last);
      const back = await read({ before: placeOf(order, last) });
      assert.deepEqual(back, rows.slice(-2, -1), order);
    }
  });

  check(
    "addUsage: the day of an application's last verified request never goes back",
    async (world) => {
      const { ledger, application } = world;
      const lastUsed = async () => {
        const [row] = await ledger.searchApplications({ text: application }, firstPage);
        return row?.lastUsedDay;
      };
      const add = (at: number, kind: "verified" | "rejected 32" = "verified") =>
        ledger.addUsage([{ of: application, resolution: 3600, at, operation: "", kind, count: 1 }]);
      assert.equal(await lastUsed(), undefined);
      await add(now, "rejected 32");
      assert.equal(await lastUsed(), undefined, "it was rejected");
      await add(now);
      const day = Math.floor(now / dayMs);
      assert.equal(await lastUsed(), day);
      await add(now - 5 * dayMs);
      assert.equal(await lastUsed(), day);
      const before = await ledger.applicationById(application);
      await add(now + dayMs);
      assert.equal(await lastUsed(), day + 1);
      assert.deepEqual(await ledger.applicationById(application), before, "a use is no change");
    },
  );

  check(
    "searchUsers: each filter finds what it says, and counts it",
    async ({ ledger, alice, bob }) => {
      const carol = { ...user("carol"), now: now + 5 };
      await ledger.createUser(carol, by);
      await ledger.grantAdmin(alice, by);
      await ledger.suspendUser(bob, "spam", by);
      const expected: Readonly<Record<keyof typeof userFilters, [UserFilters, string][]>> = {
        state: [
          [{ state: "active" }, "alice carol"],
          [{ state: "suspended" }, "bob"],
        ],
        admin: [
          [{ admin: "true" }, "alice"],
          [{ admin: "false" }, "bob carol"],
        ],
        createdFrom: [[{ createdFrom: now + 1 }, "carol"]],
        createdBefore: [[{ createdBefore: now + 5 }, "alice bob"]],
        ids: [[{ ids: [bob, carol.id, "17"] }, "bob carol"]],
      };
      for (const [filters, names] of Object.values(expected).flat()) {
        const search = { text: "", filters };
        for (const order of ["name", "oldest"] as const) {
          const rows = await ledger.searchUsers({ ...search, order }, firstPage);
          const sorted = rows.map(({ screenName }) => screenName).toSorted();
          assert.equal(sorted.join(" "), names, `${JSON.stringify(filters)}, ${order}`);
        }
        assert.equal(await ledger.countUsers(search, 100), names.split(" ").length);
      }
      assert.deepEqual(Object.keys(expected), Object.keys(userFilters));
    },
  );

  check("accessTokens: each filter finds what it says, page after page", async (world) => {
    const { ledger, application, alice, bob } = world;
    const day = Math.floor(now / dayMs) * dayMs;
    const names = new Map<string, string>();
    const levels = [
      ["alice-read", alice, "read", undefined],
      ["alice-write", alice, "write", now],
      ["bob-read", bob, "read", now + 2 * dayMs],
    ] as const;
    for (const [at, [name, userId, access, used]] of levels.entries()) {
      const candidate = mintAccessTokenCandidate(randomBytes);
      const wanted = { applicationId: application, userId, access, emailGranted: false, candidate };
      const granted = await ledger.grantAccess({ ...wanted, now: now + at * dayMs }, by);
      assert.ok(granted);
      names.set(granted.token, name);
      if (used !== undefined) await ledger.touchAccessTokens([granted.token], dayOf(used));
    }
    const expected: Readonly<Record<keyof typeof tokenFilters, [TokenFilters, string][]>> = {
      access: [
        [{ access: "read" }, "alice-read bob-read"],
        [{ access: "write" }, "alice-write"],
      ],
      issuedFrom: [[{ issuedFrom: now + 1 }, "alice-write bob-read"]],
      issuedBefore: [[{ issuedBefore: now + dayMs }, "alice-read"]],
      lastUsedFrom: [[{ lastUsedFrom: day + dayMs }, "bob-read"]],
      lastUsedBefore: [
        [{ lastUsedBefore: day + dayMs }, "alice-write"],
        [{ lastUsedBefore: day }, ""],
      ],
      neverUsed: [[{ neverUsed: true }, "alice-read"]],
      unusedSince: [
        [{ unusedSince: day }, ""],
        [{ unusedSince: day + dayMs }, "alice-read alice-write"],
        [{ unusedSince: day + 3 * dayMs }, "alice-read alice-write bob-read"],
      ],
    };
    for (const [filters, wanted] of Object.values(expected).flat()) {
      for (const size of [1, 9]) {
        const search = { applicationId: application, userId: undefined, filters, size };
        const found: string[] = [];
        let page = await ledger.accessTokens({ ...search, after: undefined });
        while (page.length > 0) {
          found.push(...page.map(({ token }) => names.get(token) ?? token));
          page = await ledger.accessTokens({ ...search, after: page.at(-1) });
        }
        assert.equal(found.toSorted().join(" "), wanted, JSON.stringify(filters));
      }
    }
    assert.deepEqual(Object.keys(expected), Object.keys(tokenFilters));
  });
}

/** Four applications, each a moment newer than the one before. */
async function withApplications(world: World) {
  const { ledger, alice, bob } = world;
  await ledger.deleteApplication(world.application, by);
  const ids: Record<string, string> = {};
  const names = ["first", "second", "third", "fourth"] as const;
  for (const [at, name] of names.entries()) {
    const made = {
      ...newApplication(name === "second" ? bob : alice),
      name,
      consumerKey: `key-${name}` as ConsumerKey,
      now: now + at,
      ...(name === "fourth" && ({ access: "write", callbacks: ["myapp://"] } as const)),
      ...((name === "third" || name === "fourth") && { waitsWith: emptyRequest }),
    };
    await ledger.createApplication(made, by);
    ids[name] = made.id;
    if (name === "second") {
      const draft = { description: "", limits: {}, isDefault: false };
      await ledger.savePlan({ name: "partner", draft, most: 9 }, by);
      const planned = { applicationId: made.id, plan: "partner", seen: undefined };
      await ledger.setApplicationPlan(planned, by);
    }
    if (name === "third") await ledger.suspendApplication(made.id, "spam", by);
    const from = await ledger.applicationById(made.id);
    assert.ok(from);
    if (name === "second") await ledger.declineApplication({ from, because: "spam", now }, by);
    if (name === "third") await ledger.askAboutApplication({ from, question: "Why?", now }, by);
    const used = { first: now, second: now + dayMs, third: undefined, fourth: undefined }[name];
    if (used !== undefined) {
      const use = { of: made.id, resolution: 3600, operation: "", kind: "verified" } as const;
      await ledger.addUsage([{ ...use, at: used, count: 1 }]);
    }
  }
  return { ...world, ids };
}
