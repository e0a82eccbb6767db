import { join } from "node:path";
import { loads } from "../loads.ts";
import { interleaved } from "../rounds.ts";
import { startFloor } from "../servers/floor.ts";
import { startForked } from "../servers/forked.ts";
import type { Stripped } from "../servers/stripped-server.ts";
import { atLeast, type Bench, comparison, type Row } from "./row.ts";

/** Signed use beside a verifier that does only what cannot be left out, and that one beside the floor. */
export async function stripped(bench: Bench): Promise<readonly Row[]> {
  const { generator, options, service, store } = bench;
  const { connections, ...load } = loads.signed;
  const plan = await load.plan(bench);
  await generator.prepare(plan, 1);
  const answers = await generator.record(service.port);
  const [answer] = answers;
  if (answer === undefined) throw new Error("signed use was not answered");
  const { applications, tokensFile } = store;
  const journal = join(bench.directory, "stripped-journal");
  const message: Stripped = {
    answer,
    origin: service.origin,
    applications: applications.map(({ consumerKey, consumerSecret }) => ({
      consumerKey,
      consumerSecret,
    })),
    tokensFile,
    journal,
  };
  await using floor = await startFloor(answers);
  const file = new URL("../servers/stripped-server.ts", import.meta.url);
  await using verifier = await startForked(file, { ...message });
  const sides = [
    { server: floor, plan, takesRepeats: true },
    { server: verifier, plan, takesRepeats: false },
    { server: service, plan, takesRepeats: false },
  ];
  // The verifier and the service get the same requests: each has a memory of its own.
  const rounds = await interleaved(generator, sides, connections, options.pace);
  const [bare = [], checked = [], served = []] = rounds;
  const row = comparison("signed use : stripped", connections, [checked, served]);
  return [
    comparison("stripped verifier", connections, [bare, checked]),
    { ...row, goal: atLeast(row.ratio, 0.75) },
  ];
}
