import type { AuditContext } from "../../domain/audit.ts";
import type { UserId } from "../../domain/credentials.ts";
import { verifyAddressEmail } from "../../pages/views/emails.ts";
import type { Frame } from "../../pages/views/layout.ts";
import { isMailAddress } from "../../tools/mail/email-message.ts";
import { requesterOf } from "../../verification/authentication/incoming.ts";
import { countTry, recipientKey } from "../../verification/rate-limits/count-try.ts";
import { issueUserLink } from "../actions/issue-link.ts";
import type { Call } from "../operation/endpoint.ts";

type Recipient = { readonly id: UserId; readonly screenName: string; readonly email: string };

/**
 * Sends nothing if the service has no email or the account no unverified address. The link only
 * verifies this address, which may have changed by the time the link is created.
 */
export async function sendEmailLink(
  {
    incoming,
    dependencies,
    frame,
  }: Pick<Call, "incoming" | "dependencies"> & { readonly frame: Frame },
  { id: userId, screenName, email: to }: Recipient,
  auditContext: AuditContext,
): Promise<{ readonly sent: boolean; readonly beyond?: { retryAfterSeconds: number } }> {
  const { ledger, mail, random, origins } = dependencies;
  if (mail === undefined || !isMailAddress(to)) return { sent: false };
  const tries = await countTry("email-verification", userId, dependencies);
  if (!tries.admitted) return { sent: false, beyond: tries };
  const mails = await countTry("email-verification/recipient", recipientKey(to), dependencies);
  // The response must not reveal how often others have named the address.
  if (!mails.admitted) return { sent: true };
  const link = { purpose: "email", userId, address: to } as const;
  const issued = await issueUserLink({ ledger, random, origin: origins[0] }, link, auditContext);
  if (issued === undefined) return { sent: false };
  const email = verifyAddressEmail(frame, { to, screenName, href: issued.href });
  // With open sign-up, anonymous callers can cause this email.
  mail.sendAsked(async () => [email], requesterOf(incoming, userId));
  return { sent: true };
}
