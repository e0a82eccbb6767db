/**
 * Adapts two kinds of values that SQLite accepts and PostgreSQL does not: NUL in a text becomes U+FFFD, and a
 * text that is no number, compared with a number, matches no row.
 */
export function bindable(value: unknown): unknown {
  if (typeof value === "string" && value.includes("\0")) return value.replaceAll("\0", "\uFFFD");
  if (typeof value !== "number") return value;
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return Math.sign(value) * Number.MAX_SAFE_INTEGER;
  return Number.isInteger(value) ? value : null;
}
