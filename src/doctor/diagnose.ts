/**
 * Why a request is rejected, as a pure function of the request and of what is known about it. The most
 * important finding comes first; the others are in the order in which they must be fixed: what the request
 * is, who sent it, how it was signed, and what else is wrong.
 */
import {
  carriesOAuth,
  collectParameters,
  hmacSha1,
  maxParameters,
  type RequestProblem,
  readRequest,
  type SignatureMethod,
  toReadableText,
} from "#oauth1";
import type { Cause, Diagnosis, Finding } from "./cause.ts";
import { clockFinding } from "./clock.ts";
import { basicCause, keyCause } from "./credentials.ts";
import type { Known, KnownOperation } from "./known.ts";
import { bodyCause, networkCause, operationCauses, retiredCause } from "./operations.ts";
import { normalOrigin } from "./origin-parts.ts";
import type { PastedRequest } from "./paste/pasted-request.ts";
import { checkSignature } from "./signatures.ts";
import { tokenCauses } from "./tokens.ts";

export function diagnose(request: PastedRequest, known: Known): Diagnosis {
  const origin = expectedOrigin(request, known);
  const operation = known.origins.includes(origin) ? operationAt(request.path, known) : undefined;
  const otherwise = otherScheme(request, operation, known);
  if (otherwise !== undefined) return withoutSignature(otherwise);
  if (request.authorizations > 1) return withoutSignature([certain({ id: "two-headers" })]);
  const collected = collectParameters(request);
  if (!collected.ok) return withoutSignature([certain(shapeCause(collected.problem, "", known))]);

  const parameter = (name: string) => collected.decisive.get(name);
  const read = readRequest(request, { signatureMethods: known.signatureMethods });
  const shape = read.ok ? undefined : shapeOf(read.problem, parameter, known);
  const sentKey = parameter("oauth_consumer_key");
  const key = sentKey ? keyCause(sentKey, known) : undefined;
  const token = tokenCauses(known, operation, parameter("oauth_token"));
  const signature = checkSignature({
    request,
    known,
    origin,
    parameters: collected.signed,
    sent: parameter("oauth_signature") ?? "",
    expected: expectedMethod(known, parameter("oauth_signature_method")),
    read: read.ok ? read.request : undefined,
    isElsewhere: shape !== undefined || key !== undefined,
  });
  const timestamp = Number(parameter("oauth_timestamp") || "NaN");
  const clock = Number.isNaN(timestamp)
    ? undefined
    : clockFinding(timestamp, { sentAt: request.sentAt, now: known.now });
  const body =
    operation === undefined
      ? bodyCause(parameter("oauth_body_hash"), request.body, known)
      : undefined;
  const others = [
    ...operationCauses(known, operation, { method: request.method, parameter }),
    ...(body === undefined ? [] : [body]),
  ];
  const findings = [
    ...withDigest(shape, signature.findings),
    ...[key, ...token].filter((cause) => cause !== undefined).map(findingOf),
    ...(clock?.certainty === "certain" ? [clock] : []),
    ...signature.findings.filter(({ cause }) => shape === undefined || cause.id !== "digest"),
    ...others.map(findingOf),
    ...(signature.isRight && known.nonceUsed === true ? [certain({ id: "nonce-used" })] : []),
    // A spent nonce shows that the clock was right when the request was first sent.
    ...(clock?.certainty === "guess" && known.nonceUsed !== true ? [clock] : []),
  ];
  return {
    // Certain findings come before guesses; otherwise the order stays.
    findings: findings.toSorted((one, other) => Number(isGuess(one)) - Number(isGuess(other))),
    baseStrings: signature.baseStrings,
    tried: signature.tried,
  };
}

