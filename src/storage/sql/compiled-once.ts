import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { Tables } from "./schema.ts";

type Value = string | number | null | Uint8Array;

/**
 * A query that is built and compiled once per database and then run with the values of each call. Building
 * costs several times as much as running. `build` gets placeholders named like the values; it must pass them on
 * without computing anything from them. Every call must have the same names.
 */
export function compiledOnce<Parameters extends Readonly<Record<keyof Parameters, Value>>, Row>(
  build: (db: Kysely<Tables>, values: Parameters) => Compilable<Row>,
): (db: Kysely<Tables>, values: Parameters) => Promise<readonly Row[]> {
  const compiled = new WeakMap<Kysely<Tables>, CompiledQuery<Row>>();

  return async (db, values) => {
    const query = compiled.get(db) ?? compile(db, Object.keys(values));
    const parameters = query.parameters.map((one) =>
      one instanceof Placeholder ? values[one.name as keyof Parameters] : one,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };

  function compile(db: Kysely<Tables>, names: readonly string[]): CompiledQuery<Row> {
    const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]));
    // `build` only passes the placeholders on, so they need not be values.
    const query = build(db, placeholders as unknown as Parameters).compile();
    compiled.set(db, query);
    return query;
  }
}

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** A value computed from a placeholder would be reused for all calls. */
  [Symbol.toPrimitive](): never {
    throw new TypeError(`the value of ${this.name} is not known while the query is built`);
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }
}
