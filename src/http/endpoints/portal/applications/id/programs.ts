import { programsSection } from "../../../../../pages/views/portal/applications/id/programs.ts";
import type { SentCall } from "../../../../../pages/views/portal/sent-call.ts";
import { sendAsProgram } from "../../../../actions/send-as-program.ts";
import {
  type ApplicationCall,
  forApplication,
  showTab,
} from "../../../../browser/application-page.ts";
import { latestRequest } from "../../../../browser/request-log.ts";
import { endpoint, type Reply } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const programs = endpoint({
  name: "portal/applications/:id/programs",
  paths: ["/portal/applications/:id/programs"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Prints programs that use an application's consumer key, and sends a call as they would",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    fields: [],
    show: (call) => show(call),
    // The call only reads what the user can see, with a token that the user has.
    changes: { "": { sensitive: false, run: send } },
  }),
});

async function send(call: ApplicationCall): Promise<Reply> {
  const { incoming, application, session, dependencies } = call;
  if (application.suspendedBecause !== undefined) return { ...(await show(call)), status: 403 };
  const { userId } = session;
  const sent = await sendAsProgram(incoming, { application, userId }, dependencies);
  // The page that shows the response links to the request.
  if (sent !== undefined) await dependencies.verifiedRequests.write();
  return show(call, sent);
}

async function show(call: ApplicationCall, sent?: SentCall): Promise<Reply> {
  const { viewer, application, session, dependencies, now } = call;
  const { ledger, origins, config } = dependencies;
  const { id } = application;
  const { ownAccess } = await ledger.applicationKeys(
    { applicationId: id, userId: session.userId },
    now,
  );
  const section = programsSection({
    viewer,
    application,
    baseUrl: origins[0],
    apiOrigins: config.apiOrigins ?? [],
    hasOwnToken: ownAccess.length > 0,
    sent,
    log:
      config.requestLogDays === 0 ? undefined : { latest: await latestRequest(call, application) },
    now,
  });
  return showTab(call, "programs", section);
}
