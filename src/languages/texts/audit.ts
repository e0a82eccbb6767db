import type { AuditEventName } from "../../domain/audit.ts";

/** Why a value in a filter cannot be searched for. */
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
  | "replaysAccepted"
  | "bytes"
  | "rows"
  | "filter"
  | "role"
  | "kind"
  | "proved"
  | "issuer";

export type AuditTexts = {
  readonly title: string;
  /** The label of the full-text search field. */
  readonly text: string;
  readonly textHint: string;
  readonly filter: string;
  readonly name: string;
  readonly anything: string;
  /** All events but those that change nothing, such as a sign-in. */
  readonly changes: string;
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
  /** If a search has found nothing so far and has not reached the end. */
  readonly noneSoFar: string;
  /** Followed by the time of the oldest event that the search has read. */
  readonly searchedTo: string;
  readonly searchOn: string;
  readonly columns: Readonly<
    Record<"when" | "what" | "who" | "person" | "application" | "address", string>
  >;
  readonly happened: Readonly<Record<AuditEventName, string>>;
  /** Followed by the name of an event that the catalogue has no text for. */
  readonly other: string;
  /** The labels of an event's details, by the detail's name. A detail without a label is shown by its name. */
  readonly details: Readonly<Record<AuditDetail, string>>;
  /** Values of details that have no text on another page. */
  readonly values: Readonly<Record<"link" | "one" | "others" | "provider" | "hidden", string>>;
  readonly yes: string;
  readonly no: string;
  readonly actors: Readonly<Record<"command-line" | "service" | "stranger", string>>;
  readonly gone: string;
  readonly export: string;
  readonly exportHint: (most: number) => string;
  /** Like `exportHint`, after a full-text search. */
  readonly exportFoundHint: (most: number) => string;
};
