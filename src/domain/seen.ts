import { hash } from "node:crypto";

/**
 * What a form carries of the values that it was shown with, so that one that was open for a long while does not put
 * back what has changed since. `weighty`: what nobody may decide on without having seen it. `words`: each by itself, because
 * one that was left as it was shown stays what it has become. Equal for equal values; nothing secret.
 */
export function seenMark(weighty: readonly unknown[], words: readonly string[]): string {
  return [weighty, ...words].map(markOf).join(separator);
}

const separator = ".";

function markOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value), "base64url");
}

/** The name of the form's hidden field. A form without it was not shown by a page, and is decided on what stands. */
export const seenField = "seen";

/** Whether what weighs is other by now than the form was shown with. */
export function isOutdated(form: ReadonlyMap<string, string>, mark: string): boolean {
  const [seen] = (form.get(seenField) ?? mark).split(separator, 1);
  return seen !== mark.split(separator, 1)[0];
}

/** Whether a word is sent as the form was shown with it. `at`: its place among the words of `seenMark`. */
export function wasLeft(form: ReadonlyMap<string, string>, at: number, word: string): boolean {
  return form.get(seenField)?.split(separator)[at + 1] === markOf(word);
}
