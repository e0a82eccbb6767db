import type { Command } from "commander";
import * as invitations from "../../../http/admin-api/invitations.ts";
import { addCommand, type Called } from "./command.ts";
import { orNone } from "./user.ts";

export function addInvitationCommands(invitation: Command): void {
  addCommand(invitation, {
    name: "create",
    description: "Create invitation links to sign up; each works once and expires after 14 days",
    of: invitations.createInvitations,
    print: async ({ data }, called) => ({
      lines: data.flatMap(({ url }) => url ?? []),
      notes: [...data.flatMap(outcomeLine), ...(await notesOnLinks(data, called))],
    }),
  });
  addCommand(invitation, {
    name: "resend",
    of: invitations.resendInvitation,
    print: async (link, called) => ({
      lines: [link.url],
      notes: await notesOnLinks([link], called),
    }),
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
        data.map(({ id, note, email_state: state, expires_at: until }) => {
          const failed = state === "failed" ? "email not sent" : "";
          return [id, `expires ${until}`, failed, note];
        }),
        "there are no unused invitations",
      ),
  });
}

type Invited = Awaited<ReturnType<typeof invitations.createInvitations.run>>["data"][number];

function outcomeLine({ email, outcome }: Invited): string[] {
  return email === null ? [] : [`${email}: ${outcomeTexts[outcome]}`];
}

const outcomeTexts = {
  created: "the link is emailed to this address",
  duplicate: "given twice; it gets one link",
  "has-account": "not invited: an account has this address",
  "too-many": "not invited: it got too many invitations today",
};

async function notesOnLinks(
  links: readonly { readonly expires_at: string | null }[],
  { ledger, config }: Called,
): Promise<string[]> {
  const signUp = (await ledger.setting("sign-up")) ?? config.signUp;
  const [until] = links.flatMap(({ expires_at: at }) => at ?? []);
  return [
    `A link creates one account and expires at ${until}.`,
    ...(signUp === "closed"
      ? ["Sign-up is closed, so links won't work until you open sign-up."]
      : []),
  ];
}
