/** To a user who owns, or edits, applications that use what ends. */
import type { DueSunsetNotice } from "../../domain/sunset-notice.ts";
import type { EmailMessage } from "../../tools/mail/email-message.ts";
import { emailMessage, type MailFrame } from "./email-message.ts";
import { settingsLink } from "./notice-emails.ts";
import { endingText } from "./portal/endings.ts";

const maxNamed = 20;

export function sunsetEmail(
  frame: MailFrame,
  {
    to,
    sunset,
    applications,
    origin,
  }: Omit<DueSunsetNotice, "recipients"> & { readonly to: string; readonly origin: string },
): EmailMessage {
  const { texts } = frame;
  const { notices, dates } = texts;
  const { trait, endsAt, rejects, brownout, link } = sunset;
  const words = notices.sunset;
  const what = endingText(texts, trait);
  const moment = dates.moment(endsAt);
  const named = applications.slice(0, maxNamed);
  const others = applications.length - named.length;
  return emailMessage(frame, to, {
    subject: words.subject(dates.day(endsAt)),
    parts: [
      rejects ? words.rejected(what, moment) : words.announced(what, moment),
      [words.applications],
      { as: "quote", message: named.join("\n") },
      ...(others > 0 ? [[words.others(others)]] : []),
      ...(brownout === undefined
        ? []
        : [
            words.brownout(
              dates.moment(brownout.from),
              dates.moment(brownout.until),
              texts.admin.sunsets.minutes(brownout.minutes),
            ),
          ]),
      { as: "button", text: [words.open], href: link },
      { as: "link", text: [words.portal], href: `${origin}/portal` },
    ],
    footer: [notices.why(frame.serviceName), settingsLink(notices, origin)],
  });
}
