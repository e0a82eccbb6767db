/** A case is data, without code. docs/guide/conformance.md says how to add one. */
import type { Ability } from "./abilities.ts";
import type { CheckName } from "./checks.ts";
import type { Sent } from "./request/sent.ts";

export const severities = ["must", "should", "security"] as const;
/** `must` and `should` as in RFC 2119; `security`: an attacker gains by a fault. */
export type Severity = (typeof severities)[number];

export interface Case {
  /** Permanent: `SECTION/NAME`, and what a family adds. Reports and `--only` use it. */
  readonly id: string;
  /** Of RFC 5849. */
  readonly section: string;
  readonly severity: Severity;
  /** What passes when the case does, in a sentence. */
  readonly shows: string;
  /** Abilities beyond those that the steps imply. */
  readonly needs?: readonly Ability[];
  readonly steps: readonly Step[];
}

export type Step = SendStep | TogetherStep | ApproveStep | OpenStep;

export interface SendStep {
  readonly send: Sent;
  /** Left out: the step only prepares. If it is refused, the case cannot be tried. */
  readonly expect?: Expected;
  /** Later steps know the request and its credentials by this name. */
  readonly keep?: string;
}

/** Several requests at once, of which exactly one may be accepted. */
export interface TogetherStep {
  readonly together: Sent;
  readonly times: number;
  /** One request, sent several times. Left out: each has its own nonce. */
  readonly same?: true;
}

/** The person answers for the request token that was kept under this name. */
export interface ApproveStep {
  readonly approve: string;
  readonly decision?: "deny";
  /** Added to the query of the authorization URL. */
  readonly more?: readonly (readonly [string, string])[];
  readonly checks?: readonly CheckName[];
}

/** A browser without cookies opens the authorization page. */
export interface OpenStep {
  /** Undefined: no `oauth_token` at all. Otherwise a kept request token, or a text that is no token. */
  readonly open: { readonly token?: string; readonly text?: string };
  readonly expect: Expected;
}

export interface Expected {
  /** `answered`: accepted or refused, but not broken. */
  readonly verdict: "accepted" | "refused" | "answered";
  readonly status?: readonly number[];
  readonly checks?: readonly CheckName[];
}
