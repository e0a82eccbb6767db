import { issueLinkOnce } from "../../actions/issue-link.ts";
import { browser } from "../../authentication/browser-session.ts";
import { queryOf } from "../../authentication/incoming.ts";
import type { TokenDigest } from "../../domain/credentials.ts";
import { linkLife } from "../../domain/one-time-link.ts";
import { fitsOneLine } from "../../domain/operating.ts";
import { typedText } from "../../domain/typed-text.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../endpoint.ts";
import { invitationWithdrawn } from "../../events/account.ts";
import { notUnderstood } from "../../pages/error-reply.ts";
import {
  confirmingCode,
  confirmingPassword,
  csrf,
  linkCreationField,
} from "../../pages/form-fields.ts";
import { linkCreation, linkForm } from "../../pages/made-once.ts";
import { pageOf, pageSize } from "../../pages/paging.ts";
import { proveIfAsked } from "../../pages/recent-sign-in.ts";
import { type Form, forOperators, type PersonCall } from "../../pages/signed-in.ts";
import { signUpWay } from "../../pages/ways-in.ts";
import {
  type Invitations,
  invitationPage,
  invitationsPage,
} from "../../views/admin/invitations.ts";

/** docs/reference/interface.md §16. Invitations are named by the digest of their secret, which gives no access. */
export const invitations = endpoint({
  name: "admin/invitations",
  paths: ["/admin/invitations"],
  methods: ["GET", "POST"],
  section: "16",
  summary: "Shows the invitations that nobody has used; makes one, or withdraws one",
  caller: browser,
  limit: "account-pages",
  reads: [{ name: "after", required: false, meaning: "The last invitation of the page before." }],
  fields: [
    csrf,
    { name: "change", required: true, meaning: "What is done.", values: ["make", "withdraw"] },
    linkCreationField("For make"),
    { name: "note", required: false, meaning: "For make: for whom it is." },
    { name: "invitation", required: false, meaning: "For withdraw: which." },
    confirmingPassword,
    confirmingCode,
  ],
  produces: "page",
  ...forOperators({
    async show(call) {
      const asked = queryOf(call.incoming);
      const done = (["withdrawn", "created-before"] as const).find((one) => asked.has(one));
      return pageReply(invitationsPage({ ...(await listed(call)), done }));
    },

    async change(call, form) {
      switch (form.get("change")) {
        case "make":
          return make(call, form);
        case "withdraw": {
          const digest = (form.get("invitation") ?? "") as TokenDigest;
          const link = { digest, purpose: "invitation" } as const;
          await call.dependencies.ledger.withdrawLink(link, invitationWithdrawn(call.auditContext));
          return seeOther("/admin/invitations?withdrawn");
        }
        default:
          return notUnderstood(call);
      }
    },
  }),
});

/** Responds with the link, which is shown once and is never part of a page's address. */
async function make(call: PersonCall, form: Form): Promise<Reply> {
  const { dependencies, person, auditContext } = call;
  if (dependencies.config.waysIn !== "all") {
    return pageReply(invitationsPage(await listed(call)), { status: 409 });
  }
  const formDigest = linkForm(call, form, "invitation");
  if (formDigest === undefined) return notUnderstood(call);
  const note = typedText(form.get("note"));
  if (!fitsOneLine(note)) {
    const page = invitationsPage({ ...(await listed(call)), typed: { note, wrong: true } });
    return pageReply(page, { status: 422 });
  }
  const unproven = await proveIfAsked(call, form, "admin/invitations");
  if (unproven !== undefined) {
    const { status, headers } = unproven;
    const page = invitationsPage({ ...(await listed(call)), typed: { note }, unproven });
    return pageReply(page, { status, headers });
  }
  const { ledger, random, origins } = dependencies;
  const parts = { ledger, random, origin: origins[0] };
  const wanted = { purpose: "invitation", note } as const;
  const link = await issueLinkOnce(parts, wanted, auditContext, formDigest);
  if (link === undefined) return seeOther("/admin/invitations?created-before");
  return pageReply(invitationPage(person, link.href, days));
}

async function listed(call: PersonCall): Promise<Invitations> {
  const { incoming, dependencies, person, now } = call;
  const after = queryOf(incoming).get("after") ?? undefined;
  const page = { after, size: pageSize + 1 };
  const rows = await dependencies.ledger.links("invitation", now, page);
  const { shown, nextHref } = pageOf(rows, "/admin/invitations", (one) => one.digest);
  const newestFirst = shown.toSorted((one, other) => other.createdAt - one.createdAt);
  const signUp = await signUpWay(dependencies);
  const { config, origins } = dependencies;
  const instead = config.waysIn === "all" ? undefined : `${origins[0]}/sign-in`;
  const creation = linkCreation(call);
  return { person, creation, signUp, instead, days, invitations: newestFirst, nextHref };
}

const days = linkLife.invitation / 86_400_000;
