/** A change of a plan, as the admin API shows it. */
import { hash } from "node:crypto";
import { z } from "zod";
import { ConfigurationRejected } from "../../../domain/application-configuration.ts";
import type { Difference } from "../../../domain/fields/field.ts";
import { AdminProblem } from "../../operation/admin-problem.ts";
import { PlanRejected } from "./plan.ts";
import type { PlannedChange } from "./step.ts";

/** A configuration with about a thousand applications. Parsing holds up everything else. */
export const maxConfigurationBytes = 256 * 1024;

const value = z.union([z.string(), z.boolean(), z.array(z.string())]);

export const plannedChange = z
  .strictObject({
    part: z.string().describe("What wants it, such as `applications[0]`."),
    action: z.enum(["create", "change", "delete"]).describe("What is done."),
    what: z.string().describe("What it is done to, such as `application Weather of alice`."),
    differences: z
      .array(
        z.strictObject({
          setting: z.string().describe("What changes."),
          from: value.describe("What it is now."),
          to: value.describe("What it becomes."),
        }),
      )
      .describe("How it changes."),
    ends: z.array(z.string()).describe("What it ends for users, as sentences."),
    tag: z
      .string()
      .describe(
        "Another tag means another change: send it to make this one, before those that follow.",
      ),
  })
  .meta({ id: "PlannedChange" });

export function changeJson(change: PlannedChange): z.input<typeof plannedChange> {
  const { part, action, what, ends, seen } = change;
  const differences = change.differences.map(({ setting, from, to }) => ({
    setting,
    from: plain(from),
    to: plain(to),
  }));
  const shown = { action, what, differences, ends: [...ends] };
  const tag = hash("sha256", JSON.stringify([shown, seen]), "base64url").slice(0, 27);
  return { part, ...shown, tag };
}

function plain(one: Difference["from"]): z.input<typeof value> {
  return typeof one === "object" ? [...one] : one;
}

/** Throws 422 for what a rule forbids. */
export async function orRejected<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ConfigurationRejected)) throw error;
    const { message } = error;
    const errors = error instanceof PlanRejected ? error.problems : undefined;
    throw new AdminProblem("rejected", message, errors && { errors });
  }
}
