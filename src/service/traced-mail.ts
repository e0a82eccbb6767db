import type { Logger } from "pino";
import { type Mail, openMail } from "../mail/mail.ts";
import type { MailServer } from "../mail/mail-server.ts";
import { smtpTo } from "../mail/smtp.ts";
import type { Spans } from "../spans.ts";

/** Mail by SMTP. Each mail has a span, and a mail that is not sent is logged. */
export function openTracedMail(
  server: MailServer,
  spans: Spans | undefined,
  log: Logger,
): Mail & AsyncDisposable {
  const send = smtpTo(server);
  const deliver: typeof send = (letter, signal) =>
    spans === undefined ? send(letter, signal) : spans.sending("mail", () => send(letter, signal));
  return openMail(deliver, (reason) => log.warn({ reason }, "a mail was not sent"));
}
