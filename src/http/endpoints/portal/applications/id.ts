import { roleCovers } from "../../../../domain/collaborator.ts";
import { dayMs } from "../../../../domain/day.ts";
import { beginOf, usagePeriods } from "../../../../domain/usage-periods.ts";
import { maxUsersCounted } from "../../../../pages/views/portal/applications/id/delete.ts";
import { overviewSections } from "../../../../pages/views/portal/applications/id.ts";
import type { FirstCall } from "../../../../pages/views/portal/first-call.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
  planOf,
  showTab,
} from "../../../browser/application-page.ts";
import type { Changing } from "../../../browser/change.ts";
import { endingsFor } from "../../../browser/endings.ts";
import { readRequest, requestParameters } from "../../../browser/typed-request.ts";
import type { Form } from "../../../browser/viewer-call.ts";
import { endpoint, type Reply, seeOther } from "../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const application = endpoint({
  name: "portal/applications/:id",
  paths: ["/portal/applications/:id"],
  methods: ["GET", "POST"],
  section: "15",
  summary:
    "Shows an application to its owner and collaborators, who answer what its approval needs, or take back a change that waits",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    showTo: "viewer",
    fields: requestParameters,
    keepsTyped: true,
    show: (call) => show(call),
    changes: {
      "request-approval": { sensitive: false, run: requestApproval },
      "take-back": {
        sensitive: false,
        async run({ dependencies, application, auditContext }) {
          await dependencies.ledger.takeBackChange(application.id, auditContext);
          return seeOther(`${hrefOf(application)}?taken-back`);
        },
      },
    },
  }),
});

async function requestApproval(call: Changing<ApplicationCall>, form: Form): Promise<Reply> {
  const { dependencies, application: from, auditContext, now } = call;
  const request = readRequest(form, dependencies.config.approvalQuestions);
  if (request.problems.size > 0) return { ...(await show(call, request)), status: 422 };
  const asked = { from, request: request.input, now };
  // If it was decided in between, the page says how.
  const isAsked = await dependencies.ledger.requestApproval(asked, auditContext);
  return seeOther(`${hrefOf(from)}${isAsked ? "?approval-asked" : ""}`);
}

async function show(
  call: ApplicationCall,
  request?: ReturnType<typeof readRequest>,
): Promise<Reply> {
  const { viewer, application, role, now } = call;
  const { ledger, usage } = call.dependencies;
  const { day } = usagePeriods;
  const section = overviewSections({
    viewer,
    application,
    role,
    uses: await usage.usageOf(application.id, day.resolution, { since: beginOf(day, now) }),
    users: await ledger.countGrants(application.id, maxUsersCounted),
    plan: await planOf(call),
    now,
    firstCall: await firstCallOf(call),
    endings: await endingsFor(call, application.id),
    questions: call.dependencies.config.approvalQuestions,
    ...(request && { request }),
  });
  return showTab(call, "overview", section);
}

/** Within what hourly counts are kept for (docs/adr/0011-usage-is-counted-in-memory.md), so none is missing. */
const newForMs = 14 * dayMs;

async function firstCallOf({
  application: { id, createdAt, suspendedBecause },
  role,
  session,
  dependencies: { ledger, usage },
  now,
}: ApplicationCall): Promise<FirstCall | undefined> {
  const isNew = createdAt > now - newForMs && suspendedBecause === undefined;
  if (!isNew || !roleCovers(role, "editor")) return undefined;
  const { ownAccess } = await ledger.applicationKeys(
    { applicationId: id, userId: session.userId },
    now,
  );
  const uses = await usage.usageOf(id, usagePeriods.day.resolution, {
    since: now - newForMs - dayMs,
  });
  const verified = uses.filter(({ kind }) => kind === "verified").map(({ at }) => at);
  const listed = await ledger.listedRequests(id, now);
  const rejected = listed.find(({ code }) => code !== 0);
  return {
    hasOwnToken: ownAccess.length > 0,
    at: verified.length === 0 ? undefined : Math.min(...verified),
    rejected: rejected?.id,
  };
}
