import { defaultLanguage } from "../../pages/languages/languages.ts";
import { countInvitation, emailOf } from "../actions/invitation.ts";
import type { AdminCall } from "../operation/admin-endpoint.ts";
import { AdminProblem } from "../operation/admin-problem.ts";

/** Returns what sends a link. Throws if the service sends no email, or the address has had its share. */
export async function invitationMailer(
  to: string,
  { key, by, dependencies }: Pick<AdminCall, "key" | "by" | "dependencies">,
): Promise<(href: string) => void> {
  const { mail, config } = dependencies;
  if (mail === undefined) throw new AdminProblem("conflict", "The service sends no email.");
  const { admitted, retryAfterSeconds } = await countInvitation(to, dependencies);
  if (!admitted) {
    const headers = { "retry-after": String(retryAfterSeconds) };
    throw new AdminProblem("rate-limited", "This address got too many invitations.", { headers });
  }
  const requester = { network: by.address ?? "", account: key.id };
  return (href) =>
    mail.sendAsked(async () => [emailOf(config, defaultLanguage, { to, href })], requester);
}
