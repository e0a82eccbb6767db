/** The service sends email after it responds, so a wrong setting otherwise shows only in its log. */
import type { Config } from "../../config/config.ts";
import { type MailProblem, mailProblemOf } from "../../tools/mail/mail-problem.ts";
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
    const problem = mailProblemOf(error);
    const message = to === undefined ? "the connection" : `a message from ${from.address} to ${to}`;
    const what = problem in whatIsWrong ? whatIsWrong[problem] : `rejected ${message}`;
    return failure("mail", `${where} ${what}: ${wordsOf(error)}`, adviceOn(error));
  }
}

const maxMs = 20_000;

const whatIsWrong: Partial<Record<MailProblem, string>> = {
  unreachable: "can't be reached as a mail server",
  tls: "can't be reached over TLS that this machine trusts",
  login: "rejected the login",
};

/** Node adds advice after a semicolon, and OpenSSL's messages are names of its source files. */
function wordsOf(error: unknown): string {
  const { originalCode } = Object(error) as { originalCode?: unknown };
  if (typeof originalCode === "string" && originalCode.startsWith("ERR_SSL")) return originalCode;
  return reasonOf(error).split(/[\n;]/, 1)[0] ?? "";
}

function adviceOn(error: unknown): string {
  switch (mailProblemOf(error)) {
    case "login":
      return "Correct the user and password in COUNTERSIGN_SMTP_URL; both must be percent-encoded";
    case "tls":
      return "Use a server with STARTTLS or smtps:, with a certificate for that name; NODE_EXTRA_CA_CERTS adds a certificate authority";
    case "rejected":
      return "In COUNTERSIGN_MAIL_FROM, use a sender that the server allows for this user";
    default:
      return "Correct the host and port in COUNTERSIGN_SMTP_URL, and make them reachable from this machine; a port on which TLS begins at once, usually 465, needs smtps:";
  }
}
