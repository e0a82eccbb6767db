import type { Application } from "../../../../../domain/application.ts";
import { type Html, html } from "../../../html.ts";
import { name, plainPhrase } from "../../../phrase.ts";
import { type RequestLogPage, requestsSection } from "../../../portal/applications/id/requests.ts";
import { signedInPage } from "../../../signed-in-page.ts";

export type AdminRequestLogPage = RequestLogPage & {
  readonly application: Pick<Application, "id" | "consumerKey" | "callbacks" | "name">;
};

/** The request log as the portal shows it, without what only an editor can open. */
export function requestsPage(page: AdminRequestLogPage): Html {
  return requestLogPage(page, requestsSection(page));
}

export function requestLogPage({ viewer, application }: AdminRequestLogPage, section: Html): Html {
  const { admin, portal } = viewer.frame.texts;
  return signedInPage(viewer, {
    area: "admin",
    here: "applications",
    title: `${portal.requests.title} · ${plainPhrase(admin.application.title(application.name))}`,
    crumbs: [[`/admin/applications/${application.id}`, name(application.name)]],
    head: { heading: name(application.name) },
    main: html`<article>
${section}
</article>`,
  });
}
