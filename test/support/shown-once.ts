/** The values in a page's box for things that are shown once, as HTML has them. */
export function shownOnce(html: string): string[] {
  const from = html.indexOf('class="secret"');
  if (from === -1) return [];
  const values = html.slice(from).matchAll(/<code data-copy[^>]*>([^<]*)<\/code>/g);
  return [...values].map(([, value = ""]) => value);
}
