import { z } from "zod";
import { fitsOneLine } from "../../../../../domain/operating.ts";
import { typedText } from "../../../../../domain/typed-text.ts";
import { addressIn, noteWithAddress } from "../../../../actions/invitation.ts";
import { issueLink } from "../../../../actions/issue-link.ts";
import { invitationMailer } from "../../../../admin-api/invitation-mailer.ts";
import {
  createdLink,
  linkJson,
  linkParts,
  rejectWithoutPasswords,
} from "../../../../admin-api/one-time-link.ts";
import {
  digestIn,
  listed,
  listOf,
  noParams,
  page,
  pageOf,
  time,
  timeOf,
} from "../../../../admin-api/shapes.ts";
import { adminEndpoint } from "../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../operation/admin-problem.ts";

const invitation = z
  .strictObject({ id: z.string(), note: z.string(), created_at: time, expires_at: time })
  .meta({ id: "Invitation" });

export const apiInvitations = adminEndpoint("/admin/v1/invitations", noParams, (operation) => [
  operation({
    method: "GET",
    name: "listInvitations",
    summary: "List unused invitations, without their links",
    role: "viewer",
    query: z.strictObject(page),
    response: listOf("InvitationList", invitation),
    async run({ query, by, dependencies: { ledger } }) {
      const { after, size } = pageOf("invitations", query, digestIn);
      const found = await ledger.links("invitation", by.at, { after, size: size + 1 });
      return listed(
        "invitations",
        found,
        size,
        (one) => one.digest,
        ({ digest, note, createdAt, expiresAt }) => ({
          id: digest,
          note,
          created_at: timeOf(createdAt),
          expires_at: timeOf(expiresAt),
        }),
      );
    },
  }),
  operation({
    method: "POST",
    name: "createInvitation",
    summary: "Create a link to sign up; it works once",
    role: "manager",
    body: z
      .strictObject({
        note: z.string().max(400).describe("A note about the recipient, on one line.").optional(),
        email: z
          .string()
          .max(400)
          .describe("The link is also sent to this address, which the note then ends with.")
          .optional(),
      })
      .meta({ id: "NewInvitation" }),
    response: createdLink,
    creates: true,
    about: () => ({}),
    returnsSecret: "link",
    problems: ["conflict", "rejected"],
    async run({ body, by, key, dependencies }) {
      rejectWithoutPasswords(dependencies.config);
      const email = (body.email ?? "").trim();
      if (email !== "" && addressIn(email) !== email) {
        throw new AdminProblem("rejected", "email is not an email address.");
      }
      const note = noteWithAddress(typedText(body.note), email);
      if (!fitsOneLine(note)) {
        const detail = "A note can have up to 200 characters and no control characters.";
        throw new AdminProblem("rejected", detail);
      }
      const send =
        email === "" ? undefined : await invitationMailer(email, { key, by, dependencies });
      const wanted = { purpose: "invitation", note } as const;
      const link = await issueLink(linkParts(dependencies), wanted, by);
      send?.(link.href);
      return linkJson(link);
    },
  }),
]);
