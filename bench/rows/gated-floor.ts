import { loads } from "../loads.ts";
import { interleaved } from "../rounds.ts";
import { startFloor } from "../servers/floor.ts";
import { type Bench, comparison, type Row } from "./row.ts";

/** What judging requests in turns does to a server that does nothing else. Goals are of the bare floor. */
export async function gatedFloor(bench: Bench): Promise<readonly Row[]> {
  const { generator, options, service } = bench;
  const { connections, ...load } = loads.bearer;
  const plan = await load.plan(bench);
  await generator.prepare(plan, 1);
  const answers = await generator.record(service.port);
  await using bare = await startFloor(answers);
  await using gated = await startFloor(answers, true);
  const sides = [bare, gated].map((server) => ({ server, plan, takesRepeats: true }));
  const rounds = await interleaved(generator, sides, connections, options.pace);
  return [comparison("gated floor", connections, rounds)];
}
