/** An email is a list of parts, written as plain text and as an HTML document with the same words. */
import { grounds } from "../../config/accent.ts";
import {
  type EmailMessage,
  logoIds,
  type MailLogo,
  type MailPicture,
} from "../../tools/mail/email-message.ts";
import type { Sentence } from "../languages/sentence.ts";
import { type Html, html } from "./html.ts";
import type { Frame } from "./layout.ts";
import { markColors } from "./mark.ts";
import { name, phrase, plainPhrase, quoted } from "./phrase.ts";
import { visibleText } from "./visible-text.ts";

export type MailFrame = Pick<
  Frame,
  "texts" | "serviceName" | "hidesName" | "supportHref" | "accents"
>;

export type EmailContent = {
  readonly subject: Sentence;
  readonly parts: readonly Part[];
  /** It stands small below the rest: why the reader gets the email, and where such emails can be turned off. */
  readonly footer?: readonly Part[];
};

type Part = Sentence | EmailLink | EmailQuote | EmailFacts;

/** A table. */
export type EmailFacts = {
  readonly as: "facts";
  readonly facts: readonly (readonly [term: string, value: Sentence])[];
};

/** The words of someone who is not the service, in lines. */
export type EmailQuote = { readonly as: "quote"; readonly message: string };

export type EmailLink = {
  readonly as: "button" | "link";
  readonly text: Sentence;
  readonly href: string;
};

/** The administrator's link is in the footer, except if a button already has it. */
export function emailMessage(
  frame: MailFrame,
  to: string,
  { subject, parts, footer = [] }: EmailContent,
): EmailMessage {
  const { supportHref, texts } = frame;
  const isButton = parts.some((part) => "href" in part && part.href === supportHref);
  const support: readonly EmailLink[] =
    supportHref === undefined || isButton
      ? []
      : [{ as: "link", text: [texts.legal.support], href: supportHref }];
  const content = { subject, parts, footer: [...footer, ...support] };
  return {
    to,
    subject: plainPhrase(subject),
    text: `${[...parts, ...content.footer].map(plainPart).join("\n\n")}\n`,
    html: (logo) => String(emailDocument(frame, content, logo)),
  };
}

/** The URL has a line of its own, so that right-to-left text around it cannot reorder it. */
function plainPart(part: Part): string {
  if ("message" in part) {
    return part.message
      .split("\n")
      .map((line) => `> ${plainPhrase([{ name: line }])}`.trimEnd())
      .join("\n");
  }
  if ("facts" in part) {
    return part.facts.map(([term, value]) => `${term}: ${plainPhrase(value)}`).join("\n");
  }
  if (!("href" in part)) return plainPhrase(part);
  return `${plainPhrase(part.text)}:\n${shownHref(part.href)}`;
}

