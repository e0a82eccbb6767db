import type { RecordedAnswer } from "../load/plan.ts";
import { startForked } from "./forked.ts";
import type { Server } from "./server.ts";

export function startFloor(answers: readonly RecordedAnswer[]): Promise<Server> {
  return startForked(new URL("./floor-server.ts", import.meta.url), [...answers]);
}
