/** Turns a plan into what a connection does, with all the signing done ahead of time. */
import { openTokensFile } from "../store/tokens-file.ts";
import type { Answer, Connection } from "./connection.ts";
import { flow, wrong } from "./flow.ts";
import type { Plan } from "./plan.ts";
import { signedRequest } from "./request.ts";

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
    case "request-token":
      return sending(requestTokens(plan, count));
    case "flow":
      return (connection, _index, lane, heard) => flow(plan, connection, lane, heard);
  }
}

function sending(requests: readonly Buffer[]): Step {
  return async (connection, index, _lane, heard) => {
    const request = requests[index % requests.length];
    if (request === undefined) throw new Error("no request is prepared");
    const answer = await connection.send(request);
    heard?.(request.toString("latin1"), answer);
    return answer.status === 200 ? undefined : wrong(answer);
  };
}

function signedUses(plan: Extract<Plan, { kind: "signed-use" }>, count: number): Buffer[] {
  using tokens = openTokensFile(plan.tokensFile);
  return Array.from({ length: count }, () => {
    const { application, token, secret } = tokens.read(Math.floor(Math.random() * tokens.count));
    const signer = plan.applications[application];
    if (signer === undefined) throw new Error(`there is no application ${application}`);
    const credentials = { ...signer, token, tokenSecret: secret };
    const path = "/1.1/account/verify_credentials.json";
    return Buffer.from(signedRequest("GET", plan.origin, path, credentials), "latin1");
  });
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
