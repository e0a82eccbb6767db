import { isDeepStrictEqual } from "node:util";
import type { Load } from "../loads.ts";
import { interleaved } from "../rounds.ts";
import { startFloor } from "../servers/floor.ts";
import { type Bench, type Comparison, comparison } from "./row.ts";

/** The service beside a bare server that answers the same bytes to the same bytes. */
export async function besideFloor(
  { generator, options, ...bench }: Bench,
  { name, connections, ...load }: Load,
  betweenRounds?: () => void,
): Promise<Comparison> {
  const { service } = bench;
  const plan = await load.plan(bench);
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
  const rounds = await interleaved(generator, sides, connections, options.pace, betweenRounds);
  return comparison(name, connections, rounds);
}
