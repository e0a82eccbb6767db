import type { TokenDigest } from "../../../domain/credentials.ts";
import {
  invitationPages,
  invitationRoles,
  isMessage,
  maxInvitedAtOnce,
  maxMessage,
  typedMessage,
  usualTerms,
} from "../../../domain/invitation.ts";
import { fitsOneLine } from "../../../domain/operating.ts";
import { typedText } from "../../../domain/typed-text.ts";
import type { InvitationDone } from "../../../pages/languages/english/admin.ts";
import {
  type InvitationInput,
  type InvitationProblem,
  type Invitations,
  invitationPage,
  invitationsPage,
} from "../../../pages/views/admin/invitations.ts";
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
import { type Done, isRejection } from "../../operation/action.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** Addresses have at most 255 characters. */
const maxAddressesLength = 260 * maxInvitedAtOnce;

/** docs/reference/interface.md §16. The digest of an invitation's secret names it, and gives no access. */
export const invitations = endpoint({
  name: "admin/invitations",
  paths: ["/admin/invitations"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Shows unused invitations; creates one, sends one again, withdraws one, or restores the one withdrawn just now",
  limit: "account-pages",
  reads: [{ name: "after", required: false, meaning: "The last invitation on the previous page." }],
  ...forAdmins({
    fields: [
      linkCreationField("For create"),
      { name: "note", required: false, meaning: "For create: a note about the recipient." },
      {
        name: "emails",
        required: false,
        maxLength: maxAddressesLength,
        meaning:
          "For create: the addresses to which links are emailed, in lines or separated by commas.",
      },
      {
        name: "message",
        required: false,
        // Some characters are two units, and each line break is CR LF.
        maxLength: 2 * maxMessage + 200,
        meaning: "For create: words to the recipient, in the email and on the sign-up page.",
      },
      {
        name: "role",
        required: false,
        meaning: "For create: what the account is created as.",
        values: invitationRoles,
      },
      {
        name: "page",
        required: false,
        meaning: "For create: where the new user continues.",
        values: invitationPages,
      },
      { name: "invitation", required: false, meaning: "For resend, withdraw, and restore: which." },
    ],
    async show(call) {
      const { dependencies, session, now } = call;
      const { done: texts, unchanged } = call.viewer.frame.texts.admin.invitations;
      const done = doneIn(call, { ...texts, ...unchanged });
      const undo =
        done === "withdrawn"
          ? await dependencies.ledger.withdrawnInvitation(session.digest, now)
          : undefined;
      return showPage(call, { done, undo });
    },
    changes: {
      create: {
        sensitive: true,
        read,
        ask: (call, reauthentication, { input }) => showPage(call, { input, reauthentication }),
        run: create,
      },
      /** The one before ends, so that a form sent twice makes one link. */
      resend: sensitiveChange(actions.resendInvitation, {
        read: (_call: ViewerCall, form) => digestIn(form),
        ask: (call, reauthentication, again) => showPage(call, { again, reauthentication }),
        input: ({ viewer }, digest) => ({ digest, texts: viewer.frame.texts }),
        done: sentAgain,
        rejected: () => invitationDone("gone"),
      }),
      withdraw: plainChange(actions.withdrawInvitation, {
        read: (_call: ViewerCall, form) => digestIn(form),
        input: (_call, digest) => ({ digest }),
        done: () => invitationDone("withdrawn"),
        rejected: () => invitationDone("withdrawn"),
      }),
      restore: { sensitive: false, run: restore },
    },
  }),
});

function invitationDone(what: InvitationDone): Reply {
  return seeOther(`/admin/invitations?${what}`);
}

/** What the session withdrew just now. An operation of the admin API has no session, so there is none. */
async function restore(
  { dependencies, auditContext }: Changing<ViewerCall>,
  form: Form,
): Promise<Reply> {
  const restored = await dependencies.ledger.restoreInvitation(
    { digest: digestIn(form) },
    auditContext,
  );
  return invitationDone(restored ? "restored" : "too-late");
}

function digestIn(form: Form): TokenDigest {
  return (form.get("invitation") ?? "") as TokenDigest;
}

type Wanted = {
  readonly input: InvitationInput;
  readonly emails: readonly string[];
  readonly form: TokenDigest;
};

async function read(call: ViewerCall, form: Form): Promise<Wanted | EarlyReply> {
  if (call.dependencies.config.signInMethods !== "all")
    return new EarlyReply(showPage(call, {}, 409));
  const formDigest = linkForm(call, form, "invitation");
  if (formDigest === undefined) return new EarlyReply(notUnderstood(call));
  const note = typedText(form.get("note"));
  const typed = call.dependencies.mail === undefined ? "" : (form.get("emails") ?? "").trim();
  const message = typedMessage(form.get("message"));
  const role = form.get("role") ?? usualTerms.role;
  const page = form.get("page") ?? usualTerms.page;
  if (!isOneOf(invitationRoles, role) || !isOneOf(invitationPages, page)) {
    return new EarlyReply(notUnderstood(call));
  }
  const input = { note, emails: typed, message, role, page };
  const emails = typed
    .split(/[\n,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
  // The last address may not be whole.
  const isCut = (form.get("emails") ?? "").length >= maxAddressesLength;
  const wrong = actions.invalidEmails(emails);
  const problem = problemWith(input, emails, wrong, isCut);
  if (problem === undefined) return { input, emails, form: formDigest };
  return new EarlyReply(showPage(call, { input: { ...input, problem, wrong } }, 422));
}

function isOneOf<Value extends string>(values: readonly Value[], text: string): text is Value {
  return values.some((one) => one === text);
}

function problemWith(
  { note, message }: InvitationInput,
  emails: readonly string[],
  wrong: readonly string[],
  isCut: boolean,
): InvitationProblem | undefined {
  if (emails.length > maxInvitedAtOnce || isCut) return "too-many-addresses";
  if (wrong.length > 0) return "email";
  if (!["", ...emails].every((email) => fitsOneLine(noteWithAddress(note, email)))) return "note";
  return isMessage(message) ? undefined : "message";
}

async function create(call: Changing<ViewerCall>, { input, emails, form }: Wanted): Promise<Reply> {
  const { dependencies, auditContext, viewer } = call;
  const { note, message, role, page } = input;
  const wanted = { note, terms: { message, role, page }, texts: viewer.frame.texts, form, emails };
  const result = await actions.createInvitations.run(dependencies, wanted, auditContext);
  if (result === "made-before") return invitationDone("created-before");
  if (isRejection(result)) return notUnderstood(call);
  const { invited } = result;
  const [shown] = invited;
  if (emails.length === 0 && shown?.outcome === "created") return linkPage(call, shown.link.href);
  if (invited.some(({ outcome }) => outcome === "created")) return showPage(call, { invited });
  const beyond = invited.find((one) => one.outcome === "too-many");
  const reply = await showPage(call, { invited, input }, beyond === undefined ? 422 : 429);
  return beyond === undefined ? reply : retriedAfter(reply, beyond.retryAfterSeconds);
}

/** The link is part of no page's URL. */
function linkPage({ viewer }: ViewerCall, href: string): Reply {
  return pageReply(invitationPage(viewer, href, invitationDays));
}

function retriedAfter(reply: Reply, seconds: number): Reply {
  return { ...reply, headers: { ...reply.headers, "retry-after": String(seconds) } };
}

/** The new link is emailed or shown, once. */
async function sentAgain(
  call: Changing<ViewerCall>,
  sent: Done<Awaited<ReturnType<typeof actions.resendInvitation.run>>>,
): Promise<Reply> {
  if ("link" in sent) {
    return sent.sentTo === ""
      ? linkPage(call, sent.link.href)
      : showPage(call, { invited: [{ email: sent.sentTo, outcome: "created" }] });
  }
  const input = { note: "", emails: "", ...usualTerms, problem: "too-many" } as const;
  return retriedAfter(await showPage(call, { input }, 429), sent.retryAfterSeconds);
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
    .map((one) => ({ ...one, terms: one.terms ?? usualTerms }));
  const signUp = await signUpWay(dependencies);
  const { config, origins } = dependencies;
  const instead = config.signInMethods === "all" ? undefined : `${origins[0]}/sign-in`;
  const creation = linkCreation(call);
  const sendsMail = dependencies.mail !== undefined;
  const days = invitationDays;
  return { viewer, creation, signUp, instead, days, invitations, sendsMail, nextHref, now };
}
