/** Turns a plan into what a connection does, with all the signing done ahead of time. */
import { randomBytes } from "node:crypto";
import { openTokensFile } from "../store/tokens-file.ts";
import type { Answer, Connection } from "./connection.ts";
import { drawFrom } from "./draw.ts";
import { flow, wrong } from "./flow.ts";
import type { Plan } from "./plan.ts";
import { httpRequest, signedAuthorization, signedRequest } from "./request.ts";

export type Heard = (request: string, answer: Answer) => void;

/** Does the plan once; undefined: it went well. `lane` numbers the connection. */
export type Step = (
  connection: Connection,
  index: number,
  lane: number,
  heard?: Heard,
) => Promise<string | undefined>;

export function prepare(plan: Plan, count: number): Step {
  switch (plan.kind) {
    case "fixed":
      return sending([Buffer.from(plan.request, "latin1")]);
    case "signed-use":
      return sending(signedUses(plan, count));
    case "verify":
      return sending(verificationRequests(plan, count));
    case "request-token":
      return sending(requestTokens(plan, count));
    case "mixed":
      return mixed(plan, count);
    case "flow":
      return (connection, _index, lane, heard) => flow(plan, connection, lane, heard);
  }
}

/** One buffer holds them all, because the collector of garbage would stop for tens of thousands of small ones. */
function sending(requests: readonly Buffer[]): Step {
  const all = Buffer.concat(requests);
  const ends = new Float64Array(requests.length);
  let end = 0;
  for (const [at, request] of requests.entries()) {
    end += request.length;
    ends[at] = end;
  }
  return async (connection, index, _lane, heard) => {
    const at = index % ends.length;
    const request = all.subarray(ends[at - 1] ?? 0, ends[at]);
    if (request.length === 0) throw new Error("no request is prepared");
    const answer = await connection.send(request);
    heard?.(request.toString("latin1"), answer);
    return answer.status === 200 ? undefined : wrong(answer);
  };
}

function mixed({ parts }: Extract<Plan, { kind: "mixed" }>, count: number): Step {
  const steps = parts.map((part) => prepare(part.plan, Math.ceil((count * part.of20) / 20)));
  const positions = parts.map(() => 0);
  return (connection, index, lane, heard) => {
    const at = partOf(parts, index);
    const step = steps[at];
    if (step === undefined) throw new Error("the parts are not twenty");
    const own = positions[at] ?? 0;
    positions[at] = own + 1;
    return step(connection, own, lane, heard);
  };
}

type Parts = Extract<Plan, { kind: "mixed" }>["parts"];

/** Which part the request at `index` belongs to. Seven is prime to twenty, so one kind does not come in a row. */
export function partOf(parts: Parts, index: number): number {
  let turn = (index * 7) % 20;
  return parts.findIndex(({ of20 }) => {
    turn -= of20;
    return turn < 0;
  });
}

const path = "/1.1/account/verify_credentials.json";

type WithTokens = Extract<Plan, { kind: "signed-use" | "verify" }>;

function signedUses(plan: WithTokens, count: number): Buffer[] {
  using signers = drawnSigners(plan);
  return Array.from({ length: count }, () =>
    Buffer.from(signedRequest("GET", plan.origin, path, signers.draw()), "latin1"),
  );
}

function verificationRequests(plan: Extract<Plan, { kind: "verify" }>, count: number): Buffer[] {
  using signers = drawnSigners(plan);
  const { origin, batch } = plan;
  const verificationRequest = () => {
    const authorization = signedAuthorization("GET", origin, path, signers.draw());
    // As `@countersign/client` sends it.
    const id = randomBytes(16).toString("base64url");
    return { method: "GET", origin, target: path, authorization, request_id: id };
  };
  return Array.from({ length: count }, () => {
    const lines =
      batch === 1
        ? verificationRequest()
        : { requests: Array.from({ length: batch }, verificationRequest) };
    const at = batch === 1 ? "/verify" : "/verify/batch";
    return Buffer.from(httpRequest("POST", origin, at, {}, JSON.stringify(lines)), "latin1");
  });
}

/** Credentials with a token drawn at random from the file. */
function drawnSigners(plan: WithTokens) {
  const { applications, tokensFile } = plan;
  const tokens = openTokensFile(tokensFile);
  const drawIndex = drawFrom(tokens.count, plan.kind === "signed-use" ? plan.draw : "uniform");
  return {
    draw() {
      const { application, token, secret } = tokens.read(drawIndex());
      const signer = applications[application];
      if (signer === undefined) throw new Error(`there is no application ${application}`);
      return { ...signer, token, tokenSecret: secret };
    },
    [Symbol.dispose]: () => tokens[Symbol.dispose](),
  };
}

function requestTokens(plan: Extract<Plan, { kind: "request-token" }>, count: number): Buffer[] {
  const oauth = { oauth_callback: plan.callback };
  return Array.from({ length: count }, () => {
    const request = signedRequest(
      "POST",
      plan.origin,
      "/oauth/request_token",
      plan.application,
      oauth,
    );
    return Buffer.from(request, "latin1");
  });
}
