import type { Attachment } from "nodemailer/lib/mailer/index.js";
import type { Secret } from "../../domain/credentials.ts";
import { type EmailMessage, logoIds, type MailLogo } from "./email-message.ts";

/** Throws if the server does not accept the message. */
export type Deliver = (email: EmailMessage, signal: AbortSignal) => Promise<void>;

/** A server that is silent for longer counts as down. */
const patience = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
};

/** A server that sends a little again and again is not silent, and must not keep the place of other emails. */
const maxMs = 60_000;

/**
 * Emails are rare, so each uses a new connection. `withinMs` bounds a whole delivery. `logo` is attached to emails
 * with an HTML document.
 */
export function smtpTo(
  server: MailServer,
  withinMs = maxMs,
  logo: () => Promise<MailLogo | undefined> = async () => undefined,
): Deliver {
  const { from } = server;
  return async (email, stopping) => {
    const transport = await transportTo(server);
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(withinMs)]);
    try {
      await transport.sendMail({
        from,
        to: { name: "", address: email.to },
        envelope: { from: from.address, to: [email.to] },
        subject: email.subject,
        text: email.text,
        ...(email.html !== undefined && documentWith(email.html, await logo())),
        headers: { "auto-submitted": "auto-generated" },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      });
    } finally {
      transport.close();
    }
  };
}

function documentWith(
  document: NonNullable<EmailMessage["html"]>,
  logo: MailLogo | undefined,
): { html: string; attachments: Attachment[] } {
  const pictures = logo && [
    [logoIds.light, logo.light] as const,
    ...(logo.dark ? [[logoIds.dark, logo.dark] as const] : []),
  ];
  return {
    html: document(logo),
    attachments: (pictures ?? []).map(([cid, { body }]) => ({
      cid,
      content: Buffer.from(body),
      contentType: "image/png",
      contentDisposition: "inline",
      // With a name, some programs list it as an attached file.
      filename: false,
    })),
  };
}

/** Connects, with TLS and credentials if configured, and sends nothing. Throws the library's error. */
export async function verifySmtp(server: MailServer): Promise<void> {
  const transport = await transportTo(server);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function transportTo({ host, port, tls, credentials }: MailServer) {
  // This loads with the first email: a service that sends none saves its time and memory.
  const { createTransport } = await import("nodemailer");
  return createTransport({
    host,
    port,
    secure: tls === "from-the-start",
    requireTLS: tls === "starttls",
    // A server on this machine often has a self-signed certificate.
    ignoreTLS: tls === "none",
    tls: { minVersion: "TLSv1.2" },
    ...(credentials && {
      auth: { user: credentials.user, pass: credentials.password.reveal() },
    }),
    ...patience,
  });
}

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `none` is only for a server on this machine. */
  readonly tls: "from-the-start" | "starttls" | "none";
  readonly credentials: { readonly user: string; readonly password: Secret } | undefined;
  readonly from: { readonly name: string; readonly address: string };
}
