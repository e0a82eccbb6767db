import type { Accents } from "../../config/accent.ts";
import type { AccessTexts } from "../../config/access-texts.ts";
import { type Theme, themes } from "../../domain/theme.ts";
import type { Texts } from "../languages/texts.ts";
import { type Html, html, needing, type ScriptName, scriptNames } from "./html.ts";
import { iconLinks, mark } from "./mark.ts";
import { name } from "./phrase.ts";
import { scripts } from "./scripts.ts";
import { visibleText } from "./visible-text.ts";

export type Frame = {
  readonly texts: Texts;
  readonly serviceName: string;
  /** See `stylesheet()`. */
  readonly stylesheet: string;
  readonly languages: readonly Texts["language"][];
  readonly here: string;
  /** By default it is that of the reader's system. */
  readonly theme?: Theme | undefined;
  /** Without its passwords, the submitted form can be shown again in another language. */
  readonly sent?: SentForm | undefined;
  /** The administrator's branding has it. */
  readonly logo?: string | undefined;
  /** By default it is the same. */
  readonly logoDark?: string | undefined;
  /** The logo contains the name. By default it doesn't. */
  readonly hidesName?: boolean;
  /** The administrator's branding has them. Emails use them, because no stylesheet applies there. */
  readonly accents?: Accents;
  /** By default there are none. */
  readonly hasIdentityProviders?: boolean;
  /** By default there are passwords. */
  readonly hasPasswords?: boolean;
  /** By default it does. A text that promises an email depends on it. */
  readonly sendsMail?: boolean;
  /** What the command is called on this machine. By default it's countersign. */
  readonly command?: string;
  readonly supportHref?: string | undefined;
  readonly termsHref?: string | undefined;
  readonly privacyHref?: string | undefined;
  /** The texts are by language; see access-text.ts. */
  readonly accessTexts?: ReadonlyMap<string, AccessTexts> | undefined;
};

export type SentForm = {
  readonly path: string;
  readonly fields: () => readonly (readonly [name: string, value: string])[];
};

type Content = {
  /** If a form was rejected, "Problem:" is put before it. */
  readonly title: string;
  readonly main: Html;
  /** The page shows what was submitted, so another language shows it too. */
  readonly keepsSent?: boolean | undefined;
  /** The content is shown once, so the page offers no other language, which would need another request. */
  readonly once?: boolean | undefined;
  /** Without one, the page is a single calm column. */
  readonly shell?: Shell;
  /** What only this page has in its head, such as a stylesheet. */
  readonly head?: Html | undefined;
  /** Search engines may list the page. */
  readonly isListed?: boolean;
};

/** What surrounds the content: the two ends of the bar, and the sections. */
export type Shell = {
  readonly start: Html;
  /** The choices of a language and a theme are in the account's menu; `foot` has those of a reader without one. */
  readonly end: (choices: Html) => Html;
  readonly foot?: boolean;
  readonly sections: Html;
};

/**
 * The policy rejects inline scripts and styles, so there are none. `format-detection` keeps phones
 * from linking a code as a telephone number.
 */
export function page(frame: Frame, content: Content): Html {
  const { title, main, keepsSent, once, shell, head, isListed = false } = content;
  const { language, shell: texts } = frame.texts;
  const { tag, direction } = language;
  const isRejected = main.needs.has("problem-title");
  const again = keepsSent || isRejected;
  const languages = languageChoice(frame, { again, once });
  const end = shell?.end(html`${languages}${again || once ? undefined : displayChoices(frame)}`);
  const needed = scriptNames.filter(
    (one) => main.needs.has(one) || (one === "search" && end?.needs.has(one)),
  );
  // Where a user signs in or gives consent, a page whose only need is to show that a form is sent allows no script.
  const loaded = shell === undefined && needed.join() === "busy" ? [] : needed;
  return html`<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<title>${isRejected ? texts.problem(title) : title} · ${visibleText(frame.serviceName)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${frame.theme ?? "light dark"}">
<meta name="format-detection" content="telephone=no">
${!isListed && noindex}${iconLinks(frame.logo, frame.theme)}
<link rel="stylesheet" href="${frame.stylesheet}">${head}${loaded.map(scriptTag)}
</head>
<body${shell && html` class="signed-in"`}${main.needs.has("copy") && words(frame)}>
${shell && html`<a class="skip" href="#main">${texts.skip}</a>`}
<header>${shell?.start}<p class="service"><a href="/">${brandOf(frame)}</a></p>${end}</header>
${shell?.sections}
<main id="main" tabindex="-1">
${main}
</main>
${foot(frame, (shell?.foot ?? shell === undefined) ? languages : undefined)}
</body>
</html>
`;
}

