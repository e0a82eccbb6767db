/** The driver's connection, as this engine needs it. */
import { Client, type ClientConfig, types } from "pg";
import { StoreFailure } from "../../domain/errors.ts";

/** The address of a PostgreSQL server. */
export interface PostgresAddress {
  /** A URL for each host, in the order in which they are tried. */
  readonly hosts: readonly [string, ...string[]];
  /** Hosts and database, without user and password, for messages and logs. */
  readonly name: string;
}

/**
 * An idle connection that ends emits an event, which would end the process if no one listened. The pool only
 * listens while it holds the connection itself. With this listener, the next statement fails and gives the
 * reason.
 */
export class QuietClient extends Client {
  /**
   * Whether the server session belongs to this connection alone. A pooler may give each transaction to another
   * one.
   */
  ownsSession = false;

  constructor(...options: ConstructorParameters<typeof Client>) {
    super(...options);
    this.on("error", () => {});
  }
}

/**
 * Each client reads the files that the URL names, such as `sslrootcert`. Where one cannot be read, its connection
 * fails. To throw it here would end the process: the pool makes clients when others have ended, and no one catches what
 * it throws then.
 */
export function clientFor(options: ClientConfig): QuietClient {
  try {
    return new QuietClient(options);
  } catch (error) {
    return Object.assign(new QuietClient(), {
      connect: (done: (error: unknown) => void) => process.nextTick(done, error),
    });
  }
}

/**
 * Rejects replicas, which can show states that never existed on the primary. A pooler gives each client a
 * process number of its own; if the number is the server's, no pooler is in between.
 */
export async function greet(client: QuietClient): Promise<void> {
  const text = "select pg_is_in_recovery() as standby, pg_backend_pid() as process";
  const { rows } = await client.query<{ standby: boolean; process: number }>(text);
  if (rows[0]?.standby !== false) throw new StoreFailure("the host is a standby");
  // The types of pg leave this property out.
  const { processID } = client as unknown as { readonly processID: number | null };
  client.ownsSession = processID === rows[0].process;
}

/** Parses eight-byte numbers and their sums. None of ours exceeds 2^53. */
export function parserOf(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === types.builtins.INT8 || oid === types.builtins.NUMERIC) return Number;
  return types.getTypeParser(oid, format as "text");
}

/**
 * Adapts two kinds of values that SQLite accepts and PostgreSQL does not: NUL in a text becomes U+FFFD, and a
 * text that is no number, compared with a number, matches no row.
 */
export function bindable(value: unknown): unknown {
  if (typeof value === "string" && value.includes("\0")) return value.replaceAll("\0", "\uFFFD");
  if (typeof value !== "number") return value;
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return Math.sign(value) * Number.MAX_SAFE_INTEGER;
  return Number.isInteger(value) ? value : null;
}
