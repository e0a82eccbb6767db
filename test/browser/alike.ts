/** Chooses the pages that a browser has to see, so that it sees every structure, or every element in every place. */

/** Pages by their address. */
type Pages = readonly (readonly [path: string, html: string])[];

/** One page of each group that differs only in words. */
export function oneOfEachStructure(pages: Pages): readonly string[] {
  const first = new Map<string, string>();
  for (const [path, html] of pages) {
    const structure = withoutWords(html);
    if (!first.has(structure)) first.set(structure, path);
  }
  return [...first.values()];
}

/**
 * Pages that together contain every element with every set of attributes in every place, that is, inside the same
 * elements and after the same one; nothing else affects its look.
 */
export function everyElementOnce(pages: Pages): readonly string[] {
  return fewThatHaveAll(
    pages.map(([path, html]) => [path, new Set(placesIn(withoutWords(html)))] as const),
  );
}

/** The same, but with every text in every place, for checks that depend on the length of words. */
export function everyTextOnce(pages: Pages): readonly string[] {
  return fewThatHaveAll(
    pages.map(([path, html]) => [path, new Set(placesIn(withoutAddresses(html)))] as const),
  );
}

/**
 * Names of sets that together contain every member. It repeatedly takes the set with the most members that are not
 * covered yet.
 */
export function fewThatHaveAll(
  sets: readonly (readonly [name: string, members: ReadonlySet<string>])[],
): readonly string[] {
  const met = new Set<string>();
  const names: string[] = [];
  // What a set adds can only shrink. So the last set is the one to take, if it still adds at least as much as the next
  // one once did.
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
 * Removes texts, and attributes that are texts, name a text's language, or pass texts to a script. Whether there is a
 * text remains visible.
 */
function withoutWords(html: string): string {
  return withoutAddresses(html)
    .replace(/>[^<]*[^<\s][^<]*</g, ">x<")
    .replace(/>\s+</g, "><")
    .replace(/ (lang|dir|title|aria-label|placeholder|alt|data-[a-z-]+)="[^"]+"/g, ' $1="x"');
}

/** Removes link and form targets, image addresses and times, because none of them changes the look. */
function withoutAddresses(html: string): string {
  return html
    .replace(/(<a [^>]*?)href="[^"]+"/g, '$1href="x"')
    .replace(/ (action|src)="\/[^/"][^"]*"/g, ' $1="/x"')
    .replace(/ datetime="[^"]+"/g, ' datetime="x"');
}

function placesIn(html: string): readonly string[] {
  const places: string[] = [];
  /** The enclosing elements, each with the child that ended last. */
  const around: { readonly tag: string; readonly place: string; last: string }[] = [];
  for (const [, end, tag = "", attributes = "", text = ""] of html.matchAll(element)) {
    if (end === "/") {
      const at = around.findLastIndex((one) => one.tag === tag);
      if (at >= 0) around.length = at;
      // The text after a child.
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
