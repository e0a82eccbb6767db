/** The service sends email after it responds, so a wrong setting otherwise shows only in its log. */
import type { Config } from "../../config/config.ts";
import { smtpTo, verifySmtp } from "../../tools/mail/smtp.ts";
import { type Finding, failure, ok, reasonOf, skipped } from "./finding.ts";

/** `to` receives a test email. Without it, the check connects, uses STARTTLS and signs in, but sends nothing. */
export async function checkMail(
  { mailServer, serviceName }: Config,
  to: string | undefined,
): Promise<Finding> {
  if (mailServer === undefined) {
    return to === undefined
      ? skipped("mail", "The service doesn't send email: COUNTERSIGN_SMTP_URL isn't set")
      : failure(
          "mail",
          "No mail server is configured",
          "Set COUNTERSIGN_SMTP_URL and COUNTERSIGN_MAIL_FROM",
        );
  }
  const { host, port, tls, credentials, from } = mailServer;
  const where = `${host}:${port}`;
  const how = tls === "none" ? "without TLS" : tls === "starttls" ? "with STARTTLS" : "over TLS";
  try {
    if (to === undefined) {
      await verifySmtp(mailServer);
      const signedIn = credentials === undefined ? "" : " and accepts the user and password";
      return ok(
        "mail",
        `${where} responds ${how}${signedIn}; --mail-to ADDRESS sends a test email`,
      );
    }
    const email = {
      to,
      subject: `${serviceName}: a test`,
      text: `This is a test of the email of ${serviceName}, sent by "countersign check".\n`,
    };
    await smtpTo(mailServer)(email, AbortSignal.timeout(maxMs));
    return ok("mail", `${where} accepted a message from ${from.address} to ${to}`);
  } catch (error) {
    return failure(
      "mail",
      `${where} ${to === undefined ? "rejected the login" : `rejected a message from ${from.address} to ${to}`}: ${reasonOf(error).split("\n", 1)[0]}`,
      adviceOn(error),
    );
  }
}

const maxMs = 20_000;

function adviceOn(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EAUTH")
    return "Correct the user and password in COUNTERSIGN_SMTP_URL; both must be percent-encoded";
  if (code === "ETLS")
    return "Use a server with STARTTLS or smtps:, with a certificate for that name";
  if (code === "EENVELOPE")
    return "In COUNTERSIGN_MAIL_FROM, use a sender that the server allows for this user";
  return "Correct the host and port in COUNTERSIGN_SMTP_URL, and make them reachable from this machine";
}
