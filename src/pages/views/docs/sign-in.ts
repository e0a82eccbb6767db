import { html } from "../html.ts";
import { visibleText } from "../visible-text.ts";
import { copiedUrl, type DocsPage, url } from "./page.ts";

export const signIn: DocsPage = {
  id: "sign-in",
  title: "Sign users in",
  description:
    "Users sign in to your website with their account here, and can let it act for them.",
  programs: { task: "sign-in", below: "prepare" },
  sections: [
    {
      id: "prepare",
      title: "Before you start",
      content: ({
        frame,
      }) => html`<p>In your application’s settings, add the URL that users return to as a callback URL. For the program here, that’s:</p>
${copiedUrl("http://127.0.0.1/callback")}
<p>At <code>127.0.0.1</code>, any port matches. Everywhere else, scheme, host, port, and path must match exactly, and only HTTPS is allowed. Enable “Sign in with ${visibleText(frame.serviceName)}” too (below “Shown to users, and more”), so that users who already gave access are sent straight back.</p>`,
    },
    {
      id: "flow",
      title: "What happens",
      content: ({ baseUrl }) => html`<ol class="steps">
<li>Your server requests a token with its callback URL, signed with the consumer key and secret. It keeps the token and its secret in the user’s session.</li>
<li>It redirects the browser to <code>${url(`${baseUrl}/oauth/authenticate`)}</code> with <code>oauth_token</code>. The user signs in and allows access.</li>
<li>The browser returns to your callback URL with <code>oauth_token</code> and <code>oauth_verifier</code>. If the user denied access, it returns with <code>denied</code> instead.</li>
<li>Your server exchanges the verifier for an access token. The response also has <code>user_id</code> and <code>screen_name</code>: now you know who signed in.</li>
</ol>
<p>A request token is valid for 15 minutes and for one exchange.</p>`,
    },
    {
      id: "checks",
      title: "What your server must check",
      content: () => html`<ul class="plain">
<li>The <code>oauth_token</code> in the callback is the one in this user’s session. Otherwise, somebody could sign a user in to an account that isn’t theirs.</li>
<li>Recognize users by <code>user_id</code>. They can change their screen name.</li>
<li>Keep access tokens and their secrets on the server, never in a page or an app that users download. They work until the user revokes the access.</li>
</ul>`,
    },
    {
      id: "choices",
      title: "Other accounts, less access",
      content: () => html`<ul class="plain">
<li>To let users choose another account, add <code>force_login=true</code> to the URL in step 2.</li>
<li>To request only read access in an application with write access, send <code>svc_auth_access_type=read</code> in step 1.</li>
<li>To ask for consent each time, use <code>/oauth/authorize</code> instead of <code>/oauth/authenticate</code>.</li>
</ul>`,
    },
  ],
};
