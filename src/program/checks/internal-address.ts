/** Whether the service responds at the internal address, is ready, and takes the secret of these settings. */
import type { Config } from "../../config/config.ts";
import type { Secret } from "../../domain/credentials.ts";
import { aheadOf, type OtherClock } from "./clock.ts";
import { type Finding, failure, ok, reasonOf, skipped, warning } from "./finding.ts";
import type { Running } from "./public-address.ts";
import { ask, timeIn } from "./request.ts";

export interface PrivateAddress {
  readonly findings: readonly Finding[];
  readonly running: Running;
  readonly clocks: readonly OtherClock[];
}

export async function checkPrivateAddress(config: Config): Promise<PrivateAddress> {
  const { internalHost, internalPort, internalSecrets } = config;
  if (internalPort === "off" || internalPort === 0) {
    const message = internalPort === 0 ? "Its port is chosen at each start" : "It is off";
    return { findings: [skipped("internal address", message)], running: "not known", clocks: [] };
  }
  const origin = `http://${urlHost(internalHost)}:${internalPort}`;
  try {
    await ask(origin, { method: "GET", target: "/livez" });
  } catch (error) {
    const isRejected = error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
    const message = `Nothing responds at ${origin}: ${reasonOf(error)}`;
    return {
      findings: [
        skipped("internal address", isRejected ? `${message}; the service isn't running` : message),
      ],
      running: isRejected ? "no" : "not known",
      clocks: [],
    };
  }
  const before = Date.now();
  const { status, headers, body } = await ask(origin, { method: "GET", target: "/readyz" });
  const time = timeIn(headers);
  const clocks =
    time === undefined
      ? []
      : [{ whose: `the service at ${origin}`, ahead: aheadOf(time, before - 1000, Date.now()) }];
  const findings = [
    readiness(origin, status, body),
    ...(await problemsAt(origin)),
    ...(await secretsAt(origin, internalSecrets)),
  ];
  return { running: "yes", findings, clocks };
}

/** What the running service has noticed, and no other check can know. */
async function problemsAt(origin: string): Promise<readonly Finding[]> {
  const { body } = await ask(origin, { method: "GET", target: "/healthz" });
  return problemsIn(body).map((problem) =>
    warning(
      problem.startsWith("the disk of ") ? "disk" : "internal address",
      `The service at ${origin} reports: ${problem}`,
      problem.startsWith("the disk of ")
        ? "Find out what writes so much, and free up space: when the disk is full, all writes fail"
        : "The guide says what to do about each problem; the service's log has the details",
    ),
  );
}

/** Another program may answer there. The service has a few at most, of a sentence each. */
const maxProblems = 20;
/** In characters. */
const maxProblem = 500;

function problemsIn(body: string): readonly string[] {
  try {
    const { problems } = Object(JSON.parse(body)) as { readonly problems?: unknown };
    const all = Array.isArray(problems) ? problems.slice(0, maxProblems) : [];
    return all.map((one) => String(one).slice(0, maxProblem));
  } catch {
    return [];
  }
}

async function secretsAt(
  origin: string,
  [secret, previous]: Config["internalSecrets"],
): Promise<readonly Finding[]> {
  if (!(await takesSecret(origin, secret))) return [wrongSecret(origin, "")];
  if (previous === undefined) return [];
  if (!(await takesSecret(origin, previous))) return [wrongSecret(origin, "second ")];
  const message = `The service at ${origin} accepts two secrets; once each gateway and API sends the first one, remove the second`;
  return [ok("internal address", message)];
}

/** The service looks at the secret before the method, so this verifies nothing and counts nothing. */
async function takesSecret(origin: string, secret: Secret | undefined): Promise<boolean> {
  const headers = secret && { "x-countersign-secret": secret.reveal() };
  const { status } = await ask(origin, {
    method: "GET",
    target: "/verify",
    ...(headers && { headers }),
  });
  return status !== 401;
}

function wrongSecret(origin: string, which: "" | "second "): Finding {
  return failure(
    "internal address",
    `The service at ${origin} rejects the ${which}COUNTERSIGN_INTERNAL_SECRET of these settings`,
    "Run this with the settings that the service was started with. If they are these, restart the service, or send it SIGHUP if they are in COUNTERSIGN_INTERNAL_SECRET_FILE: it still uses what it read before",
  );
}

function readiness(origin: string, status: number, body: string): Finding {
  if (status === 200) return ok("internal address", `The service at ${origin} is ready`);
  return failure(
    "internal address",
    `The service at ${origin} is not ready: ${status} ${body.slice(0, 200)}`,
    "Check its log, and the stores that it names",
  );
}

function urlHost(host: string): string {
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return reached.includes(":") ? `[${reached}]` : reached;
}
