import type { Secret } from "../domain/credentials.ts";

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `none` is only for a server on this machine. */
  readonly tls: "from-the-start" | "starttls" | "none";
  readonly credentials: { readonly user: string; readonly password: Secret } | undefined;
  readonly from: { readonly name: string; readonly address: string };
}
