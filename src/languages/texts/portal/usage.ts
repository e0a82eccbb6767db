import type { UnprovenCause } from "../../../domain/unproven.ts";
import type { UsagePeriodName } from "../../../domain/usage-periods.ts";

/** Times are milliseconds since the epoch, and shown in UTC. */
export type UsageTexts = {
  readonly title: string;
  /** What choosing a period does, for readers who cannot see the choices side by side. */
  readonly periodsLabel: string;
  readonly periods: Readonly<Record<UsagePeriodName, string>>;
  readonly captions: Readonly<Record<UsagePeriodName, string>>;
  readonly requests: string;
  /** Refused requests, whatever their code. */
  readonly allRefused: string;
  /** How a number compares with the number of the previous period. */
  readonly changes: Readonly<Record<UsagePeriodName, (count: number, before: number) => string>>;
  /** The label of the disclosure that contains the table. */
  readonly table: string;
  readonly time: string;
  readonly total: string;
  readonly verified: string;
  readonly issued: string;
  readonly refused: (code: number) => string;
  /** Followed by a link to each code. */
  readonly codes: string;
  readonly whatTheyAre: string;
  /** How much is left of each limit. */
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
  /** Requests that named the application without proving that they came from it. */
  readonly unproven: {
    readonly title: string;
    readonly none: string;
    readonly count: (count: number) => string;
    /** Followed by a date and time. */
    readonly since: string;
    readonly anybody: string;
    readonly when: string;
    readonly cause: string;
    readonly operation: string;
    /** Shown in place of an operation if another server asked about the request. */
    readonly api: string;
    readonly causes: Readonly<
      Record<UnprovenCause, { readonly what: string; readonly advice: string }>
    >;
  };
  readonly none: string;
  readonly noneAdvice: string;
  /** The start of a step, as the table shows it. */
  readonly step: Readonly<Record<UsagePeriodName, (at: number) => string>>;
  readonly number: (count: number) => string;
};
