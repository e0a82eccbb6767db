/** A JSON object is read strictly: an unknown member is probably a mistake. */
import { isoTime } from "../../domain/iso-time.ts";

/** The message repeats no value that may be a secret. */
export class BadRecord extends Error {}

export interface Members {
  /** Throws if it is absent or does not fit. */
  text(name: string, fits: Fits): string;
  optionalText(name: string, fits: Fits): string | undefined;
  /** Returns false if it is absent. */
  flag(name: string): boolean;
  /** Reads an ISO 8601 time with its zone. */
  time(name: string): number | undefined;
  texts(name: string, most: number): readonly string[] | undefined;
  /** Reads a whole number from 0, if there is one. */
  count(name: string): number | undefined;
  /** Reads an object of whole numbers from 1. */
  counts(name: string): Readonly<Record<string, number>> | undefined;
  /** Reads base64 in either alphabet. Throws if it is absent, empty or too long. */
  bytes(name: string, most: number): Uint8Array;
}

/** The function describes what is wrong with a text and which form is expected. */
type Fits = Form | ((text: string) => string | undefined);

/** `is` completes the message `"token" is not …`. */
export interface Form {
  readonly shape: RegExp;
  readonly is: string;
}

/** Throws `BadRecord`, and so do the methods of the result. `null` counts as absent. */
export function membersOf(value: unknown, known: readonly string[]): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new BadRecord("it is not a JSON object");
  }
  const given = new Map(Object.entries(value).filter(([, one]) => one !== null));
  for (const name of given.keys()) {
    if (!known.includes(name)) {
      throw new BadRecord(
        `it has an unknown member ${quoted(name)}; its members are ${known.join(", ")}`,
      );
    }
  }
  return {
    text(name, fits) {
      const found = textIn(name, fits);
      if (found === undefined) throw new BadRecord(`${quoted(name)} is missing`);
      return found;
    },
    optionalText: textIn,
    flag(name) {
      const found = given.get(name) ?? false;
      if (typeof found !== "boolean") throw new BadRecord(`${quoted(name)} is not true or false`);
      return found;
    },
    time(name) {
      const found = textIn(name, time);
      if (found === undefined) return undefined;
      const at = isoTime(found);
      if (!(at >= 0)) throw new BadRecord(`${quoted(name)} is not ${time.is}, from 1970 on`);
      return at;
    },
    texts(name, most) {
      const found = given.get(name);
      if (found === undefined) return undefined;
      if (!isTexts(found) || found.length > most) {
        throw new BadRecord(`${quoted(name)} is not a list of at most ${most} strings`);
      }
      return found;
    },
    count(name) {
      const found = given.get(name);
      if (found === undefined || isCount(found)) return found;
      throw new BadRecord(`${quoted(name)} is not a whole number from 0`);
    },
    counts(name) {
      const found = given.get(name);
      if (found === undefined || isCounts(found)) return found;
      throw new BadRecord(`${quoted(name)} is not an object of whole numbers from 1`);
    },
    bytes(name, most) {
      const text = textIn(name, base64);
      const found = Buffer.from(text ?? "", "base64");
      if (found.length === 0) throw new BadRecord(`${quoted(name)} is missing`);
      if (found.length > most) throw new BadRecord(`${quoted(name)} has more than ${most} bytes`);
      return new Uint8Array(found);
    },
  };

  function textIn(name: string, fits: Fits): string | undefined {
    const found = given.get(name);
    if (found === undefined) return undefined;
    if (typeof found !== "string") {
      throw new BadRecord(`${quoted(name)} is not a string in double quotes`);
    }
    if ("shape" in fits) {
      if (fits.shape.test(found)) return found;
      throw new BadRecord(`${quoted(name)} is not ${fits.is}`);
    }
    const problem = fits(found);
    if (problem !== undefined) throw new BadRecord(`${quoted(name)}: ${problem}`);
    return found;
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isCounts(value: unknown): value is Readonly<Record<string, number>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((one) => isCount(one) && one > 0);
}

export const anything: Form = { shape: /^/, is: "a string" };

const time: Form = {
  shape: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)$/,
  is: "a time with a zone, such as 2019-03-01T09:30:00Z",
};

const base64: Form = { shape: /^[A-Za-z0-9+/_-]*={0,2}$/, is: "base64 or base64url" };

/** The name may come from an anonymous caller's file, and it is printed on a terminal. */
function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 40));
}
