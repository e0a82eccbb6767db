import { type Html, html } from "../html.ts";
import { copied } from "../scripts.ts";
import type { Docs, DocsPage } from "./page.ts";

export const testing: DocsPage = {
  id: "testing",
  title: "Test without us",
  description:
    "Run the program behind this service on your computer, for your tests: no account, no network, no limits.",
  programs: { task: "quickstart", below: "call" },
  sections: [
    {
      id: "start",
      title: "Start a test server",
      content: (
        docs,
      ) => html`<p>This service runs Countersign. Its test server keeps everything in memory, and checks signatures, nonces, and tokens as this service does. You need Node 20 or later, npm, and a checkout of Countersign: your administrator can tell you where it’s from. In it, run:</p>
${commands(docs, ["npm ci", "bin/countersign test-server --port 4000 --control-port 4001 --json"])}
<p>It prints a line of JSON with a user, alice, and an application with its <code>consumer_key</code> and <code>consumer_secret</code>.</p>`,
    },
    {
      id: "call",
      title: "Call it",
      content: (docs) => html`<p>Get an access token of alice without a browser:</p>
${commands(docs, ["curl --request POST http://127.0.0.1:4001/issue"])}
<p>Write <code>oauth_token</code> and <code>oauth_token_secret</code> as <code>ACCESS_TOKEN</code> and <code>ACCESS_TOKEN_SECRET</code> into an environment file, with the key and the secret of the application, and <code>BASE_URL=http://127.0.0.1:4000</code>. Every program of this documentation then runs against your computer.</p>`,
    },
    {
      id: "control",
      title: "What your tests can do",
      content:
        () => html`<p>Tests control it with requests in JSON to the control port, or in Node as a library (<code>countersign/testing</code>):</p>
<ul class="plain">
<li><code>POST /approve</code> with <code>request_token</code>: the user allows access, and you get the <code>oauth_verifier</code> or PIN.</li>
<li><code>POST /deny</code>, <code>POST /revoke</code>: the user denies or revokes it.</li>
<li><code>POST /clock</code> with <code>advance_seconds</code>: request tokens expire, limits reset.</li>
<li><code>POST /faults</code>: errors and slow responses, to test what your program does then.</li>
<li><code>GET /requests</code>: what your program sent, and why it was rejected.</li>
</ul>`,
    },
  ],
};

function commands({ highlight }: Docs, lines: readonly string[]): Html {
  return html`<pre><code${copied("Copy the commands")}>${highlight(lines.join("\n"), "bash")}</code></pre>`;
}
