import { type Document, isMap, isPair, isScalar, LineCounter, parseDocument, visit } from "yaml";
import type { z } from "zod";
import type { Configuration } from "../../../http/admin-api/configuration/wanted.ts";
import { Failed } from "../outcome.ts";
import { type ApplyFile, applyFile } from "./file.ts";

/** YAML, and so JSON too. Throws `Failed` with everything that is wrong, each with its line. */
export function readApplyFile(text: string, name: string): ApplyFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
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
  const ignored = ignoredNames(document, lines);
  if (ignored.length > 0) throw problems(name, ignored);
  const read = applyFile.safeParse(plainValue(document, name));
  if (read.success) return read.data;
  throw problems(
    name,
    read.error.issues.flatMap(plainIssues).map(({ path, message }) => ({
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

/** Aliases that would make the value much larger than the file are an error. */
function plainValue(document: Document, name: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new Failed(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Records leave this name out without a word, and a collaborator may have it. */
function ignoredNames(document: Document, lines: LineCounter) {
  const found: { line: number; message: string }[] = [];
  visit(document, {
    Pair(_at, { key }) {
      if (!isScalar(key) || key.value !== "__proto__") return;
      const [at = 0] = key.range ?? [];
      const message = "__proto__ cannot be a name in this file; use the portal for this user";
      found.push({ line: lines.linePos(at).line, message });
    },
  });
  return found;
}

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
  const ordered = all.toSorted((one, other) => one.line - other.line);
  const told = ordered.map(({ line, message }) => `${name}:${line}: ${message}`);
  return new Failed(`nothing was changed\n${told.join("\n")}`);
}

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
