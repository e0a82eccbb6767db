/**
 * Whether a text that somebody searches for may be part of a URL, which browsers and proxies keep. Twenty letters and
 * digits in a row that are no word and no number may be a part of a secret, whatever the rest is.
 */
export function fitsUrl(text: string): boolean {
  const runs = text.match(/[A-Za-z0-9]{20,}/g) ?? [];
  return runs.every((run) => /^(?:[A-Za-z][a-z]*|\d+)$/.test(run));
}
