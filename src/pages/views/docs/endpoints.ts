import { html } from "../html.ts";
import { table } from "../list.ts";
import { copiedUrl, type DocsPage } from "./page.ts";

export const endpoints: DocsPage = {
  id: "endpoints",
  title: "Endpoints",
  description: "Each URL of this service, and how to authenticate there.",
  sections: [
    {
      id: "endpoints",
      title: "All endpoints",
      content: ({ baseUrl, operations }) =>
        html`<p>Tools read the same from <a href="/openapi.json">the OpenAPI description</a>.</p>
${table(
  "All endpoints",
  ["URL", "Method", "What it does", "Authentication"],
  operations.map(({ methods, path, summary, scheme }) => [
    copiedUrl(`${baseUrl}${path}`),
    methods.join(", "),
    summary,
    scheme,
  ]),
)}`,
    },
  ],
};
