import { html } from "../html.ts";
import { copiedUrl, type DocsPage } from "./page.ts";

export const bearer: DocsPage = {
  id: "bearer",
  title: "Call without a user",
  shortTitle: "Calls without a user",
  description: "With a bearer token, your application calls for itself. Nothing is signed.",
  programs: { task: "bearer", below: "get" },
  sections: [
    {
      id: "get",
      title: "Get the token",
      content: ({ baseUrl }) =>
        html`<p>Post <code>grant_type=client_credentials</code> as a form, with the consumer key and secret as Basic credentials (RFC 6749 §4.4):</p>
${copiedUrl(`${baseUrl}/oauth2/token`)}
<p>Keep the <code>access_token</code> of the response. An application has one bearer token at a time, and every request for it returns the same one.</p>`,
    },
    {
      id: "use",
      title: "Use it",
      content: () =>
        html`<p>Send it in the <code>Authorization</code> header of each call, after <code>Bearer</code>. Whoever has it can use it, so send it only over HTTPS, and never from a web page or an app that users download.</p>
<p>An operation that needs a user rejects it with 403 (code 220). Sign that call with an access token.</p>`,
    },
    {
      id: "end",
      title: "When it ends",
      content: () =>
        html`<p>It has no expiry. It ends when you revoke it, on “Keys and tokens” or with <code>oauth2/invalidate_token</code>, and together with the consumer secret that it was fetched with. Calls then get 401 (code 89): request a new one, once.</p>`,
    },
  ],
};
