/** What a line has about one thing, read and written by one description. */
import { type Field, type Fields, snakeName } from "../../domain/fields/field.ts";
import {
  BadRecord,
  distinctTexts,
  flag,
  level,
  type Member,
  type Members,
  orElse,
  type Reading,
  readMember,
  text,
} from "./members.ts";

export interface Codec<Value> {
  /** The names of its members. */
  readonly names: readonly string[];
  /** Throws `BadRecord`. */
  read(members: Members, reading: Reading): Value;
  write(value: Value): object;
}

/** A member has the name of its property in snake case, if it has no other. */
type Parts<Value> = {
  readonly [Name in keyof Value]-?: Member<Value[Name]> | Codec<Value[Name]>;
};

export function object<Value>(parts: Parts<Value>): Codec<Value> {
  const codecs = Object.entries<Member<unknown> | Codec<unknown>>(parts).map(
    ([name, part]) => [name, "names" in part ? part : codecOf(snakeName(name), part)] as const,
  );
  return {
    names: codecs.flatMap(([, codec]) => codec.names),
    read: (members, reading) =>
      Object.fromEntries(
        codecs.map(([name, codec]) => [name, codec.read(members, reading)]),
      ) as Value,
    write: (value) =>
      Object.assign({}, ...codecs.map(([name, codec]) => codec.write(value[name as keyof Value]))),
  };
}

/** What is empty or off is left out. */
function codecOf(property: string, member: Member<unknown>): Codec<unknown> {
  const { name = property, write } = member;
  return {
    names: [name],
    read: (members, reading) => readMember(members, name, member, reading),
    write(value) {
      const written = value === undefined || write === undefined ? value : write(value);
      return written === undefined || written === "" || written === false
        ? {}
        : { [name]: written };
    },
  };
}

/** `complete` makes the value from what the members have. It may throw `BadRecord`. */
export function completed<Value>(
  codec: Codec<Value>,
  complete: (value: Value, reading: Reading) => Value,
): Codec<Value> {
  return {
    ...codec,
    read: (members, reading) => complete(codec.read(members, reading), reading),
  };
}

/** Its members are all there, or none of them. */
export function allOrNone<Value>({ names, read, write }: Codec<Value>): Codec<Value | undefined> {
  return {
    names,
    read(members, reading) {
      if (!names.some((name) => members.has(name))) return undefined;
      if (names.every((name) => members.has(name))) return read(members, reading);
      throw new BadRecord(`${names.map((name) => `"${name}"`).join(" and ")} go together`);
    },
    write: (value) => (value === undefined ? {} : write(value)),
  };
}

/** A value that no member has. */
export function unwritten<Value>(makeValue: (reading: Reading) => Value): Codec<Value> {
  return { names: [], read: (_, reading) => makeValue(reading), write: () => ({}) };
}

/** The members of a noun's fields. One that is absent is empty or off. */
export function fieldMembers<Noun>(fields: Fields<Noun>): {
  readonly [Name in keyof Noun]: Member<Noun[Name]>;
} {
  const pairs = Object.entries<Field>(fields).map(([name, field]) => [name, fieldMember(field)]);
  return Object.fromEntries(pairs);
}

function fieldMember(field: Field): Member<unknown> {
  switch (field.kind) {
    case "text":
      return field.required ? text() : orElse("", text());
    case "link":
      return orElse("", text());
    case "level":
      return level;
    case "flag":
      return flag;
    case "list":
      return orElse([], distinctTexts(field.max));
  }
}
