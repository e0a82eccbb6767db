/** Classifies errors of PostgreSQL, and of the connection to it. */
import { DatabaseError } from "pg";
import { StoreFailure } from "../../domain/errors.ts";
import { whatToDo } from "./no-connection.ts";

/**
 * Whether nothing was changed and the transaction can be retried: it conflicted with another one (40001,
 * 40P01), or with a row that another one inserted meanwhile (23505, 23503, which serializable transactions can
 * meet first).
 */
export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error));
}

/**
 * Whether a constraint rejected it. Either another transaction's row conflicts, or the statement is wrong and
 * fails each time.
 */
export function mayBeOurs(error: unknown): boolean {
  return /^23/.test(codeOf(error));
}

const conflicts: ReadonlySet<string> = new Set(["40001", "40P01", "23505", "23503"]);

/** Whether a notice means that no synchronous standby has confirmed the commit, so it may not survive a failover. */
export function isUnconfirmed(code: string | undefined): boolean {
  return unconfirmed.has(code ?? "");
}

const unconfirmed: ReadonlySet<string> = new Set(["01000", "57P01", "57014"]);

/**
 * Whether the connection can be used again: the server rejected a statement, keeps listening, and would accept
 * the statement if it were repeated.
 */
export function connectionStands(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.severity === "ERROR" &&
    !standsInTheWay.has(codeOf(error))
  );
}

/**
 * Errors after which another connection may work: the primary became a standby, or a prepared statement was
 * lost or changed its result type because a table was altered (0A000).
 */
const standsInTheWay: ReadonlySet<string> = new Set(["25006", "0A000", "26000", "42P05"]);

/**
 * Whether the statement was prepared in another session: this one does not know it (26000) or already has it
 * (42P05).
 */
export function isLostStatement(error: unknown): boolean {
  return lostStatement.has(codeOf(error));
}

const lostStatement: ReadonlySet<string> = new Set(["26000", "42P05"]);

/** Whether a prepared statement's result type has changed because a table was altered. */
export function isOutdatedStatement(error: unknown): boolean {
  return codeOf(error) === "0A000";
}

/**
 * The error to throw: `StoreFailure` if the store cannot respond. Any other error of PostgreSQL is a bug of ours
 * and returned as it is.
 */
export function storeFailure(error: unknown, doing: string): unknown {
  const storeIsTheCause = storeCannot.test(codeOf(error)) || isOfTheDriver(error);
  return storeIsTheCause ? new StoreFailure(`${doing}: ${textOf(error)}`, { cause: error }) : error;
}

/**
 * The error to throw if no host gave a connection; `failures` has one for each. The reason does not matter: a
 * role without the right to connect or a certificate that is out of date stop the database like a broken network.
 */
export function noConnection(failures: readonly unknown[], name: string): StoreFailure {
  const [only] = failures;
  const failure = failures.length === 1 ? only : new AggregateError(failures, "no host");
  if (failure instanceof StoreFailure) return failure;
  const advice = whatToDo(failure);
  const told = advice === "" ? "" : ` (${advice})`;
  return new StoreFailure(`no connection to ${name}: ${textOf(failure)}${told}`, {
    cause: failure,
  });
}

/**
 * Connections (08), repeated conflicts (40), resources such as a full disk (53), shutdown or timeout (57), the
 * system (58), internal errors (XX), authentication (28), a missing database (3D), a lock that is not free
 * (55P03), a standby (25006).
 */
const storeCannot = /^(08|28|3D|40|53|57|58|XX|55P03|25006|25P03)/;

/** Errors of sockets and TLS have a code. Errors that `pg` makes itself are only known by their text. */
function isOfTheDriver(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DatabaseError) return false;
  if ("code" in error && typeof error.code === "string" && /^E[A-Z]/.test(error.code)) return true;
  return /^(Connection |Query read timeout|Client (has|was))/.test(error.message);
}

/** The code of an error that PostgreSQL reported. */
function codeOf(error: unknown): string {
  return error instanceof DatabaseError ? (error.code ?? "") : "";
}

function textOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(textOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
