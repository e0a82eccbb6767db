/** NaN unless ISO 8601 with a zone, or a day alone, in UTC. `Date.parse` takes February 30 for March 2. */
export function isoTime(text: string): number {
  const [, day] = shape.exec(text) ?? [];
  if (day === undefined) return Number.NaN;
  const began = Date.parse(day);
  if (Number.isNaN(began) || !new Date(began).toISOString().startsWith(day)) return Number.NaN;
  return Date.parse(text);
}

const shape = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;
