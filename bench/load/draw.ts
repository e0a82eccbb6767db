import type { Draw } from "./plan.ts";

/** Draws numbers from 0 to `count` − 1. */
export function drawFrom(count: number, draw: Draw): () => number {
  if (draw === "uniform") return () => Math.floor(Math.random() * count);
  const sums = new Float64Array(count);
  let sum = 0;
  for (let at = 0; at < count; at += 1) {
    sum += 1 / (at + 1);
    sums[at] = sum;
  }
  return () => {
    const drawn = Math.random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) <= drawn) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
