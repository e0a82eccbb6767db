import type { Command } from "commander";
import * as invitations from "../../../http/admin-api/invitations.ts";
import { addCommand, type Called } from "./command.ts";
import { orNone } from "./user.ts";

export function addInvitationCommands(invitation: Command): void {
  addCommand(invitation, {
    name: "create",
    description: "Create an invitation link to sign up; it works once and expires after 14 days",
    of: invitations.createInvitation,
    print: printed,
  });
  addCommand(invitation, {
    name: "resend",
    of: invitations.resendInvitation,
    print: printed,
  });
  addCommand(invitation, {
    name: "withdraw",
    of: invitations.withdrawInvitation,
    print: () => "the invitation is withdrawn",
  });
  addCommand(invitation, {
    name: "list",
    of: invitations.listInvitations,
    print: ({ data }) =>
      orNone(
        data.map(({ id, note, expires_at: until }) => `${id}  expires ${until}  ${note}`.trimEnd()),
        "there are no unused invitations",
      ),
  });
}

async function printed(
  { url, expires_at: until }: { readonly url: string; readonly expires_at: string },
  { ledger, config, options }: Called,
) {
  const closed = (await ledger.setting("sign-up")) ?? config.signUp;
  const { email = "" } = options;
  return {
    lines: [url],
    notes: [
      ...(email === "" ? [] : [`It is emailed to ${email}.`]),
      `The link creates one account and expires at ${until}.`,
      ...(closed === "closed"
        ? ["Sign-up is closed, so the link won't work until you open sign-up."]
        : []),
    ],
  };
}
