/** The ids of headings in the administrator's own pages, and the links to them. */
import querystring from "node:querystring";

/** Names one heading after another. One whose title is taken gets a number, counted as GitHub does. */
export type HeadingIds = (title: string) => string;

export function headingIds(): HeadingIds {
  const counts = new Map<string, number>();
  return (title) => {
    const name = idOf(title);
    let count = counts.get(name) ?? 0;
    let id = name;
    while (counts.has(id)) {
      count += 1;
      id = `${name}-${count}`;
    }
    counts.set(name, count);
    counts.set(id, counts.get(id) ?? 0);
    return id;
  };
}

/** The id that a link means with its fragment, which is usually written as GitHub's. */
export function idOfFragment(fragment: string): string {
  return idOf(querystring.unescape(fragment));
}

/** Our own elements have no id that begins so. Accents are left out, and so is punctuation within words. */
function idOf(title: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]+/gu, "")
    .match(/[\p{L}\p{N}]+/gu);
  const name = (words ?? []).join("-");
  return name.startsWith("section-") ? name : `section-${name}`;
}
