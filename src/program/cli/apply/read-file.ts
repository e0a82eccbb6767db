import { type Document, isMap, isPair, isScalar, LineCounter, parseDocument, visit } from "yaml";
import type { z } from "zod";
import { typedText } from "../../../domain/typed-text.ts";
import { foldScreenName, withoutAt } from "../../../domain/user.ts";
import type { Configuration } from "../../../http/admin-api/configuration/wanted.ts";
import { Failed } from "../outcome.ts";
import { type ApplyFile, applyFile } from "./file.ts";
import type { ListedApplication } from "./target.ts";

/** YAML, and so JSON too. Throws `Failed` with everything that is wrong, each with its line. */
export function readApplyFile(text: string, name: string): ApplyFile {
  const lines = new LineCounter();
  // The library compares each key with every other one.
  const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: false };
  const document = parseDocument(text, options);
  const broken = [...document.errors, ...document.warnings];
  if (broken.length > 0) {
    throw problems(
      name,
      broken.map(({ code, pos: [at], message }) => ({
        line: lines.linePos(at).line,
        message: code === "MULTIPLE_DOCS" ? "a second document begins; keep one" : message,
      })),
    );
  }
  const wrong = wrongNames(document, lines);
  if (wrong.length > 0) throw problems(name, wrong);
  const read = applyFile.safeParse(plainValue(document, name));
  if (read.success) return read.data;
  throw problems(
    name,
    read.error.issues
      .flatMap(plainIssues)
      .slice(0, maxProblems + 1)
      .map(({ path, message }) => ({
        line: lineOf(document, path, lines),
        message: path.length === 0 ? message : `${placeOf(path)}: ${message}`,
      })),
  );
}

/** What the service has to know of a file. */
export function configurationIn({
  $schema: _,
  applications,
  ...service
}: ApplyFile): Configuration {
  if (applications === undefined) return service;
  return { ...service, applications: applications.map(({ secrets: __, ...one }) => one) };
}

/** The applications that no entry of the file names. */
export function undeclaredIn(
  { applications = [] }: ApplyFile,
  present: readonly ListedApplication[],
): readonly ListedApplication[] {
  const place = (owner: string, name: string) =>
    JSON.stringify([foldScreenName(withoutAt(owner)), typedText(name)]);
  const named = new Set(
    applications.map(({ consumer_key: key, owner = "", name = "" }) => key ?? place(owner, name)),
  );
  return present.filter(
    (one) => !named.has(one.consumer_key) && !named.has(place(one.owner, one.name)),
  );
}

/** Aliases that would make the value much larger than the file are an error. */
function plainValue(document: Document, name: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new Failed(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The value has only the last of two equal names. Records leave `__proto__` out, and a collaborator may have it. */
function wrongNames(document: Document, lines: LineCounter) {
  const found: { line: number; message: string }[] = [];
  visit(document, {
    Map(_at, { items }) {
      const names = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        const message = names.has(name) ? `${name} is here twice` : unusable.get(name);
        names.add(name);
        const [at = 0] = key.range ?? [];
        if (message !== undefined) found.push({ line: lines.linePos(at).line, message });
      }
    },
  });
  return found;
}

const unusable = new Map([
  ["__proto__", "__proto__ cannot be a name in this file; use the portal for this user"],
]);

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** An unknown member is at its own place, and so is a name that a record does not take. */
function plainIssues(issue: z.core.$ZodIssue): readonly Issue[] {
  const { path, message } = issue;
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], message: "there is no such member" }));
  }
  if (issue.code === "invalid_key") {
    return issue.issues.map((one) => ({ path, message: one.message }));
  }
  return [{ path, message }];
}

function problems(
  name: string,
  all: readonly { readonly line: number; readonly message: string }[],
): Failed {
  const ordered = all.toSorted((one, other) => one.line - other.line).slice(0, maxProblems);
  const told = ordered.map(({ line, message }) => `${name}:${line}: ${message}`);
  const more = all.length > maxProblems ? ["and more"] : [];
  return new Failed(`nothing was changed\n${[...told, ...more].join("\n")}`);
}

/** The line of each is searched for. */
const maxProblems = 100;

function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((one) => (typeof one === "number" ? `[${one}]` : `.${String(one)}`))
    .join("")
    .replace(/^\./, "");
}

/** The line of the member at this path, or of the nearest one around it. */
function lineOf(document: Document, path: readonly PropertyKey[], lines: LineCounter): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const name = path[depth - 1];
    const parent: unknown = document.getIn(path.slice(0, depth - 1), true);
    const pair = isMap(parent)
      ? parent.items.find(
          (one) => isPair(one) && isScalar(one.key) && String(one.key.value) === name,
        )
      : undefined;
    const node: unknown = pair?.key ?? document.getIn(path.slice(0, depth), true);
    const range = (node as { range?: readonly number[] | null } | undefined)?.range;
    if (range?.[0] !== undefined) return lines.linePos(range[0]).line;
  }
  return 1;
}
