import type { AccessTexts } from "../config/access-texts.ts";
import type { Language } from "../languages/texts/language.ts";
import type { Texts } from "../languages/texts.ts";
import { type Html, html } from "./html.ts";
import { name } from "./phrase.ts";
import { type ScriptName, scripts } from "./scripts.ts";
import { visibleText } from "./visible-text.ts";

/** What every page of a service shares. */
export type Frame = {
  readonly texts: Texts;
  readonly serviceName: string;
  /** The address of the stylesheet; see `stylesheet()`. */
  readonly stylesheet: string;
  /** Those that the reader may choose from. */
  readonly languages: readonly Language[];
  /** The address of this page, for forms that lead back to it. */
  readonly here: string;
  /** What the form that this page answers has sent, passwords left out: another language shows the page with it again. */
  readonly sent?: SentForm | undefined;
  /** The operator's own, as branding has them. */
  readonly logo?: string | undefined;
  /** Undefined: there are none. */
  readonly hasIdentityProviders?: boolean;
  /** Undefined: there are. */
  readonly hasPasswords?: boolean;
  readonly supportHref?: string | undefined;
  readonly termsHref?: string | undefined;
  readonly privacyHref?: string | undefined;
  /** What the access levels mean, by language; see access-text.ts. */
  readonly accessTexts?: ReadonlyMap<string, AccessTexts> | undefined;
};

export type SentForm = {
  readonly path: string;
  readonly fields: () => readonly (readonly [name: string, value: string])[];
};

type Content = {
  /** Where a form was refused, "Problem:" is put before it. */
  readonly title: string;
  readonly main: Html;
  /** It shows what was sent, as a page does whose form was refused: another language shows it too. */
  readonly keepsSent?: boolean | undefined;
  /** Shown this once: another language would be another request, and show it no more. */
  readonly once?: boolean | undefined;
  /** What stands beside the service's name, above the page's own matter and below it, on pages that belong together. */
  readonly beside?: Html;
  readonly above?: Html;
  readonly below?: Html;
  readonly kind?: "signed-in" | "signed-in wide";
  readonly script?: ScriptName | readonly ScriptName[] | undefined;
};

/**
 * A whole document. It holds no inline script or style, which the content security policy would refuse. `format-detection` keeps phones from turning a code into a telephone link.
 */
export function page(
  frame: Frame,
  { title, main, keepsSent, once, beside, above, below, kind, script }: Content,
): Html {
  const { language, shell } = frame.texts;
  const { tag, direction } = language;
  const isRefused = hasAlert(main);
  const wanted: readonly ScriptName[] = [
    // First: a chart is drawn from what it has written.
    ...(hasMoments(main) ? (["dates"] as const) : []),
    ...(hasPasskey(main) ? (["passkey"] as const) : []),
    ...[script ?? []].flat(),
  ];
  return html`<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<title>${isRefused ? shell.problem(title) : title} · ${visibleText(frame.serviceName)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${frame.stylesheet}">${wanted.map(
    (one) => html`
${scriptTag(scripts[one].href)}`,
  )}
</head>
<body${kind && html` class="${kind}"`}${script && words(frame)}>
${beside && html`<a class="skip" href="#main">${shell.skip}</a>`}
<header><p class="service"><a href="/">${logo(frame)} ${name(frame.serviceName)}</a></p>${beside}</header>
${above}
<main id="main" tabindex="-1">
${main}
</main>
${foot(frame, below, { again: keepsSent || isRefused, once })}
</body>
</html>
`;
}

/** Whether it says that what was sent was refused: `alert` in notice.ts is the only one to write this attribute. */
function hasAlert(main: Html): boolean {
  return main.toString().includes(' role="alert"');
}

function scriptTag(href: string): Html {
  return html`<script type="module" src="${href}"></script>`;
}

/** Whether a document asks for script of ours, which its reply has to allow: nothing else writes such an element. */
export function hasScript(document: string): boolean {
  return document.includes('<script type="module" src="/assets/');
}

/** Whether it has moments that a script writes in the reader's own zone: time.ts is the only one to write this attribute. */
function hasMoments(main: Html): boolean {
  return main.toString().includes(" data-shown=");
}

/** Whether a form goes with a passkey: passkey.ts is the only one to write this attribute. */
function hasPasskey(main: Html): boolean {
  return main.toString().includes(" data-passkey=");
}

/** What a script says is in the page's language. */
function words({ texts }: Frame): Html {
  const { copy, copied, download } = texts.shell.script;
  return html` data-copy-label="${copy}" data-copied-label="${copied}" data-download-label="${download}"`;
}

/** Empty for who cannot see it: the name of the service stands beside it. */
function logo(frame: Frame): Html {
  if (frame.logo === undefined) return mark();
  return html`<img class="logo" src="${frame.logo}" alt="">`;
}

/** Two strokes that meet: one sign answered by another. */
function mark(): Html {
  return html`<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false"><rect width="24" height="24" rx="7" fill="currentColor"/><path class="mark-sign" d="M6 12.5l4 4 8-9" fill="none" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}

function foot(
  frame: Frame,
  below: Html | undefined,
  { again, once = false }: { again: boolean; once: boolean | undefined },
): Html | undefined {
  const { texts, supportHref, termsHref, privacyHref } = frame;
  const languages = once ? [] : frame.languages;
  const links = [
    supportHref && html`<a class="action" href="${supportHref}">${texts.legal.support}</a>`,
    termsHref && html`<a class="action" href="${termsHref}">${texts.legal.terms}</a>`,
    privacyHref && html`<a class="action" href="${privacyHref}">${texts.legal.privacy}</a>`,
  ].filter((link) => link !== undefined);
  if (below === undefined && links.length === 0 && languages.length < 2) return undefined;
  return html`<footer>
${below}
${links.length > 0 && html`<p class="legal">${links}</p>`}
${languages.length > 1 && languageChoice(again ? frame : { ...frame, sent: undefined })}
</footer>`;
}

/** Each language by its own name, for those who cannot read the others. */
function languageChoice({ texts, languages, here, sent: again }: Frame): Html {
  const hidden = again?.fields() ?? [["continue", here] as const];
  const buttons = languages.map((one) => {
    const current = one === texts.language && html` aria-current="true"`;
    const does = again
      ? html`formaction="${again.path}?language=${one.tag}"`
      : html`name="language" value="${one.tag}"`;
    return html`<button type="submit" ${does} lang="${one.tag}" dir="${one.direction}"${current}>${one.name}</button>`;
  });
  return html`<form class="languages" method="post" action="${again?.path ?? "/language"}" aria-label="${texts.shell.language}">
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${buttons}
</form>`;
}
