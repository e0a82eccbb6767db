import type { Texts } from "../../languages/texts.ts";
import { type Html, html } from "../html.ts";
import { tag } from "../tag.ts";
import { day } from "../time.ts";
import { tabHref } from "./application-page.ts";
import { credentialPath } from "./applications/id/keys.ts";

export type FirstCall = {
  readonly hasOwnToken: boolean;
  /** The day of the first verified call, in milliseconds; undefined if none has arrived. */
  readonly at: number | undefined;
};

/** A new application's way to its first call. The steps tick themselves. */
export function firstCallSteps(
  { portal, dates }: Pick<Texts, "portal" | "dates">,
  applicationId: string,
  { hasOwnToken, at }: FirstCall,
): Html {
  const { firstCall: texts } = portal.application;
  const steps = [
    { title: texts.created, isDone: true },
    {
      ...texts.token,
      isDone: hasOwnToken,
      href: credentialPath(applicationId, "access-token"),
    },
    { ...texts.call, isDone: at !== undefined, href: tabHref(applicationId, "programs") },
  ];
  const item = ({ title, isDone, ...open }: (typeof steps)[number]) => html`<li>
<div class="titled"><h4>${title}</h4>${isDone && html` ${tag("good", texts.done)}`}</div>
${!isDone && "how" in open && html`<p>${open.how}</p><p><a class="action" href="${open.href}">${open.action}</a></p>`}
</li>`;
  return html`<h3>${texts.title}</h3>
<p class="quiet">${texts.count(steps.filter(({ isDone }) => isDone).length, steps.length)}</p>
<ol class="items checklist">${steps.map(item)}</ol>
${at !== undefined && html`<p>${texts.arrived} ${day(dates, at)}.</p>`}`;
}
