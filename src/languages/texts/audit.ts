import type { AuditEventName } from "../../domain/audit.ts";

/** Why a filter found nothing to look for. */
export type AuditProblem =
  | "unknown-person"
  | "unknown-application"
  | "several"
  | "unknown-actor"
  | "day";

export type AuditDetail =
  | "because"
  | "passkey"
  | "before"
  | "by"
  | "which"
  | "access"
  | "asked"
  | "overlap"
  | "scheme"
  | "setting"
  | "value"
  | "keyId"
  | "ended"
  | "bytes"
  | "rows"
  | "filter"
  | "role"
  | "kind"
  | "proved"
  | "issuer";

export type AuditTexts = {
  readonly title: string;
  /** The field of the search by any text. */
  readonly text: string;
  readonly textHint: string;
  readonly filter: string;
  readonly name: string;
  readonly anything: string;
  readonly person: string;
  readonly personHint: string;
  readonly application: string;
  readonly applicationHint: string;
  readonly actor: string;
  readonly actorHint: string;
  readonly from: string;
  readonly to: string;
  readonly apply: string;
  readonly notUnderstood: string;
  readonly problems: Readonly<Record<AuditProblem, string>>;
  readonly none: string;
  readonly noneAdvice: string;
  /** Where a search has found nothing and has not come to the end. */
  readonly noneSoFar: string;
  /** Followed by the moment that a search has come to. */
  readonly searchedTo: string;
  readonly searchOn: string;
  readonly columns: Readonly<
    Record<"when" | "what" | "who" | "person" | "application" | "address", string>
  >;
  readonly happened: Readonly<Record<AuditEventName, string>>;
  /** Followed by the name of an event that has no words here. */
  readonly other: string;
  /** What stands before a detail of an event, by its name; what is not here is a name of ours. */
  readonly details: Readonly<Record<AuditDetail, string>>;
  /** Values of details that no other page has a word for. */
  readonly values: Readonly<Record<"link" | "one" | "others" | "provider" | "hidden", string>>;
  readonly yes: string;
  readonly no: string;
  readonly actors: Readonly<Record<"command-line" | "service" | "stranger", string>>;
  readonly gone: string;
  readonly export: string;
  readonly exportHint: (most: number) => string;
  /** The same after a search by any text. */
  readonly exportFoundHint: (most: number) => string;
};
