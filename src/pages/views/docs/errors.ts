import { type RequestErrorRow, requestErrors } from "../../../domain/errors.ts";
import { type Html, html } from "../html.ts";
import { table } from "../list.ts";
import type { DocsPage } from "./page.ts";

export function docsHrefOf(code: number): string {
  return `/docs/errors#error-${code}`;
}

export const errors: DocsPage = {
  id: "errors",
  title: "Errors",
  description: "Each error code, its causes, and what to do.",
  sections: [
    {
      id: "body",
      title: "What an error looks like",
      content: () =>
        html`<pre><code>{"errors":[{"code":32,"message":"Could not authenticate you"}]}</code></pre>
<p>Several causes can share a code. After a colon, the message may add details about this request.</p>`,
    },
    {
      id: "cause",
      title: "Why a request was rejected",
      content: () =>
        html`<p>A rejection of a request that names your application has a header <code>x-countersign-request</code>. Log it: as long as the request is kept, “Requests” on the application’s page finds it by this ID and says why it was rejected.</p>`,
    },
    {
      id: "errors",
      title: "All errors",
      content: () =>
        html`<div class="errors">${table("All errors", ["Error", "Message", "Cause", "What to do"], byCode().map(row))}</div>`,
    },
  ],
};

function byCode(): readonly RequestErrorRow[] {
  return Object.values(requestErrors).toSorted((one, other) => one.code - other.code);
}

/** The first cause of a code has its address. */
function row(
  { code, status, message, when, advice }: RequestErrorRow,
  at: number,
  rows: readonly RequestErrorRow[],
): readonly Html[] {
  const isFirst = rows[at - 1]?.code !== code;
  return [
    html`<span${isFirst && html` id="error-${code}"`}>${status} (code ${code})</span>`,
    html`${message}`,
    html`${curly(when)}`,
    html`${curly(advice)}`,
  ];
}

function curly(text: string): string {
  return text.replaceAll("'", "’");
}
