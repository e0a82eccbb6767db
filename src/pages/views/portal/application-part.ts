import type { Application } from "../../../domain/application.ts";
import { type Html, html } from "../html.ts";
import { phrase } from "../phrase.ts";
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
  const { back } = viewer.frame.texts.portal.application;
  return signedInPage(viewer, {
    area: "portal",
    here: "applications",
    title,
    main: html`<p><a class="action" href="${tabHref(application.id, tab)}"><span>${phrase(back(application.name))}</span></a></p>
<article>
<h1>${title}</h1>
${main}
</article>`,
    keepsSent,
  });
}
