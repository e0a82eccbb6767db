/**
 * What clients asked of the nodes and what they were answered: all that the laws (`laws.ts`) judge by. A history is
 * plain data, so one that broke a law can be kept in a file and judged again.
 *
 * What an operation leans on, gives or ends has a name: `access:TOKEN`, `bearer:TOKEN`, `secret:APPLICATION/3`,
 * `request:TOKEN`, `approval:TOKEN`, `session:NAME`, `application:ID`, `registration:ID`, `user:ID`.
 */
export interface Operation {
  readonly name: string;
  /** Milliseconds by the clock of the sender. */
  readonly began: number;
  /** Undefined: there was no answer. */
  readonly ended: number | undefined;
  readonly node: number;
  readonly outcome: Outcome;
  /** With "refused": `401 · 89`, or `sign-in` for a page that asks to sign in. */
  readonly code?: string;
  /** None of these may have been ended, or be suspended, when it is accepted. */
  readonly leansOn: readonly string[];
  /** Operations with the same value were the same signed bytes. */
  readonly bytes?: string;
  /** The signature is wrong: it must never be accepted, and must change nothing. */
  readonly forged?: true;
  /** Of all operations with the same value one may be done. */
  readonly once?: string;
  readonly gives?: Given;
  /** Done, it has ended these, and what stood within them. */
  readonly ends?: readonly string[];
  /** Done or not answered, it may have ended these, or what stood within them. */
  readonly mayEnd?: readonly string[];
  /** Done, what stood within these has no more than read access. */
  readonly lowers?: readonly string[];
  readonly suspends?: string;
  readonly restores?: string;
  /** The limit that it counts against. */
  readonly counts?: string;
  /** The level of access that the answer showed. */
  readonly level?: Level;
  /** What the answer said of the caller, and what is true. */
  readonly showed?: { readonly said: string; readonly is: string };
  /** The faults are over: now everything must be answered. */
  readonly final?: true;
}

export type Level = "read" | "write";

/**
 * `unavailable`: 503, and the answer says that nothing was changed. `unknown`: the connection broke, or the answer says
 * that it is not known. `silent`: the node lives, and did not answer within the client's patience.
 */
export type Outcome = "done" | "refused" | "unavailable" | "unknown" | "silent";

export interface Given {
  readonly credential: string;
  /** What it stands in: ending one of these ends it. */
  readonly within: readonly string[];
  /** One credential at a time stands in a slot, no matter who asks. */
  readonly slot?: string;
  readonly level?: Level;
}

export interface History {
  readonly operations: readonly Operation[];
  /** The wall clock's time where the clock of the operations is zero. */
  readonly epoch: number;
  readonly windowMs: number;
  /** How many each limit admits in a window. */
  readonly limits: Readonly<Record<string, number>>;
  /** When the clock of a node was wrong: it took good timestamps for old ones, or counted in another window. */
  readonly wrongClocks: readonly { readonly from: number; readonly to: number }[];
  /** When counts of limits were lost with a process: what was counted before may be admitted again. */
  readonly forgiven: readonly number[];
}
