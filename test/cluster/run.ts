/**
 * One run: it fills a cluster, lets clients act while faults happen, asks again for everything that was
 * acknowledged, and judges the history by the invariants.
 */
import { setTimeout as wait } from "node:timers/promises";
import { limitWindowMs } from "../../src/domain/limits.ts";
import { clusterClient } from "./client.ts";
import { type Act, client, limitOf } from "./clients.ts";
import type { Cluster } from "./cluster.ts";
import { type Fault, faults } from "./faults.ts";
import type { History, Operation } from "./history.ts";
import { type Breach, breaches, type Invariant } from "./invariants.ts";
import { limitedTo, populate } from "./populate.ts";
import { recorder } from "./recorder.ts";
import * as requests from "./requests.ts";
import { randomOf } from "./seeded-random.ts";
import type { World } from "./world.ts";

export interface RunOptions {
  readonly seed: number;
  /** The run lasts this long; on a busy machine, until `operations` are done. */
  readonly ms: number;
  readonly operations?: number;
  readonly faulty?: number;
  /** The run ends as soon as one invariant of each of these lists is broken. */
  readonly until?: readonly (readonly Invariant[])[];
  readonly clients: number;
  /** What the clients do more often than in other runs. */
  readonly often?: readonly Act[];
  /** The faults, and how often each happens in proportion. */
  readonly faults: Readonly<Partial<Record<Fault, number>>>;
  /** The longest pause between two faults. */
  readonly faultEveryMs: number;
}

export interface Run {
  readonly history: History;
  readonly breaches: readonly Breach[];
  readonly faults: Readonly<Record<string, number>>;
  /** The output of each node. */
  readonly logs: readonly string[];
}

/** The length of a run in the tests, and the least that happens in it. `CLUSTER_SECONDS` sets another length. */
export function enough(): Pick<RunOptions, "ms" | "operations" | "faulty"> {
  const seconds = Number(process.env["CLUSTER_SECONDS"] ?? 6);
  return { ms: seconds * 1000, operations: 50 * seconds, faulty: Math.ceil(seconds / 3) };
}

/** Longer than every time limit of the service, so that a busy machine is not mistaken for a hanging node. */
const patienceMs = 30_000;
/** The additional time that a run may take to do enough. */
const maxMs = 120_000;

