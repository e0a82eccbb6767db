import { join } from "node:path";
import type { Plan } from "../load/plan.ts";
import { interleaved } from "../rounds.ts";
import { type Service, startService } from "../servers/service.ts";
import { makeStore, type Store } from "../store/store.ts";
import { besideFloor } from "./beside-floor.ts";
import { atLeast, type Bench, comparison, type Row } from "./row.ts";

const connections = 64;

/** An access token in use: every request has a fresh nonce, which the service remembers in its journal. */
export async function signed(bench: Bench): Promise<readonly Row[]> {
  const plan = signedUse(bench.store, bench.service);
  const row = await besideFloor(bench, { name: "signed use", plan, connections });
  return [{ ...row, goal: atLeast(row.ratio, 0.4) }];
}

/** The same with many tokens in the store, drawn at random; in place of the floor, the same with 1,000. */
export async function manyTokens(bench: Bench): Promise<readonly Row[]> {
  const { options, generator, directory, store, service } = bench;
  const tokens = options.manyTokens;
  const large = await makeStore(join(directory, "many"), { tokens, people: 0 });
  await using largeService = await startService(large.dataDir);
  const sides = [
    { server: service, plan: signedUse(store, service), takesRepeats: false },
    { server: largeService, plan: signedUse(large, largeService), takesRepeats: false },
  ];
  const rounds = await interleaved(generator, sides, connections, options.pace);
  const row = comparison(`signed, ${tokens.toLocaleString("en")} tokens`, connections, rounds);
  return [{ ...row, goal: atLeast(row.ratio, 0.9) }];
}

function signedUse({ applications, tokensFile }: Store, { origin }: Service): Plan {
  return { kind: "signed-use", origin, applications, tokensFile };
}
