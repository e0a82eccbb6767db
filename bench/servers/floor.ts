import { fork } from "node:child_process";
import { once } from "node:events";
import type { RecordedAnswer } from "../load/plan.ts";
import { pin } from "./pin.ts";
import type { Server } from "./server.ts";

export async function startFloor(answers: readonly RecordedAnswer[]): Promise<Server> {
  const child = fork(new URL("./floor-server.ts", import.meta.url));
  pin(child.pid, "the server's");
  child.send(answers);
  const [port] = await once(child, "message");
  return {
    port,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}
