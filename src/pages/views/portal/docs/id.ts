import { type Html, html } from "../../html.ts";
import { signedInPage } from "../../signed-in-page.ts";
import { firstSteps } from "../docs.ts";
import { endpoints } from "./endpoints.ts";
import { docsHrefOf, errorCodes, errors } from "./errors.ts";
import { limits } from "./limits.ts";
import { moving } from "./moving.ts";
import type { Docs, DocsPart, DocsSection } from "./part.ts";
import { signing } from "./signing.ts";

/** Each is at its own address below the first page. */
export const docsParts: Readonly<Record<string, DocsPart>> = {
  endpoints,
  signing,
  errors,
  limits,
  moving,
};

export const docsStart = "/portal/docs";
const parts = [
  [docsStart, firstSteps],
  ...Object.entries(docsParts).map(([id, part]) => [`${docsStart}/${id}`, part] as const),
] as const;

export function docsPage(docs: Docs, part: DocsPart): Html {
  const { viewer } = docs;
  const { language, shell, portal } = viewer.frame.texts;
  const { inEnglish } = portal.docs;
  const isFirst = part === firstSteps;
  const contents = contentsOf(part);
  return signedInPage(viewer, {
    area: "portal",
    here: "docs",
    title: `${part.title} · ${shell.sections.portal.docs}`,
    head: { heading: html`<bdi lang="en">${part.title}</bdi>` },
    ...(!isFirst && { crumbs: [] }),
    main: html`${language.tag !== "en" && html`<p class="quiet">${inEnglish}</p>`}
<div lang="en" dir="ltr" class="docs">
<details class="contents"><summary>Contents</summary>${contents}</details>
${contents}
<article>
${part.sections.map((one) => section(one, docs))}
${isFirst && everythingElse()}
${nextOf(part)}
</article>
</div>`,
  });
}

/** The pages, and under the one that is open its sections. */
function contentsOf(open: DocsPart): Html {
  const own = html`<ul>${open.sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`;
  return html`<nav aria-label="Contents"><ul>${parts.map(
    ([href, part]) =>
      html`<li><a href="${href}"${part === open && html` aria-current="page"`}>${part.title}</a>${part === open && own}</li>`,
  )}</ul></nav>`;
}

function section({ id, title, content }: DocsSection, docs: Docs): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a class="anchor" href="#${id}">${title}</a></h2>
${content(docs)}
</section>`;
}

/** It once had everything, so it has an element for each of the addresses that this made. */
function everythingElse(): Html {
  const others = Object.entries(docsParts).map(
    ([id, { title, about }]) =>
      html`<li id="${id}"><a href="${docsStart}/${id}">${title}</a>: ${about}</li>`,
  );
  const codes = errorCodes().map(
    (code) =>
      html`<li id="error-${code}"><a class="action" href="${docsHrefOf(code)}">${code}</a></li>`,
  );
  return html`<section aria-labelledby="more-title">
<h2 id="more-title">Everything else</h2>
<ul class="plain">${others}</ul>
<h3 id="codes">Error codes</h3>
<ul class="codes" aria-labelledby="codes">${codes}</ul>
</section>`;
}

function nextOf(open: DocsPart): Html | undefined {
  const next = parts[parts.findIndex(([, part]) => part === open) + 1];
  return next && html`<p><a class="action" href="${next[0]}">Next: ${next[1].title}</a></p>`;
}
