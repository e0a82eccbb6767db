import type { Secret } from "../domain/credentials.ts";

/** The SMTP server that takes our mails, and whom they are from. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `none` is for a server on this machine alone. */
  readonly tls: "from-the-start" | "starttls" | "none";
  readonly credentials: { readonly user: string; readonly password: Secret } | undefined;
  readonly from: { readonly name: string; readonly address: string };
}
