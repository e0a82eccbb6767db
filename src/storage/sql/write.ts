/** The ledger's writes as values: a name, and the arguments that the method of that name takes. */
import type { Ledger } from "../../domain/ports/ledger.ts";

/** The methods that change the ledger. They return a promise; reads return an `Awaitable`. */
export type WriteName = {
  [Name in keyof Ledger]: ReturnType<Ledger[Name]> extends Promise<unknown> ? Name : never;
}[keyof Ledger];

export type WriteResult<Name extends WriteName> =
  ReturnType<Ledger[Name]> extends Promise<infer Result> ? Result : never;

/** One write, with the arguments that its method takes. */
export type Write<Name extends WriteName = WriteName> = {
  [One in Name]: { readonly name: One; readonly args: Readonly<Parameters<Ledger[One]>> };
}[Name];
