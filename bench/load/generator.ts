/** The load generator's process: takes orders one at a time and answers each. */
import { drive } from "./drive.ts";
import { pacedRun } from "./paced.ts";
import type { Order, Plan } from "./plan.ts";
import { prepare, type Step } from "./prepare.ts";
import { record } from "./record.ts";

let prepared: { step: Step; plan: Plan } | undefined;

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
    prepared = { step: prepare(order.plan, order.count), plan: order.plan };
    return undefined;
  }
  if (prepared === undefined) throw new Error("nothing is prepared");
  const { step, plan } = prepared;
  if (order.do === "run") return drive(step, order);
  return order.do === "paced" ? pacedRun(step, plan, order) : record(step, order.port);
}