function shownHref(href: string): string {
  return href.replace(/^mailto:/, "");
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/**
 * One column of at most 600 px, with the styles in it, because mail programs load none. A program that ignores the
 * styles shows the same text in its own.
 */
function emailDocument(
  frame: MailFrame,
  { subject, parts, footer }: Required<EmailContent>,
  logo: MailLogo | undefined,
): Html {
  const { tag, direction } = frame.texts.language;
  const { light, dark } = markColors(frame.accents);
  const cell = `padding:32px 32px 16px;background:${grounds.light.surface};border:1px solid #d8dde5;border-radius:8px`;
  const text = `${font};color:#1d222b`;
  const rules = `@media (max-width:480px){
.cell{padding:24px 20px 8px!important}
}
@media (prefers-color-scheme:dark){
.ground{background:${grounds.dark.ground}!important}
.cell{background:${grounds.dark.surface}!important;border-color:#323946!important}
.text{color:#e6e9ef!important}
.quiet{color:#a9b1be!important}
.fact{border-color:#323946!important}
.on-light{display:none!important}
.on-dark{display:inline!important}
.link{color:${dark.accent}!important}
.button{background:${dark.accent}!important;color:${dark.on}!important}
}`;
  return html`<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${plainPhrase(subject)}</title>
<style>${rules}</style>
</head>
<body class="ground" style="margin:0;padding:24px 12px;background:${grounds.light.ground}">
<main>
<table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;margin:0 auto;border-collapse:separate;table-layout:fixed;overflow-wrap:anywhere">
<tr><td class="text" style="padding:0 4px 16px;${text};font-size:16px;line-height:24px;font-weight:600">${brandOf(frame, logo)}</td></tr>
<tr><td class="cell text" style="${cell};${text};font-size:16px;line-height:24px">
<h1 class="text" style="margin:0 0 16px;font-size:20px;line-height:28px;color:#1d222b">${phrase(subject)}</h1>
${parts.map((part) => htmlPart(part, frame, light))}</td></tr>
${footer.length > 0 && footerRow(frame, footer, light)}</table>
</main>
</body>
</html>
`;
}

/** A program without dark mode, or without these styles, shows the first picture. */
function brandOf({ serviceName, hidesName = false }: MailFrame, logo: MailLogo | undefined): Html {
  if (logo === undefined) return name(serviceName);
  const { light, dark } = logo;
  const alt = hidesName ? visibleText(serviceName) : "";
  const image = (className: string, id: string, { width, height }: MailPicture, style: string) =>
    html`<img${className !== "" && html` class="${className}"`} src="cid:${id}" width="${width}" height="${height}" alt="${alt}" style="${style}vertical-align:middle;border:0">`;
  const pictures = dark
    ? [
        image("on-light", logoIds.light, light, ""),
        image("on-dark", logoIds.dark, dark, "display:none;mso-hide:all;"),
      ]
    : image("", logoIds.light, light, "");
  return html`${pictures}${!hidesName && html` ${name(serviceName)}`}`;
}

function footerRow(frame: MailFrame, footer: EmailContent["parts"], colors: Colors): Html {
  const style = `padding:16px 4px 0;${font};color:#545c6a;font-size:14px;line-height:20px`;
  return html`<tr><td class="quiet" style="${style}">
${footer.map((part) => htmlPart(part, frame, colors))}</td></tr>
`;
}

type Colors = ReturnType<typeof markColors>["light"];

/** The address of a button is below it, so that readers see where it leads and can open it elsewhere. */
function htmlPart(part: Part, frame: MailFrame, { accent, on }: Colors): Html {
  if ("message" in part) {
    const style = "margin:0 0 16px;padding-inline-start:12px;border-inline-start:3px solid #d8dde5";
    return html`<blockquote style="${style}">${quoted(part.message)}</blockquote>\n`;
  }
  if ("facts" in part) return factTable(part, frame);
  if (!("href" in part)) return html`<p style="margin:0 0 16px">${phrase(part)}</p>\n`;
  const { as, href, text } = part;
  const style =
    as === "button"
      ? `display:inline-block;padding:12px 20px;text-align:center;border-radius:8px;font-weight:600;text-decoration:none;background:${accent};color:${on}`
      : `color:${accent}`;
  return html`<p style="margin:0 0 16px"><a class="${as}" style="${style}" href="${href}">${phrase(text)}</a></p>
${as === "button" && html`<p class="quiet" style="margin:0 0 16px;color:#545c6a;font-size:14px;line-height:20px"><bdi dir="ltr">${shownHref(href)}</bdi></p>\n`}`;
}

/** Some programs know no logical properties. */
function factTable({ facts }: EmailFacts, { texts: { language } }: MailFrame): Html {
  const start = language.direction === "rtl" ? "right" : "left";
  const cell = `padding:8px 0;border-top:1px solid #d8dde5;text-align:${start};vertical-align:top;font-size:14px;line-height:20px`;
  const rows = facts.map(
    ([term, value]) =>
      html`<tr><th scope="row" class="fact quiet" style="${cell};width:30%;font-weight:400;color:#545c6a">${term}</th><td class="fact text" style="${cell};color:#1d222b">${phrase(value)}</td></tr>\n`,
  );
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">
${rows}</table>
`;
}
