import { fork } from "node:child_process";
import { once } from "node:events";
import { pin } from "../servers/pin.ts";
import type { Measured, Order, Paced, PacedRun, Plan, RecordedAnswer, Run } from "./plan.ts";

export interface Generator extends AsyncDisposable {
  prepare(plan: Plan, count: number): Promise<void>;
  record(port: number): Promise<readonly RecordedAnswer[]>;
  paced(run: PacedRun): Promise<Paced>;
  /** Throws if any answer was not what it should be: a fast rejection is no throughput. */
  run(run: Run): Promise<Measured>;
}

/** The load generator on a core of its own. */
export function startGenerator(): Generator {
  const child = fork(new URL("./generator.ts", import.meta.url), {
    execArgv: ["--expose-gc", "--max-semi-space-size=64"],
  });
  pin(child.pid, "the generator's");
  let answered = Promise.withResolvers<unknown>();
  child.on("message", (answer: { done?: unknown } | { failed: unknown }) => {
    if ("failed" in answer) answered.reject(new Error(`the load generator: ${answer.failed}`));
    else answered.resolve(answer.done);
  });
  child.on("exit", () => answered.reject(new Error("the load generator ended")));

  /** One at a time. */
  async function order<T>(what: Order): Promise<T> {
    answered = Promise.withResolvers();
    child.send(what);
    return (await answered.promise) as T;
  }

  return {
    prepare: (plan, count) => order({ do: "prepare", plan, count }),
    record: (port) => order({ do: "record", port }),
    paced: (run) => order({ do: "paced", ...run }),
    async run(run) {
      const measured = await order<Measured>({ do: "run", ...run }).catch((error: unknown) => {
        throw new Error(`under load on port ${run.port}`, { cause: error });
      });
      const failures = Object.entries(measured.failures);
      if (failures.length > 0) {
        const said = failures.slice(0, 5).map(([what, times]) => `${times} × ${what}`);
        throw new Error(`of ${measured.count} requests some failed: ${said.join("; ")}`);
      }
      return measured;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      // Nobody waits for an answer any more.
      answered.promise.catch(() => {});
      child.disconnect();
      await ended;
    },
  };
}
