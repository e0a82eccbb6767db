import { type ApplicationId, idFrom, type RequestToken } from "../../../domain/credentials.ts";
import { beginningOf, dayOf } from "../../../domain/day.ts";
import type { GrantDone } from "../../../pages/languages/english/account.ts";
import { applicationsPage } from "../../../pages/views/account/applications.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import type { Changing } from "../../browser/change.ts";
import { notUnderstood } from "../../browser/error-pages.ts";
import { withLastUse } from "../../browser/own-lists.ts";
import { ownSearchIn } from "../../browser/search.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §14. */
export const applications = endpoint({
  name: "account/applications",
  paths: ["/account/applications"],
  methods: ["GET", "POST"],
  section: "14",
  summary:
    "Shows the applications that can use the account, reduces or revokes their access, and withdraws approvals that they have not exchanged",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    fields: [
      {
        name: "application_id",
        required: false,
        meaning: "With reduce and revoke: the application.",
      },
      { name: "request_token", required: false, meaning: "With withdraw: which approval." },
    ],
    async show(call) {
      const { incoming, dependencies, session, viewer } = call;
      const { search, hrefs } = ownSearchIn(incoming);
      const { ledger } = dependencies;
      const { total, slice } = await ledger.grantedApplications(session.userId, search);
      const approvals = await ledger.pendingApprovals(session.userId, call.now);
      const today = beginningOf(dayOf(dependencies.clock()));
      return pageReply(
        applicationsPage({
          viewer,
          approvals,
          applications: slice.map(withLastUse),
          total,
          text: search.text,
          order: search.order,
          today,
          done: await doneTo(call),
          ...hrefs(total),
        }),
      );
    },
    changes: {
      reduce: { sensitive: false, run: reduce },
      revoke: { sensitive: false, run: revoke },
      withdraw: { sensitive: false, run: withdraw },
    },
  }),
});

function reduce(call: Changing<ViewerCall>, form: Form): Promise<Reply> {
  return changeGrant(call, form, "reduceToRead", "reduced");
}

function revoke(call: Changing<ViewerCall>, form: Form): Promise<Reply> {
  return changeGrant(call, form, "revokeAccess", "revoked");
}

async function changeGrant(
  { dependencies, session, auditContext, ...call }: Changing<ViewerCall>,
  form: Form,
  change: "reduceToRead" | "revokeAccess",
  done: string,
): Promise<Reply> {
  const applicationId = idFrom<ApplicationId>(form.get("application_id"));
  if (applicationId === undefined) return notUnderstood(call);
  const grant = { applicationId, userId: session.userId };
  await dependencies.ledger[change](grant, auditContext);
  return seeOther(`/account/applications?${done}=${applicationId}`);
}

/** If the application exchanged its token meanwhile, it is listed as connected now. */
async function withdraw(
  { dependencies: { ledger }, session: { userId }, auditContext }: Changing<ViewerCall>,
  form: Form,
): Promise<Reply> {
  const token = (form.get("request_token") ?? "") as RequestToken;
  const applicationId = await ledger.withdrawApproval({ token, userId }, auditContext);
  const withdrawn = applicationId === undefined ? "" : `?withdrawn=${applicationId}`;
  return seeOther(`/account/applications${withdrawn}`);
}

/** The query's claim is shown only if it is true: anyone can write a URL. */
async function doneTo({
  incoming,
  dependencies: { ledger },
  session,
  now,
}: ViewerCall): Promise<{ what: GrantDone; application: string } | undefined> {
  const [what, id] = [...queryOf(incoming)].find(([name]) => isDone(name)) ?? [];
  const applicationId = idFrom<ApplicationId>(id);
  if (what === undefined || !isDone(what) || applicationId === undefined) return undefined;
  const application = await ledger.applicationById(applicationId);
  const left = await ledger.grants(applicationId, session.userId);
  const approvals = await ledger.pendingApprovals(session.userId, now);
  const holds: Readonly<Record<GrantDone, boolean>> = {
    revoked: left.length === 0,
    reduced: left[0]?.access === "read",
    withdrawn: approvals.every((one) => one.applicationId !== applicationId),
  };
  return application && holds[what] ? { what, application: application.name } : undefined;
}

function isDone(name: string): name is GrantDone {
  return name === "revoked" || name === "reduced" || name === "withdrawn";
}
