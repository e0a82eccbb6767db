import { hash } from "node:crypto";

/**
 * A mark of the values that a form was shown with, so that a form that was open for long does not put back values
 * that have changed since. If a `sensitive` value has changed, the user must look at the form again. Each of the
 * `words` counts by itself: one that the user left unchanged keeps its current value. A mark holds nothing secret.
 */
export function seenMark(sensitive: readonly unknown[], words: readonly string[]): string {
  return [sensitive, ...words].map(markOf).join(separator);
}

const separator = ".";

function markOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value), "base64url");
}

/** The name of the form's hidden field. A form without it did not come from a page, and is compared with nothing. */
export const seenField = "seen";

export function isOutdated(form: ReadonlyMap<string, string>, mark: string): boolean {
  const [seen] = (form.get(seenField) ?? mark).split(separator, 1);
  return seen !== mark.split(separator, 1)[0];
}

/** Whether the user left a text unchanged. `at` is its position among the words of `seenMark`. */
export function wasLeft(form: ReadonlyMap<string, string>, at: number, word: string): boolean {
  return form.get(seenField)?.split(separator)[at + 1] === markOf(word);
}
