/**
 * Signed requests that come at random to processes on one PostgreSQL, in the way that
 * docs/adr/0028-the-postgresql-engine.md describes: who signs, then the nonce; each process has at most two batches of
 * a kind under way, and what waits joins the next. A process and each core of PostgreSQL do one thing at a time; a
 * flush of the log serves all commits that wait when it begins.
 */

export interface Costs {
  /** Microseconds of CPU in the service for one verification. */
  readonly nodeMicros: number;
  /** Microseconds of CPU that a statement costs PostgreSQL, however many requests share it. */
  readonly statementMicros: number;
  /** And for each verification, all its statements together. */
  readonly itemMicros: number;
  readonly roundTripMicros: number;
  /** How long the log takes to reach the disk, and the standby that confirms it. */
  readonly flushMicros: number;
}

export interface Size {
  readonly perSecond: number;
  readonly processes: number;
  readonly databaseCores: number;
}

export interface Outcome {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Cores of PostgreSQL that are busy. */
  readonly databaseBusy: number;
  readonly statementsPerSecond: number;
  readonly itemsPerStatement: number;
}

interface Batches {
  waiting: number[];
  running: number;
}

const kinds = 2;
const maxInBatch = 500;

/** `random`: from 0 to 1. */
export function simulate(
  costs: Costs,
  size: Size,
  requests: number,
  random: () => number,
): Outcome {
  const { nodeMicros, statementMicros, itemMicros, roundTripMicros, flushMicros } = costs;
  const events = queueOfEvents();
  const began = new Float64Array(requests);
  const latencies: number[] = [];
  const nodeFree = new Float64Array(size.processes);
  const cores = new Float64Array(size.databaseCores);
  const batches = Array.from({ length: size.processes }, () =>
    Array.from({ length: kinds }, (): Batches => ({ waiting: [], running: 0 })),
  );
  /** Of the last flush that was asked for; it may not have begun. */
  let flushBegins = Number.NEGATIVE_INFINITY;
  let statements = 0;
  let items = 0;
  let busy = 0;
  let last = 0;

  let at = 0;
  for (let request = 0; request < requests; request += 1) {
    at += (-Math.log(1 - random()) * 1e6) / size.perSecond;
    began[request] = at;
    const process = Math.floor(random() * size.processes);
    events.add(at, () => onNode(process, nodeMicros / 2, () => join(process, 0, request)));
  }
  events.run((now) => {
    last = now;
  });
  latencies.sort((one, other) => one - other);
  const share = (part: number) => (latencies[Math.floor(latencies.length * part)] ?? 0) / 1000;
  return {
    p50Ms: share(0.5),
    p99Ms: share(0.99),
    databaseBusy: busy / last,
    statementsPerSecond: (statements * 1e6) / last,
    itemsPerStatement: items / statements,
  };

  function onNode(process: number, micros: number, then: () => void): void {
    const end = Math.max(events.now(), nodeFree[process] ?? 0) + micros;
    nodeFree[process] = end;
    events.add(end, then);
  }

  function join(process: number, kind: number, request: number): void {
    const those = batches[process]?.[kind];
    if (those === undefined) return;
    those.waiting.push(request);
    begin(process, kind, those);
  }

  function begin(process: number, kind: number, those: Batches): void {
    if (those.running >= 2 || those.waiting.length === 0) return;
    const batch = those.waiting.splice(0, maxInBatch);
    those.running += 1;
    statements += 1;
    items += batch.length;
    const micros = statementMicros + (batch.length * itemMicros) / kinds;
    busy += micros;
    events.add(events.now() + roundTripMicros / 2, () => {
      const core = cores.indexOf(Math.min(...cores));
      const end = Math.max(events.now(), cores[core] ?? 0) + micros;
      cores[core] = end;
      events.add(end, () => {
        const committed = kind === 0 ? events.now() : flushed(events.now());
        events.add(committed + roundTripMicros / 2, () => {
          those.running -= 1;
          for (const request of batch) goOn(process, kind, request);
          begin(process, kind, those);
        });
      });
    });
  }

  /** When a commit that is asked for now is on the disk: with the flush that begins next. */
  function flushed(now: number): number {
    const begins = Math.max(now, flushBegins + flushMicros);
    // One that waits for the running flush to end takes this commit along.
    if (flushBegins < now) flushBegins = begins;
    return flushBegins + flushMicros;
  }

  function goOn(process: number, kind: number, request: number): void {
    if (kind + 1 < kinds) join(process, kind + 1, request);
    else {
      onNode(process, nodeMicros / 2, () => {
        latencies.push(events.now() - (began[request] ?? 0));
      });
    }
  }
}

/** A heap of what is to happen, by its time in microseconds. */
function queueOfEvents() {
  const times: number[] = [];
  const actions: (() => void)[] = [];
  let now = 0;
  return { add, run, now: () => now };

  function add(time: number, action: () => void): void {
    let at = times.push(time) - 1;
    actions.push(action);
    for (;;) {
      const above = (at - 1) >> 1;
      if (at === 0 || (times[above] ?? 0) <= time) return;
      swap(at, above);
      at = above;
    }
  }

  function run(reached: (time: number) => void): void {
    while (times.length > 0) {
      const [time = 0] = times;
      const [action] = actions;
      swap(0, times.length - 1);
      times.pop();
      actions.pop();
      sink();
      now = time;
      action?.();
    }
    reached(now);
  }

  function sink(): void {
    for (let at = 0; ; ) {
      let least = at;
      for (const below of [2 * at + 1, 2 * at + 2]) {
        if (below < times.length && (times[below] ?? 0) < (times[least] ?? 0)) least = below;
      }
      if (least === at) return;
      swap(at, least);
      at = least;
    }
  }

  function swap(one: number, other: number): void {
    const [time = 0, action = () => {}] = [times[one], actions[one]];
    times[one] = times[other] ?? 0;
    actions[one] = actions[other] ?? (() => {});
    times[other] = time;
    actions[other] = action;
  }
}
