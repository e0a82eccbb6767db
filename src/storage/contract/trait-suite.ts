/** The contract for traits: counts add up, users count once, and rows end. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { type ApplicationId, mintApplicationId } from "../../domain/credentials.ts";
import { dayMs, dayOf } from "../../domain/day.ts";
import { traits, traitsKeptDays } from "../../domain/trait.ts";
import {
  by,
  checkOn,
  createApplication,
  now,
  type OpenLedger,
  type World,
} from "./seeded-ledger.ts";

const today = dayOf(now);
const page = { after: undefined, size: 10 };
const search = { trait: "hmac-sha1", sinceDay: today - 29 } as const;

export function traitSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("addTraitUses: what many add at once adds up; a user counts once", async (world) => {
    const { ledger, application: applicationId, alice, bob } = world;
    const of = { applicationId, trait: "hmac-sha1", day: today } as const;
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        ledger.addTraitUses(
          [{ ...of, requests: 2, rejected: 1 }],
          [{ ...of, userId: index % 2 === 0 ? alice : bob }],
        ),
      ),
    );
    await ledger.addTraitUses([], [{ ...of, userId: alice, day: today - 5 }]);
    const [use, ...none] = await ledger.traitUses(search, page);
    assert.deepEqual(use, {
      ...{ applicationId, applicationName: "An application", ownerScreenName: "alice" },
      ...{ trait: "hmac-sha1", lastDay: today, requests: 20, rejected: 10, users: 2, programs: [] },
    });
    assert.deepEqual(none, []);
    assert.deepEqual(await ledger.traitTotals(today), [
      { trait: "hmac-sha1", applications: 1, users: 2 },
    ]);
    assert.deepEqual(await ledger.traitsOf(applicationId, today), [
      { trait: "hmac-sha1", lastDay: today, requests: 20 },
    ]);
    assert.deepEqual(await ledger.traitsOf(applicationId, today + 1), []);
  });

  check("addTraitUses: applications and users that are gone are left out", async (world) => {
    const { ledger, alice, bob, application } = world;
    const gone = mintApplicationId(randomBytes);
    const of = { trait: "query", day: today } as const;
    await ledger.deleteUser({ userId: bob }, by);
    await ledger.addTraitUses(
      [gone, application].map((applicationId) => ({
        ...{ ...of, applicationId, requests: 1, rejected: 0 },
      })),
      [
        { ...of, applicationId: gone, userId: alice },
        { ...of, applicationId: application, userId: bob },
      ],
    );
    assert.deepEqual(await ledger.traitTotals(today), [
      { trait: "query", applications: 1, users: 0 },
    ]);
  });

  check("traitUses: one application after another, each with its days", async (world) => {
    const { ledger, alice } = world;
    const ids = [world.application];
    for (const name of ["One", "Two"]) {
      ids.push((await createApplication(ledger, alice, { name })).id);
    }
    ids.sort();
    for (const trait of traits) {
      await ledger.addTraitUses(
        ids.flatMap((applicationId) =>
          [today - 40, today - 1, today].map((day) => ({
            ...{ applicationId, trait, day, requests: 3, rejected: 0 },
          })),
        ),
        [],
      );
    }
    const found: (readonly [ApplicationId, number])[] = [];
    for (let after: ApplicationId | undefined; ; ) {
      const [one] = await ledger.traitUses(search, { after, size: 1 });
      if (one === undefined) break;
      found.push([one.applicationId, one.requests]);
      after = one.applicationId;
    }
    assert.deepEqual(
      found,
      ids.map((id) => [id, 6]),
    );
  });

  check("programUses: the beginning of a program's name finds its applications", async (world) => {
    const { ledger, application: applicationId } = world;
    const use = { applicationId, first: now, last: now, requests: 1, rejected: 0, tokens: [] };
    const programs = ["oauth-lib/1.9", "oauth-lib/2.0", "curl/8.5"];
    await ledger.addSources(
      [
        ...programs.map((program, at) => ({
          ...{ ...use, credential: "consumer secret" as const, network: "192.0.2.1", program },
          last: now + at,
        })),
        { ...use, credential: "unauthenticated", network: "192.0.2.1", program: "forged/1" },
      ],
      now,
    );
    const named = async (text: string) =>
      (await ledger.programUses(text, page)).map((one) => one.program);
    assert.deepEqual(await named("oauth-lib"), ["oauth-lib/1.9", "oauth-lib/2.0"]);
    assert.deepEqual(await named("oauth-lib/1"), ["oauth-lib/1.9"]);
    assert.deepEqual(await named("oauth"), ["oauth-lib/1.9", "oauth-lib/2.0"]);
    assert.deepEqual(await named("forged"), []);
    assert.deepEqual(await named("lib"), []);
    const after = { program: "oauth-lib/1.9", applicationId };
    const [next] = await ledger.programUses("oauth", { after, size: 10 });
    assert.equal(next?.program, "oauth-lib/2.0");
    const of = { applicationId, trait: "hmac-sha1", day: today } as const;
    await ledger.addTraitUses([{ ...of, requests: 1, rejected: 0 }], []);
    const [one] = await ledger.traitUses(search, page);
    assert.deepEqual(one?.programs, ["curl/8.5", "oauth-lib/2.0", "oauth-lib/1.9"]);
  });

  check("sweep: rows end with their days, and with application and user", async (world) => {
    const { ledger, alice, bob } = world;
    await used(world, alice, today - traitsKeptDays);
    await used(world, bob, today);
    while ((await ledger.sweep({ now, most: 100 })) >= 100);
    const users = async () => (await ledger.traitTotals(0))[0]?.users;
    assert.equal(await users(), 1);
    assert.equal((await ledger.traitUses({ ...search, sinceDay: 0 }, page))[0]?.requests, 1);
    await ledger.deleteUser({ userId: bob }, by);
    assert.equal(await users(), 0);
    while ((await ledger.sweep({ now: now + 200 * dayMs, most: 100 })) >= 100);
    assert.deepEqual(await ledger.traitTotals(0), []);
  });
}

async function used(
  { ledger, application: applicationId }: World,
  userId: World["alice"],
  day: number,
): Promise<void> {
  const of = { applicationId, trait: "hmac-sha1", day } as const;
  await ledger.addTraitUses([{ ...of, requests: 1, rejected: 0 }], [{ ...of, userId }]);
}
