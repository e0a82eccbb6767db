/**
 * Which translations are older than their English text. Each language keeps, in its file `made-from.txt`, a digest of
 * the English text of each key: the one that someone read when they last wrote or checked the translation.
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { languageTags } from "../../src/domain/language-tags.ts";

export interface Stale {
  readonly key: string;
  readonly why: "it has no digest" | "the English text has changed" | "there is no such text";
  /** The lines of the translation; undefined if the language has no text of that name, as for a helper. */
  readonly lines: Lines | undefined;
}

interface Lines {
  readonly file: string;
  readonly first: number;
  readonly last: number;
}

type Texts = ReadonlyMap<string, Lines & { readonly digest: string }>;

const root = "src/pages/languages";

export const translatedTags = languageTags.filter((tag) => tag !== "en");

export function staleTexts(tag: string): readonly Stale[] {
  const english = textsOf("en");
  const own = textsOf(tag);
  const madeFrom = readMadeFrom(tag);
  const stale = (key: string, why: Stale["why"]): Stale => ({ key, why, lines: own.get(key) });
  return [
    ...[...english].flatMap(([key, { digest }]) => {
      const known = madeFrom.get(key);
      if (known === digest) return [];
      return [
        stale(key, known === undefined ? "it has no digest" : "the English text has changed"),
      ];
    }),
    ...[...madeFrom.keys()]
      .filter((key) => !english.has(key))
      .map((key) => stale(key, "there is no such text")),
  ];
}

export function staleLine(tag: string, { key, why, lines }: Stale): string {
  const [file = ""] = key.split(".");
  const { file: path, first } = lines ?? { file: join(folderOf(tag), `${file}.ts`), first: 1 };
  return `${path}:${first} ${key}: ${why}`;
}

/** Those translations were compared with the English texts of today. Keys that no longer exist are removed. */
export function recordMade(tag: string, keys: ReadonlySet<string>): void {
  const english = textsOf("en");
  const madeFrom = readMadeFrom(tag);
  const lines = [...english].flatMap(([key, { digest }]) => {
    const known = keys.has(key) ? digest : madeFrom.get(key);
    return known === undefined ? [] : [`${key} ${known}\n`];
  });
  writeFileSync(madeFromFile(tag), lines.sort().join(""));
}

/** A key is the file, the constant, and the properties that lead to a text, such as `errors.error.home`. */
function textsOf(tag: string): Texts {
  const cwd = folderOf(tag);
  const texts = new Map<string, Lines & { readonly digest: string }>();
  for (const name of globSync("**/*.ts", { cwd, exclude: ["**/*.test.ts"] })) {
    const file = join(cwd, name);
    const source = ts.createSourceFile(
      file,
      readFileSync(file, "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
    const add = (node: ts.Node, key: string): void => {
      const value = bare(node);
      if (ts.isObjectLiteralExpression(value)) {
        for (const one of value.properties) {
          if (ts.isPropertyAssignment(one)) add(one.initializer, `${key}.${nameOf(one.name)}`);
        }
        return;
      }
      const [first, last] = [
        lineOf((ts.isFunctionDeclaration(node) ? node : node.parent).getStart()),
        lineOf(node.end),
      ];
      texts.set(key, { file, first, last, digest: digestOf(value) });
    };
    const prefix = name.slice(0, -".ts".length);
    for (const statement of source.statements) {
      if (ts.isFunctionDeclaration(statement)) add(statement, `${prefix}.${statement.name?.text}`);
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (initializer !== undefined) add(initializer, `${prefix}.${name.getText()}`);
      }
    }
  }
  return texts;
}

function bare(node: ts.Node): ts.Node {
  return ts.isSatisfiesExpression(node) || ts.isAsExpression(node) ? bare(node.expression) : node;
}

function nameOf(name: ts.PropertyName): string {
  return ts.isStringLiteral(name) || ts.isIdentifier(name) ? name.text : name.getText();
}

/** Comments, line breaks, and the commas that come with them do not change a text. */
function digestOf(node: ts.Node): string {
  const words: string[] = [];
  const collect = (one: ts.Node): void => {
    const parts = one.getChildren();
    if (parts.length === 0 && !ts.isJSDoc(one)) words.push(one.getText());
    else for (const part of parts) if (!ts.isJSDoc(part)) collect(part);
  };
  collect(node);
  const text = words
    .filter((word) => word !== "")
    .join(" ")
    .replace(/ ,(?= [)\]}])/g, "");
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

function readMadeFrom(tag: string): ReadonlyMap<string, string> {
  const file = madeFromFile(tag);
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return new Map(lines.map((line) => [line.slice(0, -9), line.slice(-8)]));
}

function madeFromFile(tag: string): string {
  return join(folderOf(tag), "made-from.txt");
}

/** The folder has the language's English name. */
function folderOf(tag: string): string {
  const name = new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag;
  return join(root, name.toLowerCase());
}
