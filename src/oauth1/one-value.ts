/**
 * One value per name. Otherwise a proxy or a browser could act on another of the values than this service does.
 * Everything that reads deciding parameters uses this.
 */

/**
 * Stores the value of `name`. "again": the same value came before. "different": another value came before, so
 * the request must be refused with `differentValues`.
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

/** A name chosen by the caller, if it can be printed safely. */
export function printable(name: string): string {
  if (/^\w{1,64}$/.test(name)) return name;
  return name.startsWith("oauth_") ? "An oauth_* parameter" : "A parameter";
}
