/** Why there is no connection to PostgreSQL, and what an administrator can do. */

/** Advice that follows the driver's message. Empty if there is nothing to add. */
export function whatToDo(error: unknown): string {
  if (error instanceof AggregateError && !("code" in error)) {
    const all = error.errors.map(whatToDo).filter((one) => one !== "");
    return [...new Set(all)].join("; ");
  }
  if (!(error instanceof Error)) return "";
  const code = "code" in error ? String(error.code) : "";
  return byCode.get(code) ?? byWords.find(([words]) => words.test(error.message))?.[1] ?? "";
}

const silent = "no response; check the host, the port, and any firewalls in between";
const password =
  "PostgreSQL rejected the password; put the user's password in the URL or in PGPASSWORD";
const unknownHost = "host not found; check the host name or this machine's DNS";

const byCode: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "connection refused; start PostgreSQL, or correct the host and port"],
  ["ENOTFOUND", unknownHost],
  ["EAI_AGAIN", unknownHost],
  ["ETIMEDOUT", silent],
  ["EHOSTUNREACH", silent],
  ["ENETUNREACH", silent],
  ["28P01", password],
  ["28000", "create that role, or let it in by pg_hba.conf; or correct the user in the URL"],
  ["3D000", "create the database, empty, or correct its name"],
  ["53300", "raise PostgreSQL's max_connections, or run fewer servers and processes"],
]);

/** Messages of the driver itself have no code. */
const byWords: readonly (readonly [RegExp, string])[] = [
  [/^SASL: .*password must be/, password],
  [/^(timeout |Connection terminated due to connection timeout)/, silent],
  [
    /does not support SSL/,
    "turn on TLS in PostgreSQL, or use sslmode=disable if no one else can read the connection",
  ],
];
