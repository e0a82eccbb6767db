import { html } from "../html.ts";
import { bearer } from "./bearer.ts";
import { type DocsPage, docsHref } from "./page.ts";

export const rotate: DocsPage = {
  id: "rotate",
  title: "Rotate a secret",
  description: "Replace a consumer secret while your programs keep working.",
  sections: [
    {
      id: "secret",
      title: "The consumer secret",
      content: () => html`<ol class="steps">
<li>Open <a href="/portal">your application</a>, choose “Keys and tokens”, and regenerate the consumer secret. Let the current one work for another hour, day, or week.</li>
<li>The new secret is shown once. Save the environment file, and give it to each of your programs.</li>
<li>“Keys and tokens” shows whether the previous secret is still used, and from how many addresses. Once it says that it’s safe, revoke the previous one or let it end.</li>
</ol>
<p>During the overlap, requests signed with either secret are accepted. Users don’t need to give access again: their access tokens stay as they are.</p>`,
    },
    {
      id: "leaked",
      title: "If it leaked",
      content: () =>
        html`<p>Regenerate it and choose “Not at all” for the overlap. From the next request on, the old secret is rejected with 401 (code 32). Then look at “Requests” and “Usage” for calls that weren’t yours.</p>`,
    },
    {
      id: "tokens",
      title: "Tokens",
      content: () => html`<ul class="plain">
<li><a href="${docsHref(bearer)}">A bearer token</a> ends together with the consumer secret that it was fetched with. A program with the new secret gets a new token.</li>
<li>Your own access token: create a new one on “Keys and tokens”, which ends the current one.</li>
<li>A user’s access token: call <code>1.1/oauth/invalidate_token</code>, signed with it. To continue, the user has to allow access again.</li>
</ul>`,
    },
  ],
};
