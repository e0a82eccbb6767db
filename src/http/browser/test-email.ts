/** An administrator sends an email to their own address, to see whether the mail server accepts it. */

import type { TestEmailResult } from "../../pages/views/admin/test-email.ts";
import { testEmail } from "../../pages/views/emails.ts";
import { isMailAddress } from "../../tools/mail/email-message.ts";
import { countTry } from "../../verification/rate-limits/count-try.ts";
import type { ViewerCall } from "./viewer-call.ts";

/** Changes nothing, so there is no event. What fails is logged, as with other emails. */
export async function sendTestEmail({
  dependencies,
  session: { userId },
  viewer: { frame, screenName, email: to = "" },
  now: at,
}: ViewerCall): Promise<TestEmailResult | undefined> {
  const { mail, origins } = dependencies;
  if (mail === undefined || !isMailAddress(to)) return undefined;
  const tries = await countTry("email-verification", userId, dependencies);
  if (!tries.admitted) return { retryAfterSeconds: tries.retryAfterSeconds };
  const failure = await mail.sendNow(testEmail(frame, { to, screenName, at, origin: origins[0] }));
  return failure ?? "accepted";
}
