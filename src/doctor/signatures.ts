import {
  type Parameter,
  type SignatureMethod,
  type SignedRequest,
  signingKey,
  verifySignature,
} from "#oauth1";
import type { Secret } from "../domain/credentials.ts";
import type { BaseStrings, Finding } from "./cause.ts";
import type { Known } from "./known.ts";
import type { PastedRequest } from "./paste/pasted-request.ts";
import { search } from "./search.ts";
import { baseStringOf, piecesOf, rfcEncoding, type Signing } from "./signing.ts";

export interface CheckedSignature {
  readonly isRight: boolean;
  readonly findings: readonly Finding[];
  readonly baseStrings: BaseStrings;
  readonly tried: number;
}

export interface Presented {
  readonly request: PastedRequest;
  readonly known: Known;
  readonly origin: string;
  readonly parameters: readonly Parameter[];
  /** This is empty if there is no signature. */
  readonly sent: string;
  readonly expected: SignatureMethod;
  /** This is undefined if the request could not be read as a signed one. */
  readonly read: SignedRequest | undefined;
  /** Whether another cause was found, which would also explain why no search succeeds. */
  readonly isElsewhere: boolean;
}

export function checkSignature(presented: Presented): CheckedSignature {
  const { request, known, sent, read } = presented;
  const signing = expectedSigning(presented);
  const expected = withoutSecretValues(baseStringOf(piecesOf(signing)));
  const unsearched = {
    isRight: false,
    findings: [],
    baseStrings: { expected, signed: undefined },
    tried: 0,
  };
  if (read !== undefined && isRight(read, signing, known)) return { ...unsearched, isRight: true };
  const { secretSetAt: setAt, secretReplaced: replaced, secretRevokedAt } = known.application;
  if (secretRevokedAt !== undefined && !presented.isElsewhere) {
    const cause = { id: "secret-revoked", at: secretRevokedAt } as const;
    return { ...unsearched, findings: [{ cause, certainty: "certain" }] };
  }
  // Without the token's secret, no signature can be computed.
  if (sent === "" || known.token.kind === "gone" || known.token.kind === "of-other-application") {
    return unsearched;
  }
  const { causes, baseString, tried } = search(
    { request, signing, known },
    sent,
    presented.expected,
  );
  const findings: Finding[] = (causes ?? []).map((cause) => ({
    cause,
    certainty: "certain",
  }));
  if (causes === undefined && !presented.isElsewhere) {
    const withToken = known.token.kind !== "none";
    findings.push({
      cause: { id: "wrong-secret", setAt, replaced, withToken },
      certainty: "guess",
    });
  }
  const signed = baseString === undefined ? undefined : withoutSecretValues(baseString);
  return {
    isRight: causes?.length === 0,
    findings,
    baseStrings: { expected, signed: signed === expected ? undefined : signed },
    tried,
  };
}

function expectedSigning({ request, known, origin, parameters, expected }: Presented): Signing {
  const [secret] = known.application.secrets;
  return {
    method: request.method,
    origin,
    path: request.path,
    parameters,
    encoding: rfcEncoding,
    order: undefined,
    consumerSecret: secret?.reveal() ?? "",
    tokenSecret: tokenSecretOf(known)?.reveal() ?? "",
    join: signingKey,
    digest: expected.sign,
  };
}

/** Requests pass the same check, so that nothing is called wrong here that would be accepted there. */
function isRight(read: SignedRequest, { origin }: Signing, known: Known): boolean {
  const { origins, apiOrigins } = known;
  // If the APIs are called at the service's own origins, there is no other API.
  const areOthers = apiOrigins.includes(origin) && apiOrigins.some((one) => !origins.includes(one));
  return verifySignature(read, {
    origin,
    consumerSecrets: known.application.secrets.map((secret) => secret.reveal()),
    tokenSecret: tokenSecretOf(known)?.reveal(),
    otherOrigins: areOthers ? apiOrigins : [],
  });
}

function tokenSecretOf({ token }: Known): Secret | undefined {
  return "secret" in token ? token.secret : undefined;
}

/**
 * Some clients send secrets as parameters. The user who pasted one knows it, but others who see the result may
 * not. Nothing else is hidden, because the text is compared with the client's own, character by character.
 */
function withoutSecretValues(baseString: string): string {
  return baseString.replace(
    /((?:secret|password)\w{0,20}(?:=|%3D))(?:(?!%26)[^&])*/gi,
    "$1[hidden]",
  );
}
