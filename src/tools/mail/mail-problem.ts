/** What keeps an email from being sent. */

/** The first three concern the mail server, so no email can be sent; the others concern one email. */
export const mailProblems = [
  "unreachable",
  "tls",
  "login",
  "rejected",
  "dropped",
  "other",
] as const;
export type MailProblem = (typeof mailProblems)[number];

/** `error` is of the library. */
export function mailProblemOf(error: unknown): MailProblem {
  const { code, originalCode } = codesOf(error);
  if (/^(EAUTH|ENOAUTH|EOAUTH2)$/.test(code)) return "login";
  if (code === "ETLS" || isOfTls(originalCode)) return "tls";
  if (/^(EENVELOPE|EMESSAGE)$/.test(code)) return "rejected";
  if (notReached.has(code)) return "unreachable";
  return "other";
}

/** `EABORT`: the server took too long. */
const notReached: ReadonlySet<string> = new Set([
  ...["ECONNECTION", "ESOCKET", "EDNS", "ETIMEDOUT", "EPROTOCOL", "EABORT"],
]);

/** Node's codes for what is wrong with TLS include OpenSSL's names. */
function isOfTls(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|^ERR_SSL|^ERR_TLS|^EPROTO$/.test(code);
}

/** A server's response is not among them, because it repeats the recipient. */
export function mailReasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const codes = error as Error & Readonly<Record<string, unknown>>;
  const known = ["code", "originalCode", "timeoutType", "command", "responseCode"];
  const found = known.map((name) => codes[name]).filter((one) => one !== undefined);
  return found.length > 0 ? found.join(" ") : error.name;
}

/** What the mail server said, for someone who sends an email to their own address. It may repeat the recipient. */
export function mailResponseOf(error: unknown): string | undefined {
  const { response } = Object(error) as Readonly<Record<string, unknown>>;
  return typeof response === "string" ? response.slice(0, 300) : undefined;
}

function codesOf(error: unknown): { readonly code: string; readonly originalCode: string } {
  const { code = "", originalCode = "" } = Object(error) as Readonly<Record<string, unknown>>;
  return { code: String(code), originalCode: String(originalCode) };
}
