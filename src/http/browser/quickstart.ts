/** What the quickstart shows of the viewer's own application, and the call that it sends. */
import type { Application } from "../../domain/application.ts";
import { roleCovers } from "../../domain/collaborator.ts";
import type { ListedRequest } from "../../domain/logged-request.ts";
import type { ShownApplication } from "../../pages/views/docs/page.ts";
import type { SentCall } from "../../pages/views/portal/sent-call.ts";
import { sendAsProgram } from "../actions/send-as-program.ts";
import { applicationOfMine } from "./application-page.ts";
import { latestRequest } from "./request-log.ts";
import type { Form, ViewerCall } from "./viewer-call.ts";

/** Among so many applications, the newest is looked for that the viewer may call and that isn't suspended. */
const maxApplications = 20;

export async function newestApplication({
  session,
  dependencies,
}: ViewerCall): Promise<Application | undefined> {
  const search = { text: "", order: "newest", offset: 0, size: maxApplications } as const;
  const { slice } = await dependencies.ledger.applicationsFor(session.userId, search);
  return slice.find(
    ({ role, suspendedBecause }) => roleCovers(role, "editor") && suspendedBecause === undefined,
  );
}

/** The form names it: a newer one may have been created since. */
export async function sentApplication(
  call: ViewerCall,
  form: Form,
): Promise<Application | undefined> {
  const mine = await applicationOfMine(call, form.get("application"));
  if (mine === undefined || !roleCovers(mine.role, "editor")) return undefined;
  return mine.application.suspendedBecause === undefined ? mine.application : undefined;
}

/** The page that shows the response links to the request, so that is written first. */
export async function sendFirstCall(
  { incoming, session, dependencies }: ViewerCall,
  application: Application,
): Promise<SentCall | undefined> {
  const { userId } = session;
  const sent = await sendAsProgram(incoming, { application, userId }, dependencies);
  if (sent !== undefined) await dependencies.verifiedRequests.write();
  return sent;
}

export async function shownApplication(
  call: ViewerCall,
  application: Application,
  { isNewest, sent }: Pick<ShownApplication, "isNewest" | "sent">,
): Promise<ShownApplication> {
  const { session, dependencies, now } = call;
  const { ledger, config } = dependencies;
  const { userId } = session;
  const { ownAccess } = await ledger.applicationKeys(
    { applicationId: application.id, userId },
    now,
  );
  const log =
    config.requestLogDays === 0
      ? undefined
      : { latest: await latestRequest(call, application, isOfProgram) };
  return { application, isNewest, hasOwnToken: ownAccess.length > 0, sent, log, now };
}

/** A call that a page sends has the ID of the form, with a number; so have those of a batch, at other operations. */
function isOfProgram({ id, operation }: ListedRequest): boolean {
  return operation !== "account/verify_credentials" || !id.includes(".");
}
