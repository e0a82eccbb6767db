import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from "yaml";
import { utf8Text } from "../../../domain/json.ts";
import type { Configuration } from "../../../http/admin-api/configuration/wanted.ts";
import { placeOf, validated } from "../../../http/admin-api/input-problems.ts";
import { Failed } from "../outcome.ts";
import { type ApplyFile, applyFile } from "./file.ts";

/** YAML, and so JSON too. Throws `Failed` with everything that is wrong, each with its line. */
export function readApplyFile(bytes: Uint8Array, name: string): ApplyFile {
  const text = utf8Text(bytes);
  if (text === undefined) {
    throw new Failed(`nothing was changed\n${name} is not UTF-8; save it with this encoding`);
  }
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
  const wrong = unsafeParts(document, lines);
  if (wrong.length > 0) throw problems(name, wrong);
  const read = validated(applyFile, plainValue(document, name), "member", maxProblems + 1);
  if (read.ok) return read.value;
  throw problems(
    name,
    read.problems.map(({ path, words }) => ({
      line: lineOf(document, path, lines),
      message: `${placeOf(path) || "the file"}${words}`,
    })),
  );
}

/** What the service has to know of a file. */
export function configurationIn({
  $schema: _,
  undeclared: __,
  applications,
  ...service
}: ApplyFile): Configuration {
  if (applications === undefined) return service;
  return { ...service, applications: applications.map(({ secrets: ___, ...one }) => one) };
}

/** Aliases that would make the value much larger than the file are an error. */
function plainValue(document: Document, name: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new Failed(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * What the value would not show: it has only the last of two equal names, and records leave `__proto__` out, which a
 * collaborator may have. A lone surrogate would be stored as U+FFFD.
 */
function unsafeParts(document: Document, lines: LineCounter) {
  const found: { line: number; message: string }[] = [];
  const add = (node: { range?: readonly number[] | null }, message: string | undefined) => {
    if (message !== undefined)
      found.push({ line: lines.linePos(node.range?.[0] ?? 0).line, message });
  };
  visit(document, {
    Scalar(_at, node) {
      if (typeof node.value !== "string" || node.value.isWellFormed()) return;
      add(node, "text is not Unicode: a surrogate is without its other half");
    },
    Alias(_at, node) {
      if (node.resolve(document) === undefined)
        add(node, `there is no &${node.source} before this`);
    },
    Map(_at, { items }) {
      const names = new Set<string>();
      for (const { key } of items) {
        const node = isAlias(key) ? key.resolve(document) : key;
        if (!isScalar(node)) {
          if (isMap(key) || isSeq(key)) add(key, "the name of a member must be text");
          continue;
        }
        const name = String(node.value ?? "");
        add(
          isAlias(key) ? key : node,
          names.has(name) ? `the member ${JSON.stringify(name)} is here twice` : unusable.get(name),
        );
        names.add(name);
      }
    },
  });
  return found;
}

const unusable = new Map([
  ["__proto__", "__proto__ cannot be a name in this file; use the portal for this user"],
]);

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
