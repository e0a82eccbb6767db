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
 * elements and after the same one, which is all that its look depends on. A page whose elements have all
 * been met is left out.
 */
export function everyElementOnce(pages: Pages): readonly string[] {
  const met = new Set<string>();
  const paths: string[] = [];
  for (const [path, html] of pages) {
    const before = met.size;
    for (const place of placesIn(html)) met.add(place);
    if (met.size > before) paths.push(path);
  }
  return paths;
}

/** Words are texts, and attributes that hold texts or say whose words they are. Whether there is a word at all stays. */
function withoutWords(html: string): string {
  return html
    .replace(/>[^<]*[^<\s][^<]*</g, ">x<")
    .replace(/>\s+</g, "><")
    .replace(/ (lang|dir|title|aria-label|placeholder|alt)="[^"]+"/g, ' $1="x"')
    .replace(/(<a [^>]*?)href="[^"]+"/g, '$1href="x"');
}

function placesIn(html: string): readonly string[] {
  const places: string[] = [];
  /** The elements around, each with the one that ended before its next child. */
  const around: { readonly tag: string; readonly place: string; last: string }[] = [];
  for (const [, end, tag = "", attributes = "", text = ""] of withoutWords(html).matchAll(
    element,
  )) {
    if (end === "/") {
      const at = around.findLastIndex((one) => one.tag === tag);
      if (at >= 0) around.length = at;
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

const element = /<(\/?)([a-z][a-z0-9]*)((?:\s[^>]*)?)>(x?)/g;
const empty = new Set(["br", "col", "hr", "img", "input", "link", "meta"]);
