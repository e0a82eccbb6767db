/**
 * Two things that SQLite takes and PostgreSQL does not: a text with a NUL, which is kept with U+FFFD in its place,
 * and a number that is no integer, such as NaN, which no row equals: all columns are integers.
 */
export function bindable(value: unknown): unknown {
  if (typeof value === "string" && value.includes("\0")) return value.replaceAll("\0", "\uFFFD");
  if (typeof value !== "number") return value;
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return Math.sign(value) * Number.MAX_SAFE_INTEGER;
  return Number.isInteger(value) ? value : null;
}
