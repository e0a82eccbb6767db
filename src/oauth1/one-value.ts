/**
 * One name, one value. A proxy or a browser could otherwise act on another of the values than this
 * service does. Every reader of parameters that decide something asks here.
 */

/**
 * Keeps the value of `name`. "again": it came with this value before. "different": it came with
 * another one, so the request is to be refused with `differentValues`.
 */
export function keepValue(
  kept: Map<string, string>,
  name: string,
  value: string,
): "first" | "again" | "different" {
  const earlier = kept.get(name);
  if (earlier !== undefined) return earlier === value ? "again" : "different";
  kept.set(name, value);
  return "first";
}

/** For the caller. */
export function differentValues(name: string): string {
  return `${printable(name)} has different values.`;
}

/** A name that the caller chose, if it is fit to be printed. */
export function printable(name: string): string {
  if (/^\w{1,64}$/.test(name)) return name;
  return name.startsWith("oauth_") ? "An oauth_* parameter" : "A parameter";
}
