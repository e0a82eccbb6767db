import { type ActiveToken, authorizationUrl, Untried } from "./active-token.ts";
import { approvalOf } from "./approval/approval.ts";
import { NotApproved } from "./approval/approved.ts";
import type {
  ApproveStep,
  Case,
  Expected,
  OpenStep,
  SendStep,
  Step,
  TogetherStep,
} from "./case.ts";
import { type CheckName, checks, type Facts } from "./checks.ts";
import type { Provider } from "./config.ts";
import { type Controls, endpointOf } from "./controls.ts";
import {
  type Exchange,
  ForeignHost,
  NoResponse,
  type ProviderResponse,
  Throttled,
} from "./exchange.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import type { Result } from "./report/result.ts";
import { built } from "./request/build.ts";
import type { Sent, WireRequest } from "./request/sent.ts";
import { NotApplicable, World } from "./request/world.ts";

interface Around {
  readonly provider: Provider;
  readonly exchange: Exchange;
  readonly quota: ActiveToken;
  readonly controls: Controls;
}

export interface Tried extends Pick<Result, "outcome" | "because" | "baseString"> {
  /** The secrets that occurred in the case, so that its texts can be redacted. */
  readonly secrets: readonly string[];
}

class Fault extends Error {
  readonly baseString: string | undefined;
  constructor(message: string, request?: WireRequest) {
    super(message);
    this.baseString = request?.baseString;
  }
}

export async function tried(one: Case, around: Around): Promise<Tried> {
  const { clock } = around.exchange;
  let world = new World(undefined, clock);
  try {
    if (usesQuota(one)) world = new World(await around.quota.get(), clock);
    for (const step of one.steps) await taken(step, world, around);
    return { outcome: "passed", secrets: [] };
  } catch (error) {
    const secrets = world.secrets();
    const because = (error as Error).message;
    if (error instanceof NotApplicable) return { outcome: "skipped", because, secrets };
    if (error instanceof Fault) {
      const { baseString } = error;
      return {
        outcome: "failed",
        because,
        secrets,
        ...(baseString !== undefined && { baseString }),
      };
    }
    const known = [Untried, NotApproved, NoResponse, Throttled, ForeignHost];
    if (known.some((kind) => error instanceof kind))
      return { outcome: "untried", because, secrets };
    throw error;
  }
}

function usesQuota({ steps }: Case): boolean {
  return steps.some((step) => {
    if ("approve" in step || "open" in step) return false;
    const sent = "send" in step ? step.send : step.together;
    return sent.token === "quota" || (sent.to === "resource" && sent.token === undefined);
  });
}

async function taken(step: Step, world: World, around: Around): Promise<void> {
  if ("send" in step) return sent(step, world, around);
  if ("together" in step) return sentTogether(step, world, around);
  if ("approve" in step) return approved(step, world, around);
  return openInBrowser(step, world, around);
}

async function sent({ send, expect, keep }: SendStep, world: World, around: Around) {
  const { provider, exchange, controls } = around;
  const request = built(send, provider, world);
  if (expect?.decision === "rejected" && send.again === undefined)
    await authenticateControl(send, controls);
  const answer = await exchange.send(request).catch((error: Error) => {
    // The case is about how this request is answered, so a missing answer is a failure.
    if (error instanceof NoResponse && expect !== undefined)
      throw new Fault(error.message, request);
    throw error;
  });
  const outcome = outcomeOf(send.to, endpointOf(send.to, provider), answer);
  if (send.to === "revocation" && outcome.kind === "accepted") around.quota.forget();
  if (keep !== undefined) {
    world.keep(keep, { request, ...(outcome.credentials && { credentials: outcome.credentials }) });
  }
  if (expect === undefined) {
    if (outcome.kind === "accepted") return;
    throw new Untried(`a right request to ${send.to} is not accepted (${answer.status})`);
  }
  const { credentials } = outcome;
  judge(expect, answer, outcome, { provider, world, answer, credentials }, request);
}

async function authenticateControl(send: Sent, controls: Controls): Promise<void> {
  const problem = await controls.problemWith(send);
  if (problem === undefined) return;
  throw new Untried(
    `a rejection would show nothing, because of a right request of this kind: ${problem}`,
  );
}

function judge(
  { decision, status, checks: names = [] }: Expected,
  answer: ProviderResponse,
  { kind }: Outcome,
  facts: Facts,
  request?: WireRequest,
): void {
  const seen = `${answer.status}`;
  const right = decision === "answered" ? kind !== "broken" : kind === decision;
  if (!right) {
    throw new Fault(
      `${wanted[decision]}, and it was ${kind} (${seen})${excerpt(kind, answer)}`,
      request,
    );
  }
  if (status !== undefined && !status.includes(answer.status)) {
    throw new Fault(`the status should be ${status.join(" or ")}, and is ${seen}`, request);
  }
  checked(names, facts, request);
}

const wanted = {
  accepted: "the request is right",
  rejected: "the request has to be rejected",
  answered: "the request must get a response",
} as const;

/** The provider's own text, which helps to find out why it rejected a correct request. */
function excerpt(kind: Outcome["kind"], { body }: ProviderResponse): string {
  const text = body
    .replace(/<[^<>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 160);
  return kind === "accepted" || text === "" ? "" : `: ${text}`;
}

function checked(names: readonly CheckName[], facts: Facts, request?: WireRequest): void {
  for (const name of names) {
    const problem = checks[name](facts);
    if (problem !== undefined) throw new Fault(problem, request);
  }
}

async function sentTogether({ together, times, same }: TogetherStep, world: World, around: Around) {
  const { provider, exchange } = around;
  const endpoint = endpointOf(together.to, provider);
  const first = built(together, provider, world);
  const requests = Array.from({ length: times }, (_, at) =>
    same || at === 0 ? first : built(together, provider, world),
  );
  const answers = await Promise.all(requests.map((one) => exchange.send(one, "at once")));
  const kinds = answers.map((answer) => outcomeOf(together.to, endpoint, answer).kind);
  const accepted = kinds.filter((kind) => kind === "accepted").length;
  if (accepted !== 1) throw new Fault(`of ${times} at once ${accepted} were accepted`, requests[0]);
  if (kinds.includes("broken")) throw new Fault("the provider broke", requests[0]);
}

async function approved(step: ApproveStep, world: World, { provider, exchange }: Around) {
  const { token } = world.credentials(step.approve);
  const url = authorizationUrl(provider, token, step.more);
  const outcome = await approvalOf(provider, exchange, url, step.decision ?? "allow");
  if (outcome.verifier !== undefined) world.approved(step.approve, outcome.verifier);
  checked(step.checks ?? [], { provider, world, approved: outcome, token });
  const withoutVerifier = step.decision !== "deny" && outcome.verifier === undefined;
  if (withoutVerifier) throw new Untried("approving leads to no verifier");
}

async function openInBrowser(
  { open, expect }: OpenStep,
  world: World,
  { provider, exchange }: Around,
) {
  const token = open.token === undefined ? open.text : world.credentials(open.token).token;
  const url = authorizationUrl(provider, token);
  const answer = await exchange.send({
    method: "GET",
    origin: url.origin,
    target: `${url.pathname}${url.search}`,
    headers: [["Accept", "text/html"]],
  });
  // A page grants nothing, so everything except a server error counts as a response.
  const kind = answer.status >= 500 ? "broken" : answer.status >= 400 ? "rejected" : "accepted";
  judge(expect, answer, { kind }, { provider, world, answer });
}
