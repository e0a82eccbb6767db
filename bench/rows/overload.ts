import { loads } from "../loads.ts";
import { residentMegabytes } from "../servers/proc.ts";
import { atLeast, atMost, type Bench, type Figure, type Row } from "./row.ts";

const seconds = 5;

/** Five times the requests that the server can answer, from clients that wait a second where they hear 503. */
export async function overload(bench: Bench): Promise<readonly Row[]> {
  const { generator, service } = bench;
  const rows: Row[] = [];
  for (const load of [loads.signed, loads["request-token"]]) {
    const plan = await load.plan(bench);
    const { port } = service;
    await generator.prepare(plan, 20_000);
    await generator.run({ port, connections: 32, count: 20_000, limitMs: 30_000 });
    await generator.prepare(plan, 40_000);
    const peak = await generator.run({ port, connections: 32, count: 40_000, limitMs: 5000 });
    const calm = { connections: 8, perSecond: peak.perSecond / 10, seconds };
    await generator.prepare(plan, Math.ceil(calm.perSecond * seconds));
    const unloaded = await generator.paced({ port, ...calm });
    const storm = { connections: 4000, perSecond: peak.perSecond * 5, seconds };
    await generator.prepare(plan, Math.ceil(storm.perSecond * seconds));
    const loaded = await generator.paced({ port, ...storm });
    const share = loaded.okPerSecond / peak.perSecond;
    const times = loaded.p99Ms / unloaded.p99Ms;
    const name = `overload, ${load.name}`;
    process.stderr.write(
      `  ${name}: peak ${peak.perSecond.toFixed(0)}/s, refused ${JSON.stringify(loaded.refused)}, not sent ${loaded.notSent}; p99 ${unloaded.p99Ms.toFixed(1)} and ${loaded.p99Ms.toFixed(1)} ms\n`,
    );
    const memory = residentMegabytes(service.pid) ?? Number.NaN;
    rows.push(
      { ...once(`${name}: 2xx of the peak`, share, ""), goal: atLeast(share, 0.9) },
      { ...once(`${name}: p99, × unloaded`, times, ""), goal: atMost(times, 10, "") },
      once(`${name}: memory after it`, memory, "MB"),
    );
  }
  return rows;
}

function once(name: string, value: number, unit: string): Figure {
  return { name, value, unit, samples: [value] };
}