/** Returns the origin that the client called, if signatures are checked against it; otherwise the most likely one. */
function expectedOrigin({ origin, hosts, path }: PastedRequest, known: Known): string {
  const { origins, apiOrigins } = known;
  const all = [...origins, ...apiOrigins];
  const called = origin === undefined ? undefined : normalOrigin(origin);
  const checked = all.find((one) => one === called);
  if (checked !== undefined) return checked;
  const [host = ""] = called === undefined ? hosts : [];
  const named = all.find((one) => one.replace(/^[a-z]+:\/\//, "") === host.toLowerCase());
  if (named !== undefined) return named;
  return operationAt(path, known) === undefined ? (apiOrigins[0] ?? origins[0]) : origins[0];
}

function operationAt(path: string, { operations }: Known): KnownOperation | undefined {
  return operations.find((one) => one.path === path);
}

/** Returns the findings for a request that authenticates in another way than by a signature. */
function otherScheme(
  request: PastedRequest,
  operation: KnownOperation | undefined,
  known: Known,
): Finding[] | undefined {
  const { authorization = "" } = request;
  const [scheme = ""] = /^[A-Za-z]+(?= |$)/.exec(authorization) ?? [];
  const rejected = networkCause(known) ?? retiredCause(known);
  const isSigned =
    carriesOAuth({ ...request, authorization: undefined }) || /^oauth$/i.test(scheme);
  if (operation?.scheme === "basic") {
    if (!/^basic$/i.test(scheme)) return [certain({ id: "basic-needed" })];
    const cause = basicCause(authorization, known) ?? rejected;
    return cause === undefined ? [] : [certain(cause)];
  }
  if (isSigned) return undefined;
  if (/^basic$/i.test(scheme)) return [certain({ id: "basic" })];
  if (!/^bearer$/i.test(scheme)) return undefined;
  if (rejected !== undefined) return [certain(rejected)];
  // The administrator's APIs and some operations accept a bearer token or a signature.
  const needsSignature = operation !== undefined && operation.scheme !== "other";
  return [{ cause: { id: "bearer" }, certainty: needsSignature ? "certain" : "guess" }];
}

function shapeOf(
  problem: Parameters<typeof shapeCause>[0],
  parameter: (name: string) => string | undefined,
  known: Known,
): Cause {
  return shapeCause(problem, toReadableText(parameter(problem.parameter ?? "") ?? ""), known);
}

/** Returns the method that the request names, if it is accepted, and otherwise the first that is. */
function expectedMethod({ signatureMethods }: Known, named: string | undefined): SignatureMethod {
  return signatureMethods.find(({ name }) => name === named) ?? signatureMethods[0] ?? hmacSha1;
}

/** If the signature was made with another method and the right secrets, only the method has to change. */
function withDigest(shape: Cause | undefined, signature: readonly Finding[]): Finding[] {
  if (shape === undefined) return [];
  if (shape.id !== "signature-method") return [certain(shape)];
  return [certain({ ...shape, right: signature.some(({ cause }) => cause.id === "digest") })];
}

function certain(cause: Cause): Finding {
  return { cause, certainty: "certain" };
}

/** Some causes only explain what was sent; for example, the token may also be mistyped. */
function findingOf(cause: Cause): Finding {
  const isLikely = cause.id === "token-revoked" || cause.id === "write-level";
  return { cause, certainty: isLikely ? "guess" : "certain" };
}

function isGuess({ certainty }: Finding): boolean {
  return certainty === "guess";
}

function withoutSignature(findings: readonly Finding[]): Diagnosis {
  return { findings, baseStrings: undefined, tried: 0 };
}

/** The request could not be read as a signed one. `sent` is the value of the parameter at fault. */
function shapeCause(
  { kind, parameter }: RequestProblem,
  sent: string,
  { signatureMethods }: Known,
): Cause {
  const name = toReadableText(parameter ?? "");
  if (kind === "two-identities") return { id: "two-identities" };
  if (kind === "too-many-parameters") return { id: "too-many-parameters", most: maxParameters };
  if (kind === "duplicate") return { id: "different-values", name };
  if (kind === "missing") return name === "" ? { id: "unsigned" } : { id: "missing", name };
  if (name === "oauth_version") return { id: "version", sent };
  if (name === "oauth_signature_method") {
    const accepted = signatureMethods.map((one) => one.name);
    return { id: "signature-method", sent, right: false, accepted };
  }
  if (name === "oauth_timestamp") return { id: "timestamp-form", sent };
  if (name === "oauth_nonce") return { id: "nonce-form" };
  return name === "" ? { id: "malformed-header" } : { id: "not-utf8", name };
}
