import { html } from "../html.ts";
import { table } from "../list.ts";
import { copiedUrl, type DocsPage } from "./page.ts";

export const flows: DocsPage = {
  id: "flows",
  title: "Choose a flow",
  description: "Which way to get a token fits a website, a device, or a program of your own.",
  programs: { task: "bearer", below: "application-only" },
  sections: [
    {
      id: "flows",
      title: "What do you build?",
      content: () =>
        table(
          "Flows",
          ["You build", "The flow", "What you get"],
          [
            [
              "A website or an app that users connect to their accounts",
              "Redirect with a callback URL",
              "An access token for each user",
            ],
            [
              "A sign-in with this service",
              "The same, to /oauth/authenticate",
              "Who the user is, without asking again",
            ],
            [
              "A program in a terminal, or a device without a browser",
              "A PIN: oauth_callback=oob",
              "An access token for each user",
            ],
            [
              "A job that acts for your application itself",
              "The client credentials grant",
              "A bearer token",
            ],
            [
              "A script for your own account",
              "Create your own access token in the portal",
              "An access token, at once",
            ],
          ],
        ),
    },
    {
      id: "users",
      title: "Calls for a user",
      content:
        () => html`<p>The first three are the same flow, three-legged (3-legged) OAuth 1.0a, which <a href="/docs/how-it-works">How it works</a> shows. They differ in how the user comes back: through your callback URL, or with a PIN that they type.</p>
<p>Register every callback URL that you use. A request for another one is rejected with 403 (code 415).</p>`,
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
