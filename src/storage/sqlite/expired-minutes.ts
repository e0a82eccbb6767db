/**
 * The minutes of timestamps that the nonce store has forgotten, as ascending ranges with both ends included.
 * Minutes in which nothing was accepted are not included: if a wrong clock jumped over some time, that time can
 * still be used.
 */
export type Minutes = readonly (readonly [first: number, last: number])[];

/**
 * Beyond this many ranges the two earliest are merged, including the gap between them. That rejects more, never
 * less.
 */
export const maxRanges = 100;

export function includesMinute(minutes: Minutes, minute: number): boolean {
  return rangeWith(minutes, minute) !== undefined;
}

/** The range that includes the minute. */
export function rangeWith(minutes: Minutes, minute: number): Minutes[number] | undefined {
  return minutes.find(([first, last]) => first <= minute && minute <= last);
}

export function minutesBefore(minutes: Minutes, end: number): Minutes {
  return minutes
    .filter(([first]) => first < end)
    .map(([first, last]) => [first, Math.min(last, end - 1)]);
}

export function withMinute(minutes: Minutes, minute: number): Minutes {
  return withMinutes(minutes, [[minute, minute]]);
}

export function withMinutes(minutes: Minutes, more: Minutes): Minutes {
  const joined: [number, number][] = [];
  const all = [...minutes, ...more].sort(([a], [b]) => a - b);
  for (const [first, last] of all) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  const tooMany = joined.length - maxRanges;
  const [first, last] = [joined[0], joined[tooMany]];
  if (tooMany <= 0 || first === undefined || last === undefined) return joined;
  return [[first[0], last[1]], ...joined.slice(tooMany + 1)];
}

/** The file has one range per line. */
export function printMinutes(minutes: Minutes): string {
  return `${minutes.map(([first, last]) => `${first} ${last}\n`).join("")}end\n`;
}

/** Returns undefined if `printMinutes` did not write this. */
export function parseMinutes(text: string): Minutes | undefined {
  const lines = text.split("\n");
  if (lines.pop() !== "" || lines.pop() !== "end") return undefined;
  const minutes: [number, number][] = [];
  for (const line of lines) {
    const [, first, last] = /^(\d{1,15}) (\d{1,15})$/.exec(line) ?? [];
    if (first === undefined || last === undefined) return undefined;
    minutes.push([Number(first), Number(last)]);
  }
  return minutes;
}
