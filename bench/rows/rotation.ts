import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { requestTokenFor } from "../../test/support/flow.ts";
import type { TestApplication } from "../../test/support/service.ts";
import { rotate } from "../servers/rotate.ts";
import { startService } from "../servers/service.ts";
import { makeStore } from "../store/store.ts";
import { atMost, type Bench, type Figure, type Row } from "./row.ts";

const secrets = 304_000;
/** A sample is the longest wait of so long. */
const windowMs = 10_000;

/**
 * How long a write of the server waits while `countersign keys rotate` reseals a large ledger: request tokens, one
 * after the other, each committed before it is answered. A second rotation, with a ring that the administrator gives,
 * adds no key and finds nothing to do. The same without a rotation says what the machine adds.
 */
export async function rotation(bench: Bench): Promise<readonly Row[]> {
  const store = await makeStore(join(bench.directory, "rotation"), {
    tokens: secrets,
    userCount: 0,
  });
  const [application] = store.applications;
  if (application === undefined) throw new Error("the store has no application");
  await using service = await startService(store.dataDir);
  const write = () => writeOf(service.origin, application);
  await maxWaits(write, pause(windowMs));
  const began = performance.now();
  const during = await maxWaits(write, rotate(store.dataDir));
  const given = { COUNTERSIGN_KEYS_FILE: join(store.dataDir, "keys") };
  const again = await maxWaits(write, rotate(store.dataDir, given));
  const without = await maxWaits(write, pause(performance.now() - began));
  return [
    figure("longest write, while keys rotate", during, 50),
    figure("longest write, while a rotation finds nothing to do", again, 50),
    figure("longest write, without that", without),
  ];
}

function figure(name: string, samples: readonly number[], most?: number): Figure {
  const value = Math.max(...samples);
  const made = {
    name: `${secrets.toLocaleString("en")} secrets: ${name}`,
    value,
    unit: "ms",
    samples,
  };
  return most === undefined ? made : { ...made, goal: atMost(value, most, "ms") };
}

async function writeOf(origin: string, application: TestApplication): Promise<number> {
  const began = performance.now();
  await requestTokenFor(origin, application);
  return performance.now() - began;
}

async function maxWaits(
  write: () => Promise<number>,
  until: Promise<unknown>,
): Promise<readonly number[]> {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const began = performance.now();
  const longest: number[] = [];
  while (!isOver) {
    const window = Math.floor((performance.now() - began) / windowMs);
    longest[window] = Math.max(longest[window] ?? 0, await write());
    await pause(2);
  }
  await over;
  return longest.filter((one) => one !== undefined);
}
