import { diagnose } from "../../../../../doctor/diagnose.ts";
import { parsePaste } from "../../../../../doctor/paste/parse-paste.ts";
import { maxPaste, type PastedRequest } from "../../../../../doctor/paste/pasted-request.ts";
import type { CheckProblem } from "../../../../../pages/languages/english/portal/check.ts";
import { applicationPage } from "../../../../../pages/views/portal/application-page.ts";
import {
  type Check,
  checkSection,
} from "../../../../../pages/views/portal/applications/id/check.ts";
import { apiOrigins } from "../../../../../verification/configured-apis.ts";
import { countTry } from "../../../../../verification/rate-limits/count-try.ts";
import { knownOf } from "../../../../actions/known-request.ts";
import { type ApplicationCall, forApplication } from "../../../../browser/application-page.ts";
import { otherApplications } from "../../../../browser/request-log.ts";
import type { Form } from "../../../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. The pasted text appears in the response and is not stored. */
export const check = endpoint({
  name: "portal/applications/:id/check",
  paths: ["/portal/applications/:id/check"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Explains why the signature of a pasted request doesn't match",
  limit: "account-pages",
  // A form encodes most characters of a request as three.
  maxBodyBytes: 4 * maxPaste,
  reads: [],
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

async function known(call: ApplicationCall, request: PastedRequest) {
  const { application, dependencies, now } = call;
  const { ledger, origins, operations, nonceStore, sunsets } = dependencies;
  const context = {
    application,
    others: await otherApplications(call, application),
    origins,
    apiOrigins: apiOrigins(dependencies),
    signatureMethods: dependencies.config.signatureMethods,
    operations,
    sunsets: sunsets.all,
    nonceStore,
    now,
  };
  return knownOf(request, context, ledger);
}

function rejected(
  call: ApplicationCall,
  pasted: string,
  problem: CheckProblem,
  status = 422,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const kept = pasted.slice(0, maxPaste);
  return showPage(call, { pasted: kept, problem }, { status, headers });
}

function showPage(
  call: ApplicationCall,
  check: Omit<Check, "viewer">,
  more: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Reply {
  const { viewer, application, role } = call;
  const page = applicationPage({
    viewer,
    application,
    role,
    tab: "check",
    section: checkSection({ viewer, ...check }),
    keepsSent: check.diagnosis !== undefined,
  });
  return pageReply(page, more);
}
