import { openedExplanation } from "../../../../actions/explain-refusal.ts";
import { knownOf, mostOthers } from "../../../../actions/known-request.ts";
import { queryOf } from "../../../../authentication/incoming.ts";
import { diagnose } from "../../../../doctor/diagnose.ts";
import { parsePaste } from "../../../../doctor/paste/parse-paste.ts";
import { longestPaste, type PastedRequest } from "../../../../doctor/paste/pasted-request.ts";
import { withoutOthers } from "../../../../doctor/refused/explanation.ts";
import type { Application } from "../../../../domain/application.ts";
import { isRequestId, refusedRequestMs } from "../../../../domain/refused-request.ts";
import { endpoint, pageReply, type Reply } from "../../../../endpoint.ts";
import type { CheckProblem } from "../../../../languages/english/portal/check.ts";
import { type ApplicationCall, forApplication } from "../../../../pages/application-page.ts";
import type { Form } from "../../../../pages/person-call.ts";
import { countTry } from "../../../../rate-limits/count-try.ts";
import { apiOrigins } from "../../../../verification/decision.ts";
import { applicationPage } from "../../../../views/portal/application-page.ts";
import { type Check, checkSection } from "../../../../views/portal/applications/id/check.ts";
import {
  type RefusedRequests,
  refusedParameter,
} from "../../../../views/portal/applications/id/refused-requests.ts";

/** docs/reference/interface.md §15. The pasted text appears in the response and is not stored. */
export const check = endpoint({
  name: "portal/applications/:id/check",
  paths: ["/portal/applications/:id/check"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Says why the signature of a pasted or refused request does not match",
  limit: "account-pages",
  // A form encodes most characters of a request as three.
  mostBodyBytes: 4 * longestPaste,
  reads: [
    {
      name: refusedParameter,
      required: false,
      meaning: "The ID of a request that was refused in the last day.",
    },
  ],
  ...forApplication({
    fields: [
      {
        name: "request",
        maxLength: longestPaste + 1,
        required: true,
        meaning: "A curl command, a raw HTTP request, or a HAR entry.",
      },
    ],
    show: (call) => shown(call, { pasted: "" }),
    changes: { "": { sensitive: false, run: checkPasted } },
  }),
});

async function checkPasted(call: ApplicationCall, form: Form): Promise<Reply> {
  const pasted = form.get("request") ?? "";
  const parsed = parsePaste(pasted);
  if (!parsed.ok) return refused(call, pasted, parsed.problem);
  // The search that follows is expensive, so it is counted.
  const limit = await countTry("portal/check", call.session.userId, call.dependencies);
  if (!limit.admitted) {
    const headers = { "retry-after": String(limit.retryAfterSeconds) };
    return refused(call, pasted, "too-many", 429, headers);
  }
  const diagnosis = diagnose(parsed.request, await known(call, parsed.request));
  return shown(call, { pasted, diagnosis });
}

/** The id of another application's request is treated like an unknown one. */
async function refusedOf(call: ApplicationCall): Promise<RefusedRequests> {
  const { application, dependencies, incoming, now } = call;
  const { ledger, keys } = dependencies;
  const since = now - refusedRequestMs;
  const latest = await ledger.refusedRequests(application.id, since);
  const asked =
    incoming.method === "POST" ? undefined : queryOf(incoming).get(refusedParameter)?.trim();
  if (!asked) return { latest };
  const kept = isRequestId(asked) ? await ledger.refusedRequest(asked, since) : undefined;
  if (kept?.applicationId !== application.id) return { latest, asked: asked.slice(0, 100) };
  const { diagnosis, ...rest } = openedExplanation(kept, keys);
  const own = await otherApplications(call);
  const explanation = { ...rest, diagnosis: withoutOthers(diagnosis, own, application) };
  return { latest, asked, found: { ...kept, explanation } };
}

async function known(call: ApplicationCall, request: PastedRequest) {
  const { application, dependencies, now } = call;
  const { ledger, origins, operations, replayBook } = dependencies;
  const asked = {
    application,
    others: await otherApplications(call),
    origins,
    apiOrigins: apiOrigins(dependencies),
    operations,
    replayBook,
    now,
  };
  return knownOf(request, asked, ledger);
}

/** Nothing is revealed about applications whose keys the user does not manage. */
async function otherApplications({
  application,
  session,
  dependencies,
}: ApplicationCall): Promise<readonly Application[]> {
  const search = { text: "", order: "newest", offset: 0, size: mostOthers + 1 } as const;
  const { shown: own } = await dependencies.ledger.applicationsFor(session.userId, search);
  return own.filter(({ id, role }) => id !== application.id && role !== "viewer");
}

function refused(
  call: ApplicationCall,
  pasted: string,
  problem: CheckProblem,
  status = 422,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const kept = pasted.slice(0, longestPaste);
  return shown(call, { pasted: kept, problem }, { status, headers });
}

async function shown(
  call: ApplicationCall,
  check: Omit<Check, "person" | "refused">,
  more: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Promise<Reply> {
  const { person, application, role } = call;
  const refused = await refusedOf(call);
  const section = checkSection({ person, refused, ...check });
  const page = applicationPage({
    person,
    application,
    role,
    tab: "check",
    section,
    script: ["copy"],
    keepsSent: check.diagnosis !== undefined,
  });
  const isMissing = refused.asked !== undefined && refused.found === undefined;
  return pageReply(page, isMissing ? { status: 404 } : more);
}
