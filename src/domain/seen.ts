import { hash } from "node:crypto";

/**
 * What a form carries of the values that it was shown with, so that one that was open for a long while does not put
 * back what has changed since. Equal for equal values; nothing secret.
 */
export function seenMark(values: readonly unknown[]): string {
  return hash("sha256", JSON.stringify(values), "base64url");
}

/** The name of the form's hidden field. A form without it was not shown by a page, and is decided on what stands. */
export const seenField = "seen";

export function isOutdated(form: ReadonlyMap<string, string>, mark: string): boolean {
  return (form.get(seenField) ?? mark) !== mark;
}
