import type { TokenDigest } from "../../../domain/credentials.ts";
import { dayMs } from "../../../domain/day.ts";
import { linkLife } from "../../../domain/one-time-link.ts";
import { fitsOneLine } from "../../../domain/operating.ts";
import { typedText } from "../../../domain/typed-text.ts";
import {
  type Invitations,
  invitationPage,
  invitationsPage,
} from "../../../pages/views/admin/invitations.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../verification/endpoint.ts";
import { issueLinkOnce } from "../../actions/issue-link.ts";
import { type Changing, EarlyReply } from "../../browser/change.ts";
import { notUnderstood } from "../../browser/error-reply.ts";
import { linkCreationField } from "../../browser/form-fields.ts";
import { linkCreation, linkForm } from "../../browser/one-time-form.ts";
import { pageOf, pageSize } from "../../browser/paging.ts";
import { signUpWay } from "../../browser/sign-in-methods.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";

/** docs/reference/interface.md §16. The digest of an invitation's secret names it, and gives no access. */
export const invitations = endpoint({
  name: "admin/invitations",
  paths: ["/admin/invitations"],
  methods: ["GET", "POST"],
  section: "16",
  summary: "Shows the invitations that nobody has used; makes one, or withdraws one",
  limit: "account-pages",
  reads: [{ name: "after", required: false, meaning: "The last invitation of the page before." }],
  ...forAdmins({
    fields: [
      linkCreationField("For make"),
      { name: "note", required: false, meaning: "For make: for whom it is." },
      { name: "invitation", required: false, meaning: "For withdraw: which." },
    ],
    async show(call) {
      const asked = queryOf(call.incoming);
      const done = (["withdrawn", "created-before"] as const).find((one) => asked.has(one));
      return pageReply(invitationsPage({ ...(await listed(call)), done }));
    },
    changes: {
      make: {
        sensitive: true,
        read,
        ask: async (call, reauthentication, { note }) =>
          pageReply(
            invitationsPage({ ...(await listed(call)), typed: { note }, reauthentication }),
          ),
        run: make,
      },
      withdraw: {
        sensitive: false,
        async run({ dependencies, auditContext }, form) {
          const digest = (form.get("invitation") ?? "") as TokenDigest;
          const link = { digest, purpose: "invitation" } as const;
          await dependencies.ledger.withdrawLink(link, auditContext);
          return seeOther("/admin/invitations?withdrawn");
        },
      },
    },
  }),
});

type Wanted = { readonly note: string; readonly formDigest: TokenDigest };

async function read(call: ViewerCall, form: Form): Promise<Wanted | EarlyReply> {
  if (call.dependencies.config.signInMethods !== "all") {
    return new EarlyReply(pageReply(invitationsPage(await listed(call)), { status: 409 }));
  }
  const formDigest = linkForm(call, form, "invitation");
  if (formDigest === undefined) return new EarlyReply(notUnderstood(call));
  const note = typedText(form.get("note"));
  if (fitsOneLine(note)) return { note, formDigest };
  const page = invitationsPage({ ...(await listed(call)), typed: { note, wrong: true } });
  return new EarlyReply(pageReply(page, { status: 422 }));
}

/** The link is shown once and is never part of a page's URL. */
async function make(
  { dependencies, viewer, auditContext }: Changing<ViewerCall>,
  { note, formDigest }: Wanted,
): Promise<Reply> {
  const { ledger, random, origins } = dependencies;
  const parts = { ledger, random, origin: origins[0] };
  const wanted = { purpose: "invitation", note } as const;
  const link = await issueLinkOnce(parts, wanted, auditContext, formDigest);
  if (link === undefined) return seeOther("/admin/invitations?created-before");
  return pageReply(invitationPage(viewer, link.href, days));
}

async function listed(call: ViewerCall): Promise<Invitations> {
  const { incoming, dependencies, viewer, now } = call;
  const after = queryOf(incoming).get("after") ?? undefined;
  const page = { after, size: pageSize + 1 };
  const rows = await dependencies.ledger.links("invitation", now, page);
  const { shown, nextHref } = pageOf(rows, "/admin/invitations", (one) => one.digest);
  const newestFirst = shown.toSorted((one, other) => other.createdAt - one.createdAt);
  const signUp = await signUpWay(dependencies);
  const { config, origins } = dependencies;
  const instead = config.signInMethods === "all" ? undefined : `${origins[0]}/sign-in`;
  const creation = linkCreation(call);
  return { viewer, creation, signUp, instead, days, invitations: newestFirst, nextHref };
}

const days = linkLife.invitation / dayMs;
