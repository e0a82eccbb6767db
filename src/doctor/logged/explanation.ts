/**
 * Why a request was rejected, as the request log keeps it: the request without its secrets, and the diagnosis, which
 * needed them. It is made at once, because the token or the secret may change within an hour, and so that no secret
 * has to be stored.
 */

import { collectParameters, formBodyOf, toReadableText } from "#oauth1";
import type { Application } from "../../domain/application.ts";
import type { RequestError } from "../../domain/errors.ts";
import { maxDetails } from "../../domain/logged-request.ts";
import { parseBasicCredentials } from "../../domain/oauth2.ts";
import type { ReceivedRequest } from "../../domain/rejected-request.ts";
import type { Cause, Diagnosis, Finding } from "../cause.ts";
import { diagnose } from "../diagnose.ts";
import type { Known } from "../known.ts";
import type { PastedRequest } from "../paste/pasted-request.ts";
import {
  type Hides,
  hidden,
  mapTexts,
  withoutNamedSecrets,
  withoutSecretCredentials,
  withoutSecretPairs,
  withoutSecrets,
} from "./hidden.ts";
import { type Explanation, type Keeps, type SentRequest, sentDetails } from "./request-details.ts";

/** Unlike a paste, nothing of the request is lost. */
export function asPasted(
  request: ReceivedRequest,
  { at, origin }: { readonly at: number; readonly origin: string | undefined },
): PastedRequest {
  const { method, path, query, authorization, contentType, body, authorizations } = request;
  const { host } = request.headers;
  return {
    ...{ method, path, query, authorization, contentType, body, authorizations, origin },
    hosts: host === undefined ? [] : [host],
    pathBefore: undefined,
    fields: [],
    cutOff: "",
    sentAt: at,
  };
}

/** Returns JSON of at most `maxDetails` characters, without secrets. */
export function rejectedDetails(
  request: PastedRequest,
  { message, row: { status } }: Pick<RequestError, "message" | "row">,
  known: Known,
  sent: Pick<SentRequest, "address" | "userAgent">,
  keeps: Keeps,
): string {
  const { hides, path: keepsPath } = keeps;
  const { findings, baseStrings, tried } = diagnose(request, known);
  const whole: Explanation = {
    message,
    request: asHttp(request, keeps),
    diagnosis: {
      findings: findings.map((one) => withoutNamed(one, hides)),
      baseStrings:
        baseStrings && keepsPath
          ? mapTexts(baseStrings, (text) => withoutNamedSecrets(text, hides))
          : undefined,
      tried,
    },
  };
  // This precedes shortening, because half of a secret would no longer be recognized.
  const secrets = secretsOf(request, known, hides);
  const details = sentDetails({ ...request, ...sent }, keeps, secrets);
  const kept = withoutSecrets(whole, keepsPath ? secrets : [...secrets, request.path]);
  const texts = [kept, withoutBaseStrings(kept), shortened(kept)].map((explanation) =>
    JSON.stringify({ ...details, status, explanation }),
  );
  return texts.find(({ length }) => length <= maxDetails) ?? texts.at(-1) ?? "";
}

/** Removes the names of other applications, except those that the viewer works on. */
export function withoutOthers(
  { findings, ...rest }: Diagnosis,
  own: readonly { readonly name: string }[],
  { secretSetAt: setAt, createdAt }: Pick<Application, "secretSetAt" | "createdAt">,
): Diagnosis {
  const isOwn = (name: string) => own.some((one) => one.name === name);
  const withToken = rest.baseStrings?.expected.includes("oauth_token%3D") ?? false;
  return {
    ...rest,
    findings: findings.map((finding): Finding => {
      const { cause } = finding;
      if (cause.id === "other-application-secret" && !isOwn(cause.application)) {
        const replaced = setAt > createdAt;
        const wrong = { id: "wrong-secret", setAt, replaced, withToken } as const;
        return { cause: wrong, certainty: "guess" };
      }
      if (cause.id === "token-of-other-application" && !isOwn(cause.application)) {
        return { cause: { id: "token-gone", kind: "unknown" }, certainty: "certain" };
      }
      return finding;
    }),
  };
}

/** A parameter's name may suggest that its value is a secret. */
function withoutNamed({ cause, certainty }: Finding, hides: Hides): Finding {
  if (!("name" in cause) || !hides(cause.name)) {
    return { cause: mapTexts(cause, (text) => withoutNamedSecrets(text, hides)), certainty };
  }
  const { id, name, ...values } = cause;
  return { cause: { id, name, ...mapTexts(values, () => hidden) } as Cause, certainty };
}

function asHttp(request: PastedRequest, { hides, path: keepsPath }: Keeps): string {
  const { method, path, query, authorization, contentType, hosts } = request;
  const [host] = hosts;
  const form = formBodyOf(request);
  const lines = [
    keepsPath
      ? `${method} ${path}${query === undefined ? "" : `?${withoutSecretPairs(query, hides)}`}`
      : method,
    ...(host === undefined ? [] : [`Host: ${host}`]),
    ...(authorization === undefined
      ? []
      : [`Authorization: ${withoutSecretCredentials(authorization)}`]),
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...(form === "" ? [] : ["", withoutSecretPairs(form, hides)]),
  ];
  return toReadableText(lines.join("\n"));
}

/** Returns known secrets, and values that were sent under a secret's name or in its place. */
function secretsOf(request: PastedRequest, known: Known, hides: Hides): string[] {
  const { application, others, token } = known;
  const issued = [
    ...application.secrets,
    ...(application.previousSecret ? [application.previousSecret.secret] : []),
    ...others.flatMap(({ secrets }) => secrets),
    ...("secret" in token ? [token.secret] : []),
  ].map((secret) => secret.reveal());
  const { authorization = "" } = request;
  const collected = collectParameters(request);
  const signed = collected.ok ? collected.signed : [];
  const [, bearer = ""] = /^bearer +(\S+)/i.exec(authorization) ?? [];
  return [
    ...issued,
    ...signed.filter(([name]) => hides(name)).map(([, value]) => value),
    collected.ok ? (collected.decisive.get("oauth_signature") ?? "") : "",
    ...(parseBasicCredentials(authorization)?.passwords ?? []),
    bearer,
  ].filter((one) => one !== "");
}

function withoutBaseStrings(explanation: Explanation): Explanation {
  const { findings, tried } = explanation.diagnosis;
  return { ...explanation, diagnosis: { findings, baseStrings: undefined, tried } };
}

/** The limits leave room for JSON, in which a character can take six. */
function shortened({ message, request, diagnosis }: Explanation): Explanation {
  const [first] = diagnosis.findings;
  return withoutBaseStrings({
    message: message.slice(0, 200),
    request: `${request.slice(0, 400)}…`,
    diagnosis: {
      ...diagnosis,
      findings: first === undefined ? [] : [mapTexts(first, (text) => text.slice(0, 200))],
    },
  });
}
