import { z } from "zod";
import type { TokenDigest } from "../../../../../../domain/credentials.ts";
import { addressIn } from "../../../../../actions/invitation.ts";
import { replaceInvitation } from "../../../../../actions/issue-link.ts";
import { invitationMailer } from "../../../../../admin-api/invitation-mailer.ts";
import { createdLink, linkJson, linkParts } from "../../../../../admin-api/one-time-link.ts";
import { adminEndpoint } from "../../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../../operation/admin-problem.ts";

const gone = "No such invitation.";

export const apiInvitation = adminEndpoint(
  "/admin/v1/invitations/:id",
  z.strictObject({ id: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  (operation) => [
    operation({
      method: "POST",
      name: "replaceInvitation",
      summary: "Replace an invitation's link, and email the new one if it was emailed",
      role: "manager",
      response: createdLink,
      creates: true,
      about: () => ({}),
      returnsSecret: "link",
      problems: ["not-found", "conflict"],
      async run({ params, by, key, dependencies }) {
        const digest = params.id as TokenDigest;
        const purpose = "invitation";
        const found = await dependencies.ledger.linkFor({ digest, purpose }, by.at);
        if (found === undefined) throw new AdminProblem("not-found", gone);
        const address = dependencies.mail && addressIn(found.note);
        const send = address && (await invitationMailer(address, { key, by, dependencies }));
        const link = await replaceInvitation(linkParts(dependencies), found, by);
        if (link === undefined) throw new AdminProblem("not-found", gone);
        if (send) send(link.href);
        return linkJson(link);
      },
    }),
    operation({
      method: "DELETE",
      name: "withdrawInvitation",
      summary: "Withdraw an invitation",
      role: "manager",
      problems: ["not-found"],
      async run({ params, by, dependencies: { ledger } }) {
        const link = { digest: params.id as TokenDigest, purpose: "invitation" } as const;
        if (await ledger.withdrawLink(link, by)) return;
        throw new AdminProblem("not-found", gone);
      },
    }),
  ],
);
