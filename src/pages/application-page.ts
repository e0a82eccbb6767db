/** What the pages of one application share: they are its owner's, and to everybody else there is no such page. */
import type { Browser } from "../authentication/browser-session.ts";
import { queryOf } from "../authentication/incoming.ts";
import type { Application } from "../domain/application.ts";
import { type ApplicationId, idFrom } from "../domain/credentials.ts";
import { beginOfGrants } from "../domain/grant-series.ts";
import { beginOf, isUsePeriod, usePeriods } from "../domain/use-periods.ts";
import { type Call, pageReply, type Reply, seeOther } from "../endpoint.ts";
import { applicationNotes } from "../languages/texts/portal/application-list.ts";
import { limitsOfApplications } from "../rate-limits/limits-in-force.ts";
import { standings } from "../rate-limits/standings.ts";
import { type ApplicationPage, mostPeopleCounted } from "../views/portal/application/section.ts";
import { applicationPage } from "../views/portal/application-page.ts";
import { snippets } from "../views/portal/snippets.ts";
import { type Form, forSignedIn, notFound, type PersonCall } from "./signed-in.ts";

export interface ApplicationCall extends PersonCall {
  readonly application: Application;
}

/**
 * `show` for GET, `change` for POST, both for the owner alone. Without `show` a GET leads to the
 * application's page: somebody may come back to a form's address from the sign-in.
 */
export function forApplication(pages: {
  show?(call: ApplicationCall): Reply | Promise<Reply>;
  change?(call: ApplicationCall, form: Form): Reply | Promise<Reply>;
}): (call: Call<Browser>) => Promise<Reply> {
  const { show = ({ application }) => seeOther(hrefOf(application)), change } = pages;
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
  surroundings,
  session,
}: PersonCall): Promise<Application | undefined> {
  const id = idFrom<ApplicationId>(parameters.id);
  if (id === undefined) return undefined;
  const application = await surroundings.ledger.applicationById(id);
  return application?.ownerId === session.userId ? application : undefined;
}

export function hrefOf({ id }: Pick<Application, "id">): string {
  return `/portal/applications/${id}`;
}

/** The whole page. `more`: what a form wants to say in its section, and how that is answered. */
export async function showApplication(
  call: ApplicationCall,
  more: Partial<ApplicationPage> = {},
  answer: Parameters<typeof pageReply>[1] = {},
): Promise<Reply> {
  const { incoming, surroundings, person, application, now } = call;
  const { ledger, origins, use } = surroundings;
  const query = queryOf(incoming);
  const asked = query.get("use") ?? "";
  const period = isUsePeriod(asked) ? asked : "day";
  const { resolution } = usePeriods[period];
  const page = applicationPage({
    person,
    application,
    note: applicationNotes.find((one) => query.has(one)),
    people: await ledger.countGrants(application.id, mostPeopleCounted),
    keys: await ledger.applicationKeys(application, now),
    use: {
      period,
      uses: await use.useOf(application.id, resolution, beginOf(usePeriods[period], now)),
    },
    limits: await standings(
      limitsOfApplications(surroundings.config),
      { applicationId: application.id },
      incoming.address,
      surroundings,
    ),
    grants: await ledger.grantCounts(application.id, beginOfGrants(now)),
    now,
    snippets: snippets({
      baseUrl: origins[0],
      consumerKey: application.consumerKey,
      callback: application.callbacks[0],
    }),
    apiOrigins: surroundings.config.apiOrigins ?? [],
    ...more,
  });
  return pageReply(page, { ...answer, script: true });
}
