/** Emails to an application's owner and editors, and to the user who lost the role; and to administrators. */
import type { ApplicationId } from "../../domain/credentials.ts";
import {
  type DueKeyNotice,
  kindOfNotice,
  limitLabel,
  type Notice,
} from "../../domain/notification.ts";
import type { EmailMessage } from "../../tools/mail/email-message.ts";
import type { Sentence } from "../languages/sentence.ts";
import type { Texts } from "../languages/texts.ts";
import { type EmailLink, emailMessage, type MailFrame } from "./email-message.ts";
import { alertFacts } from "./emails.ts";

export type NoticeEmail = {
  readonly to: string;
  readonly applicationId: ApplicationId;
  readonly applicationName: string;
  readonly notice: Notice;
  readonly at: number;
  readonly hasRole: boolean;
  readonly origin: string;
};

export function noticeEmail(
  frame: MailFrame,
  { to, hasRole, ...email }: NoticeEmail,
): EmailMessage {
  const { texts, serviceName } = frame;
  const { applicationName, notice } = email;
  const former = hasRole ? undefined : toFormer(frame, applicationName, notice);
  if (former !== undefined) {
    const { subject, parts } = former;
    const footer = [texts.notices.formerWhy(serviceName)];
    return emailMessage(frame, to, {
      subject,
      parts: [...parts, alertFacts(texts, email)],
      footer,
    });
  }
  const words = texts.notices.notices[notice.what];
  return emailMessage(frame, to, {
    subject: words.subject(applicationName),
    parts: [
      saidOf(texts, applicationName, notice),
      alertFacts(texts, email),
      ...("advice" in words ? [[words.advice]] : []),
      ...(hasRole ? [openingOf(texts.notices, email)] : []),
    ],
    footer: [texts.notices.why(serviceName), ...settingsOf(texts.notices, email)],
  });
}

/** To an administrator. It has the key's name, and nothing of the key. */
export function apiKeyEmail(
  frame: MailFrame,
  {
    to,
    key,
    expiresAt,
    origin,
  }: Omit<DueKeyNotice, "recipients"> & { readonly to: string; readonly origin: string },
): EmailMessage {
  const { notices, dates } = frame.texts;
  const { subject, said, advice, open, why } = notices.apiKey;
  const day = dates.day(expiresAt);
  return emailMessage(frame, to, {
    subject: subject(key, day),
    parts: [
      said(key, dates.moment(expiresAt)),
      [advice],
      { as: "button", text: [open], href: `${origin}/admin/api-keys` },
    ],
    footer: [why(frame.serviceName), settingsLink(notices, origin)],
  });
}

/** What a user reads who no longer has a role. */
function toFormer(frame: MailFrame, application: string, notice: Notice) {
  const { notices } = frame.texts.notices;
  if (notice.what === "collaborator-removed") {
    const { subject, said } = notices[notice.what].former;
    return { subject: subject(application), parts: [said(application)] };
  }
  if (notice.what === "transferred") {
    const { subject, said, advice } = notices.transferred.former;
    return {
      subject: subject(application),
      parts: [said(application, `@${notice.to}`), [advice]],
    };
  }
  return undefined;
}

function saidOf({ notices: texts }: Texts, application: string, notice: Notice): Sentence {
  const words = texts.notices;
  const named = (one: string) => `@${one}`;
  switch (notice.what) {
    case "secret-made": {
      const { byUser, byService } = words["secret-made"].said;
      return notice.by ? byUser(application, named(notice.by)) : byService(application);
    }
    case "secret-revoked":
      return words[notice.what].said(application);
    case "from-administrator":
      return words[notice.what].said(application, notice.text);
    case "suspended":
      return words.suspended.said(application, notice.because);
    case "approved":
    case "change-approved":
      return words[notice.what].said(application);
    case "approval-asked":
      return words[notice.what].said(application, notice.question);
    case "declined":
    case "change-declined":
      return words[notice.what].said(application, notice.because);
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
      const { percent, per, limit, allowed, window } = notice;
      const named = limitLabel(limit, window);
      return words["limit-reached"].said[percent][per](application, named, allowed);
    }
    case "old-secret":
      return words["old-secret"].said(application);
  }
}

function openingOf(
  { open }: Texts["notices"],
  { applicationId, notice, origin }: Omit<NoticeEmail, "to" | "hasRole">,
): EmailLink {
  const tab = tabOf[notice.what];
  const path = tab === "overview" ? "" : `/${tab}`;
  const href = `${origin}/portal/applications/${applicationId}${path}`;
  return { as: "button", text: [open[tab]], href };
}

function settingsOf(
  texts: Texts["notices"],
  { notice, origin }: Omit<NoticeEmail, "to" | "hasRole">,
): readonly EmailLink[] {
  if (kindOfNotice[notice.what] === undefined) return [];
  return [settingsLink(texts, origin)];
}

export function settingsLink({ settings }: Texts["notices"], origin: string): EmailLink {
  return { as: "link", text: [settings], href: `${origin}/account/notifications` };
}

/** The advice of the email can be followed there. */
const tabOf: Readonly<Record<Notice["what"], keyof Texts["notices"]["open"]>> = {
  "secret-made": "keys",
  "secret-revoked": "keys",
  "from-administrator": "overview",
  suspended: "overview",
  approved: "overview",
  "change-approved": "overview",
  "approval-asked": "overview",
  declined: "overview",
  "change-declined": "overview",
  restored: "overview",
  "collaborator-joined": "collaborators",
  "collaborator-removed": "keys",
  "collaborator-left": "keys",
  "ownership-offered": "transfer",
  transferred: "keys",
  "limit-reached": "usage",
  "old-secret": "keys",
};