const connecting: ReadonlySet<ScriptName> = new Set(["search", "live", "preview"]);

function scriptTag(script: ScriptName): Html {
  const tag = needing(
    "script-policy",
    html`
<script type="module" src="${scripts[script].href}"></script>`,
  );
  return connecting.has(script) ? needing("connect-policy", tag) : tag;
}

const noindex = html`<meta name="robots" content="noindex">
`;

/** The labels of the buttons that the script `copy` adds. */
function words({ texts }: Frame): Html {
  const { copied, download } = texts.shell.script;
  return html` data-copied-label="${copied}" data-download-label="${download}"`;
}

/** The logo and the service's name. */
export function brandOf({ serviceName, hidesName = false, ...frame }: Frame): Html {
  if (frame.logo === undefined) return html`${mark()} ${name(serviceName)}`;
  // A name next to the logo would be read twice.
  const alt = hidesName ? visibleText(serviceName) : "";
  return html`${logo(frame, frame.logo, alt)}${!hidesName && html` ${name(serviceName)}`}`;
}

/** A theme that the reader chose comes before that of the system, which only the browser knows. */
function logo(
  { theme, logoDark }: Pick<Frame, "theme" | "logoDark">,
  light: string,
  alt: string,
): Html {
  const src = (theme === "dark" && logoDark) || light;
  const image = html`<img class="logo" src="${src}" alt="${alt}">`;
  if (logoDark === undefined || theme !== undefined) return image;
  return html`<picture><source media="(prefers-color-scheme: dark)" srcset="${logoDark}">${image}</picture>`;
}

function foot(frame: Frame, languages: Html | undefined): Html | undefined {
  const { texts, supportHref, termsHref, privacyHref } = frame;
  const links = [
    supportHref && html`<a class="action" href="${supportHref}">${texts.legal.support}</a>`,
    termsHref && html`<a class="action" href="${termsHref}">${texts.legal.terms}</a>`,
    privacyHref && html`<a class="action" href="${privacyHref}">${texts.legal.privacy}</a>`,
  ].filter((link) => link !== undefined);
  if (links.length === 0 && languages === undefined) return undefined;
  return html`<footer>
${links.length > 0 && html`<p class="legal">${links}</p>`}
${languages}
</footer>`;
}

/** Each language has its own name, for those who cannot read the others. */
function languageChoice(
  { texts, languages, here, sent }: Frame,
  { again, once }: { readonly again: boolean; readonly once: boolean | undefined },
): Html | undefined {
  if (once || languages.length < 2) return undefined;
  const form = again ? sent : undefined;
  const hidden = form?.fields() ?? [["continue", here] as const];
  const buttons = languages.map((one) => {
    const current = one === texts.language && html` aria-current="true"`;
    const does = form
      ? html`formaction="${form.path}?language=${one.tag}"`
      : html`name="language" value="${one.tag}"`;
    return html`<button type="submit" ${does} lang="${one.tag}" dir="${one.direction}"${current}>${one.name}</button>`;
  });
  return html`<form class="languages" method="post" action="${form?.path ?? "/language"}" aria-label="${texts.shell.language}">
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${buttons}
</form>`;
}

/** Another look needs another request, so a page that shows what was typed, or something once, offers none. */
function displayChoices(frame: Frame): Html {
  const { texts, here } = frame;
  const { title, browser } = texts.shell.timeZone;
  const { zoned } = texts.dates;
  const zone = zoned ? html`<bdi dir="ltr">${zoned.zone.replaceAll("_", " ")}</bdi>` : browser;
  return html`${themeChoice(frame)}
<p><a class="action" href="/display?continue=${encodeURIComponent(here)}">${title}: ${zone}</a></p>`;
}

function themeChoice({ texts, here, theme }: Frame): Html {
  const { title, names } = texts.shell.theme;
  const buttons = ([undefined, ...themes] as const).map((one) => {
    const current = one === theme && html` aria-current="true"`;
    return html`<button type="submit" name="theme" value="${one ?? "system"}"${current}>${names[one ?? "system"]}</button>`;
  });
  return html`<form class="theme" method="post" action="/display" aria-label="${title}">
<input type="hidden" name="continue" value="${here}">
${buttons}
</form>`;
}
