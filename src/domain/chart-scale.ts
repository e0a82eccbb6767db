/** Levels of a chart from zero up, at round numbers: two to five of them, the last at least `most`. */
export function ticks(most: number): readonly number[] {
  const step = roundSteps.find((one) => Math.ceil(most / one) <= 4) ?? most;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, at) => at * step);
}

/** Up to `count` equal steps from 0 to `last`: their whole numbers, each once. */
export function steps(last: number, count: number): readonly number[] {
  const all = Array.from({ length: count + 1 }, (_, at) => Math.round((at * last) / count));
  return [...new Set(all)];
}

const roundSteps = Array.from({ length: 16 }, (_, power) => power).flatMap((power) =>
  [1, 2, 5].map((one) => one * 10 ** power),
);
