import { bearerFor } from "../../test/support/flow.ts";
import type { Plan } from "../load/plan.ts";
import { firstApplication, privately, signedUse, verifyPlan } from "../loads.ts";
import { interleaved, type Round } from "../rounds.ts";
import { besideFloor } from "./alternating-floor.ts";
import { atLeast, type Bench, type Comparison, comparison, cpuAtLeast, type Row } from "./row.ts";

const connections = 64;
const batchSize = 20;

/**
 * `POST /verify` and `/verify/batch` of the internal address, beside the floor and beside the operation whose checks
 * they make.
 */
export async function verify(bench: Bench): Promise<readonly Row[]> {
  const bearer = await bearerFor(bench.service.origin, firstApplication(bench.store));
  const rows: Row[] = [];
  for (const [kind, token] of [
    ["signed", undefined],
    ["bearer", bearer],
  ] as const) {
    for (const batch of [1, batchSize]) {
      const name = `/verify, ${kind}${batch === 1 ? "" : `, by ${batch}`}`;
      rows.push(await floorRow(bench, name, verifyPlan(bench, batch, token)));
    }
  }
  return [...rows, await besidePublic(bench), await besideSingle(bench)];
}

async function floorRow(bench: Bench, name: string, plan: Plan): Promise<Comparison> {
  return besideFloor(
    { ...bench, service: privately(bench.service) },
    { name, plan: () => plan, connections },
  );
}

/** The public operation in the place of the floor. */
async function besidePublic(bench: Bench): Promise<Row> {
  const { service, generator, options } = bench;
  const sides = [
    { server: service, plan: signedUse(bench, "uniform"), takesRepeats: false },
    { server: privately(bench.service), plan: verifyPlan(bench, 1), takesRepeats: false },
  ];
  const rounds = await interleaved(generator, sides, connections, options.pace);
  const row = comparison("/verify : signed use", connections, rounds);
  return { ...row, goal: cpuAtLeast(row.cpuRatio, 0.8) };
}

/** One by one in the place of the floor; throughput and CPU are those of a verification. */
async function besideSingle(bench: Bench): Promise<Row> {
  const { generator, options } = bench;
  const server = privately(bench.service);
  const sides = [1, batchSize].map((batch) => {
    return { server, plan: verifyPlan(bench, batch), takesRepeats: false };
  });
  const [single = [], batched = []] = await interleaved(
    generator,
    sides,
    connections,
    options.pace,
  );
  const row = comparison(`by ${batchSize} : one by one`, connections, [
    single,
    batched.map(ofEach),
  ]);
  return { ...row, goal: atLeast(row.ratio, 2) };
}

/** A round of batches, counted by what is in them. */
function ofEach(round: Round): Round {
  const { perSecond, serverCpuMicros } = round;
  return {
    ...round,
    perSecond: perSecond * batchSize,
    serverCpuMicros: serverCpuMicros && serverCpuMicros / batchSize,
  };
}
