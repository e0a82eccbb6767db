/**
 * Shared by the pages of one application. They are for its owner and collaborators; for everyone else the page
 * does not exist.
 */

import { type Incoming, queryOf } from "../authentication/incoming.ts";
import type { Application } from "../domain/application.ts";
import { type ApplicationRole, roleCovers } from "../domain/collaborator.ts";
import { type ApplicationId, idFrom } from "../domain/credentials.ts";
import { RoleEnded } from "../domain/refusals.ts";
import { pageReply, type Reply } from "../endpoint.ts";
import { asRole } from "../events/context.ts";
import type { Html } from "../views/html.ts";
import {
  type ApplicationTab,
  applicationNotes,
  applicationPage,
} from "../views/portal/application-page.ts";
import type { ScriptName } from "../views/scripts.ts";
import { errorReply, notFound } from "./error-reply.ts";
import { type Form, forSignedIn, type HiddenPage, type PersonCall } from "./signed-in.ts";

export interface ApplicationCall extends PersonCall {
  readonly application: Application;
  /** The person's role in it. */
  readonly role: ApplicationRole;
}

/**
 * `show` handles GET, `change` POST. Both require the role, by default admin; a change is only written while
 * the person has it.
 */
export function forApplication(pages: {
  readonly showTo?: ApplicationRole;
  readonly changedBy?: ApplicationRole;
  readonly keepsTyped?: boolean;
  readForm?(incoming: Incoming): Promise<Form>;
  show(call: ApplicationCall): Reply | Promise<Reply>;
  change?(call: ApplicationCall, form: Form): Reply | Promise<Reply>;
}): HiddenPage {
  const { show, change, readForm, showTo = "admin", changedBy = "admin" } = pages;
  return {
    hidden: true,
    operation: forSignedIn({
      ...(pages.keepsTyped && { keepsTyped: true }),
      ...(readForm && { readForm }),
      show: (call) => inRole(call, showTo, show),
      ...(change && {
        change: (call, form) => inRole(call, changedBy, (one) => change(one, form)),
      }),
    }),
  };
}

async function inRole(
  call: PersonCall,
  needed: ApplicationRole,
  answer: (call: ApplicationCall) => Reply | Promise<Reply>,
): Promise<Reply> {
  const mine = await applicationOfMine(call);
  if (mine === undefined) return notFound(call);
  if (!roleCovers(mine.role, needed)) return otherRole(call);
  const auditContext = asRole(call.auditContext, mine.application.id, needed);
  try {
    return await answer({ ...call, ...mine, auditContext });
  } catch (error) {
    if (error instanceof RoleEnded) return otherRole(call);
    throw error;
  }
}

/**
 * The application in the path and the caller's role in it. Someone else's application is treated like an
 * unknown one.
 */
export async function applicationOfMine({
  parameters,
  dependencies,
  session,
}: PersonCall): Promise<Pick<ApplicationCall, "application" | "role"> | undefined> {
  const { ledger } = dependencies;
  const id = idFrom<ApplicationId>(parameters.id);
  const role = id && (await ledger.applicationRole(id, session.userId));
  const application = role && (await ledger.applicationById(id));
  return application && { application, role };
}

function otherRole({ frame }: PersonCall): Reply {
  return errorReply(frame, "other-role");
}

export function hrefOf({ id }: Pick<Application, "id">): string {
  return `/portal/applications/${id}`;
}

/** The page of one tab. `section` is a `<section>` whose `<h2>` is the title. */
export function showTab(
  { incoming, person, application, role }: ApplicationCall,
  tab: ApplicationTab,
  section: Html,
  script?: readonly ScriptName[],
): Reply {
  const query = queryOf(incoming);
  const note = applicationNotes.find((one) => query.has(one));
  const page = applicationPage({
    person,
    application,
    role,
    tab,
    note,
    section,
    ...(script && { script }),
  });
  return pageReply(page);
}
