import {
  bearerMadePage,
  bearerTokenPage,
} from "../../../../../pages/views/portal/applications/id/bearer-token.ts";
import { stalePage } from "../../../../../pages/views/portal/applications/id/credential-page.ts";
import type { ChangeReauthentication } from "../../../../../pages/views/viewer.ts";
import { issueBearerToken } from "../../../../actions/issue-bearer-token.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
  ifSuspended,
} from "../../../../browser/application-page.ts";
import { asSent, type Changing } from "../../../../browser/change.ts";
import { countChange } from "../../../../browser/count-change.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const bearerToken = endpoint({
  name: "portal/applications/:id/bearer-token",
  paths: ["/portal/applications/:id/bearer-token"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Issues an application's bearer token, shown only once, and revokes it",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    show,
    changes: {
      issue: {
        sensitive: true,
        read: async (call, form) => (await ifSuspended(call, show)) ?? form,
        ask: show,
        run: issue,
      },
      revoke: { sensitive: true, read: asSent, ask: show, run: revoke },
    },
  }),
});

async function issue(call: Changing<ApplicationCall>): Promise<Reply> {
  const { dependencies, application, viewer, auditContext } = call;
  await countChange("new-credentials", call);
  const issued = await issueBearerToken(dependencies, application.id, auditContext);
  // An existing token was shown when it was created.
  if (typeof issued !== "object" || !issued.isNew) {
    return pageReply(stalePage({ viewer, application }, "bearer-token"), { status: 409 });
  }
  return pageReply(bearerMadePage({ viewer, application, token: issued.token }), {
    status: 201,
  });
}

async function revoke({
  dependencies,
  application,
  auditContext,
}: Changing<ApplicationCall>): Promise<Reply> {
  await dependencies.ledger.revokeBearerTokenOf(application.id, auditContext);
  return seeOther(`${hrefOf(application)}/bearer-token`);
}

async function show(
  { dependencies: { ledger }, session, viewer, application, now }: ApplicationCall,
  reauthentication?: ChangeReauthentication,
): Promise<Reply> {
  const keys = await ledger.applicationKeys(
    { applicationId: application.id, userId: session.userId },
    now,
  );
  const page = {
    viewer,
    application,
    keys: { ...keys, now },
    ...(reauthentication && { reauthentication }),
  };
  return pageReply(bearerTokenPage(page));
}
