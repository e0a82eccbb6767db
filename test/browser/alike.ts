/** Which pages a browser has to look at so that it has seen every structure, or every element in its place. */

/** Pages by their address. */
type Pages = readonly (readonly [path: string, html: string])[];

/** One of those that differ in nothing but their words. */
export function oneOfEachStructure(pages: Pages): readonly string[] {
  const first = new Map<string, string>();
  for (const [path, html] of pages) {
    const structure = withoutWords(html);
    if (!first.has(structure)) first.set(structure, path);
  }
  return [...first.values()];
}

/**
 * Pages that together have every element with every set of attributes in every place: below the same
 * elements and after the same one, which is all that its look depends on.
 */
export function everyElementOnce(pages: Pages): readonly string[] {
  return fewThatHaveAll(
    pages.map(([path, html]) => [path, new Set(placesIn(withoutWords(html)))] as const),
  );
}

/** The same with every text in every place, for what depends on how long words are. */
export function everyTextOnce(pages: Pages): readonly string[] {
  return fewThatHaveAll(
    pages.map(([path, html]) => [path, new Set(placesIn(withoutAddresses(html)))] as const),
  );
}

/**
 * Names of sets that together have every member of all: always the one with the most members that are in none before.
 */
export function fewThatHaveAll(
  sets: readonly (readonly [name: string, members: ReadonlySet<string>])[],
): readonly string[] {
  const met = new Set<string>();
  const names: string[] = [];
  // What a set adds never grows, so the first that adds as much as the next did once is the one.
  const left = sets.map(([name, members]) => ({ name, members, adds: members.size }));
  left.sort((a, b) => a.adds - b.adds);
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    let adds = 0;
    for (const member of one.members) if (!met.has(member)) adds += 1;
    if (adds === 0) continue;
    if (adds < (left.at(-1)?.adds ?? 0)) {
      const at = left.findIndex((other) => other.adds >= adds);
      left.splice(at, 0, { ...one, adds });
      continue;
    }
    names.push(one.name);
    for (const member of one.members) met.add(member);
  }
  return names;
}

/**
 * Words are texts, and attributes that hold texts, say whose words they are, or give a script its texts. Whether there
 * is a word at all stays.
 */
function withoutWords(html: string): string {
  return withoutAddresses(html)
    .replace(/>[^<]*[^<\s][^<]*</g, ">x<")
    .replace(/>\s+</g, "><")
    .replace(/ (lang|dir|title|aria-label|placeholder|alt|data-[a-z-]+)="[^"]+"/g, ' $1="x"');
}

/** Where a link or a form leads, which picture of the service it is, and which moment a time is, change no look. */
function withoutAddresses(html: string): string {
  return html
    .replace(/(<a [^>]*?)href="[^"]+"/g, '$1href="x"')
    .replace(/ (action|src)="\/[^/"][^"]*"/g, ' $1="/x"')
    .replace(/ datetime="[^"]+"/g, ' datetime="x"');
}

function placesIn(html: string): readonly string[] {
  const places: string[] = [];
  /** The elements around, each with the one that ended before its next child. */
  const around: { readonly tag: string; readonly place: string; last: string }[] = [];
  for (const [, end, tag = "", attributes = "", text = ""] of html.matchAll(element)) {
    if (end === "/") {
      const at = around.findLastIndex((one) => one.tag === tag);
      if (at >= 0) around.length = at;
      // What stands behind a child.
      if (text !== "") places.push(`${around.at(-1)?.place ?? ""}>${tag}+${text}`);
      continue;
    }
    const parent = around.at(-1);
    const self = `${tag}${attributes.replace(/ (id|for|name|value|aria-describedby|aria-labelledby)="[^"]+"/g, " $1")}`;
    const place = `${parent?.place ?? ""}>${self}`;
    places.push(`${parent?.place ?? ""}>${parent?.last ?? ""}+${self}${text}`);
    if (parent !== undefined) parent.last = self;
    if (!empty.has(tag)) around.push({ tag, place, last: "" });
  }
  return places;
}

const element = /<(\/?)([a-z][a-z0-9]*)((?:\s[^>]*)?)>([^<]*)/g;
const empty = new Set(["br", "col", "hr", "img", "input", "link", "meta"]);
