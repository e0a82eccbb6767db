/**
 * What is kept of a refused request: the request without its secrets, and the diagnosis that was made with them. It is
 * made at once, because an hour later the token is gone or the secret another one, and so that no secret has to be kept.
 */
import { longestExplanation, type ReceivedRequest } from "../../domain/refused-request.ts";
import { formBodyOf } from "../../oauth1/form.ts";
import { toReadableText } from "../../oauth1/percent-encoding.ts";
import { collectParameters } from "../../oauth1/request-parameters.ts";
import { parseBasicCredentials } from "../../oauth2/basic-credentials.ts";
import type { Cause, Diagnosis, Finding } from "../cause.ts";
import { diagnose } from "../diagnose.ts";
import type { Known } from "../known.ts";
import type { PastedRequest } from "../paste/pasted-request.ts";
import {
  hidden,
  isSecretName,
  mapTexts,
  withoutNamedSecrets,
  withoutSecretCredentials,
  withoutSecretPairs,
  withoutSecrets,
} from "./hidden.ts";

export interface Explanation {
  /** What the client was told. */
  readonly message: string;
  /** As HTTP writes it. */
  readonly request: string;
  readonly diagnosis: Diagnosis;
}

/** As the doctor reads a request: nothing of it was lost on the way through a clipboard. */
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

/** JSON of at most `longestExplanation` characters, without secrets. */
export function explanationOf(request: PastedRequest, message: string, known: Known): string {
  const { findings, baseStrings, tried } = diagnose(request, known);
  const whole: Explanation = {
    message,
    request: asHttp(request),
    diagnosis: {
      findings: findings.map(withoutNamed),
      baseStrings: baseStrings && mapTexts(baseStrings, withoutNamedSecrets),
      tried,
    },
  };
  // Before anything is shortened: half of a secret would no longer be known as one.
  const kept = withoutSecrets(whole, secretsOf(request, known));
  const texts = [kept, withoutBaseStrings(kept), shortened(kept)].map((one) => JSON.stringify(one));
  return texts.find(({ length }) => length <= longestExplanation) ?? texts.at(-1) ?? "";
}

export function readExplanation(text: string): Explanation {
  return JSON.parse(text) as Explanation;
}

/** Names another application only where the person who asks works on one of this name. */
export function withoutOthers(
  { findings, ...rest }: Diagnosis,
  own: readonly { readonly name: string }[],
  { secretSetAt }: { readonly secretSetAt: number },
): Diagnosis {
  const isOwn = (name: string) => own.some((one) => one.name === name);
  const withToken = rest.baseStrings?.expected.includes("oauth_token%3D") ?? false;
  return {
    ...rest,
    findings: findings.map((finding): Finding => {
      const { cause } = finding;
      if (cause.id === "other-application-secret" && !isOwn(cause.application)) {
        const wrong = { id: "wrong-secret", setAt: secretSetAt, withToken } as const;
        return { cause: wrong, certainty: "guess" };
      }
      if (cause.id === "token-of-other-application" && !isOwn(cause.application)) {
        return { cause: { id: "token-gone", kind: "unknown" }, certainty: "proved" };
      }
      return finding;
    }),
  };
}

/** What a cause says of a parameter that has a secret's name. */
function withoutNamed({ cause, certainty }: Finding): Finding {
  if (!("name" in cause) || !isSecretName(cause.name)) {
    return { cause: mapTexts(cause, withoutNamedSecrets), certainty };
  }
  const { id, name, ...values } = cause;
  return { cause: { id, name, ...mapTexts(values, () => hidden) } as Cause, certainty };
}

function asHttp(request: PastedRequest): string {
  const { method, path, query, authorization, contentType, hosts } = request;
  const [host] = hosts;
  const form = formBodyOf(request);
  const lines = [
    `${method} ${path}${query === undefined ? "" : `?${withoutSecretPairs(query)}`}`,
    ...(host === undefined ? [] : [`Host: ${host}`]),
    ...(authorization === undefined
      ? []
      : [`Authorization: ${withoutSecretCredentials(authorization)}`]),
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...(form === "" ? [] : ["", withoutSecretPairs(form)]),
  ];
  return toReadableText(lines.join("\n"));
}

/** What is known to be secret: of the ledger, and what came under a secret's name or in its place. */
function secretsOf(request: PastedRequest, known: Known): string[] {
  const { application, others, token } = known;
  const issued = [
    ...application.secrets,
    ...(application.oldSecret ? [application.oldSecret.secret] : []),
    ...others.flatMap(({ secrets }) => secrets),
    ...("secret" in token ? [token.secret] : []),
  ].map((secret) => secret.reveal());
  const { authorization = "" } = request;
  const collected = collectParameters(request, []);
  const signed = collected.ok ? collected.signed : [];
  const [, bearer = ""] = /^bearer +(\S+)/i.exec(authorization) ?? [];
  return [
    ...issued,
    ...signed.filter(([name]) => isSecretName(name)).map(([, value]) => value),
    collected.ok ? (collected.decisive.get("oauth_signature") ?? "") : "",
    ...(parseBasicCredentials(authorization)?.passwords ?? []),
    bearer,
  ].filter((one) => one !== "");
}

function withoutBaseStrings(explanation: Explanation): Explanation {
  const { findings, tried } = explanation.diagnosis;
  return { ...explanation, diagnosis: { findings, baseStrings: undefined, tried } };
}

/** Encoded as JSON a character takes up to six. */
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
