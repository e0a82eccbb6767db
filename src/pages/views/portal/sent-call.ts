import type { Application } from "../../../domain/application.ts";
import { bannerBox } from "../banner.ts";
import { csrfField } from "../form.ts";
import { type Html, html } from "../html.ts";
import type { Viewer } from "../viewer.ts";
import { tabHref } from "./application-page.ts";
import { credentialPath } from "./applications/id/keys.ts";
import { visibleJson } from "./applications/id/try.ts";

export type SentCall = {
  /** Of the request, as in the request log. */
  readonly id: string;
  readonly status: number;
  /** It is JSON. */
  readonly body: string;
  readonly tookMs: number;
};

/** A button that sends a call as a program would. */
export function sendCall(
  viewer: Viewer,
  { id }: Pick<Application, "id">,
  hasOwnToken: boolean,
): Html {
  const { send: texts } = viewer.frame.texts.portal.programs;
  const button = html`<form method="post" action="${tabHref(id, "programs")}" novalidate>
${csrfField(viewer.csrf)}
<div class="actions"><button type="submit">${texts.submit}</button></div>
</form>`;
  const toToken = html`<a class="button secondary" href="${credentialPath(id, "access-token")}">${texts.createToken}</a>`;
  return html`<header class="titled"><h3>${texts.title}</h3>${hasOwnToken ? button : toToken}</header>
<p>${hasOwnToken ? texts.what : texts.noToken}</p>`;
}

/** Its response. The focus starts here. */
export function sentCall(
  { frame: { texts } }: Viewer,
  { id: applicationId }: Pick<Application, "id">,
  { id, status, body, tookMs }: SentCall,
  isLogged: boolean,
): Html {
  const { programs } = texts.portal;
  const href = `${tabHref(applicationId, "requests")}/${id}`;
  const response = html`<p><strong>${programs.send.response} ${status}</strong> ${programs.send.took(Math.max(1, Math.round(tookMs)))}</p>`;
  return html`${bannerBox(
    status < 400 ? "good" : "now",
    html` role="status" tabindex="-1" autofocus`,
    response,
    isLogged ? html`<a class="action" href="${href}">${programs.arrived.open}</a>` : undefined,
  )}
<pre dir="ltr" tabindex="0"><code>${visibleJson(JSON.parse(body))}</code></pre>`;
}
