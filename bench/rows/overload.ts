import type { Paced, Plan } from "../load/plan.ts";
import { loads } from "../loads.ts";
import { startFloor } from "../servers/floor.ts";
import { residentMegabytes } from "../servers/proc.ts";
import { atLeast, atMost, type Bench, type Figure, type Row } from "./row.ts";

const seconds = 5;

/**
 * Five times the requests that the server can answer, from clients that wait a second where they hear 503. A bare
 * server goes through the same: what it loses is what 4,000 connections cost, and what the generator cannot bring.
 */
export async function overload(bench: Bench): Promise<readonly Row[]> {
  const { generator, service } = bench;
  const rows: Row[] = [];
  for (const load of [loads.signed, loads["request-token"]]) {
    const plan = await load.plan(bench);
    await generator.prepare(plan, 1);
    await using floor = await startFloor(await generator.record(service.port));
    const { share, times } = await storm(bench, load.name, plan, service.port);
    const bare = await storm(bench, `a bare server, ${load.name}`, plan, floor.port);
    const name = `overload, ${load.name}`;
    const memory = residentMegabytes(service.pid) ?? Number.NaN;
    rows.push(
      { ...once(`${name}: 2xx of the peak`, share, ""), goal: atLeast(share, 0.9) },
      once(`${name}: the bare server's, of its own peak`, bare.share, ""),
      { ...once(`${name}: p99, × unloaded`, times, ""), goal: atMost(times, 10, "") },
      once(`${name}: the bare server's`, bare.times, ""),
      once(`${name}: memory after it`, memory, "MB"),
    );
  }
  return rows;
}

async function storm(
  { generator }: Bench,
  name: string,
  plan: Plan,
  port: number,
): Promise<{ share: number; times: number }> {
  await generator.prepare(plan, 20_000);
  await generator.run({ port, connections: 32, count: 20_000, limitMs: 30_000 });
  await generator.prepare(plan, 40_000);
  const peak = await generator.run({ port, connections: 32, count: 40_000, limitMs: 5000 });
  const unloaded = await paced({ connections: 8, perSecond: peak.perSecond / 10 });
  const loaded = await paced({ connections: 4000, perSecond: peak.perSecond * 5 });
  process.stderr.write(
    `  ${name}: peak ${peak.perSecond.toFixed(0)}/s, rejected ${JSON.stringify(loaded.rejected)}, not sent ${loaded.notSent}; p99 ${unloaded.p99Ms.toFixed(1)} and ${loaded.p99Ms.toFixed(1)} ms\n`,
  );
  return { share: loaded.okPerSecond / peak.perSecond, times: loaded.p99Ms / unloaded.p99Ms };

  async function paced(rate: { connections: number; perSecond: number }): Promise<Paced> {
    await generator.prepare(plan, Math.ceil(rate.perSecond * seconds));
    return generator.paced({ port, ...rate, seconds });
  }
}

function once(name: string, value: number, unit: string): Figure {
  return { name, value, unit, samples: [value] };
}
