import { commitsPerSecond } from "../commits.ts";
import { loads } from "../loads.ts";
import { median } from "../median.ts";
import { besideFloor } from "./alternating-floor.ts";
import type { Bench, Comparison, Figure, Row } from "./row.ts";

/** `oauth/request_token`, which is on the disk before it answers, beside what the disk allows. */
export async function requestToken(bench: Bench): Promise<readonly Row[]> {
  const commits: number[] = [];
  const betweenRounds = () => {
    commits.push(commitsPerSecond(bench.directory, 0.5));
  };
  const rows: Comparison[] = [];
  for (const load of [loads["request-token"], loads["request-token-256"]]) {
    rows.push(await besideFloor(bench, load, betweenRounds));
  }
  const disk: Figure = {
    name: "durable commits of the disk",
    value: median(commits),
    unit: "/s",
    samples: commits,
  };
  return [...rows.map((row) => ({ ...row, goal: goalOf(row, disk.value) })), disk];
}

/** The lesser of half of what the disk can commit and a quarter of the floor. */
function goalOf({ service, below, ratio }: Comparison, commits: number) {
  const half = commits / 2;
  return half < below.perSecond / 4
    ? { text: `≥ ${Math.round(half)}/s`, reached: service.perSecond >= half }
    : { text: "≥ 0.25", reached: ratio >= 0.25 };
}
