import type { RecordedAnswer } from "../load/plan.ts";
import type { FloorMessage } from "./floor-server.ts";
import { startForked } from "./forked.ts";
import type { Server } from "./server.ts";

export function startFloor(answers: readonly RecordedAnswer[], isGated = false): Promise<Server> {
  const message: FloorMessage = { answers, isGated };
  return startForked(new URL("./floor-server.ts", import.meta.url), { ...message });
}
