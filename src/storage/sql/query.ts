/** The types of the reads that use the query builder. */
import type { Kysely } from "kysely";
import type { Awaitable } from "../../domain/awaitable.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { Tables } from "./schema.ts";
import type { WriteName } from "./write.ts";

export type QueryName = Exclude<keyof Ledger, WriteName | OwnReadName>;

/** Reads that each engine implements itself: credentials, what every start needs, and health. */
type OwnReadName =
  | "consumerCredentials"
  | "accessTokenCredentials"
  | "requestTokenCredentials"
  | "bearerApplication"
  | "outstandingBearerToken"
  | "storedCredentials"
  | "applicationLimits"
  | "hasAdmin"
  | "bytes"
  | "ping"
  | "problems";

export type Found<Name extends QueryName> =
  ReturnType<Ledger[Name]> extends Awaitable<infer Value> ? Value : never;

/** Each read as a function of its database. Its parameters and its result are those of its method in the port. */
export type Queries = {
  readonly [Name in QueryName]: (
    db: Kysely<Tables>,
    ...args: Parameters<Ledger[Name]>
  ) => Promise<Found<Name>>;
};
