import type { Accents } from "../../config/accent.ts";
import type { AccessTexts } from "../../config/access-texts.ts";
import type { Texts } from "../languages/texts.ts";
import { type Html, html } from "./html.ts";
import { iconLinks, mark } from "./mark.ts";
import { name } from "./phrase.ts";
import { type ScriptName, scripts } from "./scripts.ts";
import { visibleText } from "./visible-text.ts";

export type Frame = {
  readonly texts: Texts;
  readonly serviceName: string;
  /** See `stylesheet()`. */
  readonly stylesheet: string;
  readonly languages: readonly Texts["language"][];
  readonly here: string;
  /** Without its passwords, the submitted form can be shown again in another language. */
  readonly sent?: SentForm | undefined;
  /** The administrator's branding has it. */
  readonly logo?: string | undefined;
  /** The administrator's branding has them. Emails use them, because no stylesheet applies there. */
  readonly accents?: Accents;
  /** By default there are none. */
  readonly hasIdentityProviders?: boolean;
  /** By default there are passwords. */
  readonly hasPasswords?: boolean;
  /** By default it does. A text that promises an email depends on it. */
  readonly sendsMail?: boolean;
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
  /** Navigation stands beside the service's name, above and below the content. */
  readonly beside?: Html;
  readonly above?: Html;
  readonly below?: Html;
  readonly kind?: "signed-in" | "signed-in wide";
  readonly script?: ScriptName | readonly ScriptName[] | undefined;
};

/**
 * The policy rejects inline scripts and styles, so there are none. `format-detection` keeps phones
 * from linking a code as a telephone number.
 */
export function page(
  frame: Frame,
  { title, main, keepsSent, once, beside, above, below, kind, script }: Content,
): Html {
  const { language, shell } = frame.texts;
  const { tag, direction } = language;
  const isRejected = hasAlert(main);
  const needed: readonly ScriptName[] = [
    // Charts are drawn from what this script writes, so it comes first.
    ...(hasMoments(main) ? (["dates"] as const) : []),
    ...(hasPasskey(main) ? (["passkey"] as const) : []),
    ...[script ?? []].flat(),
  ];
  // Where a user signs in or gives consent, a page without need of a script allows none.
  const isBusy = hasForm(main) && (kind !== undefined || needed.length > 0);
  const wanted: readonly ScriptName[] = isBusy ? [...needed, "busy"] : needed;
  return html`<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<title>${isRejected ? shell.problem(title) : title} · ${visibleText(frame.serviceName)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta name="robots" content="noindex">
${iconLinks(frame.logo)}
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
${foot(frame, below, { again: keepsSent || isRejected, once })}
</body>
</html>
`;
}

/** Only `alert` and `quietAlert` of notice.ts write this attribute. */
function hasAlert(main: Html): boolean {
  return main.toString().includes(' role="alert"');
}

function scriptTag(href: string): Html {
  return html`<script type="module" src="${href}"></script>`;
}

/** The reply must allow our scripts; nothing else writes this element. */
export function hasScript(document: string): boolean {
  return document.includes('<script type="module" src="/assets/');
}

function hasForm(main: Html): boolean {
  return main.toString().includes('<form method="post"');
}

/** A script shows moments in the reader's time zone. Only time.ts writes this attribute. */
function hasMoments(main: Html): boolean {
  return main.toString().includes(" data-shown=");
}

/** Only passkey.ts writes this attribute. */
function hasPasskey(main: Html): boolean {
  return main.toString().includes(" data-passkey=");
}

function words({ texts }: Frame): Html {
  const { copy, copied, download } = texts.shell.script;
  return html` data-copy-label="${copy}" data-copied-label="${copied}" data-download-label="${download}"`;
}

/** The alternative text is empty, because the service's name is next to it. */
function logo(frame: Frame): Html {
  if (frame.logo === undefined) return mark();
  return html`<img class="logo" src="${frame.logo}" alt="">`;
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

/** Each language has its own name, for those who cannot read the others. */
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
