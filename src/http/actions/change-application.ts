import type { Application } from "../../domain/application.ts";
import { type ChangeEffect, changeEffects } from "../../domain/application-change.ts";
import { dayMs } from "../../domain/day.ts";
import type { ApplicationDraft } from "../../domain/fields/application.ts";
import type { Credentials } from "../../domain/ports/credentials.ts";

/** The effects that the change would have now on the application's users. */
export async function effectsOfChange(
  ledger: Pick<Credentials, "grantCounts">,
  application: Application,
  draft: ApplicationDraft,
  now: number,
): Promise<readonly ChangeEffect[]> {
  // Up to the end of today, so up to now.
  const { before } = await ledger.grantCounts(application.id, now + dayMs);
  return changeEffects(application, draft, before);
}
