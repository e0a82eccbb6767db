/** Nested values, whose names have brackets (`filter[lang]`, `ids[]`), as languages print the whole value. */
import type { Parameter } from "#oauth1";

export const nestedNames = /^[^[\]]+(?:\[[^[\]]*\])+$/;

interface PrintStyle {
  readonly text: (value: string) => string;
  readonly entry: (name: string, value: string) => string;
  readonly entries: (all: string) => string;
  readonly items: (all: string) => string;
  readonly separator?: string;
}

const quoted = (quote: string) => (text: string) =>
  `${quote}${text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`)}${quote}`;
const double = quoted('"');
const single = quoted("'");
const plain = (text: string) => text;
/** The client had a number or a truth value, which is sent as a text. */
const bare = (quote: (text: string) => string) => (text: string) =>
  /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(text) ? text : quote(text);
const inside = (open: string, close: string) => (all: string) => `${open}${all}${close}`;
const [braces, brackets] = [inside("{", "}"), inside("[", "]")];

/** Ruby before and after 3.4, with texts and symbols as names, Python, JSON, PHP, JavaScript, Java and Go. */
export const printStyles: readonly PrintStyle[] = [
  ...[double, bare(double)].flatMap((text): PrintStyle[] => [
    ...[
      (name: string, value: string) => `${double(name)}=>${value}`,
      (name: string, value: string) => `:${name}=>${value}`,
      (name: string, value: string) => `${double(name)} => ${value}`,
      (name: string, value: string) => `${name}: ${value}`,
      (name: string, value: string) => `${double(name)}: ${value}`,
    ].map((entry) => ({ text, entry, entries: braces, items: brackets })),
    {
      text,
      entry: (name, value) => `${double(name)}:${value}`,
      entries: braces,
      items: brackets,
      separator: ",",
    },
  ]),
  ...[single, bare(single)].map((text) => ({
    text,
    entry: (name: string, value: string) => `${single(name)}: ${value}`,
    entries: braces,
    items: brackets,
  })),
  { text: plain, entry: plain, entries: () => "Array", items: () => "Array" },
  { text: plain, entry: plain, entries: () => "[object Object]", items: plain, separator: "," },
  { text: plain, entry: (name, value) => `${name}=${value}`, entries: braces, items: brackets },
  {
    text: plain,
    entry: (name, value) => `${name}:${value}`,
    entries: inside("map[", "]"),
    items: brackets,
    separator: " ",
  },
];

type Tree = Map<string, Tree | string>;

/** The parameters, with those of each nested value replaced by one that has the printed value. */
export function printedIn(style: PrintStyle, pairs: readonly Parameter[]): readonly Parameter[] {
  const trees: Tree = new Map();
  const others = pairs.filter(([name, value]) => !grow(trees, name, value));
  if (trees.size === 0) return pairs;
  return [...others, ...[...trees].map(([name, tree]): Parameter => [name, printed(style, tree)])];
}

/** Returns whether the name has brackets. Real names have few, and printing is recursive. */
function grow(trees: Tree, name: string, value: string): boolean {
  if (!nestedNames.test(name)) return false;
  const [first = "", ...keys] = name.split(/\]?\[|\]$/).slice(0, -1);
  if (keys.length > maxDepth) return false;
  let tree = trees;
  let key = first;
  for (const next of keys) {
    const below = tree.get(key);
    const deeper: Tree = below instanceof Map ? below : new Map();
    tree.set(key, deeper);
    tree = deeper;
    key = next === "" ? String(deeper.size) : next;
  }
  tree.set(key, value);
  return true;
}

const maxDepth = 8;

function printed(style: PrintStyle, tree: Tree | string): string {
  if (typeof tree === "string") return style.text(tree);
  const { separator = ", " } = style;
  const isList = [...tree.keys()].every((key, at) => key === String(at));
  const parts = [...tree].map(([name, below]) => {
    const value = printed(style, below);
    return isList ? value : style.entry(name, value);
  });
  return isList ? style.items(parts.join(separator)) : style.entries(parts.join(separator));
}
