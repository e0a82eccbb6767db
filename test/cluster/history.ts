/**
 * What clients asked of the nodes, and the responses: the invariants (`invariants.ts`) judge only by this. A history is
 * plain data, so a history that broke an invariant can be saved to a file and judged again.
 *
 * Everything that an operation depends on, creates or ends has a name: `access:TOKEN`, `bearer:TOKEN`,
 * `secret:APPLICATION/3`, `request:TOKEN`, `approval:TOKEN`, `session:NAME`, `application:ID`, `registration:ID`,
 * `user:ID`.
 */
export interface Operation {
  readonly name: string;
  /** Milliseconds by the sender's clock. */
  readonly began: number;
  /** Undefined if there was no response. */
  readonly ended: number | undefined;
  readonly node: number;
  readonly outcome: Outcome;
  /** For "rejected": `401 (code 89)`, or `sign-in` for a page that asks the user to sign in. */
  readonly code?: string;
  /** If the operation is accepted, none of these may have ended or be suspended. */
  readonly leansOn: readonly string[];
  /** Operations with the same value sent the same signed bytes. */
  readonly bytes?: string;
  /** The signature is wrong, so the operation must never be accepted and must change nothing. */
  readonly forged?: true;
  /** Only one of the operations with the same value may be done. */
  readonly once?: string;
  readonly gives?: Given;
  /** If done, it has ended these, and everything within them. */
  readonly ends?: readonly string[];
  /** If done or not answered, it may have ended these, or things within them. */
  readonly mayEnd?: readonly string[];
  /** If done, everything within these has at most read access. */
  readonly lowers?: readonly string[];
  readonly suspends?: string;
  readonly restores?: string;
  /** The limit for which the operation counts. */
  readonly counts?: string;
  /** The access level in the response. */
  readonly level?: Level;
  /** What the response said about the caller, and the truth. */
  readonly showed?: { readonly said: string; readonly is: string };
  /** All faults are over, so every operation must be answered. */
  readonly final?: true;
}

export type Level = "read" | "write";

/**
 * `unavailable`: 503, and the response says that nothing was changed. `unknown`: the connection broke, or the response
 * says that it is not known. `silent`: the node lives, and did not answer within the client's patience.
 */
export type Outcome = "done" | "rejected" | "unavailable" | "unknown" | "silent";

export interface Given {
  readonly credential: string;
  /** The scopes that it belongs to: ending one of them ends it. */
  readonly within: readonly string[];
  /** A slot holds only one credential at a time, the caller. */
  readonly slot?: string;
  readonly level?: Level;
}

export interface History {
  readonly operations: readonly Operation[];
  /** The wall-clock time at which the clock of the operations is zero. */
  readonly epoch: number;
  readonly windowMs: number;
  /** The number of requests that each limit admits in a window. */
  readonly limits: Readonly<Record<string, number>>;
  /**
   * The periods in which a node's clock was wrong, so that it rejected good timestamps or counted in another window.
   */
  readonly wrongClocks: readonly { readonly from: number; readonly to: number }[];
  /** When counts of limits were lost with a process: what was counted before may be admitted again. */
  readonly forgiven: readonly number[];
}
