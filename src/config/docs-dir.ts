/** The administrator's own pages of the documentation: a folder of Markdown, read at the start and on SIGHUP. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readError } from "./read-error.ts";
import { ConfigProblem } from "./row.ts";

export interface DocsFile {
  /** The end of its page's URL. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** By default the page follows those that have one. */
  readonly order: number;
  /** Markdown. */
  readonly body: string;
}

const maxFiles = 100;
const maxFileKb = 100;
const maxAllKb = 1000;
const maxTitle = 100;
const maxDescription = 300;

/** They are in their order. `taken` are the ids of other pages. */
export function readDocsDir(dir: string, taken: ReadonlySet<string>): readonly DocsFile[] {
  try {
    const names = readdirSync(dir).filter((name) => name.endsWith(".md"));
    if (names.length > maxFiles) throw new Error(`it has more than ${maxFiles} pages`);
    const sizes = names.map((name) => sizeOf(dir, name));
    if (sizes.reduce((sum, size) => sum + size, 0) > maxAllKb * 1024) {
      throw new Error(`its pages have more than ${maxAllKb} KB together`);
    }
    const files = names.map((name) => within(name, () => fileOf(dir, name, taken)));
    return files.sort(
      (one, other) => one.order - other.order || (one.title < other.title ? -1 : 1),
    );
  } catch (error) {
    throw new ConfigProblem(["DOCS_DIR"], `${dir} cannot be used: ${readError(error)}`);
  }
}

function within<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${name}: ${readError(error)}`);
  }
}

function sizeOf(dir: string, name: string): number {
  const found = statSync(join(dir, name));
  // Reading a pipe or a device may never end.
  if (!found.isFile()) throw new Error(`${name} is not a file`);
  if (found.size > maxFileKb * 1024) throw new Error(`${name} has more than ${maxFileKb} KB`);
  return found.size;
}

function fileOf(dir: string, name: string, taken: ReadonlySet<string>): DocsFile {
  const id = name.slice(0, -".md".length);
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(id)) {
    throw new Error("its name has other characters than a-z, 0-9, and -, or more than 60");
  }
  if (taken.has(id)) throw new Error(`the documentation already has a page /docs/${id}`);
  const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(join(dir, name)));
  const [, head, body = ""] = /^---\r?\n((?:(?!---).*\r?\n)*)---\r?\n([\s\S]*)$/.exec(text) ?? [];
  if (head === undefined)
    throw new Error("it doesn't begin with front matter between lines of ---");
  return { id, ...frontMatter(head), body };
}

/** Lines of `name: value`, and comments. A value may be in quotes. What YAML would read otherwise is rejected. */
function frontMatter(head: string): Pick<DocsFile, "title" | "description" | "order"> {
  const values = new Map<string, string>();
  for (const line of head.split(/\r?\n/).filter((one) => !/^\s*(?:#|$)/.test(one))) {
    const [, name = "", value = ""] = /^([a-z]+):\s*(.*)$/.exec(line) ?? [];
    if (!known.includes(name)) {
      throw new Error(
        `its front matter has the line ${JSON.stringify(line)}; there are ${known.join(", ")}`,
      );
    }
    if (values.has(name)) throw new Error(`its front matter has more than one ${name}`);
    values.set(name, unquoted(name, value.trim()));
  }
  const title = values.get("title") ?? "";
  const description = values.get("description") ?? "";
  if (title === "" || title.length > maxTitle) {
    throw new Error(`its title has not 1 to ${maxTitle} characters`);
  }
  if (description.length > maxDescription) {
    throw new Error(`its description has more than ${maxDescription} characters`);
  }
  const order = values.get("order") ?? "";
  if (!/^\d{0,6}$/.test(order)) throw new Error("its order is not a whole number");
  return { title, description, order: order === "" ? Number.POSITIVE_INFINITY : Number(order) };
}

const known = ["title", "description", "order"];

function unquoted(name: string, value: string): string {
  const text = insideQuotes(value);
  if (text === undefined) {
    throw new Error(
      `its ${name} has a comment (" #") or quotes that don't end with it; a # or a quote can be inside quotes`,
    );
  }
  if (/\p{Cc}/u.test(text)) throw new Error(`its ${name} has a control character`);
  return text;
}

/** Undefined if the value isn't all of what its line has, or if its quotes are uneven. */
function insideQuotes(value: string): string | undefined {
  if (/^"(?:[^"\\]|\\.)*"$/.test(value)) return String(JSON.parse(value));
  if (/^'(?:[^']|'')*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  return /^["'#]|\s#/.test(value) ? undefined : value;
}
