import { diagnose } from "../../../../../doctor/diagnose.ts";
import { withoutOthers } from "../../../../../doctor/logged/explanation.ts";
import { parsePaste } from "../../../../../doctor/paste/parse-paste.ts";
import { maxPaste, type PastedRequest } from "../../../../../doctor/paste/pasted-request.ts";
import type { Application } from "../../../../../domain/application.ts";
import { isRequestId } from "../../../../../domain/logged-request.ts";
import type { CheckProblem } from "../../../../../pages/languages/english/portal/check.ts";
import { applicationPage } from "../../../../../pages/views/portal/application-page.ts";
import {
  type Check,
  checkSections,
} from "../../../../../pages/views/portal/applications/id/check.ts";
import {
  type RejectedRequests,
  rejectedParameter,
} from "../../../../../pages/views/portal/applications/id/rejected-requests.ts";
import { queryOf } from "../../../../../verification/authentication/incoming.ts";
import { apiOrigins } from "../../../../../verification/configured-apis.ts";
import { countTry } from "../../../../../verification/rate-limits/count-try.ts";
import { openedDetails } from "../../../../actions/explain-rejection.ts";
import { knownOf, maxOthers } from "../../../../actions/known-request.ts";
import { type ApplicationCall, forApplication } from "../../../../browser/application-page.ts";
import type { Form } from "../../../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. The pasted text appears in the response and is not stored. */
export const check = endpoint({
  name: "portal/applications/:id/check",
  paths: ["/portal/applications/:id/check"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Explains why the signature of a pasted or rejected request doesn't match",
  limit: "account-pages",
  // A form encodes most characters of a request as three.
  maxBodyBytes: 4 * maxPaste,
  reads: [
    {
      name: rejectedParameter,
      required: false,
      meaning: "The ID of a request that was rejected in the last day.",
    },
  ],
  ...forApplication({
    fields: [
      {
        name: "request",
        maxLength: maxPaste + 1,
        required: true,
        meaning: "A curl command, a raw HTTP request, or a HAR entry.",
      },
    ],
    show: (call) => showPage(call, { pasted: "" }),
    changes: { "": { sensitive: false, run: checkPasted } },
  }),
});

async function checkPasted(call: ApplicationCall, form: Form): Promise<Reply> {
  const pasted = form.get("request") ?? "";
  const parsed = parsePaste(pasted);
  if (!parsed.ok) return rejected(call, pasted, parsed.problem);
  // The search that follows is expensive, so it is counted.
  const limit = await countTry("portal/check", call.session.userId, call.dependencies);
  if (!limit.admitted) {
    const headers = { "retry-after": String(limit.retryAfterSeconds) };
    return rejected(call, pasted, "too-many", 429, headers);
  }
  const diagnosis = diagnose(parsed.request, await known(call, parsed.request));
  return showPage(call, { pasted, diagnosis });
}

/** The id of another application's request is treated like an unknown one. */
async function rejectedOf(call: ApplicationCall): Promise<RejectedRequests> {
  const { application, dependencies, incoming, now } = call;
  const { ledger, keys } = dependencies;
  const all = await ledger.loggedRequests(application.id, now);
  const latest = all.filter(({ code }) => code !== 0);
  const requestId =
    incoming.method === "POST" ? undefined : queryOf(incoming).get(rejectedParameter)?.trim();
  if (requestId === undefined) return { latest };
  const stored = isRequestId(requestId) ? await ledger.loggedRequest(requestId, now) : undefined;
  if (stored?.applicationId !== application.id) return { latest, asked: requestId.slice(0, 100) };
  const { explanation: found } = openedDetails(stored, keys);
  if (found === undefined) return { latest, asked: requestId };
  const { diagnosis, ...rest } = found;
  const own = await otherApplications(call);
  const explanation = { ...rest, diagnosis: withoutOthers(diagnosis, own, application) };
  return { latest, asked: requestId, found: { ...stored, explanation } };
}

async function known(call: ApplicationCall, request: PastedRequest) {
  const { application, dependencies, now } = call;
  const { ledger, origins, operations, nonceStore } = dependencies;
  const context = {
    application,
    others: await otherApplications(call),
    origins,
    apiOrigins: apiOrigins(dependencies),
    signatureMethods: dependencies.config.signatureMethods,
    operations,
    nonceStore,
    now,
  };
  return knownOf(request, context, ledger);
}

/** Nothing is revealed about applications whose keys the user does not manage. */
async function otherApplications({
  application,
  session,
  dependencies,
}: ApplicationCall): Promise<readonly Application[]> {
  const search = { text: "", order: "newest", offset: 0, size: maxOthers + 1 } as const;
  const { slice: own } = await dependencies.ledger.applicationsFor(session.userId, search);
  return own.filter(({ id, role }) => id !== application.id && role !== "viewer");
}

function rejected(
  call: ApplicationCall,
  pasted: string,
  problem: CheckProblem,
  status = 422,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const kept = pasted.slice(0, maxPaste);
  return showPage(call, { pasted: kept, problem }, { status, headers });
}

async function showPage(
  call: ApplicationCall,
  check: Omit<Check, "viewer" | "rejected">,
  more: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Promise<Reply> {
  const { viewer, application, role } = call;
  const rejected = await rejectedOf(call);
  const page = applicationPage({
    viewer,
    application,
    role,
    tab: "check",
    section: checkSections({ viewer, rejected, ...check }),
    keepsSent: check.diagnosis !== undefined,
  });
  const isMissing = rejected.asked !== undefined && rejected.found === undefined;
  return pageReply(page, isMissing ? { status: 404 } : more);
}
