/** A mail server on a free port, which keeps every mail that it gets. */
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { TestCertificate } from "./tls.ts";

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** As it was sent. */
  readonly raw: string;
  /** Header fields by their names in lower case, unfolded and decoded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** The HTML document, if the mail has one. */
  readonly html: string | undefined;
  readonly overTls: boolean;
  readonly user: string | undefined;
}

export interface TestMailServer extends AsyncDisposable {
  readonly port: number;
  readonly received: readonly Received[];
  /** Resolves once it has received this many mails in total. */
  has(count: number): Promise<readonly Received[]>;
}

/** With `certificate`, it offers STARTTLS; with `secure` as well, it uses TLS from the start. */
export async function startMailServer(
  options: Omit<SMTPServerOptions, "onData" | "cert" | "key"> = {},
  certificate?: TestCertificate,
): Promise<TestMailServer> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    ...(certificate === undefined
      ? { disabledCommands: ["STARTTLS"] }
      : { cert: readFileSync(certificate.certificate), key: readFileSync(certificate.key) }),
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          ...parsed(Buffer.concat(chunks).toString("utf8")),
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map((one) => one.address),
          overTls: session.secure,
          user: session.user as string | undefined,
        });
        done();
        for (const look of waiting) look();
      });
    },
  });
  // Some tests are about clients that give up in the middle.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    has(count) {
      return new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      });
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The first link in a mail. */
export function linkIn({ text }: Received): URL {
  return new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "");
}

function parsed(raw: string): Pick<Received, "raw" | "headers" | "text" | "html"> {
  const { headers } = entity(raw);
  const [text = textOf(raw), html] = partsOf(raw).map(textOf);
  return { raw, headers, text, html };
}

/** The parts of a multipart; of anything else there are none. */
function partsOf(raw: string): readonly string[] {
  const { headers, body } = entity(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get("content-type") ?? "")?.[1];
  if (boundary === undefined) return [];
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => part.replace(/^\r\n/, "").replace(/\r\n$/, ""));
}

/** A document with its pictures begins with the document. */
function textOf(raw: string): string {
  const [first] = partsOf(raw);
  if (first !== undefined) return textOf(first);
  const { headers, body } = entity(raw);
  const encoding = headers.get("content-transfer-encoding") ?? "7bit";
  return decodedBody(body, encoding.toLowerCase()).replaceAll("\r\n", "\n");
}

/** Header fields and body of a mail, or of a part of one. */
function entity(raw: string): { headers: ReadonlyMap<string, string>; body: string } {
  const [head, body] = divided(raw, "\r\n\r\n");
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const [name, value] = divided(line, ": ");
      return [name.toLowerCase(), encodedWords(value)] as const;
    }),
  );
  return { headers, body };
}

function divided(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return [text.slice(0, at), text.slice(at + by.length)];
}

function decodedBody(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  return encoding === "quoted-printable" ? quotedPrintable(body.replace(/=\r\n/g, "")) : body;
}

/** RFC 2047, in UTF-8. */
function encodedWords(value: string): string {
  return value
    .replace(/\?= +=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(text, "base64").toString("utf8")
        : quotedPrintable(text.replaceAll("_", " ")),
    );
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
