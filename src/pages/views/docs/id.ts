import { type Html, html } from "../html.ts";
import { docsFrame } from "./frame.ts";
import { type Docs, type DocsPage, type DocsSection, docsHref } from "./page.ts";
import { programTabs } from "./program-tabs.ts";

export function docsPage(docs: Docs, page: DocsPage): Html {
  const { title, description, intro, sections, programs, isSteps } = page;
  return docsFrame(docs, {
    title,
    description,
    href: docsHref(page),
    open: page,
    main: html`<h1>${title}</h1>
${description !== "" && html`<p>${description}</p>`}
${intro && html`<div class="intro">${intro}</div>`}
${sections.map((one) => html`${section(one, docs)}${one.id === programs?.below && programTabs(docs, page, programs.task)}`)}
${isSteps === undefined && nextOf(docs, page)}`,
    ...(isSteps && { kind: "steps" }),
  });
}

function section({ id, title, content }: DocsSection, docs: Docs): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a class="anchor" href="#${id}">${title}</a></h2>
${content(docs)}
</section>`;
}

function nextOf({ groups }: Docs, open: DocsPage): Html | undefined {
  const all = groups.flatMap(({ pages }) => pages);
  const next = all[all.indexOf(open) + 1];
  return next && html`<p><a class="action" href="${docsHref(next)}">Next: ${next.title}</a></p>`;
}
