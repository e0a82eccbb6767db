/** These emails go to an application's owner and editors, as text and HTML in the reader's language. */
import type { ApplicationId } from "../../domain/credentials.ts";
import { kindOfNotice, type Notice } from "../../domain/notification.ts";
import type { EmailMessage } from "../../tools/mail/email-message.ts";
import type { Sentence } from "../languages/sentence.ts";
import type { Texts } from "../languages/texts.ts";
import { type Html, html } from "./html.ts";
import type { Frame } from "./layout.ts";
import { name, phrase, plainPhrase } from "./phrase.ts";
import { supportLine, withSupport } from "./support.ts";

export type NoticeEmail = {
  readonly to: string;
  readonly applicationId: ApplicationId;
  readonly applicationName: string;
  readonly notice: Notice;
  readonly hasRole: boolean;
  readonly origin: string;
};

export type MailFrame = Pick<Frame, "texts" | "serviceName" | "supportHref">;

export function noticeEmail(frame: MailFrame, email: NoticeEmail): EmailMessage {
  const { said, advice, why, links } = wordsOf(frame, email);
  const { to, notice } = email;
  const paragraphs = [
    plainPhrase(said),
    ...(advice === undefined ? [] : [advice]),
    ...(notice.what === "suspended" ? supportLine(frame) : []),
    plainPhrase(why),
    ...links.map(({ text, href }) => `${text}:\n${href}`),
  ];
  return {
    to,
    subject: subjectOf(frame, email),
    text: `${paragraphs.join("\n\n")}\n`,
    html: String(noticeDocument(frame, email)),
  };
}

/** The document loads no pictures or styles, so that nobody learns when it was opened. */
export function noticeDocument(frame: MailFrame, email: NoticeEmail): Html {
  const { texts, serviceName } = frame;
  const { tag, direction } = texts.language;
  const { subject, said, advice, why, links } = wordsOf(frame, email);
  return html`<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subjectOf(frame, email)}</title>
</head>
<body>
<main>
<p>${name(serviceName)}</p>
<h1>${phrase(subject)}</h1>
<p>${phrase(said)}</p>
${advice !== undefined && html`<p>${withSupport(frame, advice)}</p>`}
<p>${phrase(why)}</p>
${links.map(({ text, href }) => html`<p><a href="${href}">${text}</a></p>\n`)}</main>
</body>
</html>
`;
}

function subjectOf(frame: MailFrame, email: NoticeEmail): string {
  return plainPhrase(wordsOf(frame, email).subject);
}

function wordsOf({ texts, serviceName }: MailFrame, email: NoticeEmail) {
  const { applicationName, notice, hasRole } = email;
  const words = texts.notices.notices[notice.what];
  return {
    subject: words.subject(applicationName),
    said: saidOf(texts, applicationName, notice),
    advice: hasRole && "advice" in words ? words.advice : undefined,
    why: texts.notices.why(serviceName),
    links: hasRole ? linksOf(texts.notices, email) : [],
  };
}

function saidOf({ notices: texts }: Texts, application: string, notice: Notice): Sentence {
  const words = texts.notices;
  const named = (one: string) => `@${one}`;
  switch (notice.what) {
    case "secret-made": {
      const { byUser, byService } = words["secret-made"].said;
      return notice.by ? byUser(application, named(notice.by)) : byService(application);
    }
    case "suspended":
      return words.suspended.said(application, notice.because);
    case "restored":
      return words.restored.said(application);
    case "collaborator-joined":
      return words[notice.what].said[notice.role](application, named(notice.user));
    case "collaborator-removed":
    case "collaborator-left":
    case "ownership-offered":
      return words[notice.what].said(application, named(notice.user));
    case "transferred":
      return words.transferred.said(application, named(notice.from), named(notice.to));
    case "limit-reached": {
      const { percent, per, limit, allowed } = notice;
      return words["limit-reached"].said[percent][per](application, limit, allowed);
    }
    case "old-secret":
      return words["old-secret"].said(application);
  }
}

type Link = { readonly text: string; readonly href: string };

/** The links lead to what the email is about, and to where such emails can be turned off. */
function linksOf(
  { open, settings }: Texts["notices"],
  { applicationId, notice, origin }: NoticeEmail,
): readonly Link[] {
  const tab = tabOf[notice.what];
  const path = tab === "overview" ? "" : `/${tab}`;
  const opening = {
    text: open[tab],
    href: `${origin}/portal/applications/${applicationId}${path}`,
  };
  if (kindOfNotice[notice.what] === undefined) return [opening];
  return [opening, { text: settings, href: `${origin}/account/notifications` }];
}

const tabOf: Readonly<Record<Notice["what"], keyof Texts["notices"]["open"]>> = {
  "secret-made": "keys",
  suspended: "overview",
  restored: "overview",
  "collaborator-joined": "collaborators",
  "collaborator-removed": "collaborators",
  "collaborator-left": "collaborators",
  "ownership-offered": "transfer",
  transferred: "overview",
  "limit-reached": "usage",
  "old-secret": "keys",
};
