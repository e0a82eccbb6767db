import type { ApplicationId } from "../../domain/credentials.ts";
import { dayOf } from "../../domain/day.ts";
import { type Ending, endingsOf } from "../../domain/ending.ts";
import { traitsShownDays } from "../../domain/trait.ts";
import type { ViewerCall } from "./viewer-call.ts";

/** Reads nothing as long as no sunset is planned. */
export async function endingsFor(
  { dependencies: { ledger, sunsets }, now }: Pick<ViewerCall, "dependencies" | "now">,
  applicationId: ApplicationId,
): Promise<readonly Ending[]> {
  if (sunsets.all === undefined) return [];
  const uses = await ledger.traitsOf(applicationId, dayOf(now) - traitsShownDays + 1);
  return endingsOf(sunsets.all, applicationId, uses);
}
