/** The service on PostgreSQL beside SQLite, and what a verification costs both of them. */
import { join } from "node:path";
import { readConfig } from "../../src/config/config.ts";
import { postgresAddress } from "../../src/config/postgres-address.ts";
import { moveToPostgres } from "../../src/program/stores.ts";
import { type Load, loads, type Target } from "../loads.ts";
import { median } from "../median.ts";
import { interleaved } from "../rounds.ts";
import { type BenchPostgres, placeOn, startPostgres } from "../servers/postgres.ts";
import { cpuMeter } from "../servers/proc.ts";
import { startService } from "../servers/service.ts";
import { makeStore } from "../store/store.ts";
import { atLeast, type Bench, comparison, type Figure, type Row } from "./row.ts";

const connections = 64;

export async function postgres(bench: Bench): Promise<readonly Row[]> {
  await using server = await startPostgres();
  const store = await makeStore(join(bench.directory, "postgres"), { tokens: 1000, userCount: 32 });
  const config = readConfig({ COUNTERSIGN_DATA_DIR: store.dataDir }, () => {});
  await moveToPostgres(config, postgresAddress(server.url), () => {});
  const place = placeOn(server.url);
  const rows: Row[] = [];
  {
    await using service = await startService(store.dataDir, { settings: place });
    const target = { store, service };
    for (const load of [loads.signed, loads.bearer]) {
      rows.push(await besideEmbedded(bench, target, load));
    }
    for (const [load, at] of [
      [loads.signed, connections],
      [loads.signed, 1],
      [loads.bearer, connections],
      [loads["request-token"], connections],
    ] as const) {
      rows.push(...(await costs(bench, target, server, { ...load, connections: at })));
    }
    rows.push(...(await issuing(bench, target, server)));
  }
  // With limits as users have them, but for their height.
  const limits = limited.map((name) => `${name}=999999999`).join(",");
  const settings = { ...place, COUNTERSIGN_RATE_LIMITS: limits };
  await using service = await startService(store.dataDir, { settings });
  const load = { ...loads.signed, name: "signed use with limits" };
  rows.push(...(await costs(bench, { store, service }, server, load)));
  return rows;
}

const limited = ["account/verify_credentials", "application/rate_limit_status"];

/** In place of the floor stands SQLite. */
async function besideEmbedded(bench: Bench, target: Target, load: Load): Promise<Row> {
  const sides = await Promise.all(
    [bench, target].map(async (one) => ({
      server: one.service,
      plan: await load.plan(one),
      takesRepeats: false,
    })),
  );
  const { generator, options } = bench;
  const rounds = await interleaved(generator, sides, connections, options.pace);
  const row = comparison(`${load.name}, PostgreSQL : embedded`, connections, rounds);
  return { ...row, goal: atLeast(row.ratio, 0.5) };
}

/** Request tokens and whole flows, beside rows that somebody else commits. */
async function issuing(
  { generator, options }: Bench,
  target: Target,
  server: BenchPostgres,
): Promise<readonly Row[]> {
  const commits: number[] = [];
  let by = "";
  const rows: Figure[] = [];
  for (const load of [loads["request-token"], loads.flow]) {
    const samples: number[] = [];
    const ratios: number[] = [];
    const side = { server: target.service, plan: await load.plan(target), takesRepeats: false };
    await interleaved(generator, [side], load.connections, { ...options.pace, rounds: 0 });
    for (let round = 0; round < options.pace.rounds; round += 1) {
      const counted = await server.commitsPerSecond(load.connections, 3);
      by = counted.by;
      commits.push(counted.perSecond);
      const pace = { rounds: 1, secondsARound: 2, warmUpSeconds: 0 };
      const [[measured] = []] = await interleaved(generator, [side], load.connections, pace);
      const perSecond = measured?.perSecond ?? 0;
      samples.push(perSecond);
      ratios.push(perSecond / counted.perSecond);
    }
    rows.push({ name: `${load.name} on PostgreSQL`, value: median(samples), unit: "/s", samples });
    rows.push({
      name: `${load.name} : commits`,
      value: median(ratios),
      unit: "",
      samples: ratios,
      ...(load.name === loads["request-token"].name && { goal: atLeast(median(ratios), 0.5) }),
    });
  }
  return [
    ...rows,
    { name: `durable commits, by ${by}`, value: median(commits), unit: "/s", samples: commits },
  ];
}

/** What one request takes of the node and of PostgreSQL. */
async function costs(
  { generator, options }: Bench,
  target: Target,
  server: BenchPostgres,
  { name, connections: at, plan: planned }: Load,
): Promise<readonly Row[]> {
  const { port, pid } = target.service;
  const plan = await planned(target);
  const spent: Record<string, number[]> = {};
  for (let round = 0; round < options.pace.rounds; round += 1) {
    const count = at === 1 ? 500 : 4000;
    await generator.prepare(plan, count);
    const node = cpuMeter(pid);
    const meter = await server.meter();
    await generator.run({ port, connections: at, count, limitMs: 120_000 });
    const nodeMicros = node();
    const { cpuMicros, transactions, walBytes, nonceBytes } = await meter();
    const each = {
      "node, CPU µs": nodeMicros,
      "PostgreSQL, CPU µs": cpuMicros,
      "round trips": transactions,
      "WAL, bytes": walBytes,
      "nonce tables, bytes": nonceBytes,
    };
    for (const [what, value] of Object.entries(each)) {
      if (value === undefined) continue;
      spent[what] ??= [];
      spent[what].push(value / count);
    }
  }
  return Object.entries(spent).map(([what, samples]) => ({
    name: `${name}, ${at} connections: ${what}`,
    value: median(samples),
    unit: "",
    samples,
  }));
}
