import type { FactorNews } from "../../domain/account-notice.ts";
import { type EmailMessage, logoIds, type MailLogo } from "../../tools/mail/email-message.ts";
import { languages } from "../languages/languages.ts";
import type { Texts } from "../languages/texts.ts";
import { accountEmail, emailPage } from "../views/emails.ts";
import { type Html, unsafeRaw } from "../views/html.ts";
import type { Frame } from "../views/layout.ts";
import { stylesheet } from "../views/stylesheet.ts";

export type GalleryState = {
  readonly name: string;
  readonly page: Html;
  /** The HTML of an email, which has its styles in it and which the service does not serve. */
  readonly isEmail?: true;
};

/** An email as text on a page, and as its HTML document. */
export function emailStatesOf(
  frame: Frame,
  name: string,
  email: EmailMessage,
): readonly GalleryState[] {
  return [
    { name, page: emailPage(frame, email) },
    { name: `${name}-html`, page: unsafeRaw(documentIn(frame, email)), isEmail: true },
  ];
}

/** The pictures are attached to an email; here they are part of its document. */
function documentIn({ logo, logoDark }: Frame, { html }: EmailMessage): string {
  const size = { width: 96, height: 32, body: new Uint8Array() };
  const pictures: MailLogo = { light: size, dark: logoDark === undefined ? undefined : size };
  const text = html?.(logo === undefined ? undefined : pictures) ?? "";
  return text
    .replaceAll(`cid:${logoIds.light}`, logo ?? "")
    .replaceAll(`cid:${logoIds.dark}`, logoDark ?? "");
}

/** The service would put this frame around a page. */
export function galleryFrame(texts: Texts): Frame {
  return {
    texts,
    serviceName: "Countersign",
    stylesheet: stylesheet().href,
    languages: Object.values(languages).map((one) => one.language),
    here: "/account",
  };
}

export const exampleNotice = {
  origin: "https://id.example.com",
  at: Date.UTC(2026, 4, 3, 10, 20),
  from: {
    address: "203.0.113.9",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  },
} as const;

export function factorMails(frame: Frame, news: readonly FactorNews[]): readonly GalleryState[] {
  const to = "alice@users.example";
  return news.flatMap((one) =>
    emailStatesOf(
      frame,
      `mail-factors-${one.toLowerCase()}`,
      accountEmail(frame, { to, screenName: "alice", news: one, ...exampleNotice }),
    ),
  );
}
