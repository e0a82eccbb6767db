/** What is wrong with a value, in words for the user who wrote it: what to change, and nothing of the validator. */
import { z } from "zod";
import { nearestName } from "../../domain/nearest-name.ts";

export interface InputProblem {
  readonly path: readonly PropertyKey[];
  /** Follows the place, such as ` must be text`. */
  readonly words: string;
}

/** More would say nothing new, and each takes a while. */
const maxProblems = 20;

/** `members` is what the parts of the value are called. A place has one problem, the first, and `most` are returned. */
export function validated<Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  members: "member" | "parameter" = "member",
  most = maxProblems,
):
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly InputProblem[] } {
  const context = { async: false, error: wordsOf } as const;
  // `safeParse` words every issue, and a large body can have tens of thousands.
  const run = schema._zod.run({ value, issues: [] }, context);
  if (run instanceof Promise) throw new TypeError("schemas of input are synchronous");
  if (run.issues.length === 0) return { ok: true, value: run.value as Value };
  const problems = run.issues.slice(0, most).flatMap((raw) => {
    const issue = z.core.util.finalizeIssue(raw, context, z.core.config());
    return problemsIn(issue, { members, most }, namesIn(raw.inst));
  });
  const byPlace = Map.groupBy(problems, ({ path }) => placeOf(path));
  const first = [...byPlace.values()].flatMap(([one]) => one ?? []);
  return { ok: false, problems: first.slice(0, most) };
}

/** `applications[3].limits` */
export function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((one) => (typeof one === "number" ? `[${one}]` : `.${String(one)}`))
    .join("")
    .replace(/^\./, "");
}

/** `known` are the names that the object could have. */
function problemsIn(
  issue: z.core.$ZodIssue,
  words: { readonly members: string; readonly most: number },
  known: readonly string[] = [],
): readonly InputProblem[] {
  const { path } = issue;
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.slice(0, words.most).map((name) => ({
        path: [...path, name],
        words: `: unknown ${words.members}${meant(name, known)}`,
      }));
    case "invalid_key":
      return [
        {
          path: path.slice(0, -1),
          words: ` has a name that ${issue.issues[0]?.message ?? "is not allowed"}`,
        },
      ];
    case "invalid_union": {
      const nearest = issue.errors.find((all) => all.every(isInsideOption));
      const inside = nearest?.flatMap((one) =>
        problemsIn({ ...one, path: [...path, ...one.path] }, words),
      );
      return inside ?? [{ path, words: ` ${issue.message}` }];
    }
    default:
      return [{ path, words: ` ${issue.message}` }];
  }
}

/** The value has the members of this option of a union, and something is wrong with their values. */
function isInsideOption({ path, code, message }: z.core.$ZodIssue): boolean {
  return path.length > 0 && code !== "unrecognized_keys" && message !== required;
}

function namesIn(schema: unknown): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function meant(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? "" : ` (did you mean ${nearest}?)`;
}

const required = "is required";

/** A predicate, unless the schema has its own. */
export function wordsOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? required : `must be ${types[issue.expected] ?? "another"}`;
    case "invalid_value":
      return issue.input === undefined ? required : `must be ${choice(issue.values)}`;
    case "too_big":
      return isNumber(issue.origin)
        ? `must be ${issue.maximum} or less`
        : `can have up to ${issue.maximum} ${unitOf(issue.origin)}`;
    case "too_small":
      if (isNumber(issue.origin)) return `must be ${issue.minimum} or more`;
      return issue.minimum === 1
        ? "must not be empty"
        : `must have at least ${issue.minimum} ${unitOf(issue.origin)}`;
    case "invalid_format":
      return formats[issue.format] ?? "has the wrong form";
    case "invalid_union":
      // Of objects of several kinds: the values of the member that tells them apart.
      return Array.isArray(issue.options) ? `must be ${choice(issue.options)}` : "is not allowed";
    default:
      return issue.input === undefined ? required : "is not allowed";
  }
}

const types: Partial<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

const formats: Partial<Record<string, string>> = {
  datetime: "must be a time in UTC, such as 2026-05-03T09:00:00.000Z",
  date: "must be a date, such as 2026-05-03",
};

function isNumber(origin: string): boolean {
  return origin === "number" || origin === "int" || origin === "bigint";
}

function unitOf(origin: string): string {
  return origin === "string" ? "characters" : "entries";
}

function choice(values: readonly unknown[]): string {
  const [last, ...others] = values.map(String).toReversed();
  if (others.length === 0) return last ?? "";
  const list = others.toReversed().join(", ");
  return `${list}${others.length > 1 ? "," : ""} or ${last}`;
}
