/**
 * `npm run bench -- --compare DIR`: this checkout beside another one, so that a small change shows on a noisy machine.
 */
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { readConfig } from "../src/config/config.ts";
import type { postgresAddress } from "../src/config/postgres-address.ts";
import type { moveToPostgres } from "../src/program/stores.ts";
import { startGenerator } from "./load/generator-process.ts";
import { type Load, loads, privately, type Target } from "./loads.ts";
import { median } from "./median.ts";
import type { Options } from "./options.ts";
import { cpuRatios, interleaved, medianRound, type Round, ratios } from "./rounds.ts";
import { placeOn, startPostgres } from "./servers/postgres.ts";
import { startService } from "./servers/service.ts";
import type { makeStore } from "./store/store.ts";
import { aligned } from "./table.ts";

const contents = { tokens: 1000, userCount: 32 };
const ownRoot = new URL("..", import.meta.url);

/** Measures the loads that are named, or all of them, and prints each as soon as it is known. */
export async function compareCheckouts(
  dir: string,
  only: readonly string[],
  options: Options,
  directory: string,
): Promise<void> {
  const other = pathToFileURL(`${resolve(dir)}/`);
  await using resources = new AsyncDisposableStack();
  const server = options.onPostgres ? resources.use(await startPostgres()) : undefined;
  const targets: Target[] = [];
  for (const [name, root] of [
    ["before", other],
    ["after", ownRoot],
  ] as const) {
    // Each makes its own store: their schemas may differ.
    const { makeStore: make }: { makeStore: typeof makeStore } = await from(
      root,
      "bench/store/store.ts",
    );
    const store = await make(join(directory, name), contents);
    const url = await server?.another(name);
    if (url !== undefined) await move(root, store.dataDir, url);
    const service = await startService(store.dataDir, {
      root,
      profileTo: root === ownRoot ? options.profileTo : undefined,
      ...(url !== undefined && { settings: placeOn(url) }),
    });
    targets.push({ store, service: resources.use(service) });
  }
  await using generator = startGenerator();
  for (const [name, load] of Object.entries<Load>(loads)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const sides = await Promise.all(
      targets.map(async (target) => ({
        server: load.isInternal ? privately(target.service) : target.service,
        plan: await load.plan(target),
        takesRepeats: false,
      })),
    );
    const rounds = await interleaved(generator, sides, load.connections, options.pace);
    process.stdout.write(`\n${printed(load, rounds)}\n`);
  }
}

async function from(root: URL, file: string) {
  return import(new URL(file, root).href);
}

/** By the checkout that will serve it. */
async function move(root: URL, dataDir: string, url: string): Promise<void> {
  const stores: { moveToPostgres: typeof moveToPostgres } = await from(
    root,
    "src/program/stores.ts",
  );
  const config: { readConfig: typeof readConfig } = await from(root, "src/config/config.ts");
  const address: { postgresAddress: typeof postgresAddress } = await from(
    root,
    "src/config/postgres-address.ts",
  );
  const embedded = config.readConfig({ COUNTERSIGN_DATA_DIR: dataDir }, () => {});
  await stores.moveToPostgres(embedded, address.postgresAddress(url), () => {});
}

/** Two sides of a load, `names` in the heads of their columns. */
export function printed(
  { name, connections }: Pick<Load, "name" | "connections">,
  [before = [], after = []]: readonly (readonly Round[])[],
  names: readonly [string, string] = ["before", "after"],
): string {
  const [was, is] = [medianRound(before), medianRound(after)];
  return aligned([
    [`${name}, ${connections} connections`, ...names, "ratio", "95 % sure", "of rounds"],
    [
      "CPU µs, quietest quarter",
      quietest(before).toFixed(1),
      quietest(after).toFixed(1),
      (quietest(before) / quietest(after)).toFixed(3),
    ],
    [
      "CPU µs a request",
      was.serverCpuMicros?.toFixed(1) ?? "–",
      is.serverCpuMicros?.toFixed(1) ?? "–",
      // Upside down, so that here too more is better.
      ...spread(cpuRatios(after, before)),
    ],
    [
      "requests/s",
      was.perSecond.toFixed(0),
      is.perSecond.toFixed(0),
      ...spread(ratios(after, before)),
    ],
    ["p50 ms", was.p50Ms.toFixed(2), is.p50Ms.toFixed(2)],
    ["p99 ms", was.p99Ms.toFixed(2), is.p99Ms.toFixed(2)],
  ]);
}

/** Other work on the machine only ever adds to what a request costs, so the rounds that cost least tell most. */
function quietest(rounds: readonly Round[]): number {
  const sorted = rounds.map((one) => one.serverCpuMicros ?? Number.NaN).sort((a, b) => a - b);
  return median(sorted.slice(0, Math.ceil(sorted.length / 4)));
}

/**
 * The median, the interval that holds it with 95 % confidence (order statistics, so one wild round moves nothing), and
 * all rounds.
 */
function spread(values: readonly number[]): string[] {
  if (values.length === 0) return ["–", "–", "–"];
  const sorted = values.toSorted((one, other) => one - other);
  const last = sorted.length - 1;
  const from = Math.max(0, Math.floor(sorted.length / 2 - 0.98 * Math.sqrt(sorted.length)));
  const range = (low = Number.NaN, high = Number.NaN) => `${low.toFixed(3)}–${high.toFixed(3)}`;
  return [
    median(sorted).toFixed(3),
    range(sorted[from], sorted[last - from]),
    range(sorted[0], sorted[last]),
  ];
}
