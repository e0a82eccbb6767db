import { commitsPerSecond } from "../commits.ts";
import { median } from "../median.ts";
import { callback } from "../store/store.ts";
import { firstApplication } from "./bearer.ts";
import { besideFloor } from "./beside-floor.ts";
import type { Bench, Comparison, Figure, Row } from "./row.ts";

/** `oauth/request_token`, which is on the disk before it answers, beside what the disk allows. */
export async function requestToken(bench: Bench): Promise<readonly Row[]> {
  const plan = {
    kind: "request-token",
    origin: bench.service.origin,
    application: firstApplication(bench),
    callback,
  } as const;
  const commits: number[] = [];
  const betweenRounds = () => {
    commits.push(commitsPerSecond(bench.directory, 0.5));
  };
  const rows: Comparison[] = [];
  for (const connections of [64, 256]) {
    const name = "oauth/request_token";
    rows.push(await besideFloor(bench, { name, plan, connections, betweenRounds }));
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
