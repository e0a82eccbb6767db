/** Invitations in the admin API. */
import { z } from "zod";
import type { TokenDigest } from "../../domain/credentials.ts";
import {
  invitationPages,
  invitationRoles,
  typedMessage,
  usualTerms,
} from "../../domain/invitation.ts";
import { typedText } from "../../domain/typed-text.ts";
import { defaultLanguage } from "../../pages/languages/languages.ts";
import * as actions from "../actions/invitations.ts";
import type { IssuedLink } from "../actions/issue-link.ts";
import { perform } from "../operation/action.ts";
import { operation } from "../operation/admin-operation.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { digestIn, listed, listOf, page, pageOf, time, timeOf } from "./shapes.ts";
import { createdLink, linkJson } from "./sign-in-methods.ts";

const invitation = z
  .strictObject({
    id: z.string(),
    note: z.string(),
    email: z.string().nullable().describe("The address that the link was emailed to."),
    invited_by: z
      .string()
      .nullable()
      .describe("The screen name of the administrator, if one invited on a page."),
    message: z.string(),
    role: z.enum(invitationRoles),
    page: z.enum(invitationPages),
    created_at: time,
    expires_at: time,
  })
  .meta({ id: "Invitation" });

export const listInvitations = operation({
  at: "GET /admin/v1/invitations",
  name: "listInvitations",
  summary: "List unused invitations, without their links",
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
      ({ digest, note, mailedTo, inviter, terms = usualTerms, createdAt, expiresAt }) => ({
        id: digest,
        note,
        email: mailedTo ?? null,
        invited_by: inviter ?? null,
        ...terms,
        created_at: timeOf(createdAt),
        expires_at: timeOf(expiresAt),
      }),
    );
  },
});

export const createInvitation = operation({
  at: "POST /admin/v1/invitations",
  of: actions.createInvitation,
  summary: "Create a link to sign up; it works once",
  body: z
    .strictObject({
      note: z.string().max(400).describe("A note about the recipient, on one line.").optional(),
      email: z
        .string()
        .max(400)
        .describe("The link is also sent to this address, which the note then ends with.")
        .optional(),
      message: z
        .string()
        .max(1000)
        .describe("Words to the recipient, shown in the email and where they create the account.")
        .optional(),
      role: z
        .enum(invitationRoles)
        .describe("What the account is created as; no API key invites an administrator.")
        .optional(),
      page: z
        .enum(invitationPages)
        .describe("Where the new user continues: home, the developer portal, or the account.")
        .optional(),
    })
    .meta({ id: "NewInvitation" }),
  response: createdLink,
  creates: true,
  about: () => ({}),
  returnsSecret: "link",
  async run({ body, ...call }) {
    const wanted = { note: typedText(body.note), email: (body.email ?? "").trim() };
    const texts = defaultLanguage;
    const { role = "user", page = "home" } = body;
    const terms = { message: typedMessage(body.message), role, page };
    return sentJson(await perform(actions.createInvitation, call, { ...wanted, terms, texts }));
  },
});

const anInvitation = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, { error: "must be an ID from the list of invitations" })
    .describe("The ID in the list of invitations."),
});

export const resendInvitation = operation({
  at: "POST /admin/v1/invitations/:id",
  of: actions.resendInvitation,
  summary: "Replace an invitation's link, and email the new one if it was emailed",
  params: anInvitation,
  response: createdLink,
  creates: true,
  about: () => ({}),
  returnsSecret: "link",
  async run({ params, ...call }) {
    const wanted = { digest: params.id as TokenDigest, texts: defaultLanguage };
    return sentJson(await perform(actions.resendInvitation, call, wanted));
  },
});

export const withdrawInvitation = operation({
  at: "DELETE /admin/v1/invitations/:id",
  of: actions.withdrawInvitation,
  summary: "Withdraw an invitation",
  params: anInvitation,
  async run({ params, ...call }) {
    await perform(actions.withdrawInvitation, call, { digest: params.id as TokenDigest });
  },
});

/** Throws 429 for an address that has had its share. */
function sentJson(
  sent: { readonly link: IssuedLink } | { readonly retryAfterSeconds: number },
): z.input<typeof createdLink> {
  if ("link" in sent) return linkJson(sent.link);
  const headers = { "retry-after": String(sent.retryAfterSeconds) };
  throw new AdminProblem("rate-limited", "This address got too many invitations.", { headers });
}
