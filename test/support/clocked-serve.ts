/**
 * A service whose parent process moves its clock: `node clocked-serve.ts` with the clock's time in CLOCK, and an IPC
 * channel. When time passes, timers move with it; when the clock is set, they do not.
 */
import { mock } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { readConfig } from "../../src/config/config.ts";
import { startService } from "../../src/program/service.ts";

export interface ClockMove {
  readonly setBy: number;
  readonly passes: number;
}

const stepMs = 15_000;
let wall = Number(process.env["CLOCK"]);
let steady = 0;
let requests = 0;
mock.timers.enable({ apis: ["setInterval"] });
const service = await startService(
  readConfig(process.env, () => {}),
  {
    clock: () => wall,
    monotonic() {
      requests += 1;
      return steady;
    },
  },
);
const { sweep } = service.dependencies.nonceStore as unknown as {
  sweep(now: number): Promise<number>;
};
process.on("message", async ({ setBy, passes }: ClockMove) => {
  wall += setBy;
  for (let passed = 0; passed < passes; passed += stepMs) {
    wall += stepMs;
    steady += stepMs;
    const before = requests;
    mock.timers.tick(stepMs);
    // The sweep that the tick began has asked for the time. This second sweep forgets nothing, and ends after the
    // first.
    const most = performance.now() + 20_000;
    while (requests === before) {
      if (performance.now() > most) throw new Error("no sweep began");
      await wait(1);
    }
    await sweep(0);
  }
  process.send?.({ wall });
});
process.on("disconnect", () => process.exit());
process.send?.({ baseUrl: service.baseUrl });
