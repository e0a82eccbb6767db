import type { UsePeriodName } from "../../../domain/use-periods.ts";

/** Times are milliseconds since the epoch, and shown in UTC. */
export type UseTexts = {
  readonly title: string;
  /** What choosing one does, for who cannot see that they stand side by side. */
  readonly periodsLabel: string;
  readonly periods: Readonly<Record<UsePeriodName, string>>;
  readonly captions: Readonly<Record<UsePeriodName, string>>;
  readonly time: string;
  readonly total: string;
  readonly verified: string;
  readonly issued: string;
  readonly refused: (code: number) => string;
  readonly whatTheyAre: string;
  /** How much of each limit is left. */
  readonly limits: {
    readonly title: string;
    readonly what: string;
    readonly off: string;
    readonly operation: string;
    readonly limit: string;
    readonly remaining: string;
    readonly resetsAt: string;
    /** The time of day. */
    readonly reset: (at: number) => string;
  };
  readonly none: string;
  readonly noneAdvice: string;
  /** How the beginning of a step is written in a table. */
  readonly step: Readonly<Record<UsePeriodName, (at: number) => string>>;
  readonly number: (count: number) => string;
};
