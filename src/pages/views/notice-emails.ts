/** These emails go to an application's owner and editors, as text and HTML in the reader's language. */
import type { ApplicationId } from "../../domain/credentials.ts";
import { kindOfNotice, type Notice } from "../../domain/notification.ts";
import type { EmailMessage } from "../../tools/mail/email-message.ts";
import type { Sentence } from "../languages/sentence.ts";
import type { Texts } from "../languages/texts.ts";
import { type EmailLink, emailMessage, type MailFrame, supportPart } from "./email-message.ts";

export type NoticeEmail = {
  readonly to: string;
  readonly applicationId: ApplicationId;
  readonly applicationName: string;
  readonly notice: Notice;
  readonly hasRole: boolean;
  readonly origin: string;
};

export function noticeEmail(
  frame: MailFrame,
  { to, hasRole, ...email }: NoticeEmail,
): EmailMessage {
  const { texts, serviceName } = frame;
  const { applicationName, notice } = email;
  const words = texts.notices.notices[notice.what];
  const advice = hasRole && "advice" in words ? [[words.advice]] : [];
  return emailMessage(frame, to, {
    subject: words.subject(applicationName),
    parts: [
      saidOf(texts, applicationName, notice),
      ...advice,
      ...(notice.what === "suspended" ? supportPart(frame) : []),
      texts.notices.why(serviceName),
      ...(hasRole ? linksOf(texts.notices, email) : []),
    ],
  });
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

/** The links lead to what the email is about, and to where such emails can be turned off. */
function linksOf(
  { open, settings }: Texts["notices"],
  { applicationId, notice, origin }: Omit<NoticeEmail, "to" | "hasRole">,
): readonly EmailLink[] {
  const tab = tabOf[notice.what];
  const path = tab === "overview" ? "" : `/${tab}`;
  const href = `${origin}/portal/applications/${applicationId}${path}`;
  const opening = { as: "button", text: [open[tab]], href } as const;
  if (kindOfNotice[notice.what] === undefined) return [opening];
  return [opening, { as: "link", text: [settings], href: `${origin}/account/notifications` }];
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
