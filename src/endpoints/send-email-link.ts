import { mintLinkSecret, tokenDigest, type UserId } from "../domain/credentials.ts";
import { linkLife, linkPath } from "../domain/one-time-link.ts";
import { emailLinkSent, type Occasion } from "../events.ts";
import { isMailAddress } from "../mail/letter.ts";
import type { Frame } from "../views/layout.ts";
import { confirmEmailLetter } from "../views/letters.ts";
import { counted } from "./counted.ts";
import type { Call } from "./endpoint.ts";

type Holder = { readonly id: UserId; readonly screenName: string; readonly email: string };

/**
 * Mails a link that proves the address, where mail can be sent and there is an address to prove. The
 * link is good for this address alone: it may have changed by the time that the link is written.
 */
export async function sendEmailLink(
  { surroundings, frame }: Pick<Call, "surroundings"> & { readonly frame: Frame },
  { id: userId, screenName, email: to }: Holder,
  occasion: Occasion,
): Promise<{ readonly sent: boolean; readonly beyond?: { retryAfterSeconds: number } }> {
  const { ledger, mail, random, origins } = surroundings;
  if (mail === undefined || !isMailAddress(to)) return { sent: false };
  const tries = await counted("email-confirmation", userId, surroundings);
  if (!tries.admitted) return { sent: false, beyond: tries };
  const mails = await counted("email-confirmation/recipient", to.toLowerCase(), surroundings);
  // How often others named this address is not for whoever names it.
  if (!mails.admitted) return { sent: true };
  const secret = mintLinkSecret(random);
  const link = {
    digest: tokenDigest(secret.reveal()),
    purpose: "email",
    userId,
    note: to,
    createdAt: occasion.at,
    expiresAt: occasion.at + linkLife.email,
  } as const;
  await ledger.createLink(link, emailLinkSent(occasion, userId));
  const href = origins[0] + linkPath("email", secret);
  mail.send(confirmEmailLetter(frame, { to, screenName, href }));
  return { sent: true };
}
