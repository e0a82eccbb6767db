import type { TokenDigest } from "../../../domain/credentials.ts";
import { fitsOneLine } from "../../../domain/operating.ts";
import { typedText } from "../../../domain/typed-text.ts";
import type { InvitationDone } from "../../../pages/languages/english/admin.ts";
import {
  type InvitationProblem,
  type Invitations,
  invitationPage,
  invitationsPage,
} from "../../../pages/views/admin/invitations.ts";
import { isMailAddress } from "../../../tools/mail/email-message.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import { invitationDays, noteWithAddress } from "../../actions/invitation.ts";
import * as actions from "../../actions/invitations.ts";
import {
  type Changing,
  doneIn,
  EarlyReply,
  plainChange,
  sensitiveChange,
} from "../../browser/change.ts";
import { notUnderstood } from "../../browser/error-pages.ts";
import { linkCreationField } from "../../browser/form-fields.ts";
import { linkCreation, linkForm } from "../../browser/one-time-form.ts";
import { pageOf, pageSize } from "../../browser/paging.ts";
import { signUpWay } from "../../browser/sign-in-methods.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
import type { Done } from "../../operation/action.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §16. The digest of an invitation's secret names it, and gives no access. */
export const invitations = endpoint({
  name: "admin/invitations",
  paths: ["/admin/invitations"],
  methods: ["GET", "POST"],
  section: "16",
  summary: "Shows unused invitations; creates one, sends one again, or withdraws one",
  limit: "account-pages",
  reads: [{ name: "after", required: false, meaning: "The last invitation on the previous page." }],
  ...forAdmins({
    fields: [
      linkCreationField("For create"),
      { name: "note", required: false, meaning: "For create: a note about the recipient." },
      {
        name: "email",
        required: false,
        meaning: "For create: the address to which the link is emailed.",
      },
      { name: "invitation", required: false, meaning: "For resend and withdraw: which." },
    ],
    show(call) {
      const { done, unchanged } = call.viewer.frame.texts.admin.invitations;
      return showPage(call, { done: doneIn(call, { ...done, ...unchanged }) });
    },
    changes: {
      create: sensitiveChange(actions.createInvitation, {
        read,
        ask: (call, reauthentication, { note, email }) =>
          showPage(call, { input: { note, email }, reauthentication }),
        input: ({ viewer }, wanted) => ({ ...wanted, texts: viewer.frame.texts }),
        done: (call, sent, { note, email }) => passedOn(call, sent, { note, email }),
        rejected: (call, why) =>
          why === "made-before" ? invitationDone("created-before") : notUnderstood(call),
      }),
      /** The one before ends, so that a form sent twice makes one link. */
      resend: sensitiveChange(actions.resendInvitation, {
        read: (_call: ViewerCall, form) => digestIn(form),
        ask: (call, reauthentication, again) => showPage(call, { again, reauthentication }),
        input: ({ viewer }, digest) => ({ digest, texts: viewer.frame.texts }),
        done: (call, sent) => passedOn(call, sent, { note: "", email: "" }),
        rejected: () => invitationDone("gone"),
      }),
      withdraw: plainChange(actions.withdrawInvitation, {
        read: (_call: ViewerCall, form) => digestIn(form),
        input: (_call, digest) => ({ digest }),
        done: () => invitationDone("withdrawn"),
        rejected: () => invitationDone("withdrawn"),
      }),
    },
  }),
});

function invitationDone(what: InvitationDone): Reply {
  return seeOther(`/admin/invitations?${what}`);
}

function digestIn(form: Form): TokenDigest {
  return (form.get("invitation") ?? "") as TokenDigest;
}

type Wanted = {
  readonly note: string;
  readonly email: string;
  readonly form: TokenDigest;
};

async function read(call: ViewerCall, form: Form): Promise<Wanted | EarlyReply> {
  if (call.dependencies.config.signInMethods !== "all")
    return new EarlyReply(showPage(call, {}, 409));
  const formDigest = linkForm(call, form, "invitation");
  if (formDigest === undefined) return new EarlyReply(notUnderstood(call));
  const note = typedText(form.get("note"));
  const email = call.dependencies.mail === undefined ? "" : (form.get("email") ?? "").trim();
  const problem = problemWith(note, email);
  if (problem === undefined) return { note, email, form: formDigest };
  return new EarlyReply(showPage(call, { input: { note, email, problem } }, 422));
}

function problemWith(note: string, email: string): InvitationProblem | undefined {
  if (email !== "" && !isMailAddress(email)) return "email";
  return fitsOneLine(noteWithAddress(note, email)) ? undefined : "note";
}

/** The link is emailed or shown, once, and is never part of a page's URL. */
async function passedOn(
  call: Changing<ViewerCall>,
  sent: Done<Awaited<ReturnType<typeof actions.resendInvitation.run>>>,
  input: { readonly note: string; readonly email: string },
): Promise<Reply> {
  if ("link" in sent) {
    if (sent.sentTo !== "") return invitationDone("sent");
    return pageReply(invitationPage(call.viewer, sent.link.href, invitationDays));
  }
  const reply = await showPage(call, { input: { ...input, problem: "too-many" } }, 429);
  return {
    ...reply,
    headers: { ...reply.headers, "retry-after": String(sent.retryAfterSeconds) },
  };
}

async function showPage(
  call: ViewerCall,
  more: Partial<Invitations>,
  status = 200,
): Promise<Reply> {
  return pageReply(invitationsPage({ ...(await listed(call)), ...more }), { status });
}

async function listed(call: ViewerCall): Promise<Invitations> {
  const { incoming, dependencies, viewer, now } = call;
  const after = queryOf(incoming).get("after") ?? undefined;
  const page = { after, size: pageSize + 1 };
  const rows = await dependencies.ledger.links("invitation", now, page);
  const { slice: rowsShown, nextHref } = pageOf(rows, "/admin/invitations", (one) => one.digest);
  const invitations = rowsShown
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .map((one) => ({ ...one, isMailed: one.mailedTo !== undefined }));
  const signUp = await signUpWay(dependencies);
  const { config, origins } = dependencies;
  const instead = config.signInMethods === "all" ? undefined : `${origins[0]}/sign-in`;
  const creation = linkCreation(call);
  const sendsMail = dependencies.mail !== undefined;
  const days = invitationDays;
  return { viewer, creation, signUp, instead, days, invitations, sendsMail, nextHref, now };
}
