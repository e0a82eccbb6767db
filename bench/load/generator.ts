/** The load generator's process: takes orders one at a time and answers each. */
import { drive } from "./drive.ts";
import { pacedRun } from "./paced.ts";
import type { Order } from "./plan.ts";
import { prepare, type Step } from "./prepare.ts";
import { record } from "./record.ts";

let prepared: Step | undefined;

process.on("message", async (order: Order) => {
  try {
    process.send?.({ done: await obey(order) });
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? (error.stack ?? error.message) : error });
  }
});
process.on("disconnect", () => process.exit());

async function obey(order: Order): Promise<unknown> {
  if (order.do === "prepare") {
    prepared = prepare(order.plan, order.count);
    return undefined;
  }
  if (prepared === undefined) throw new Error("nothing is prepared");
  if (order.do === "run") return drive(prepared, order);
  return order.do === "paced" ? pacedRun(prepared, order) : record(prepared, order.port);
}
