import { bearerFor } from "../../test/support/flow.ts";
import type { Plan } from "../load/plan.ts";
import { httpRequest } from "../load/request.ts";
import { interleaved, type Round } from "../rounds.ts";
import type { Server } from "../servers/server.ts";
import { firstApplication } from "./bearer.ts";
import { besideFloor } from "./beside-floor.ts";
import { atLeast, type Bench, type Comparison, comparison, type Row } from "./row.ts";

const connections = 64;
const batchSize = 20;

/** `POST /verify` and `/verify/batch` of the private address, beside the floor and beside the operation whose checks they make. */
export async function verify(bench: Bench): Promise<readonly Row[]> {
  const bearers = { bearer: await bearerFor(bench.service.origin, firstApplication(bench)) };
  const rows: Row[] = [];
  for (const [kind, how] of [
    ["signed", {}],
    ["bearer", bearers],
  ] as const) {
    for (const batch of [1, batchSize]) {
      const name = `/verify, ${kind}${batch === 1 ? "" : `, by ${batch}`}`;
      rows.push(await floorRow(bench, name, verifyPlan(bench, batch, how), batch));
    }
  }
  return [...rows, await besidePublic(bench), await besideSingle(bench)];
}

/** Signed questions for tokens at random, or the same bearer's again and again. */
function verifyPlan(
  { store, service: { origin } }: Bench,
  batch: number,
  { bearer }: { readonly bearer?: string },
): Plan {
  if (bearer === undefined) {
    const { applications, tokensFile } = store;
    return { kind: "verify", origin, applications, tokensFile, batch };
  }
  const target = "/1.1/account/verify_credentials.json";
  const one = { method: "GET", origin, target, authorization: `Bearer ${bearer}` };
  const asked = batch === 1 ? one : { requests: Array.from({ length: batch }, () => one) };
  const path = batch === 1 ? "/verify" : "/verify/batch";
  return { kind: "fixed", request: httpRequest("POST", origin, path, {}, JSON.stringify(asked)) };
}

/** The private address of the same process. */
function privately({ service }: Bench): Server {
  return { ...service, port: service.internalPort };
}

async function floorRow(
  bench: Bench,
  name: string,
  plan: Plan,
  batch: number,
): Promise<Comparison> {
  const service = { ...bench.service, port: bench.service.internalPort };
  const warmUp = Math.ceil(bench.options.pace.warmUp / batch);
  return besideFloor({ ...bench, service }, { name, plan, connections, warmUp });
}

/** The public operation in the place of the floor. */
async function besidePublic(bench: Bench): Promise<Row> {
  const { store, service, generator, options } = bench;
  const { applications, tokensFile } = store;
  const signedUse: Plan = { kind: "signed-use", origin: service.origin, applications, tokensFile };
  const sides = [
    { server: service, plan: signedUse, takesRepeats: false },
    { server: privately(bench), plan: verifyPlan(bench, 1, {}), takesRepeats: false },
  ];
  const rounds = await interleaved(generator, sides, connections, options.pace);
  const row = comparison("/verify : signed use", connections, rounds);
  return { ...row, goal: atLeast(row.ratio, 0.85) };
}

/** One by one in the place of the floor; throughput and CPU are those of a verification. */
async function besideSingle(bench: Bench): Promise<Row> {
  const { generator, options } = bench;
  const server = privately(bench);
  const sides = [1, batchSize].map((batch) => {
    return { server, plan: verifyPlan(bench, batch, {}), takesRepeats: false };
  });
  const pace = { ...options.pace, warmUp: Math.ceil(options.pace.warmUp / batchSize) };
  const [single = [], batched = []] = await interleaved(generator, sides, connections, pace);
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
