/** What the pages of one application share: they are its owner's, and to everybody else there is no such page. */
import type { Browser } from "../authentication/browser-session.ts";
import { queryOf } from "../authentication/incoming.ts";
import type { Application } from "../domain/application.ts";
import { type ApplicationId, idFrom } from "../domain/credentials.ts";
import { type Call, pageReply, type Reply } from "../endpoint.ts";
import {
  type ApplicationTab,
  applicationNotes,
} from "../languages/texts/portal/application-list.ts";
import type { Html } from "../views/html.ts";
import { applicationPage } from "../views/portal/application-page.ts";
import type { ScriptName } from "../views/scripts.ts";
import { type Form, forSignedIn, notFound, type PersonCall } from "./signed-in.ts";

export interface ApplicationCall extends PersonCall {
  readonly application: Application;
}

/** `show` for GET, `change` for POST, both for the owner alone. */
export function forApplication(pages: {
  show(call: ApplicationCall): Reply | Promise<Reply>;
  change?(call: ApplicationCall, form: Form): Reply | Promise<Reply>;
}): (call: Call<Browser>) => Promise<Reply> {
  const { show, change } = pages;
  return forSignedIn({
    async show(call) {
      const application = await applicationOfMine(call);
      return application === undefined ? notFound(call) : show({ ...call, application });
    },
    ...(change && {
      async change(call, form) {
        const application = await applicationOfMine(call);
        return application === undefined ? notFound(call) : change({ ...call, application }, form);
      },
    }),
  });
}

/** The application that the path names, if it is the caller's; somebody else's and an unknown one are alike. */
export async function applicationOfMine({
  parameters,
  dependencies,
  session,
}: PersonCall): Promise<Application | undefined> {
  const id = idFrom<ApplicationId>(parameters.id);
  if (id === undefined) return undefined;
  const application = await dependencies.ledger.applicationById(id);
  return application?.ownerId === session.userId ? application : undefined;
}

export function hrefOf({ id }: Pick<Application, "id">): string {
  return `/portal/applications/${id}`;
}

/** The page of one tab. `section`: a `<section>` whose `<h2>` is its title. */
export function showTab(
  { incoming, person, application }: ApplicationCall,
  tab: ApplicationTab,
  section: Html,
  script?: readonly ScriptName[],
): Reply {
  const query = queryOf(incoming);
  const note = applicationNotes.find((one) => query.has(one));
  const page = applicationPage({
    person,
    application,
    tab,
    note,
    section,
    ...(script && { script }),
  });
  return pageReply(page, { script: script !== undefined });
}
