/** Invitations in the admin API. */
import { z } from "zod";
import type { TokenDigest } from "../../domain/credentials.ts";
import {
  emailOutcomes,
  emailStateOf,
  invitationPages,
  invitationRoles,
  maxInvitedAtOnce,
  typedMessage,
  usualTerms,
} from "../../domain/invitation.ts";
import { typedText } from "../../domain/typed-text.ts";
import { textsFor } from "../../pages/languages/languages.ts";
import * as actions from "../actions/invitations.ts";
import { perform } from "../operation/action.ts";
import { operation } from "../operation/admin-operation.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { digestIn, itemsOf, itsId, listed, listOf, page, pageOf, time, timeOf } from "./shapes.ts";
import { createdLink, linkJson } from "./sign-in-methods.ts";

const invitation = z
  .strictObject({
    id: itsId,
    note: z.string().describe("The note about the recipient."),
    email: z.string().nullable().describe("The address that the link is emailed to."),
    email_state: z
      .enum(["sending", ...emailOutcomes])
      .nullable()
      .describe("`failed`: the email could not be sent, or the service stopped before that."),
    invited_by: z
      .string()
      .nullable()
      .describe("The screen name of the administrator, if one invited on a page."),
    message: z.string().describe("Words to the recipient; empty for none."),
    role: z.enum(invitationRoles).describe("What the account is created as."),
    page: z.enum(invitationPages).describe("Where the new user continues."),
    created_at: time.describe("When it was created."),
    expires_at: time.describe("When its link expires."),
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
      (one) => ({
        id: one.digest,
        note: one.note,
        email: one.mailedTo ?? null,
        email_state: emailStateOf(one, by.at) ?? null,
        invited_by: one.inviter ?? null,
        ...(one.terms ?? usualTerms),
        created_at: timeOf(one.createdAt),
        expires_at: timeOf(one.expiresAt),
      }),
    );
  },
});

const invited = z
  .strictObject({
    email: z.string().nullable().describe("The address that the link is emailed to."),
    outcome: z
      .enum(["created", "duplicate", "has-account", "too-many"])
      .describe(
        "`created`: there is a link. Otherwise the address was in the list before, an account has it, or it got too many invitations.",
      ),
    url: z.string().nullable().describe("The link. It works once, and is never returned again."),
    expires_at: time.nullable().describe("When the link expires."),
  })
  .meta({ id: "Invited" });

export const createInvitations = operation({
  at: "POST /admin/v1/invitations",
  of: actions.createInvitations,
  summary: "Create links to sign up; each works once",
  body: z
    .strictObject({
      note: z.string().max(400).describe("A note about the recipient, on one line.").optional(),
      emails: z
        .array(z.string().max(400))
        .max(maxInvitedAtOnce)
        .describe(
          "A link of its own is sent to each address, which its note then ends with; without one, there is one link.",
        )
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
    .meta({ id: "NewInvitations" }),
  response: z.strictObject({ data: itemsOf(invited) }).meta({ id: "CreatedInvitations" }),
  creates: true,
  about: () => ({}),
  returnsSecret: "link",
  problems: ["rejected", "rate-limited"],
  async run({ body, ...call }) {
    const { role = "user", page = "home", emails = [] } = body;
    const terms = { message: typedMessage(body.message), role, page };
    const wanted = {
      ...{ note: typedText(body.note), emails: emails.map((one) => one.trim()) },
      ...{ terms, texts: textsFor(undefined, call.dependencies.languages) },
    };
    const { invited } = await perform(actions.createInvitations, call, wanted);
    if (!invited.some(({ outcome }) => outcome === "created")) throw noneInvited(invited);
    return { data: invited.map(invitedJson) };
  },
});

function invitedJson(one: actions.Invited): z.input<typeof invited> {
  const { email, outcome } = one;
  const link = one.outcome === "created" ? linkJson(one.link) : { url: null, expires_at: null };
  return { email: email === "" ? null : email, outcome, ...link };
}

function noneInvited(invited: readonly actions.Invited[]): AdminProblem {
  for (const one of invited) {
    if (one.outcome === "too-many") return tooMany(one.email, one.retryAfterSeconds);
  }
  const known = invited.flatMap((one) => (one.outcome === "has-account" ? one.email : []));
  const whose = known.length === 1 ? "an account has" : "accounts have";
  return new AdminProblem("conflict", `No invitation was created: ${whose} ${known.join(", ")}.`);
}

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
    const wanted = {
      digest: params.id as TokenDigest,
      texts: textsFor(undefined, call.dependencies.languages),
    };
    const sent = await perform(actions.resendInvitation, call, wanted);
    if (!("link" in sent)) throw tooMany(sent.sentTo, sent.retryAfterSeconds);
    return linkJson(sent.link);
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

function tooMany(email: string, retryAfterSeconds: number): AdminProblem {
  const headers = { "retry-after": String(retryAfterSeconds) };
  return new AdminProblem("rate-limited", `${email} got too many invitations.`, { headers });
}
