import { type Html, html } from "../html.ts";
import { table } from "../list.ts";
import { copied } from "../scripts.ts";
import { docsHrefOf } from "./errors.ts";
import { highlightOnce } from "./highlight.ts";
import { copiedUrl, type Docs, type DocsPage, type DocumentedOperation } from "./page.ts";

export const endpoints: DocsPage = {
  id: "endpoints",
  title: "Endpoints",
  description:
    "Each URL of this service: its parameters, how to authenticate there, and a request with its response.",
  sections: [
    {
      id: "endpoints",
      title: "All endpoints",
      content: ({ operations }) =>
        html`<p>Tools read the same from <a href="/openapi.json">the OpenAPI description</a>.</p>
${table(
  "All endpoints",
  ["Path", "Method", "What it does"],
  operations.map((one) => [
    html`<a href="#${anchorOf(one)}"><code>${one.path}</code></a>`,
    one.methods.join(", "),
    one.summary,
  ]),
)}`,
    },
    {
      id: "each",
      title: "Each endpoint",
      content: (docs) => html`${docs.operations.map((one) => operation(one, docs))}`,
    },
  ],
};

function operation(one: DocumentedOperation, { baseUrl, highlight }: Docs): Html {
  const { methods, path, summary, scheme, parameters, example, rejections } = one;
  const block = (label: string, text: string) =>
    html`<p>${label}</p>
<pre tabindex="0"><code${copied("Copy the example")}>${highlightOnce(highlight, text, "http")}</code></pre>`;
  return html`<h3 id="${anchorOf(one)}">${methods.join(", ")} <code>${path}</code></h3>
<p>${summary}. Authentication: ${scheme === "browser" || scheme === "anonymous" ? "none" : scheme}.</p>
${copiedUrl(`${baseUrl}${path}`)}
${
  parameters.length > 0 &&
  table(
    `Parameters of ${path}`,
    ["Parameter", "Required", "Meaning"],
    parameters.map(({ name, required, meaning, values }) => [
      html`<code>${name}</code>`,
      required ? "yes" : "no",
      html`${meaning}${values && html` One of ${values.map((value, at) => html`${at > 0 && ", "}<code>${value}</code>`)}.`}`,
    ]),
  )
}
${
  example &&
  html`${block("A request:", example.request)}
${block("Its response:", example.response)}`
}
${
  rejections.length > 0 &&
  table(
    `Errors of ${path}`,
    ["Error", "When"],
    rejections.map(({ status, code, when }) => [
      code === undefined
        ? status
        : html`<a href="${docsHrefOf(code)}">${status} (code ${code})</a>`,
      html`${when.split("`").map((text, at) => (at % 2 === 0 ? text : html`<code>${text}</code>`))}`,
    ]),
  )
}
`;
}

function anchorOf({ path }: DocumentedOperation): string {
  return path.slice(1).replace(/[^a-z0-9]+/g, "-");
}
