import { join } from "node:path";
import type { Plan } from "../load/plan.ts";
import { median } from "../median.ts";
import { interleaved, medianRound, ratios } from "../rounds.ts";
import { type Service, startService } from "../servers/service.ts";
import { makeStore, type Store } from "../store/store.ts";
import { besideFloor } from "./beside-floor.ts";
import { atLeast, type Bench, type Row } from "./row.ts";

const connections = 64;

/** An access token in use: every request has a fresh nonce, which the service remembers in its journal. */
export async function signed(bench: Bench): Promise<readonly Row[]> {
  const plan = signedUse(bench.store, bench.service);
  const row = await besideFloor(bench, { name: "signed use", plan, connections });
  return [{ ...row, goal: atLeast(row.ratio, 0.4) }];
}

/** The same with many tokens in the store, drawn at random, beside the same with 1,000. */
export async function manyTokens(bench: Bench): Promise<readonly Row[]> {
  const { options, generator, directory, store, service } = bench;
  const tokens = options.manyTokens;
  const large = await makeStore(join(directory, "many"), { tokens, people: 0 });
  await using largeService = await startService(large.dataDir);
  const sides = [
    { server: service, plan: signedUse(store, service) },
    { server: largeService, plan: signedUse(large, largeService) },
  ];
  const [below = [], above = []] = await interleaved(generator, sides, connections, options.pace);
  const all = ratios(above, below);
  const ratio = median(all);
  return [
    {
      name: `signed, ${tokens.toLocaleString("en")} tokens : 1,000`,
      connections,
      below: medianRound(below),
      service: medianRound(above),
      ratio,
      ratios: all,
      goal: atLeast(ratio, 0.9),
      rounds: { below, service: above },
    },
  ];
}

function signedUse({ applications, tokensFile }: Store, { origin }: Service): Plan {
  return { kind: "signed-use", origin, applications, tokensFile };
}
