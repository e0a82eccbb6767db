/** The database's writes as values and as functions of a transaction. */
import type { Kysely } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import type { Tables } from "./schema.ts";

export interface Transaction {
  readonly db: Kysely<Tables>;
  readonly keys: KeyRing;
  /** The audit events so far. They are logged once the transaction is committed. */
  readonly events: AuditEvent[];
  /** The slot for shared counts. Concurrent transactions have different ones if possible. */
  readonly slot: number;
}

/** The methods that change the database. They return a promise on every engine; a read may return its value. */
export type WriteName = {
  [Name in keyof Ledger]: Ledger[Name] extends (...args: never[]) => Promise<unknown>
    ? Name
    : never;
}[keyof Ledger];

export type WriteResult<Name extends WriteName> =
  ReturnType<Ledger[Name]> extends Promise<infer Result> ? Result : never;

/** A write, with the arguments that its method takes. */
export type Write<Name extends WriteName = WriteName> = {
  [One in Name]: { readonly name: One; readonly args: Readonly<Parameters<Ledger[One]>> };
}[Name];

/** Each write as a function of its transaction. Its parameters and its result are those of its method in the port. */
export type Writes = {
  readonly [Name in WriteName]: (
    transaction: Transaction,
    ...args: Write<Name>["args"]
  ) => Promise<WriteResult<Name>>;
};
