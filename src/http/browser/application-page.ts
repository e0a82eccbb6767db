/** An application's page exists only for its owner and collaborators. */

import type { Application } from "../../domain/application.ts";
import { asRole } from "../../domain/audit-context.ts";
import { type ApplicationRole, roleCovers } from "../../domain/collaborator.ts";
import { type ApplicationId, idFrom } from "../../domain/credentials.ts";
import { RoleEnded } from "../../domain/errors.ts";
import type { Html } from "../../pages/views/html.ts";
import {
  type ApplicationTab,
  applicationNotes,
  applicationPage,
  type Section,
} from "../../pages/views/portal/application-page.ts";
import { queryOf } from "../../verification/authentication/incoming.ts";
import { pageReply, type Reply } from "../operation/endpoint.ts";
import { EarlyReply } from "./change.ts";
import { errorReply, notFound } from "./error-pages.ts";
import { type HiddenPage, type Pages, pageFor } from "./signed-in.ts";
import type { ViewerCall } from "./viewer-call.ts";

export interface ApplicationCall extends ViewerCall {
  readonly application: Application;
  readonly role: ApplicationRole;
}

/** `showTo` sees the page; `changedBy` changes it, by default editors, while they have the role. */
export function forApplication<Drafts>(
  pages: Pages<ApplicationCall, Drafts> & {
    readonly showTo?: ApplicationRole;
    readonly changedBy?: ApplicationRole;
  },
): HiddenPage {
  const { showTo = "editor", changedBy = "editor" } = pages;
  const page = pageFor(pages, async (call, auditContext, posted, next) => {
    const mine = await applicationOfMine(call, call.parameters.id);
    if (mine === undefined) return notFound(call);
    const needed = posted ? changedBy : showTo;
    if (!roleCovers(mine.role, needed)) return otherRole(call);
    try {
      return await next({ ...call, ...mine }, asRole(auditContext, mine.application.id, needed));
    } catch (error) {
      if (error instanceof RoleEnded) return otherRole(call);
      throw error;
    }
  });
  return { hidden: true, ...page };
}

/** Someone else's application is treated like an unknown one. */
export async function applicationOfMine(
  { dependencies, session }: ViewerCall,
  text: string | undefined,
): Promise<Pick<ApplicationCall, "application" | "role"> | undefined> {
  const { ledger } = dependencies;
  const id = idFrom<ApplicationId>(text);
  const role = id && (await ledger.applicationRole(id, session.userId));
  const application = role && (await ledger.applicationById(id));
  return application && { application, role };
}

/** A suspended application gets no new credentials, but its page. */
export async function ifSuspended(
  call: ApplicationCall,
  show: (call: ApplicationCall) => Promise<Reply>,
): Promise<EarlyReply | undefined> {
  if (call.application.suspendedBecause === undefined) return undefined;
  return new EarlyReply({ ...(await show(call)), status: 403 });
}

function otherRole({ frame }: ViewerCall): Reply {
  return errorReply(frame, "other-role");
}

export function hrefOf({ id }: Pick<Application, "id">): string {
  return `/portal/applications/${id}`;
}

export function showTab(
  { incoming, viewer, application, role }: ApplicationCall,
  tab: ApplicationTab,
  section: Section,
  beside?: Html,
): Reply {
  const query = queryOf(incoming);
  const note = applicationNotes.find((one) => query.has(one));
  return pageReply(
    applicationPage({ viewer, application, role, tab, note, section, ...(beside && { beside }) }),
  );
}

/** The plan that the application has, or follows. */
export async function planOf({
  application,
  dependencies,
}: ApplicationCall): Promise<string | undefined> {
  if (application.plan !== undefined) return application.plan;
  return (await dependencies.ledger.plans()).find(({ isDefault }) => isDefault)?.name;
}