export async function run(cluster: Cluster, options: RunOptions): Promise<Run> {
  const { nodes, host } = cluster;
  const random = randomOf(options.seed);
  const population = await populate(cluster.settings);
  await Promise.all(nodes.map((one) => one.start()));
  using sending = clusterClient(nodes, host, patienceMs);
  const record = recorder(sending);
  const epoch = Date.now() - performance.now();
  let numbers = 0;
  const world: World = {
    ...population.world(record),
    client: sending,
    recorder: record,
    origin: `http://${host}`,
    tokens: [],
    bearers: [],
    accepted: [],
    nextNumber: () => numbers++,
  };
  let over = false;
  const { operations: enough = 0, faulty = 0 } = options;
  const most = performance.now() + options.ms + maxMs;
  const happened: { fault: Fault; at: number; until: number }[] = [];
  const stopped = () => over;
  const acting = Array.from({ length: options.clients }, () =>
    client(world, random.branch(), stopped, options.often),
  );
  const failing = failingOver();
  const doneEnough = () => record.operations.length >= enough && happened.length >= faulty;
  let isCaught = false;
  const lasting = async () => {
    const least = performance.now() + options.ms;
    while (performance.now() < most) {
      const [ended] = nodes.flatMap((one) => one.ownEnd() ?? []);
      if (ended !== undefined) throw new Error(`a node ended by itself:\n${ended}`);
      if (performance.now() > least && doneEnough()) return;
      isCaught = options.until !== undefined && (await caught(options.until));
      if (isCaught) return;
      await wait(200);
    }
  };
  // If a client throws, the run ends.
  await Promise.race([lasting(), ...acting, failing.then(() => Promise.all(acting))]);
  over = true;
  await failing;
  await Promise.all(acting);
  if (!isCaught) {
    await Promise.all(nodes.filter((one) => !one.alive()).map((one) => one.start()));
    await settled(world);
    await askAgain(world);
  }
  const history = historySoFar();
  const counts = Map.groupBy(happened, ({ fault }) => fault);
  return {
    history,
    breaches: breaches(history),
    faults: Object.fromEntries([...counts].map(([fault, all]) => [fault, all.length])),
    logs: nodes.map((one) => one.output()),
  };

  function historySoFar(): History {
    const windowOf = (at: number) => Math.floor((epoch + at) / limitWindowMs);
    const forgiving = happened.filter(({ fault }) => cluster.forgives.includes(fault));
    return {
      operations: record.operations,
      epoch,
      windowMs: limitWindowMs,
      limits: Object.fromEntries(world.limited.map((one) => [limitOf(one), limitedTo])),
      forgiven: forgiving.flatMap(({ at, until }) =>
        windowOf(at) === windowOf(until) ? [at] : [at, until],
      ),
      wrongClocks: happened
        .filter(({ fault }) => fault === "set a clock")
        .map(({ at, until }) => ({ from: at, to: until })),
    };
  }

  async function caught(each: readonly (readonly Invariant[])[]): Promise<boolean> {
    const found = () => {
      const all = breaches(historySoFar());
      return each.map((invariants) =>
        all.filter(({ invariant }) => invariants.includes(invariant)),
      );
    };
    const before = found();
    if (before.some((those) => those.length === 0)) return false;
    await record.caughtUp();
    return found().every((those, at) =>
      those.some(({ operation }) => before[at]?.some((one) => one.operation === operation)),
    );
  }

  /** Causes one fault after another, and heals each before the next. */
  async function failingOver(): Promise<void> {
    const mine = random.branch();
    if (Object.keys(options.faults).length === 0) return;
    let outageMs = 0;
    while (!over) {
      // The pause is at least as long as the last fault, so that a busy machine does some work in between.
      const pause = Math.max(outageMs, mine.number() * options.faultEveryMs);
      await pauseOf(pause);
      if (over) return;
      const fault = mine.weighted(options.faults as Record<Fault, number>);
      const at = performance.now();
      const one = { fault, at, until: Number.POSITIVE_INFINITY };
      happened.push(one);
      await faults[fault](cluster, mine);
      one.until = performance.now();
      outageMs = one.until - at;
    }
  }

  async function pauseOf(ms: number): Promise<void> {
    const end = performance.now() + ms;
    while (!over && performance.now() < end) await wait(20);
  }
}

/** Resolves once each node answers a good request. Throws if one never does. */
async function settled(world: World): Promise<void> {
  const [application] = world.limited;
  if (application === undefined) throw new Error("there is no one to ask for");
  for (let node = 0; node < world.client.nodes; node += 1) {
    const most = performance.now() + 60_000;
    for (;;) {
      const asked = { method: "GET", path: "/sign-in", node };
      const { response } = await world.client.send(asked);
      if (response?.status === 200 && (await respondsToBearer(world, node))) break;
      if (performance.now() > most) throw new Error(`node ${node} did not recover`);
      await wait(50);
    }
  }
}

/** A question that needs the ledger, with a token that does not exist. */
async function respondsToBearer(world: World, node: number): Promise<boolean> {
  const path = "/1.1/application/rate_limit_status.json";
  const headers = { authorization: `Bearer ${"A".repeat(40)}` };
  const { response } = await world.client.send({ method: "GET", path, headers, node });
  return response?.status === 401;
}

/** Tries every known credential and every recently accepted request again; some nodes have been killed since. */
async function askAgain(world: World): Promise<void> {
  for (const one of world.tokens) await retried(world, () => requests.use(world, one));
  for (const one of world.bearers) await retried(world, () => requests.useBearer(world, one));
  for (const one of world.accepted.slice()) {
    await retried(world, () => requests.sendUse(world, one));
  }
}

/** Allows a few late answers, because the machine may be busy. */
async function retried(
  { recorder }: World,
  ask: () => Promise<Operation | undefined>,
): Promise<void> {
  for (const last of [false, false, false, false, true]) {
    recorder.finalStage(last);
    const operation = await ask();
    if (operation?.outcome !== "unavailable" && operation?.outcome !== "unknown") return;
    await wait(200);
  }
}
