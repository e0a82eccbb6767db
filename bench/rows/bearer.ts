import { loads } from "../loads.ts";
import { besideFloor } from "./alternating-floor.ts";
import { atLeast, type Bench, type Row } from "./row.ts";

export async function bearer(bench: Bench): Promise<readonly Row[]> {
  const row = await besideFloor(bench, loads.bearer);
  return [{ ...row, goal: atLeast(row.ratio, 0.6) }];
}

export async function oauth2Token(bench: Bench): Promise<readonly Row[]> {
  const row = await besideFloor(bench, loads["oauth2-token"]);
  return [{ ...row, goal: atLeast(row.ratio, 0.45) }];
}
