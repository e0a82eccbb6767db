import type { Application } from "../../../domain/application.ts";
import { type Html, html } from "../html.ts";
import { name } from "../phrase.ts";
import { signedInPage } from "../signed-in-page.ts";
import type { Viewer } from "../viewer.ts";
import type { ApplicationTab } from "./application-page.ts";
import { tabHref } from "./application-page.ts";

/** A rejected form, for example, leads back to its tab. */
export function applicationPart(
  viewer: Viewer,
  application: Pick<Application, "id" | "name">,
  {
    tab,
    title,
    main,
    keepsSent,
  }: {
    readonly tab: ApplicationTab;
    readonly title: string;
    readonly main: Html;
    /** See `page`. */
    readonly keepsSent?: boolean;
  },
): Html {
  const { tabs } = viewer.frame.texts.portal.application;
  return signedInPage(viewer, {
    area: "portal",
    here: "applications",
    title,
    crumbs: [
      [tabHref(application.id, "overview"), name(application.name)],
      [tabHref(application.id, tab), tabs[tab]],
    ],
    main: html`<article>
<h1>${title}</h1>
${main}
</article>`,
    keepsSent,
  });
}
