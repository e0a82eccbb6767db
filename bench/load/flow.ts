/** One whole flow of the three legs (RFC 5849 §2), by a user who is signed in already. */
import { formOn } from "../../test/support/visitor.ts";
import type { Answer, Connection } from "./connection.ts";
import type { Plan } from "./plan.ts";
import { httpRequest, signedRequest } from "./request.ts";

export type FlowPlan = Extract<Plan, { kind: "flow" }>;

/** `heard` gets every answer; undefined: the flow went as it should, else what went wrong. */
export async function flow(
  plan: FlowPlan,
  connection: Connection,
  lane: number,
  heard: (request: string, answer: Answer) => void = () => {},
): Promise<string | undefined> {
  const { origin, application, callback } = plan;
  const cookie = plan.cookies[lane % plan.cookies.length] ?? "";

  const requested = await ask(
    signedRequest("POST", origin, "/oauth/request_token", application, {
      oauth_callback: callback,
    }),
  );
  if (requested.status !== 200) return wrong(requested);
  const pair = new URLSearchParams(requested.body.toString("latin1"));
  const token = pair.get("oauth_token") ?? "";

  const page = await ask(
    httpRequest("GET", origin, `/oauth/authorize?oauth_token=${token}`, { cookie }),
  );
  if (page.status !== 200) return wrong(page);
  const { action, hidden } = formOn(page.body.toString("utf8"));

  const form = new URLSearchParams({ ...hidden, decision: "allow" }).toString();
  const allowed = await ask(httpRequest("POST", origin, action, { cookie }, form));
  const verifier = /oauth_verifier=(\w+)/.exec(allowed.head)?.[1];
  if (allowed.status !== 303 || verifier === undefined) return wrong(allowed);

  const credentials = {
    ...application,
    token,
    tokenSecret: pair.get("oauth_token_secret") ?? "",
  };
  const exchanged = await ask(
    signedRequest("POST", origin, "/oauth/access_token", credentials, { oauth_verifier: verifier }),
  );
  return exchanged.status === 200 ? undefined : wrong(exchanged);

  async function ask(request: string): Promise<Answer> {
    const answer = await connection.send(Buffer.from(request, "latin1"));
    heard(request, answer);
    return answer;
  }
}

export function wrong({ status, body }: Answer): string {
  return `${status} ${body.toString("utf8", 0, 120)}`;
}
