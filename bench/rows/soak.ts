import { join } from "node:path";
import { loads } from "../loads.ts";
import { startFloor } from "../servers/floor.ts";
import { residentMegabytes } from "../servers/proc.ts";
import { rotate } from "../servers/rotate.ts";
import { startService } from "../servers/service.ts";
import { makeStore } from "../store/store.ts";
import { atMost, type Bench, type Figure, type Row } from "./row.ts";

const perSecond = 1000;

/**
 * Mixed load at a rate that leaves the server room, minute by minute, so that a stall of writes is seen: a
 * rotation of the keys (begun in the middle minute), a checkpoint, the minute's write of use. After each minute
 * a bare server gets fifteen seconds of the same rate. What it makes its slowest requests wait for is the machine.
 */
export async function soak(bench: Bench): Promise<readonly Row[]> {
  const { generator, options } = bench;
  const directory = join(bench.directory, "soak");
  const store = await makeStore(directory, { tokens: options.manyTokens, userCount: 0 });
  await using service = await startService(store.dataDir);
  const plan = await loads.mixed.plan({ store, service });
  const bearer = await loads.bearer.plan({ store, service });
  await generator.prepare(bearer, 1);
  await using floor = await startFloor(await generator.record(service.port));
  const rate = { connections: 256, perSecond };
  await generator.prepare(plan, 10 * perSecond);
  await generator.paced({ port: service.port, ...rate, seconds: 10 });
  const middle = options.soakMinutes >> 1;
  const minutes = [];
  const floors: number[] = [];
  const memory: number[] = [];
  let rotation: Promise<unknown> | undefined;
  for (let minute = 0; minute < options.soakMinutes; minute += 1) {
    await generator.prepare(plan, 60 * perSecond);
    if (minute === middle) rotation = rotate(store.dataDir);
    const { port } = service;
    const paced = await generator.paced({ port, ...rate, seconds: 60 });
    if (Object.keys(paced.rejected).length > 0) {
      throw new Error(`under mixed load some were rejected: ${JSON.stringify(paced.rejected)}`);
    }
    minutes.push(paced);
    memory.push(residentMegabytes(service.pid) ?? Number.NaN);
    const { p50Ms, p99Ms, p999Ms, p999MsByPart, maxPauseMs, notSent } = paced;
    const said = [p50Ms, p99Ms, p999Ms].map((one) => one.toFixed(1)).join(" / ");
    await generator.prepare(bearer, 1);
    const bare = await generator.paced({ port: floor.port, ...rate, seconds: 15 });
    floors.push(bare.p999Ms);
    const parts = Object.entries(p999MsByPart).map(([part, ms]) => `${part} ${ms.toFixed(1)}`);
    process.stderr.write(
      `  minute ${minute + 1}: ${said} ms (${parts.join(", ")}; a bare server ${bare.p999Ms.toFixed(1)}; the generator's longest pause ${maxPauseMs.toFixed(1)}), ${notSent} not sent, ${memory.at(-1)?.toFixed(0)} MB\n`,
    );
  }
  await rotation;
  const worst = (name: string, samples: readonly number[], most?: number): Figure => {
    const value = Math.max(...samples);
    const figure = { name: `mixed load: ${name}, worst minute`, value, unit: "ms", samples };
    return most === undefined ? figure : { ...figure, goal: atMost(value, most, "ms") };
  };
  const [value = Number.NaN] = memory.slice(-1);
  return [
    worst(
      "p50",
      minutes.map((one) => one.p50Ms),
    ),
    worst(
      "p99",
      minutes.map((one) => one.p99Ms),
    ),
    worst(
      "p99.9",
      minutes.map((one) => one.p999Ms),
      20,
    ),
    worst("p99.9 of a bare server", floors),
    {
      name: "mixed load: memory after it",
      value,
      unit: "MB",
      samples: memory,
      goal: atMost(value, 220, "MB"),
    },
  ];
}
