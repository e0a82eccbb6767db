import type { UnprovenCause } from "../../../domain/unproven.ts";
import type { UsagePeriodName } from "../../../domain/usage-periods.ts";

/** Times are milliseconds since the epoch, and shown in UTC. */
export type UsageTexts = {
  readonly title: string;
  /** What choosing one does, for who cannot see that they stand side by side. */
  readonly periodsLabel: string;
  readonly periods: Readonly<Record<UsagePeriodName, string>>;
  readonly captions: Readonly<Record<UsagePeriodName, string>>;
  readonly requests: string;
  /** Refused ones of every code. */
  readonly allRefused: string;
  /** How a number compares with the one of the period before. */
  readonly changes: Readonly<Record<UsagePeriodName, (count: number, before: number) => string>>;
  /** The label of the disclosure with the table. */
  readonly table: string;
  readonly time: string;
  readonly total: string;
  readonly verified: string;
  readonly issued: string;
  readonly refused: (code: number) => string;
  /** Followed by links to each. */
  readonly codes: string;
  readonly whatTheyAre: string;
  /** How much of each limit is left. */
  readonly limits: {
    readonly title: string;
    readonly what: string;
    readonly off: string;
    readonly operation: string;
    readonly remaining: string;
    readonly of: (remaining: number, limit: number) => string;
    readonly resetsAt: string;
    /** The time of day. */
    readonly reset: (at: number) => string;
  };
  /** Requests that named the application and proved nothing. */
  readonly unproven: {
    readonly title: string;
    readonly none: string;
    readonly count: (count: number) => string;
    /** Followed by a moment. */
    readonly since: string;
    readonly anybody: string;
    readonly when: string;
    readonly cause: string;
    readonly operation: string;
    /** In place of an operation: somebody else's server asked. */
    readonly api: string;
    readonly causes: Readonly<
      Record<UnprovenCause, { readonly what: string; readonly advice: string }>
    >;
  };
  readonly none: string;
  readonly noneAdvice: string;
  /** How the beginning of a step is written in a table. */
  readonly step: Readonly<Record<UsagePeriodName, (at: number) => string>>;
  readonly number: (count: number) => string;
};
