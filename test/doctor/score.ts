/** Counts what the doctor says about requests with faults. */
import { hmacSha1, hmacSha256 } from "#oauth1";
import type { Diagnosis } from "../../src/doctor/cause.ts";
import { diagnose } from "../../src/doctor/diagnose.ts";
import type { Known, KnownToken } from "../../src/doctor/known.ts";
import { parsePaste } from "../../src/doctor/paste/parse-paste.ts";
import { Secret } from "../../src/domain/credentials.ts";
import { knownFor } from "../support/known.ts";
import { cases, type MadeCase } from "./cases.ts";
import { type Case, faults } from "./faults.ts";
import { signers } from "./signers.ts";

export interface Score {
  readonly requests: number;
  readonly right: { readonly total: number; readonly calledWrong: number };
  /** By the fault's name. */
  readonly singles: ReadonlyMap<string, Rate>;
  readonly doubles: Rate & { readonly either: number };
  readonly bySigner: ReadonlyMap<string, number>;
  /** For each diagnosis, the CPU time in milliseconds and the number of ways of signing that were tried. */
  readonly times: readonly number[];
  readonly tries: readonly number[];
  readonly missed: readonly string[];
}

export interface Rate {
  readonly total: number;
  readonly named: number;
  /** How many of the named ones were proved. */
  readonly certain: number;
}

export function score(count: number, libraries = signers): Score {
  const singles = new Map(faults.map(({ name }) => [name, { total: 0, named: 0, certain: 0 }]));
  const doubles = { total: 0, named: 0, certain: 0, either: 0 };
  const right = { total: 0, calledWrong: 0 };
  const bySigner = new Map<string, number>();
  const times: number[] = [];
  const tries: number[] = [];
  const missed: string[] = [];
  let requests = 0;
  for (const made of cases(count, 1, libraries)) {
    requests += 1;
    bySigner.set(made.signer, (bySigner.get(made.signer) ?? 0) + 1);
    const before = process.cpuUsage();
    const { findings, tried } = diagnosed(made);
    const { user } = process.cpuUsage(before);
    times.push(user / 1000);
    tries.push(tried);
    const [first] = made.faults;
    if (first === undefined) {
      right.total += 1;
      if (findings.length > 0) {
        right.calledWrong += 1;
        missed.push(outcome(made, findings));
      }
      continue;
    }
    // With one fault, the first finding has to name it; with two, the first two findings.
    const answer = findings.slice(0, made.faults.length);
    const isNamed = made.faults.every(({ causes }) =>
      answer.some(({ cause }) => causes.includes(cause.id)),
    );
    const rate = made.faults.length === 1 ? singles.get(first.name) : doubles;
    if (rate === undefined) continue;
    rate.total += 1;
    if (isNamed) rate.named += 1;
    else missed.push(outcome(made, findings));
    if (isNamed && answer.every(({ certainty }) => certainty === "certain")) rate.certain += 1;
    if (
      made.faults.length === 2 &&
      made.faults.some(({ causes }) => answer.some(({ cause }) => causes.includes(cause.id)))
    ) {
      doubles.either += 1;
    }
  }
  return { requests, right, singles, doubles, bySigner, times, tries, missed };
}

export function diagnosed({ one, pasted }: Pick<MadeCase, "one" | "pasted">): Diagnosis {
  const parsed = parsePaste(pasted);
  if (!parsed.ok) throw new Error(`${parsed.problem}: ${pasted}`);
  return diagnose(parsed.request, knownOf(one));
}

function outcome(
  { signer, faults: put, pasted }: MadeCase,
  findings: Diagnosis["findings"],
): string {
  const found = findings.map(({ cause, certainty }) => `${certainty} ${JSON.stringify(cause)}`);
  return `${put.map(({ name }) => name).join(" + ") || "right"} (${signer})\n  → ${found.join("; ") || "right"}\n${pasted}`;
}

/** What the service would know about this request. */
function knownOf({ world, state, kind }: Case): Known {
  const known = knownFor(world);
  return {
    ...known,
    now: world.now,
    origins: [world.baseUrl],
    apiOrigins: [world.apiOrigin],
    signatureMethods: [hmacSha1, hmacSha256],
    needs: state.needs,
    operations: [
      { path: "/oauth/request_token", scheme: "consumer" },
      { path: "/oauth/access_token", scheme: "request-token" },
      { path: "/oauth/authorize", scheme: "other" },
      { path: "/oauth2/token", scheme: "basic" },
      { path: "/1.1/oauth/invalidate_token", scheme: "access-token" },
    ],
    application: {
      ...known.application,
      secretSetAt: world.now - 86_400_000,
      previousSecret: { secret: new Secret(world.previousSecret), until: world.now - 3_600_000 },
      suspendedBecause: state.suspended && "too many complaints",
      requireSha256: state.requiresSha256 === true,
      callbacks: world.callbacks,
    },
    others: [
      { name: "Garden", consumerKey: world.otherKey, secrets: [new Secret(world.otherSecret)] },
    ],
    token: tokenOf({ world, state, kind }),
    nonceUsed: state.nonceUsed === true,
  };
}

function tokenOf({ world, state, kind }: Pick<Case, "world" | "state" | "kind">): KnownToken {
  if (kind === "request_token") return { kind: "none" };
  if (state.needs === "user") return { kind: "none" };
  if (state.tokenGone) return { kind: "gone", revoked: undefined };
  const userSuspended = state.userSuspended === true;
  if (kind === "call") {
    return {
      kind: "access",
      secret: new Secret(world.tokenSecret),
      access: "write",
      userSuspended,
    };
  }
  return {
    kind: "request",
    secret: new Secret(world.requestTokenSecret),
    expiredAt: state.tokenExpired && world.now - 60_000,
    approved: !state.notApproved,
    userSuspended,
    verifier: state.verifierWrong ? "wrong" : "right",
  };
}
