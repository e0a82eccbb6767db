import type { Texts } from "../../languages/texts.ts";
import { banner, tag } from "../banner.ts";
import { type Html, html } from "../html.ts";
import { day } from "../time.ts";
import { tabHref } from "./application-page.ts";
import { credentialPath } from "./applications/id/keys.ts";

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
  const item = (step: (typeof steps)[number]) => {
    const open = !step.isDone && "how" in step && step;
    return html`<li>
<div>
<div class="titled"><h3>${step.title}</h3>${step.isDone && html` ${tag("good", texts.done)}`}</div>
${open && html`<p class="quiet">${open.how}</p>`}
</div>
${open && html`<p class="actions"><a class="button${step !== next && html` secondary`}" href="${open.href}">${open.action}</a></p>`}
</li>`;
  };
  const rejectedHref = `${tabHref(applicationId, "requests")}/${rejected}`;
  return html`<section id="first-call" aria-labelledby="first-call-title">
<div class="titled"><h2 id="first-call-title">${texts.title}</h2> <span class="quiet">${texts.count(steps.filter(({ isDone }) => isDone).length, steps.length)}</span></div>
${at === undefined && rejected !== undefined && banner("soon", texts.rejected.what, "", html`<a class="action" href="${rejectedHref}">${texts.rejected.action}</a>`)}
<ol class="items checklist">${steps.map(item)}</ol>
${at !== undefined && html`<p>${texts.arrived} ${day(dates, at)}.</p>`}
</section>`;
}
