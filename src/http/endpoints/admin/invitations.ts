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
import { queryOf, requesterOf } from "../../../verification/authentication/incoming.ts";
import type { Dependencies } from "../../../verification/dependencies.ts";
import {
  addressIn,
  countInvitation,
  emailOf,
  invitationDays,
  noteWithAddress,
} from "../../actions/invitation.ts";
import { type IssuedLink, issueLinkOnce, replaceInvitation } from "../../actions/issue-link.ts";
import { type Changing, EarlyReply } from "../../browser/change.ts";
import { notUnderstood } from "../../browser/error-pages.ts";
import { linkCreationField } from "../../browser/form-fields.ts";
import { linkCreation, linkForm } from "../../browser/one-time-form.ts";
import { pageOf, pageSize } from "../../browser/paging.ts";
import { signUpWay } from "../../browser/sign-in-methods.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
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
      linkCreationField("For make"),
      { name: "note", required: false, meaning: "For make: a note about the recipient." },
      {
        name: "email",
        required: false,
        meaning: "For make: the address to which the link is emailed.",
      },
      { name: "invitation", required: false, meaning: "For again and withdraw: which." },
    ],
    async show(call) {
      const [asked = ""] = queryOf(call.incoming).keys();
      return shown(call, { done: dones.find((one) => one === asked) });
    },
    changes: {
      make: {
        sensitive: true,
        read,
        ask: (call, reauthentication, { note, email }) =>
          shown(call, { typed: { note, email }, reauthentication }),
        run: make,
      },
      again: {
        sensitive: true,
        read: (_call: ViewerCall, form: Form) => digestIn(form),
        ask: (call, reauthentication, again) => shown(call, { again, reauthentication }),
        run: again,
      },
      withdraw: {
        sensitive: false,
        async run({ dependencies, auditContext }, form) {
          const link = { digest: digestIn(form), purpose: "invitation" } as const;
          await dependencies.ledger.withdrawLink(link, auditContext);
          return invitationDone("withdrawn");
        },
      },
    },
  }),
});

const dones: readonly InvitationDone[] = ["withdrawn", "created-before", "sent", "gone"];

function invitationDone(what: InvitationDone): Reply {
  return seeOther(`/admin/invitations?${what}`);
}

function digestIn(form: Form): TokenDigest {
  return (form.get("invitation") ?? "") as TokenDigest;
}

type Wanted = {
  readonly note: string;
  readonly email: string;
  readonly formDigest: TokenDigest;
};

async function read(call: ViewerCall, form: Form): Promise<Wanted | EarlyReply> {
  if (call.dependencies.config.signInMethods !== "all") return new EarlyReply(shown(call, {}, 409));
  const formDigest = linkForm(call, form, "invitation");
  if (formDigest === undefined) return new EarlyReply(notUnderstood(call));
  const note = typedText(form.get("note"));
  const email = call.dependencies.mail === undefined ? "" : (form.get("email") ?? "").trim();
  const problem = problemWith(note, email);
  if (problem === undefined) return { note, email, formDigest };
  return new EarlyReply(shown(call, { typed: { note, email, problem } }, 422));
}

function problemWith(note: string, email: string): InvitationProblem | undefined {
  if (email !== "" && addressIn(email) !== email) return "email";
  return fitsOneLine(noteWithAddress(note, email)) ? undefined : "note";
}

async function make(
  call: Changing<ViewerCall>,
  { note, email, formDigest }: Wanted,
): Promise<Reply> {
  const { dependencies, auditContext } = call;
  const beyond = email === "" ? undefined : await beyondLimit(call, email, { note, email });
  if (beyond !== undefined) return beyond;
  const wanted = { purpose: "invitation", note: noteWithAddress(note, email) } as const;
  const link = await issueLinkOnce(partsOf(dependencies), wanted, auditContext, formDigest);
  return typeof link === "string" ? invitationDone("created-before") : passedOn(call, link, email);
}

/** The one before ends, so that a form sent twice makes one link. */
async function again(call: Changing<ViewerCall>, digest: TokenDigest): Promise<Reply> {
  const { dependencies, auditContext, now } = call;
  const found = await dependencies.ledger.linkFor({ digest, purpose: "invitation" }, now);
  if (found === undefined) return invitationDone("gone");
  const email = (dependencies.mail && addressIn(found.note)) ?? "";
  const beyond = email === "" ? undefined : await beyondLimit(call, email);
  if (beyond !== undefined) return beyond;
  const link = await replaceInvitation(partsOf(dependencies), found, auditContext);
  return link === undefined ? invitationDone("gone") : passedOn(call, link, email);
}

async function beyondLimit(
  call: ViewerCall,
  email: string,
  typed: Invitations["typed"] = { note: "", email: "" },
): Promise<Reply | undefined> {
  const { admitted, retryAfterSeconds } = await countInvitation(email, call.dependencies);
  if (admitted) return undefined;
  const reply = await shown(call, { typed: { ...typed, problem: "too-many" } }, 429);
  return { ...reply, headers: { ...reply.headers, "retry-after": String(retryAfterSeconds) } };
}

/** The link is emailed or shown, once, and is never part of a page's URL. */
function passedOn(
  { incoming, dependencies, session, viewer }: Changing<ViewerCall>,
  { href }: IssuedLink,
  to: string,
): Reply {
  const { mail, config } = dependencies;
  if (to === "" || mail === undefined)
    return pageReply(invitationPage(viewer, href, invitationDays));
  const email = emailOf(config, viewer.frame.texts, { to, href });
  mail.sendAsked(async () => [email], requesterOf(incoming, session.userId));
  return invitationDone("sent");
}

function partsOf({ ledger, random, origins }: Dependencies) {
  return { ledger, random, origin: origins[0] };
}

async function shown(call: ViewerCall, more: Partial<Invitations>, status = 200): Promise<Reply> {
  return pageReply(invitationsPage({ ...(await listed(call)), ...more }), { status });
}

async function listed(call: ViewerCall): Promise<Invitations> {
  const { incoming, dependencies, viewer, now } = call;
  const after = queryOf(incoming).get("after") ?? undefined;
  const page = { after, size: pageSize + 1 };
  const rows = await dependencies.ledger.links("invitation", now, page);
  const { shown: rowsShown, nextHref } = pageOf(rows, "/admin/invitations", (one) => one.digest);
  const invitations = rowsShown
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .map((one) => ({ ...one, isMailed: addressIn(one.note) !== undefined }));
  const signUp = await signUpWay(dependencies);
  const { config, origins } = dependencies;
  const instead = config.signInMethods === "all" ? undefined : `${origins[0]}/sign-in`;
  const creation = linkCreation(call);
  const sendsMail = dependencies.mail !== undefined;
  const days = invitationDays;
  return { viewer, creation, signUp, instead, days, invitations, sendsMail, nextHref, now };
}
