import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { median } from "../median.ts";
import { installPackage } from "../servers/installed.ts";
import { residentMegabytes } from "../servers/proc.ts";
import { startService } from "../servers/service.ts";
import { makeStore } from "../store/store.ts";
import { atMost, type Bench, type Row } from "./row.ts";

const starts = 7;
const settleMs = 3000;

/** From starting the process to `ready`, on a data directory that exists and files that are cached. */
export async function start(bench: Bench): Promise<readonly Row[]> {
  const store = await makeStore(join(bench.directory, "start"), { tokens: 1000, userCount: 0 });
  const installed = installPackage(join(bench.directory, "start-installed"));
  const here: number[] = [];
  const asInstalled: number[] = [];
  for (let at = 0; at < starts; at += 1) {
    here.push(await readyMs(store.dataDir));
    asInstalled.push(await readyMs(store.dataDir, installed));
  }
  const value = median(asInstalled);
  return [
    { name: "start to ready", value: median(here), unit: "ms", samples: here },
    {
      name: "start to ready, as installed",
      value,
      unit: "ms",
      samples: asInstalled,
      goal: atMost(value, 250, "ms"),
    },
  ];
}

async function readyMs(dataDir: string, root?: URL): Promise<number> {
  await using service = await startService(dataDir, { root });
  return service.readyMs;
}

/** The same after a kill under full load: the nonce journal holds 2.4 million nonces of the last five minutes. */
export async function restart(bench: Bench): Promise<readonly Row[]> {
  const store = await makeStore(join(bench.directory, "restart"), { tokens: 1000, userCount: 0 });
  const journal = join(store.dataDir, "nonces");
  mkdirSync(journal, { recursive: true });
  const minutes = 6;
  const samples: number[] = [];
  for (let at = 0; at < starts; at += 1) {
    const newest = Math.floor(Date.now() / 60_000);
    for (let minute = newest - minutes + 1; minute <= newest; minute += 1) {
      writeFileSync(join(journal, `${minute}.nonces`), randomBytes((2_400_000 / minutes) * 16));
    }
    await using service = await startService(store.dataDir);
    samples.push(service.readyMs);
  }
  const value = median(samples);
  return [
    {
      name: "start, 2,400,000 nonces",
      value,
      unit: "ms",
      samples,
      goal: atMost(value, 1000, "ms"),
    },
  ];
}

/** Resident memory of a server that nobody has asked anything. */
export async function memory(bench: Bench): Promise<readonly Row[]> {
  const store = await makeStore(join(bench.directory, "memory"), { tokens: 1000, userCount: 0 });
  const installed = installPackage(join(bench.directory, "memory-installed"));
  const here: number[] = [];
  const asInstalled: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    for (const [samples, root] of [
      [here, undefined],
      [asInstalled, installed],
    ] as const) {
      const resident = await idleMegabytes(store.dataDir, root);
      if (resident === undefined) return [];
      samples.push(resident);
    }
  }
  const value = median(asInstalled);
  return [
    { name: "idle memory", value: median(here), unit: "MB", samples: here },
    {
      name: "idle memory, as installed",
      value,
      unit: "MB",
      samples: asInstalled,
      goal: atMost(value, 95, "MB"),
    },
  ];
}

async function idleMegabytes(dataDir: string, root?: URL): Promise<number | undefined> {
  await using service = await startService(dataDir, { root });
  await pause(settleMs);
  return residentMegabytes(service.pid);
}
