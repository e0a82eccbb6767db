/** What an error of PostgreSQL, or of the way to it, means. */
import { DatabaseError } from "pg";
import { StoreFailure } from "../../domain/refusals.ts";

/**
 * Whether nothing was changed and the same transaction may be tried again: it met another one (40001, 40P01), or a row
 * that another one made while it looked (23505, 23503: where serializable transactions meet, these may come first).
 */
export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && conflicts.has(error.code ?? "");
}

/** Whether a constraint refused it: another transaction's row was in the way, or the statement is wrong and fails each time. */
export function mayBeOurs(error: unknown): boolean {
  return error instanceof DatabaseError && /^23/.test(error.code ?? "");
}

const conflicts: ReadonlySet<string> = new Set(["40001", "40P01", "23505", "23503"]);

/** Whether the connection can be used again: the server refused a statement, went on listening, and will take it when it is repeated. */
export function connectionStands(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.severity === "ERROR" &&
    !standsInTheWay.has(error.code ?? "")
  );
}

/**
 * A primary that became a standby: another connection may lead to the new one. A prepared statement that got lost, or whose
 * result has another type since a table was changed (0A000): another connection prepares its own.
 */
const standsInTheWay: ReadonlySet<string> = new Set(["25006", "0A000", "26000", "42P05"]);

/** Whether the session is not the one that the statement was prepared in: it does not know it (26000), or has it already (42P05). */
export function isLostStatement(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === "26000" || error.code === "42P05");
}

/** Whether a prepared statement's result may have another type since a table was changed. */
export function isOutdatedStatement(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "0A000";
}

/**
 * The error to throw: `StoreFailure` where the store cannot; what else PostgreSQL says is a fault of ours. `advice`: what to do
 * about it, which follows the reason.
 */
export function storeFailure(error: unknown, doing: string, advice = ""): unknown {
  if (error instanceof StoreFailure) return error;
  if (error instanceof DatabaseError && !storeCannot.test(error.code ?? "")) return error;
  if (!(error instanceof DatabaseError) && !isOfTheDriver(error)) return error;
  const told = advice === "" ? "" : ` (${advice})`;
  return new StoreFailure(`${doing}: ${textOf(error)}${told}`, { cause: error });
}

/**
 * Connections (08), a transaction that met others too often (40), resources such as a full disk (53), an operator's
 * or a timeout's end (57), the system (58), its own faults (XX), who may connect (28), a database that is not there
 * (3D), a lock that is not free (55P03), a standby (25006).
 */
const storeCannot = /^(08|28|3D|40|53|57|58|XX|55P03|25006|25P03)/;

/** Errors of sockets have a code; several hosts that failed are one error of all of theirs; those that `pg` makes itself are known by their words alone. */
function isOfTheDriver(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && !("code" in error)) {
    return error.errors.every((one) => storeFailure(one, "") instanceof StoreFailure);
  }
  if (
    "code" in error &&
    typeof error.code === "string" &&
    /^(E[A-Z]+|ERR_TLS|ERR_SSL)/.test(error.code)
  ) {
    return true;
  }
  return /^(Connection |Query read timeout|timeout |Client (has|was)|Cannot use a pool|The server does not support SSL|SASL|SCRAM)/.test(
    error.message,
  );
}

function textOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(textOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
