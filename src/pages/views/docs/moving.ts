import { html } from "../html.ts";
import { table } from "../list.ts";
import { copiedUrl, type DocsPage } from "./page.ts";
import { namesOf } from "./signing.ts";

const addresses = {
  "Request token URL": "/oauth/request_token",
  "Authorize URL": "/oauth/authorize",
  "Authenticate URL (sign-in)": "/oauth/authenticate",
  "Access token URL": "/oauth/access_token",
  "Profile URL": "/1.1/account/verify_credentials.json",
  "Bearer token URL": "/oauth2/token",
};

export const moving: DocsPage = {
  id: "moving",
  title: "Move from another provider",
  description: "What to change in a program that was written for Twitter’s API v1.1.",
  sections: [
    {
      id: "moving",
      title: "Change the host",
      content: ({ baseUrl }) =>
        html`<p>The paths, error codes, and messages are those of Twitter’s API v1.1, so libraries for that API work here.</p>
${table(
  "Addresses to change",
  ["Setting of your library", "Value"],
  Object.entries(addresses).map(([name, path]) => [name, copiedUrl(`${baseUrl}${path}`)]),
)}`,
    },
    {
      id: "differences",
      title: "What differs",
      content: ({ signatureMethods }) => html`<ul class="plain">
<li>Keys, tokens, and user IDs of the other provider don’t work here. Create an application, and request access from users again.</li>
<li><code>oauth_callback</code> must always be sent, and match a registered URL in everything but its query.</li>
<li>Requests are signed with ${namesOf(signatureMethods)}, and every request needs a nonce that was never used with its timestamp.</li>
<li>An application has one bearer token at a time. Asking again returns the same one.</li>
<li>If a library hard-codes the host, either configure a different one or make this service reachable under that host name.</li>
</ul>`,
    },
  ],
};
