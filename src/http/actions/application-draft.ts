/** What pages, commands and the admin API share when an application's settings change. */

import type { SignatureMethod } from "#oauth1";
import type { Application } from "../../domain/application.ts";
import { type ChangeEffect, changeEffects } from "../../domain/application-change.ts";
import type { AuditContext } from "../../domain/audit.ts";
import { waitingSchemes } from "../../domain/callback-schemes.ts";
import { dayMs } from "../../domain/day.ts";
import type { ApplicationDraft } from "../../domain/fields/application.ts";
import type { Applications } from "../../domain/ports/applications.ts";
import type { Credentials } from "../../domain/ports/credentials.ts";
import { methodsFor } from "../../domain/signature-methods.ts";
import * as english from "../../pages/languages/english.ts";
import { effectSentence } from "../../pages/views/change-effect.ts";
import { plainPhrase } from "../../pages/views/phrase.ts";

/** Why no signature of the application would be accepted, if so. */
export function problemWithMethods(
  draft: ApplicationDraft,
  accepted: readonly SignatureMethod[],
): string | undefined {
  return methodsFor(draft, accepted).length > 0
    ? undefined
    : "the service accepts only HMAC-SHA1; add HMAC-SHA256 to COUNTERSIGN_SIGNATURE_METHODS first";
}

/** Schemes that an administrator registers are confirmed. */
export async function confirmNewSchemes(
  ledger: Pick<Applications, "confirmScheme">,
  application: Application,
  draft: ApplicationDraft,
  by: AuditContext,
): Promise<void> {
  for (const scheme of newSchemes(application, draft)) {
    await ledger.confirmScheme({ applicationId: application.id, scheme }, by);
  }
}

export function newSchemes(
  { callbacks, confirmedSchemes }: Pick<Application, "callbacks" | "confirmedSchemes">,
  draft: ApplicationDraft,
): readonly string[] {
  const added = draft.callbacks.filter((one) => !callbacks.includes(one));
  return waitingSchemes(added, confirmedSchemes);
}

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

export function effectInWords(effect: ChangeEffect): string {
  return plainPhrase(effectSentence(english.portal.settings.confirm, effect));
}
