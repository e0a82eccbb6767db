/**
 * Two things that SQLite takes and PostgreSQL does not: a text with a NUL, which is kept with U+FFFD in its place,
 * and text that is not a number, which no row equals.
 */
export function bindable(value: unknown): unknown {
  if (typeof value === "string" && value.includes("\0")) return value.replaceAll("\0", "\uFFFD");
  if (typeof value !== "number") return value;
  if (Number.isNaN(value)) return null;
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return Math.sign(value) * Number.MAX_SAFE_INTEGER;
  return value;
}
