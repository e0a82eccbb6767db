import { type Html, html } from "../html.ts";
import type { DocsPage } from "./page.ts";
import { type Message, sequence } from "./sequence.ts";

const actors = ["The user’s browser", "Your application", "This service"] as const;

/** The picture and the list below it have the same steps. */
const messages: readonly (Message & { readonly what: string })[] = [
  {
    from: 1,
    to: 2,
    text: "POST /oauth/request_token",
    what: "Your application asks for a request token, signed with its consumer secret, and says where the user is to return (oauth_callback). The token names this one request for access.",
  },
  {
    from: 1,
    to: 0,
    text: "redirect to /oauth/authorize",
    what: "It redirects the user’s browser to this service, with the request token.",
  },
  {
    from: 0,
    to: 2,
    text: "sign in, allow",
    what: "The user signs in here, sees what your application asks for, and allows it. Your application never sees the password.",
  },
  {
    from: 0,
    to: 1,
    text: "callback with oauth_verifier",
    what: "The browser returns to your callback URL with a verifier, which proves that the user who allowed it is the one who came back. Without a callback, the user types it as a PIN.",
  },
  {
    from: 1,
    to: 2,
    text: "POST /oauth/access_token",
    what: "Your application exchanges the request token and the verifier for an access token and its secret, and keeps both. They work until the user revokes them.",
  },
  {
    from: 1,
    to: 2,
    text: "signed calls",
    what: "From then on, it signs each call with both secrets. Neither of them is sent.",
  },
];

export const howItWorks: DocsPage = {
  id: "how-it-works",
  title: "How it works",
  description: "How an application gets access to a user’s account, and how each call is signed.",
  sections: [
    { id: "flow", title: "From a request to access", content: flow },
    { id: "credentials", title: "Which secret is what", content: credentials },
    {
      id: "calls",
      title: "What a signature protects",
      content:
        () => html`<p>A signature covers the method, the URL, and the parameters of a call, with a timestamp and a nonce that work once. Someone who reads a signed call can neither change it nor send it again, and learns no secret. <a href="/docs/signing">Sign a request</a> computes one step by step.</p>
<p>What was revoked or suspended is rejected from the next call on. <a href="/docs/errors">Errors</a> has each code, and what to do.</p>`,
    },
  ],
};

function flow(): Html {
  return html`${sequence("Three parties and six messages, listed below", actors, messages)}
<ol>${messages.map(({ what }) => html`<li>${what}</li>`)}</ol>`;
}

function credentials(): Html {
  return html`<dl>
<dt>Consumer key and consumer secret</dt><dd>They are your application’s. You see the secret once, when it is created.</dd>
<dt>Request token and its secret</dt><dd>They are for one request for access, until it is exchanged.</dd>
<dt>Access token and its secret</dt><dd>They are for one user. Each user who allows access has their own.</dd>
<dt>Bearer token</dt><dd>It is for your application itself, without a user.</dd>
</dl>`;
}
