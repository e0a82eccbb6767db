import { isDeepStrictEqual } from "node:util";
import type { Plan } from "../load/plan.ts";
import { interleaved } from "../rounds.ts";
import { startFloor } from "../servers/floor.ts";
import { type Bench, type Comparison, comparison } from "./row.ts";

export interface Compared {
  readonly name: string;
  readonly plan: Plan;
  readonly connections: number;
  readonly betweenRounds?: () => void;
  /** Where one request is a longer story. */
  readonly warmUp?: number;
}

/** The service beside a bare server that answers the same bytes to the same bytes. */
export async function besideFloor(
  { generator, service, options }: Bench,
  { name, plan, connections, betweenRounds, warmUp = options.pace.warmUp }: Compared,
): Promise<Comparison> {
  await generator.prepare(plan, 1);
  const answers = await generator.record(service.port);
  await using floor = await startFloor(answers);
  if (!isDeepStrictEqual(await generator.record(floor.port), answers)) {
    throw new Error(`the floor of ${name} does not answer what the service does`);
  }
  const sides = [
    { server: floor, plan, takesRepeats: true },
    { server: service, plan, takesRepeats: false },
  ];
  const pace = { ...options.pace, warmUp };
  const rounds = await interleaved(generator, sides, connections, pace, betweenRounds);
  return comparison(name, connections, rounds);
}
