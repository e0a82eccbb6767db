/**
 * A service whose clock its parent moves: `node clocked-serve.ts` with the clock's time in CLOCK, and an IPC
 * channel. Time that passes moves the timers with it; a clock that is set moves nothing else.
 */
import { mock } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { readConfig } from "../../src/config/config.ts";
import { startService } from "../../src/service.ts";

export interface ClockMove {
  readonly setBy: number;
  readonly passes: number;
}

const stepMs = 15_000;
let wall = Number(process.env["CLOCK"]);
let steady = 0;
let asked = 0;
mock.timers.enable({ apis: ["setInterval"] });
const service = await startService(
  readConfig(process.env, () => {}),
  {
    clock: () => wall,
    monotonic() {
      asked += 1;
      return steady;
    },
  },
);
const { sweep } = service.dependencies.replayBook as unknown as {
  sweep(now: number): Promise<number>;
};
process.on("message", async ({ setBy, passes }: ClockMove) => {
  wall += setBy;
  for (let passed = 0; passed < passes; passed += stepMs) {
    wall += stepMs;
    steady += stepMs;
    const before = asked;
    mock.timers.tick(stepMs);
    // The sweep that the tick began has asked for the time; this one, which forgets nothing, ends after it.
    const most = performance.now() + 20_000;
    while (asked === before) {
      if (performance.now() > most) throw new Error("no sweep began");
      await wait(1);
    }
    await sweep(0);
  }
  process.send?.({ wall });
});
process.on("disconnect", () => process.exit());
process.send?.({ baseUrl: service.baseUrl });
