/** A case is data, without code. docs/guide/conformance.md says how to add one. */
import type { Ability } from "./abilities.ts";
import type { CheckName } from "./checks.ts";
import type { Sent } from "./request/sent.ts";

export const severities = ["must", "should", "security"] as const;
/** `must` and `should` as in RFC 2119. `security`: an attacker can use the fault. */
export type Severity = (typeof severities)[number];

export interface Case {
  /** Never changes: `SECTION/NAME`, and further parts in a family of cases. Used in reports and by `--only`. */
  readonly id: string;
  readonly section: string;
  readonly severity: Severity;
  /** A sentence that is true if the case passes. */
  readonly shows: string;
  /** Abilities beyond those that the steps imply. */
  readonly needs?: readonly Ability[];
  readonly steps: readonly Step[];
}

export type Step = SendStep | TogetherStep | ApproveStep | OpenStep;

export interface SendStep {
  readonly send: Sent;
  /** A step that only prepares has none. If that step is rejected, the case counts as untried. */
  readonly expect?: Expected;
  /** Later steps refer to this request and its credentials by this name. */
  readonly keep?: string;
}

/** Several requests at once, of which exactly one may be accepted. */
export interface TogetherStep {
  readonly together: Sent;
  readonly times: number;
  /** Sends one request several times. Without it, each request has its own nonce. */
  readonly same?: true;
}

/** The user decides on the request token that was kept under this name. */
export interface ApproveStep {
  readonly approve: string;
  readonly decision?: "deny";
  readonly more?: readonly (readonly [string, string])[];
  readonly checks?: readonly CheckName[];
}

/** A browser without cookies opens the authorization page. */
export interface OpenStep {
  /**
   * Without both there is no `oauth_token`. `token`: the name of a kept request token. `text`: a text that is no token.
   */
  readonly open: { readonly token?: string; readonly text?: string };
  readonly expect: Expected;
}

export interface Expected {
  /** `answered` means accepted or rejected, but the provider did not fail. */
  readonly decision: "accepted" | "rejected" | "answered";
  readonly status?: readonly number[];
  readonly checks?: readonly CheckName[];
}
