import { issueBearerToken } from "../../../../actions/issue-bearer-token.ts";
import { browser } from "../../../../authentication/browser-session.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../endpoint.ts";
import { bearerTokenRevoked } from "../../../../events/access.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
} from "../../../../pages/application-page.ts";
import { countChange } from "../../../../pages/count-change.ts";
import { notUnderstood } from "../../../../pages/error-reply.ts";
import { confirmingCode, confirmingPassword, csrf } from "../../../../pages/form-fields.ts";
import { proveIfAsked } from "../../../../pages/recent-sign-in.ts";
import type { Form } from "../../../../pages/signed-in.ts";
import {
  type BearerPage,
  bearerMadePage,
  bearerTokenPage,
} from "../../../../views/portal/applications/id/bearer-token.ts";
import { stalePage } from "../../../../views/portal/applications/id/credential-page.ts";

/** docs/reference/interface.md §15. */
export const bearerToken = endpoint({
  name: "portal/applications/:id/bearer-token",
  paths: ["/portal/applications/:id/bearer-token"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Issues an application's bearer token, shown this once, and revokes it",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    { name: "change", required: true, meaning: "What to do.", values: ["issue", "revoke"] },
    confirmingPassword,
    confirmingCode,
  ],
  produces: "page",
  ...forApplication({
    show: (call) => show(call),
    change(call, form) {
      switch (form.get("change")) {
        case "issue":
          return issue(call, form);
        case "revoke":
          return revoke(call, form);
        default:
          return notUnderstood(call);
      }
    },
  }),
});

async function issue(call: ApplicationCall, form: Form): Promise<Reply> {
  const { dependencies, application, person, auditContext } = call;
  if (application.suspendedBecause !== undefined) return show(call, undefined, { status: 403 });
  const unproven = await proveIfAsked(call, form, "portal/applications/:id/bearer-token");
  if (unproven !== undefined) return show(call, { change: "issue", unproven }, unproven);
  await countChange("new-credentials", call);
  const issued = await issueBearerToken(dependencies, application.id, auditContext);
  // An existing token was shown when it was created, and is not shown again.
  if (!issued?.isNew) {
    return pageReply(stalePage({ person, application }, "bearer-token"), { status: 409 });
  }
  return pageReply(bearerMadePage({ person, application, token: issued.token }), {
    status: 201,
  });
}

async function revoke(call: ApplicationCall, form: Form): Promise<Reply> {
  const { dependencies, application, auditContext } = call;
  const unproven = await proveIfAsked(call, form, "portal/applications/:id/bearer-token");
  if (unproven !== undefined) return show(call, { change: "revoke", unproven }, unproven);
  await dependencies.ledger.revokeBearerTokenOf(
    application.id,
    bearerTokenRevoked(auditContext, application.id),
  );
  return seeOther(`${hrefOf(application)}/bearer-token`);
}

async function show(
  { dependencies: { ledger }, session, person, application, now }: ApplicationCall,
  refused?: BearerPage["refused"],
  answer?: Parameters<typeof pageReply>[1],
): Promise<Reply> {
  const keys = await ledger.applicationKeys(
    { applicationId: application.id, userId: session.userId },
    now,
  );
  const page = { person, application, keys: { ...keys, now } };
  return pageReply(bearerTokenPage(refused ? { ...page, refused } : page), answer);
}
