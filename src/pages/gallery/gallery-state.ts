import type { FactorNews } from "../../domain/account-notice.ts";
import type { EmailMessage } from "../../tools/mail/email-message.ts";
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
    { name: `${name}-html`, page: unsafeRaw(email.html ?? ""), isEmail: true },
  ];
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

export function factorMails(frame: Frame, news: readonly FactorNews[]): readonly GalleryState[] {
  const to = "alice@users.example";
  return news.flatMap((one) =>
    emailStatesOf(
      frame,
      `mail-factors-${one.toLowerCase()}`,
      accountEmail(frame, { to, screenName: "alice", news: one, origin: "https://id.example.com" }),
    ),
  );
}
