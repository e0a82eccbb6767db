import { fork, type Serializable } from "node:child_process";
import { once } from "node:events";
import { pin } from "./pin.ts";
import type { Server } from "./server.ts";

/**
 * Runs a file that takes one message and answers it with the port that it listens on, and ends when it is disconnected.
 */
export async function startForked(file: URL, message: Serializable): Promise<Server> {
  const child = fork(file);
  pin(child.pid, "the server's");
  child.send(message);
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
