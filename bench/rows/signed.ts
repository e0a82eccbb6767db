import { join } from "node:path";
import { loads, signedUse } from "../loads.ts";
import { startService } from "../servers/service.ts";
import { makeStore } from "../store/store.ts";
import { besideFloor } from "./alternating-floor.ts";
import { atLeast, type Bench, type Row } from "./row.ts";

export async function signed(bench: Bench): Promise<readonly Row[]> {
  const row = await besideFloor(bench, loads.signed);
  return [{ ...row, goal: atLeast(row.ratio, 0.48) }];
}

/** The same with many tokens in the store, drawn at random. */
export async function manyTokens(bench: Bench): Promise<readonly Row[]> {
  const tokens = bench.options.manyTokens;
  const store = await makeStore(join(bench.directory, "many"), { tokens, userCount: 0 });
  await using service = await startService(store.dataDir);
  const rows: Row[] = [];
  for (const [draw, least] of [
    ["uniform", 0.25],
    ["zipf", 0.35],
  ] as const) {
    const row = await besideFloor(
      { ...bench, store, service },
      {
        name: `signed, ${tokens.toLocaleString("en")} tokens, ${draw}`,
        connections: 64,
        plan: (target) => signedUse(target, draw),
      },
    );
    rows.push({ ...row, goal: atLeast(row.ratio, least) });
  }
  return rows;
}
