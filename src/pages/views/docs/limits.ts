import { windowsText } from "../../../domain/limit-windows.ts";
import { html } from "../html.ts";
import { table } from "../list.ts";
import type { DocsPage } from "./page.ts";

export const limits: DocsPage = {
  id: "limits",
  title: "Limits",
  description: "How many requests an application may send, and how to see what is left.",
  sections: [
    {
      id: "limits",
      title: "Limits by operation",
      content: ({ limits, failures }) =>
        limits === undefined
          ? html`<p>Rate limits are turned off.</p>`
          : html`<p>Requests in 15 minutes, unless the administrators gave your application its own numbers or a plan. Limits of your administrators’ APIs (api/…) have windows of their own, in UTC, such as <code>10/1s 10000/month</code>: a request has to fit into each of them, and can count as several.</p>
${failures !== undefined && html`<p>Requests that fail to authenticate are limited, too: to ${failures.toLocaleString("en")} from one IP address.</p>`}
${table(
  "Limits by operation",
  ["Operation", "Requests", "Counted per"],
  limits.map(({ name, usual, windows, per }) => [
    html`<code>${name}</code>`,
    name.startsWith("api/")
      ? html`<code>${windowsText(windows)}</code>`
      : usual.toLocaleString("en"),
    per,
  ]),
)}`,
    },
    {
      id: "remaining",
      title: "What is left",
      content: ({ limits }) =>
        limits === undefined
          ? html`<p>Responses have no headers about limits.</p>`
          : html`<p>The headers <code>x-rate-limit-limit</code>, <code>x-rate-limit-remaining</code>, and <code>x-rate-limit-reset</code> of each response show your remaining quota in the window with the smallest share left, as does “Usage” on the application’s page. Once it is used up, requests are rejected with code 88 until the time in <code>Retry-After</code> has passed.</p>`,
    },
  ],
};
