/** The contract for sources: counts add up, rows are bounded, and what is established stays. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { type ApplicationId, mintConsumerSecret } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import {
  newSourceStepMs,
  otherSources,
  type SourceUse,
  sourceKeptMs,
} from "../../domain/source.ts";
import { roomOf } from "../../domain/source-merge.ts";
import { by, checkOn, grant, now, type OpenLedger, type World } from "./seeded-ledger.ts";

const unknown = "7" as ApplicationId;
const hour = 3_600_000;
/** Not on the application's first day. */
const later = now + 2 * dayMs;

export function sourceSuite(engine: string, open: OpenLedger): void {
  const check = checkOn(engine, open);

  check("addSources: what many add at once adds up, for the last 24 hours", async (world) => {
    const { ledger } = world;
    assert.deepEqual(await ledger.addSources([], later), []);
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        ledger.addSources(
          [
            useOf(world, later + index, { requests: 2, rejected: 1 }),
            useOf(world, later, { network: "192.0.2.2", program: "" }),
          ],
          later,
        ),
      ),
    );
    const [one, other, ...none] = await sources(world, later + hour);
    assert.deepEqual(one, {
      ...{ credential: "consumer secret", network: "192.0.2.1", program: "curl/8.5" },
      ...{ firstSeen: later, lastSeen: later + 9, requests: 20, rejected: 10, isNew: true },
    });
    assert.deepEqual([other?.network, other?.requests, none.length], ["192.0.2.2", 10, 0]);
    await ledger.addSources([useOf(world, later + 2 * hour)], later + 2 * hour);
    const requestsAt = async (time: number) => (await sources(world, time))[0]?.requests;
    assert.equal(await requestsAt(later + 23 * hour), 21);
    assert.equal(await requestsAt(later + 24 * hour), 1);
    assert.equal(await requestsAt(later + 26 * hour), 0);
  });

  check("addSources: returns what has a row; unknown applications are left out", async (world) => {
    const { ledger } = world;
    await ledger.addSources([useOf(world, later)], later);
    const added = [
      useOf(world, later + 1, { network: "192.0.2.2" }),
      useOf(world, later, { network: otherSources, program: "" }),
      useOf(world, later, { applicationId: unknown }),
    ];
    const known = await ledger.addSources(added, later + 1);
    assert.deepEqual(known.map(({ network, firstSeen }) => [network, firstSeen]).sort(), [
      ["192.0.2.1", later],
      ["192.0.2.2", later + 1],
    ]);
  });

  check("addSources: what has no room is counted together", async (world) => {
    for (const credential of ["bearer token", "unauthenticated"] as const) {
      const { rows } = roomOf(credential);
      const many = Array.from({ length: rows + 50 }, (_, index) =>
        useOf(world, later, { credential, program: `p${index}`, rejected: 1 }),
      );
      await world.ledger.addSources(many, later);
      const found = (await sources(world, later)).filter((one) => one.credential === credential);
      const others = found.filter(({ network }) => network === otherSources);
      assert.equal(found.length, rows + 1, credential);
      assert.deepEqual(
        others.map(({ program, requests, rejected, isNew }) => [
          program,
          requests,
          rejected,
          isNew,
        ]),
        [["", 50, 50, false]],
      );
    }
  });

  check(
    "addSources: an established source is never displaced; a silent new one is",
    async (world) => {
      const { ledger } = world;
      const { rows } = roomOf("consumer secret");
      await ledger.addSources([useOf(world, later, { network: "198.51.100.1" })], later);
      const attack = later + 2 * dayMs;
      const manyAt = (at: number) =>
        Array.from({ length: 3 * rows }, (_, index) =>
          useOf(world, at, { network: `192.0.2.${index}`, program: `p${at}` }),
        );
      await ledger.addSources(manyAt(attack), attack);
      await ledger.addSources(manyAt(attack + hour), attack + hour);
      const shown = await sources(world, attack + hour);
      assert.equal(shown.length, rows + 1);
      const established = shown.find(({ network }) => network === "198.51.100.1");
      assert.deepEqual([established?.firstSeen, established?.isNew], [later, false]);
      const programs = new Set(shown.map(({ program }) => program));
      assert.ok(programs.has(`p${attack + hour}`) && !programs.has(`p${attack}`));
      const sum = shown.reduce((total, { requests }) => total + requests, 0);
      assert.equal(sum, 6 * rows, "the requests of displaced sources are counted with the others");
      // A known network gets a row at once.
      const back = useOf(world, attack + hour + 1, { network: "198.51.100.1", program: "new/2" });
      await ledger.addSources([back], attack + hour + 1);
      const found = (await sources(world, attack + hour + 1)).find(
        (one) => one.program === "new/2",
      );
      assert.equal(found?.isNew, false, "the network is known");
    },
  );

  check(
    "addSources: no new network displaces an established source, however many there are",
    async (world) => {
      const { ledger } = world;
      const { rows, established } = roomOf("consumer secret");
      const honest = Array.from({ length: rows - 5 }, (_, index) => `198.51.100.${index}`);
      assert.ok(honest.length > established);
      await ledger.addSources(
        honest.map((network) => useOf(world, later, { network })),
        later,
      );
      const networksAt = async (time: number) =>
        new Set((await sources(world, time)).map(({ network }) => network));
      const attack = later + 2 * dayMs;
      for (const hours of [0, 2, 26, 28]) {
        const at = attack + hours * hour;
        const hostile = Array.from({ length: 3 * rows }, (_, index) =>
          useOf(world, at, { network: `192.0.2.${index}`, program: `p${hours}` }),
        );
        await ledger.addSources(hostile, at);
        const shown = await networksAt(at);
        assert.deepEqual(
          honest.filter((network) => !shown.has(network)),
          [],
          `after ${hours} h`,
        );
        assert.equal((await sources(world, at)).length, rows + 1);
      }
    },
  );

  check(
    "addSources: programs of a known network displace no established source of another",
    async (world) => {
      const { ledger } = world;
      const { rows } = roomOf("consumer secret");
      const networks = Array.from({ length: rows }, (_, index) => `198.51.100.${index}`);
      // Of the last network, the source is not among the oldest.
      const first = (index: number) => later + index;
      await ledger.addSources(
        networks.map((network, index) => useOf(world, first(index), { network })),
        later + rows,
      );
      const attack = later + 2 * dayMs;
      const programs = Array.from({ length: 3 * rows }, (_, index) =>
        useOf(world, attack, { network: networks[rows - 1] ?? "", program: `p${index}` }),
      );
      await ledger.addSources(programs, attack);
      const shown = await sources(world, attack);
      const established = shown.filter(({ program }) => program === "curl/8.5");
      assert.deepEqual(
        established.map(({ network }) => network).sort(),
        networks.slice(0, -1).sort(),
        "a program of the same network takes the place of a silent one",
      );
      assert.equal(shown.length, rows + 1);
    },
  );

  check(
    "addSources: programs of a known network displace few new sources that are in use",
    async (world) => {
      const { ledger } = world;
      const { rows } = roomOf("consumer secret");
      await ledger.addSources([useOf(world, later, { network: "198.51.100.1" })], later);
      const at = later + 2 * dayMs;
      const added = Array.from({ length: rows - 1 }, (_, index) =>
        useOf(world, at, { network: `192.0.2.${index}` }),
      );
      await ledger.addSources(added, at);
      const programs = Array.from({ length: 3 * rows }, (_, index) =>
        useOf(world, at + 1, { network: "198.51.100.1", program: `p${index}` }),
      );
      await ledger.addSources(programs, at + 1);
      const shown = await sources(world, at + 1);
      const kept = shown.filter(({ network }) => network.startsWith("192.0.2."));
      assert.equal(kept.length, rows - 10);
      assert.ok(
        shown.some(({ program }) => program === "p0"),
        "a known network gets a row at once",
      );
    },
  );

  check("sourcesOf: new is a network of the last day, but not of the first", async (world) => {
    const { ledger } = world;
    const isNew = async (network: string, at: number) =>
      (await sources(world, at)).find((one) => one.network === network)?.isNew;
    await ledger.addSources([useOf(world, now + dayMs - 1)], now + dayMs);
    assert.equal(await isNew("192.0.2.1", now + dayMs), false);
    await ledger.addSources([useOf(world, now + dayMs, { network: "192.0.2.2" })], now + dayMs);
    assert.equal(await isNew("192.0.2.2", now + dayMs), true);
    assert.equal(await isNew("192.0.2.2", now + 2 * dayMs - 1), true);
    assert.equal(await isNew("192.0.2.2", now + 2 * dayMs), false);
    // A request that only names the key doesn't make its network known, and is not new.
    const naming = { credential: "unauthenticated", network: "192.0.2.3" } as const;
    await ledger.addSources([useOf(world, later, naming)], later);
    assert.equal(await isNew("192.0.2.3", later), false);
    await ledger.addSources([useOf(world, later + dayMs, { network: "192.0.2.3" })], later + dayMs);
    const both = (await sources(world, later + dayMs)).filter((one) => one.network === "192.0.2.3");
    assert.deepEqual(both.map((one) => one.isNew).sort(), [false, true]);
  });

  check("regenerateConsumerSecret: what used the secret used the previous one", async (world) => {
    const { ledger, application: applicationId } = world;
    const credentials = async () =>
      Object.fromEntries(
        Map.groupBy(await sources(world, later), ({ network }) => network)
          .entries()
          .map(([network, all]) => [network, all.map(({ credential }) => credential).sort()]),
      );
    const regenerate = (at: number) =>
      ledger.regenerateConsumerSecret(
        {
          ...{
            applicationId,
            secret: mintConsumerSecret(randomBytes),
            now: at,
            previousUntil: at + dayMs,
          },
          overlap: "24h",
        },
        by,
      );
    await ledger.addSources(
      [
        useOf(world, later - 2 * hour, { network: "a" }),
        useOf(world, later - 2 * hour, { network: "b", credential: "bearer token" }),
        useOf(world, later - 2 * hour, { network: "c", credential: "unauthenticated" }),
      ],
      later,
    );
    await regenerate(later - hour);
    assert.deepEqual(await credentials(), {
      a: ["previous consumer secret"],
      b: ["previous bearer token"],
      c: ["unauthenticated"],
    });
    // Counted before, or perhaps before, and written after.
    await ledger.addSources(
      [
        useOf(world, later - hour - 1, { network: "d" }),
        useOf(world, later - hour + 1, { network: "e" }),
        useOf(world, later, { network: "f", first: later - hour - 1 }),
        useOf(world, later, { network: "g" }),
        useOf(world, later, { network: "a" }),
      ],
      later,
    );
    assert.deepEqual(await credentials(), {
      a: ["consumer secret", "previous consumer secret"],
      b: ["previous bearer token"],
      c: ["unauthenticated"],
      d: ["previous consumer secret"],
      e: ["previous consumer secret"],
      f: ["previous consumer secret"],
      g: ["consumer secret"],
    });
    await regenerate(later + hour);
    const previous = { network: "h", credential: "previous consumer secret" } as const;
    await ledger.addSources([useOf(world, later, previous)], later);
    assert.deepEqual(await credentials(), {
      a: ["earlier", "previous consumer secret"],
      b: ["earlier"],
      c: ["unauthenticated"],
      d: ["earlier"],
      e: ["earlier"],
      f: ["earlier"],
      g: ["previous consumer secret"],
      h: ["earlier"],
    });
  });

  check(
    "tokensUsedFromNewSources: those that were used from networks that were new",
    async (world) => {
      const { ledger, application: applicationId, alice, bob } = world;
      const { token: first } = await grant(world, alice, "read");
      const { token: second } = await grant(world, bob, "read");
      const { token: third } = await grant(world, bob, "write");
      const used = async (since: number) => {
        const found = await ledger.tokensUsedFromNewSources({ applicationId, since }, all);
        return found.map(({ token }) => token);
      };
      const all = { after: undefined, size: 9 };
      const known = useOf(world, now, { tokens: [first, second, third] });
      await ledger.addSources([known], now);
      await ledger.addSources([{ ...known, ...at(later) }], later);
      assert.deepEqual(await used(0), [], "on the first day, and then from a known network");
      const attacker = useOf(world, later, { network: "203.0.113.77", tokens: [first] });
      await ledger.addSources([attacker], later);
      const others = { network: otherSources, program: "", tokens: [second], requests: 0 };
      await ledger.addSources([useOf(world, later + newSourceStepMs, others)], later);
      assert.deepEqual(await used(later), [first, second], "in the order of their use");
      assert.deepEqual(await used(later + newSourceStepMs), [second]);
      assert.deepEqual(await used(later + 2 * newSourceStepMs), []);
      // The clocks of two processes may differ.
      await ledger.addSources([{ ...attacker, tokens: [second] }], later);
      assert.deepEqual(await used(later + newSourceStepMs), [second]);
      const since = { applicationId, since: later };
      const [after, last, ...more] = await ledger.tokensUsedFromNewSources(since, all);
      assert.deepEqual([after?.token, last?.token, more], [first, second, []]);
      assert.deepEqual(await ledger.tokensUsedFromNewSources(since, { after, size: 9 }), [last]);
      assert.deepEqual(await ledger.tokensUsedFromNewSources(since, { ...all, size: 1 }), [after]);
      const attackers = { ...attacker, ...at(later + newSourceStepMs), tokens: [third] };
      await ledger.addSources([attackers], later + newSourceStepMs);
      const both = [second, third].sort();
      assert.deepEqual(
        await used(later + newSourceStepMs),
        both,
        "then in the order of their text",
      );
      assert.equal(await ledger.countTokensUsedFromNewSources(since, 9), 3);
      assert.equal(await ledger.countTokensUsedFromNewSources(since, 1), 1);
      const elsewhere = { applicationId: unknown, since: later };
      assert.equal(await ledger.countTokensUsedFromNewSources(elsewhere, 9), 0);
    },
  );

  check("sweep: sources that were not seen for 30 days", async (world) => {
    const { ledger } = world;
    await ledger.addSources(
      [useOf(world, later), useOf(world, later + 1, { network: "b" })],
      later,
    );
    await ledger.sweep({ now: later + sourceKeptMs, most: 9 });
    assert.deepEqual(
      (await sources(world, later)).map(({ network }) => network),
      ["b"],
    );
  });
}

function at(time: number) {
  return { first: time, last: time };
}

function useOf(
  { application: applicationId }: World,
  time: number,
  more: Partial<SourceUse> = {},
): SourceUse {
  return {
    ...{ applicationId, credential: "consumer secret", network: "192.0.2.1", program: "curl/8.5" },
    ...{ ...at(time), requests: 1, rejected: 0, tokens: [] },
    ...more,
  };
}

async function sources({ ledger, application }: World, time: number) {
  const found = await ledger.sourcesOf(application, time);
  return found.toSorted((one, other) => (one.network < other.network ? -1 : 1));
}
