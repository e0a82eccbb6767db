import { html } from "../html.ts";
import { type DocsPage, url } from "./page.ts";

export const pin: DocsPage = {
  id: "pin",
  title: "Ask for access with a PIN",
  shortTitle: "PIN for devices",
  description:
    "For programs that no browser can return to: a terminal, a television, or another device.",
  programs: { task: "pin", below: "prepare" },
  sections: [
    {
      id: "prepare",
      title: "Before you start",
      content: () =>
        html`<p>Use an application without callback URLs. One that has some can’t use PINs, so create another if your website has its own. The program needs <code>BASE_URL</code>, <code>CONSUMER_KEY</code>, and <code>CONSUMER_SECRET</code>, but no access token: it gets one.</p>`,
    },
    {
      id: "flow",
      title: "What happens",
      content: ({ baseUrl }) => html`<ol class="steps">
<li>Your program requests a token with <code>oauth_callback=oob</code> (“out of band”).</li>
<li>It shows the URL <code>${url(`${baseUrl}/oauth/authorize`)}</code> with <code>oauth_token</code>, as text or as a QR code. The user opens it on any device, signs in, and allows access.</li>
<li>The page shows the user a PIN, which they enter in your program.</li>
<li>Your program sends the PIN as <code>oauth_verifier</code>, and gets an access token, its secret, and the user’s ID and screen name.</li>
</ol>`,
    },
    {
      id: "rules",
      title: "Rules",
      content: () => html`<ul class="plain">
<li>Send the PIN as the user typed it: spaces and hyphens are ignored.</li>
<li>After five wrong PINs or 15 minutes, start again with a new request token.</li>
<li>Keep the access token and its secret where only your program can read them. They work until the user revokes the access, so users enter a PIN once.</li>
</ul>`,
    },
  ],
};
