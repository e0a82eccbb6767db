import type { Area, Sections } from "../languages/english/shell.ts";
import type { Texts } from "../languages/texts.ts";
import { banner } from "./banner.ts";
import { authElsewhere, csrfField } from "./form.ts";
import { type Html, html, type Printable } from "./html.ts";
import { page } from "./layout.ts";
import { name, phrase } from "./phrase.ts";
import { searchDialog, searchLink } from "./search-dialog.ts";
import { type SectionIcon, sectionIcon } from "./section-icon.ts";
import { areas, groups } from "./sections.ts";
import { day } from "./time.ts";
import { maxWaitingShown, type Viewer } from "./viewer.ts";

type Place = {
  readonly [A in Area]: { readonly area: A; readonly here: Sections[A] | undefined };
}[Area];

type Content = Place & {
  readonly title: string;
  readonly head?: PageHead;
  readonly main: Html;
  /** What lies between the section and this page, from the top; the section itself is put before it. */
  readonly crumbs?: readonly Crumb[];
  /** A second factor that is due is set up on this page. */
  readonly setsUp?: boolean;
  /** See `page`. */
  readonly keepsSent?: boolean | undefined;
  /** See `page`. */
  readonly once?: boolean;
};

/** What stands above the cards. */
export type PageHead = {
  readonly picture?: Html | undefined;
  /** By default it is the title. */
  readonly heading?: Printable;
  /** It stands beside the heading, and is none of its words. */
  readonly aside?: Printable;
  /** It stands below the heading. With a picture there is always one. */
  readonly line?: Printable;
  /** What the page is opened to do. */
  readonly end?: Printable;
};

export type Crumb = readonly [href: string, text: Printable];

/** On phones one menu has the areas and the sections, and nothing but the bar stands above the content. */
export function signedInPage(viewer: Viewer, content: Content): Html {
  const { title, main, area } = content;
  const texts = viewer.frame.texts.shell;
  const toAreas = areaLinks(viewer, area, texts);
  const toSections = sectionLinks(viewer, content, texts);
  return page(viewer.frame, {
    title,
    main: html`${crumbs(content, texts)}${pageHead(content)}${dueNotice(viewer, content.setsUp)}${main}${authElsewhere(viewer)}`,
    keepsSent: content.keepsSent,
    once: content.once,
    shell: {
      start: html`<div class="menu places">
<button type="button" popovertarget="places">${sectionIcon("menu")}<span class="unseen">${texts.menu}</span></button>
<div id="places" popover>${toAreas}${toSections}</div>
</div>`,
      end: (choices) =>
        html`${toAreas}${searchLink(viewer)}${accountMenu(viewer, texts, choices)}${searchDialog(viewer)}`,
      sections: toSections,
    },
  });
}

function pageHead({ title, head = {} }: Content): Html {
  const { picture, heading = title, aside, line, end } = head;
  return html`<header>
${picture}<div>
<div class="titled"><h1>${heading}</h1>${aside}</div>
${line && html`<p class="quiet">${line}</p>`}
</div>${end}
</header>
`;
}

function dueNotice({ frame: { texts }, secondFactor }: Viewer, setsUp = false): Html | undefined {
  if (typeof secondFactor === "string") return undefined;
  const { due } = texts.twoStep;
  const { daysLeft, until } = secondFactor;
  const more = html`${due.after} ${due.until} ${day(texts.dates, until)}.`;
  const link = html`<a class="button secondary" href="/account/two-step/set-up">${due.setUp}</a>`;
  return banner("soon", due.what(daysLeft), more, setsUp ? undefined : link);
}

function areaLinks({ isAdmin }: Viewer, here: Area, texts: Texts["shell"]): Html {
  const open: readonly Area[] = isAdmin ? ["account", "portal", "admin"] : ["account", "portal"];
  const links = open.map((area) => link(areas[area], texts.areas[area], area === here));
  return html`<nav class="areas" aria-label="${texts.areasLabel}"><ul>${links}</ul></nav>`;
}

function sectionLinks(
  { waiting = {} }: Viewer,
  { area, here }: Content,
  texts: Texts["shell"],
): Html {
  const names: Readonly<Record<string, string>> = texts.sections[area];
  const lists = groups[area].map(({ title, sections }) => {
    const links = Object.entries(sections).map(([section, href]) => {
      const count = waiting[section] ?? 0;
      const words = html`${sectionIcon(section as SectionIcon)}${names[section] ?? ""}${count > 0 && html` <span class="count">${count < maxWaitingShown ? count : `${maxWaitingShown - 1}+`}</span>`}`;
      return link(href, words, section === here);
    });
    return html`${title && html`<p>${texts.groups[title]}</p>`}<ul>${links}</ul>`;
  });
  return html`<nav class="sections" aria-label="${texts.areas[area]}">${lists}</nav>`;
}

function crumbs({ area, here, crumbs }: Content, texts: Texts["shell"]): Html | undefined {
  if (crumbs === undefined || here === undefined) return undefined;
  const names: Readonly<Record<string, string>> = texts.sections[area];
  const hrefs: Readonly<Record<string, string>> = Object.assign(
    {},
    ...groups[area].map(({ sections }) => sections),
  );
  const links = [[hrefs[here] ?? areas[area], names[here] ?? ""] as const, ...crumbs].map(
    ([href, text]) => html`<li><a href="${href}">${text}</a></li>`,
  );
  return html`<nav class="crumbs" aria-label="${texts.crumbs}"><ol>${links}</ol></nav>`;
}

/** A section stays marked on the pages below it, so the value is `true` instead of `page`. */
function link(href: string, text: Printable, isHere: boolean): Html {
  return html`<li><a href="${href}"${isHere && html` aria-current="true"`}>${text}</a></li>`;
}

export function accountMenu(
  { csrf, screenName, name: full = "", email = "" }: Viewer,
  texts: Texts["shell"],
  choices: Html,
): Html {
  return html`<div class="menu me">
<button type="button" popovertarget="me">${sectionIcon("user")}${name(`@${screenName}`)}</button>
<div id="me" popover>
<p class="quiet">${phrase(texts.signedInAs(`@${screenName}`))}${[full, email].map((one) => one !== "" && html`<br>${name(one)}`)}</p>
${choices}
<form method="post" action="/sign-out">
${csrfField(csrf)}
<button type="submit">${texts.signOut}</button>
</form>
</div>
</div>`;
}
