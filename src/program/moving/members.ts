/** How one member of a line is read and written. Reading is strict. */
import type { SignatureMethod } from "#oauth1";
import { type AccessLevel, isAccessLevel } from "../../domain/access.ts";
import { type Random, Secret } from "../../domain/credentials.ts";
import { isoTime } from "../../domain/iso-time.ts";

export interface Member<Value> {
  readonly name?: string;
  /** Throws `BadRecord`. The name is in double quotes. */
  read(given: unknown, name: string, reading: Reading): Value;
  /** Makes the value of a member that is absent. Without it, the member is required. */
  absent?(members: Members, reading: Reading): Value;
  /** Without it, the value is written as it is. */
  write?(value: Value): unknown;
}

/** By their names, without those that are `null`. */
export type Members = ReadonlyMap<string, unknown>;

export interface Reading {
  /** Records that give no time get this one. */
  readonly now: number;
  readonly random: Random;
  readonly withAdmins: boolean;
  /** What the service accepts (`COUNTERSIGN_SIGNATURE_METHODS`). */
  readonly signatureMethods: readonly SignatureMethod[];
}

/** The message repeats no value that may be a secret. */
export class BadRecord extends Error {}

export function readMember<Value>(
  members: Members,
  name: string,
  { read, absent }: Member<Value>,
  reading: Reading,
): Value {
  const given = members.get(name);
  if (given !== undefined) return read(given, `"${name}"`, reading);
  if (absent !== undefined) return absent(members, reading);
  throw new BadRecord(`"${name}" is missing`);
}

export function named<Value>(name: string, member: Member<Value>): Member<Value> {
  return { ...member, name };
}

export function optional<Value>(member: Member<Value>): Member<Value | undefined> {
  return { ...(member as Member<Value | undefined>), absent: () => undefined };
}

export function orElse<Value>(value: Value, member: Member<Value>): Member<Value> {
  return { ...member, absent: () => value };
}

/** `is` completes the message `"token" is not …`. */
export function value<Value>(fits: (given: unknown) => given is Value, is: string): Member<Value> {
  return {
    read(given, name) {
      if (fits(given)) return given;
      throw new BadRecord(`${name} is not ${is}`);
    },
  };
}

/** The shape is a regular expression, or has the same method. */
export function text<Text extends string>(shape: Shape = /^/, is = "a string"): Member<Text> {
  return {
    read(given, name) {
      if (typeof given !== "string") {
        throw new BadRecord(`${name} is not a string in double quotes`);
      }
      if (shape.test(given)) return given as Text;
      throw new BadRecord(`${name} is not ${is}`);
    },
  };
}

export interface Shape {
  test(text: string): boolean;
}

/** `why` completes the message `"id": …`. */
export function explainedText<Text extends string>(shape: Shape, why: string): Member<Text> {
  return {
    read(given, name, reading) {
      const found = text<Text>().read(given, name, reading);
      if (shape.test(found)) return found;
      throw new BadRecord(`${name}: ${why}`);
    },
  };
}

export function secret(shape: Shape, is: string): Member<Secret> {
  const { read } = text(shape, is);
  return {
    read: (given, name, reading) => new Secret(read(given, name, reading)),
    write: (one) => one.reveal(),
  };
}

export const level: Member<AccessLevel> = text({ test: isAccessLevel }, "read or write");

export const flag: Member<boolean> = orElse(
  false,
  value((given) => typeof given === "boolean", "true or false"),
);

export const time: Member<number> = {
  read(given, name, reading) {
    const form = "a time with a zone, such as 2019-03-01T09:30:00Z";
    const at = isoTime(text(timeShape, form).read(given, name, reading));
    if (at >= 0) return at;
    throw new BadRecord(`${name} is not ${form}, from 1970 on`);
  },
  write: (at) => new Date(at).toISOString(),
};

const timeShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)$/;

/** The time of the import, if the line gives none. */
export const past: Member<number> = {
  ...time,
  read(given, name, reading) {
    const at = time.read(given, name, reading);
    if (at <= reading.now) return at;
    throw new BadRecord(`${name} is in the future`);
  },
  absent: (_, { now }) => now,
};

export function texts(max: number): Member<readonly string[]> {
  return value(
    (given): given is readonly string[] =>
      Array.isArray(given) && given.length <= max && given.every((one) => typeof one === "string"),
    `a list of at most ${max} strings`,
  );
}

export function distinctTexts(max: number): Member<readonly string[]> {
  return {
    read(given, name, reading) {
      const list = texts(max).read(given, name, reading);
      if (new Set(list).size === list.length) return list;
      throw new BadRecord(`${name} has a duplicate`);
    },
  };
}

/** `one` completes the message `"transports" has an unknown …`. None, if it is absent. */
export function someOf<Text extends string>(
  known: readonly Text[],
  max: number,
  one: string,
): Member<readonly Text[]> {
  return orElse([], {
    read(given, name, reading) {
      const list = new Set(texts(max).read(given, name, reading));
      const found = known.filter((other) => list.has(other));
      if (found.length === list.size) return found;
      throw new BadRecord(`${name} has an unknown ${one}; expected ${known.join(", ")}`);
    },
  });
}

export const count: Member<number> = value(isCount, "a whole number from 0");

export const counts: Member<Readonly<Record<string, number>>> = value(
  (given): given is Readonly<Record<string, number>> =>
    typeof given === "object" &&
    !Array.isArray(given) &&
    Object.values(given ?? {}).every((one) => isCount(one) && one > 0),
  "an object of whole numbers from 1",
);

function isCount(given: unknown): given is number {
  return Number.isSafeInteger(given) && Number(given) >= 0;
}

/** Reads base64 in either alphabet, and writes this one. */
export function bytes(max: number, alphabet: "base64" | "base64url"): Member<Uint8Array> {
  const base64 = text(/^[A-Za-z0-9+/_-]*={0,2}$/, "base64 or base64url");
  return {
    read(given, name, reading) {
      const found = Buffer.from(base64.read(given, name, reading), "base64");
      if (found.length === 0) throw new BadRecord(`${name} is missing`);
      if (found.length > max) throw new BadRecord(`${name} has more than ${max} bytes`);
      return new Uint8Array(found);
    },
    write: (one) => Buffer.from(one).toString(alphabet),
  };
}
