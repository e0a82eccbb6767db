import { html } from "../html.ts";
import { copiedUrl, type DocsPart, url } from "./docs/part.ts";

/** The first page of the documentation. */
export const firstSteps: DocsPart = {
  title: "First steps",
  about: "from a new application to its first call",
  sections: [
    {
      id: "first",
      title: "Your first application",
      content: ({ baseUrl }) => html`<ol class="steps">
<li><a href="/portal/create">Create an application</a>. Register the callback URL that users return to, or none if your program can only show a PIN prompt.</li>
<li>Copy the consumer key and the consumer secret. The secret is shown once.</li>
<li>Open “Try it” on the application’s page and run one of the programs there, or walk through the flow with your own account.</li>
<li>In your program, point your OAuth 1.0a library at <code>${url(baseUrl)}</code>: get a request token, send the user to <code>${url(`${baseUrl}/oauth/authorize`)}</code>, and exchange the verifier for an access token.</li>
<li>Keep the access token and its secret. They work until the user revokes them.</li>
</ol>`,
    },
    {
      id: "application-only",
      title: "Calls without a user",
      content: ({ baseUrl }) =>
        html`<p>To act for the application itself, post <code>grant_type=client_credentials</code> with the consumer key and secret as Basic credentials. The same bearer token is returned until it is revoked, so keep it.</p>
${copiedUrl(`${baseUrl}/oauth2/token`)}`,
    },
  ],
};
