import { type Html, html } from "../html.ts";
import { page, type Shell } from "../layout.ts";
import { sectionIcon } from "../section-icon.ts";
import { areas } from "../sections.ts";
import { accountMenu } from "../signed-in-page.ts";
import { docsStylesheet } from "../stylesheet.ts";
import { type Docs, type DocsPage, docsHref } from "./page.ts";

type Content = {
  readonly title: string;
  readonly description: string;
  /** Of the page, without the language of its programs. */
  readonly href: string;
  readonly open: DocsPage | undefined;
  /** What is searched for. */
  readonly query?: string;
  readonly kind?: "steps";
  readonly main: Html;
};

/** The bar, the contents, and between them the page, for readers who are signed in and others. */
export function docsFrame(docs: Docs, content: Content): Html {
  const { frame, viewer, baseUrl } = docs;
  const { title, description, href, open, main, kind } = content;
  const { language, shell, portal } = frame.texts;
  const { inEnglish } = portal.docs;
  const contents = contentsOf(docs, open);
  return page(frame, {
    title: `${title} · ${shell.sections.portal.docs}`,
    isListed: viewer === undefined && open !== undefined,
    head: html`
<link rel="stylesheet" href="${docsStylesheet.href}">
${
  description !== "" &&
  html`<meta name="description" content="${description}">
`
}<link rel="canonical" href="${baseUrl}${href}">`,
    main: html`${language.tag !== "en" && html`<p class="quiet">${inEnglish}</p>`}
<div lang="en" dir="ltr" class="docs${kind && ` ${kind}`}">
${main}
</div>`,
    shell: {
      start: html`<div class="menu places">
<button type="button" popovertarget="places">${sectionIcon("menu")}<span class="unseen">${shell.menu}</span></button>
<div id="places" popover>${links(docs)}${contents}</div>
</div>`,
      sections: contents,
      ...end(docs, content),
    },
  });
}

function end(docs: Docs, { query }: Content): Pick<Shell, "end" | "foot"> {
  const { frame, viewer, signUp } = docs;
  const { signIn, home, shell, portal } = frame.texts;
  const search = html`<form class="find" role="search" action="/docs/search">
<input type="search" name="q" value="${query ?? ""}" placeholder="${portal.docs.search}" aria-label="${portal.docs.search}" maxlength="100" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search">
</form>
<a class="search" href="/docs/search">${sectionIcon("search")}<span>${portal.docs.search}</span></a>`;
  if (viewer !== undefined) {
    return {
      end: (choices) => html`${links(docs)}${search}${accountMenu(viewer, shell, choices)}`,
    };
  }
  const enter = html`<p class="enter"><a class="action" href="/sign-in?continue=${encodeURIComponent(frame.here)}">${signIn.title}</a>${signUp && html` <a class="button" href="/sign-up?continue=${encodeURIComponent(frame.here)}">${home.signUp}</a>`}</p>`;
  return { end: () => html`${links(docs)}${search}${enter}`, foot: true };
}

/** The administrator's links lead out of the service. */
function links({ frame, viewer, links }: Docs): Html {
  const { areasLabel, areas: names, sections } = frame.texts.shell;
  return html`<nav class="areas" aria-label="${areasLabel}"><ul>${viewer && html`<li><a href="${areas.portal}">${names.portal}</a></li>`}<li><a href="/docs" aria-current="true">${sections.portal.docs}</a></li>${links.map(
    ({ title, href }) => html`<li><a href="${href}">${title} ${sectionIcon("outside")}</a></li>`,
  )}</ul></nav>`;
}

/** The pages, and under the one that is open its sections. */
function contentsOf({ groups }: Docs, open: DocsPage | undefined): Html {
  const own = ({ sections, isSteps }: DocsPage) =>
    !isSteps &&
    sections.length > 1 &&
    html`<ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`;
  const item = (one: DocsPage) =>
    html`<li><a href="${docsHref(one)}"${one === open && html` aria-current="page"`}>${one.shortTitle ?? one.title}</a>${one === open && own(one)}</li>`;
  return html`<nav class="sections" lang="en" dir="ltr" aria-label="Contents">${groups.map(
    ({ title, pages }) => html`<p>${title}</p><ul>${pages.map(item)}</ul>`,
  )}</nav>`;
}
