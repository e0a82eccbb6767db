/** Several servers, one after the other, round after round: on a shared machine only neighbors in time compare. */
import type { Generator } from "./load/generator-process.ts";
import type { Measured, Plan } from "./load/plan.ts";
import { median } from "./median.ts";
import { cpuMeter } from "./servers/proc.ts";
import type { Server } from "./servers/server.ts";

export interface Pace {
  readonly rounds: number;
  readonly secondsARound: number;
  /** How long each server is asked before anything is measured. */
  readonly warmUpSeconds: number;
}

export interface Side {
  readonly server: Server;
  readonly plan: Plan;
  /** The floor takes the same requests again and again; a server that knows nonces takes each once. */
  readonly takesRepeats: boolean;
}

export interface Round extends Measured {
  /** CPU time of the server's process for one request; undefined where no one tells. */
  readonly serverCpuMicros: number | undefined;
}

/** The rounds of each side, in the order of the sides. Sides that share a plan get the same bytes. */
export async function interleaved(
  generator: Generator,
  sides: readonly Side[],
  connections: number,
  { rounds, secondsARound, warmUpSeconds }: Pace,
  betweenRounds: () => void = () => {},
): Promise<readonly (readonly Round[])[]> {
  let warm = await everySide(sides.map(() => connections * 8));
  for (let warmed = 0; warmed < warmUpSeconds; warmed += 1) {
    warm = await everySide(countsFor(warm, 1));
  }
  const counts = countsFor(warm, secondsARound);
  const all: Round[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    betweenRounds();
    (await everySide(counts, round % 2 === 1)).forEach((one, side) => {
      all[side]?.push(one);
    });
  }
  return all;

  /**
   * In seconds of the server's own, where they are known: on a machine with other work those of the clock
   * hold few requests. At most four times as long by the clock, since a server behind a gateway is mostly idle.
   */
  function countsFor(measured: readonly Round[], seconds: number): readonly number[] {
    return measured.map(({ perSecond, serverCpuMicros }) => {
      const rate = Math.min(4 * perSecond, 1e6 / (serverCpuMicros ?? 1e6 / perSecond));
      return Math.round(Math.min(maxRequests, Math.max(connections * 4, rate * seconds)));
    });
  }

  /** Each is first as often as last, because a server that follows another one costs a little more. */
  async function everySide(
    requests: readonly number[],
    isReversed = false,
  ): Promise<readonly Round[]> {
    const done: Round[] = [];
    let prepared: Plan | undefined;
    const inOrder = [...sides.entries()];
    for (const [at, { plan, server }] of isReversed ? inOrder.reverse() : inOrder) {
      if (plan !== prepared) await generator.prepare(plan, freshFor(plan, requests));
      prepared = plan;
      done[at] = await oneRun(server, requests[at] ?? 0);
    }
    return done;
  }

  function freshFor(plan: Plan, requests: readonly number[]): number {
    const taken = sides.map((side, at) =>
      side.plan === plan && !side.takesRepeats ? (requests[at] ?? 0) : 0,
    );
    return Math.max(...taken);
  }

  async function oneRun({ port, pid }: Server, requests: number): Promise<Round> {
    const cpu = cpuMeter(pid);
    const measured = await generator.run({ port, connections, count: requests, limitMs });
    const micros = cpu();
    return { ...measured, serverCpuMicros: micros && micros / measured.count };
  }
}

/** Only what never ends reaches it. */
const limitMs = 60_000;

/** Prepared requests wait in the generator's memory. */
const maxRequests = 200_000;

/** The median of each figure, each taken on its own. */
export function medianRound(rounds: readonly Round[]): Omit<Round, "failures" | "count"> {
  const of = (figure: (round: Round) => number) => median(rounds.map(figure));
  const cpu = rounds.map((round) => round.serverCpuMicros).filter((one) => one !== undefined);
  return {
    perSecond: of((round) => round.perSecond),
    p50Ms: of((round) => round.p50Ms),
    p99Ms: of((round) => round.p99Ms),
    generatorIdle: of((round) => round.generatorIdle),
    serverCpuMicros: cpu.length > 0 ? median(cpu) : undefined,
  };
}

/** CPU time of one side for a request over the other's in the same round: what a busy machine disturbs less. */
export function cpuRatios(above: readonly Round[], below: readonly Round[]): readonly number[] {
  return above.flatMap(({ serverCpuMicros }, index) => {
    const floor = below[index]?.serverCpuMicros;
    return floor === undefined || serverCpuMicros === undefined ? [] : [floor / serverCpuMicros];
  });
}

/** Throughput of one side over the other's in the same round, of every round. */
export function ratios(above: readonly Round[], below: readonly Round[]): readonly number[] {
  return above.map((round, index) => round.perSecond / (below[index]?.perSecond ?? Number.NaN));
}
