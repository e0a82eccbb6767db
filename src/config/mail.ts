import { Secret } from "../domain/credentials.ts";
import { isMailAddress } from "../tools/mail/email-message.ts";
import type { MailServer } from "../tools/mail/smtp.ts";
import { isLoopbackHost } from "./addresses.ts";
import { ConfigProblem, type ConfigRow, type ValuesOf } from "./row.ts";

export const mailRows = {
  smtpUrl: {
    name: "SMTP_URL",
    meaning:
      "The SMTP server for the service's email, such as password reset links. `smtp:` requires STARTTLS, unless the server is on a loopback host; `smtps:` always uses TLS. The server's certificate is verified. Default: no email is sent.",
    shape:
      "smtp://user:password@host:port or smtps://…, user and password percent-encoded, default port 587 or 465; requires MAIL_FROM",
    example: "smtps://mailer:p%40ssword@mail.example.com",
    default: "",
    read: readSmtpUrl,
    secret: true,
  },
  mailFrom: {
    name: "MAIL_FROM",
    meaning: "The sender of the service's email.",
    shape: "an email address, alone or as `Name <address>`; requires SMTP_URL",
    example: "Example ID <id@example.com>",
    default: "",
    read: readSender,
  },
} as const satisfies Record<string, ConfigRow>;

export function mailSettings({ smtpUrl, mailFrom }: ValuesOf<typeof mailRows>) {
  return { mailServer: mailServerFrom(smtpUrl, mailFrom) };
}

/** Returns undefined if the service sends no email. */
function mailServerFrom(
  server: Omit<MailServer, "from"> | undefined,
  from: MailServer["from"] | undefined,
): MailServer | undefined {
  if (server !== undefined && from !== undefined) return { ...server, from };
  if (server === undefined && from === undefined) return undefined;
  throw new ConfigProblem(
    ["SMTP_URL", "MAIL_FROM"],
    "they go together; set both, or neither, for example COUNTERSIGN_MAIL_FROM=id@example.com",
  );
}

/** No message repeats any part of the value, which contains a password. */
function readSmtpUrl(text: string): Omit<MailServer, "from"> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "smtp:" && url.protocol !== "smtps:")) {
    throw new Error("it is not an smtp: or smtps: URL");
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (host === "") throw new Error("it has no host");
  if (!/^\/?$/.test(url.pathname) || url.search !== "" || url.hash !== "") {
    throw new Error("it has more than a user, a password, a host, and a port");
  }
  const secure = url.protocol === "smtps:";
  return {
    host,
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    tls: secure ? "from-the-start" : isLoopbackHost(host) ? "none" : "starttls",
    credentials: credentialsOf(url),
  };
}

function credentialsOf(url: URL): MailServer["credentials"] {
  if (url.username === "" && url.password === "") return undefined;
  if (url.username === "" || url.password === "") {
    throw new Error("user and password go together");
  }
  try {
    const password = new Secret(decodeURIComponent(url.password));
    return { user: decodeURIComponent(url.username), password };
  } catch {
    throw new Error("user or password is not percent-encoded");
  }
}

function readSender(text: string): MailServer["from"] {
  const [, name = "", inside] = /^([^<>\p{Cc}]{0,100})<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const address = inside ?? text.trim();
  if (!isMailAddress(address)) throw new Error(`${JSON.stringify(text)} has no email address`);
  return { name: name.trim(), address };
}
