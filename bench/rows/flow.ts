import { loads } from "../loads.ts";
import { besideFloor } from "./alternating-floor.ts";
import { atLeast, type Bench, type Row } from "./row.ts";

export async function wholeFlow(bench: Bench): Promise<readonly Row[]> {
  const row = await besideFloor(bench, loads.flow);
  return [{ ...row, goal: atLeast(row.ratio, 0.15) }];
}
