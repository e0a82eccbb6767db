import type { Texts } from "../../languages/texts.ts";
import { type Html, html } from "../html.ts";
import { notice } from "../notice.ts";
import { tag } from "../tag.ts";
import { day } from "../time.ts";
import { tabHref } from "./application-page.ts";
import { credentialPath } from "./applications/id/keys.ts";
import { rejectedParameter } from "./applications/id/rejected-requests.ts";

export type FirstCall = {
  readonly hasOwnToken: boolean;
  /** The day of the first verified call, in milliseconds; undefined if none has arrived. */
  readonly at: number | undefined;
  /** The ID of the latest rejected call. */
  readonly rejected?: string | undefined;
};

/** A new application's way to its first call. The steps tick themselves. */
export function firstCallSteps(
  { portal, dates }: Pick<Texts, "portal" | "dates">,
  applicationId: string,
  { hasOwnToken, at, rejected }: FirstCall,
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
  const next = steps.find(({ isDone }) => !isDone);
  const item = (step: (typeof steps)[number]) => html`<li>
<div class="titled"><h4>${step.title}</h4>${step.isDone && html` ${tag("good", texts.done)}`}</div>
${!step.isDone && "how" in step && html`<p class="quiet">${step.how}</p><p class="actions"><a class="button${step !== next && html` secondary`}" href="${step.href}">${step.action}</a></p>`}
</li>`;
  const checkHref = `${tabHref(applicationId, "check")}?${rejectedParameter}=${rejected}`;
  return html`<h3>${texts.title}</h3>
<p class="quiet">${texts.count(steps.filter(({ isDone }) => isDone).length, steps.length)}</p>
<ol class="items checklist">${steps.map(item)}</ol>
${at === undefined && rejected !== undefined && notice("soon", texts.rejected.what, "", html`<a class="action" href="${checkHref}">${texts.rejected.action}</a>`)}
${at !== undefined && html`<p>${texts.arrived} ${day(dates, at)}.</p>`}`;
}
