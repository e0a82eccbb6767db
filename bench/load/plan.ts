/** What is asked of the load generator, in a form that crosses to its process. */

export interface Signer {
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/** How tokens are drawn: each as likely as the other, or the nth in proportion to 1/n (Zipf's law). */
export type Draw = "uniform" | "zipf";

export type Plan =
  /** The same bytes again and again. */
  | { readonly kind: "fixed"; readonly request: string }
  /** `GET verify_credentials`, each signed for a token drawn at random from the file. */
  | {
      readonly kind: "signed-use";
      readonly origin: string;
      readonly applications: readonly Signer[];
      readonly tokensFile: string;
      readonly draw: Draw;
    }
  /** The same requests, asked about at `POST /verify`, or `batch` at once at `/verify/batch`. */
  | {
      readonly kind: "verify";
      readonly origin: string;
      readonly applications: readonly Signer[];
      readonly tokensFile: string;
      readonly batch: number;
    }
  | {
      readonly kind: "request-token";
      readonly origin: string;
      readonly application: Signer;
      readonly callback: string;
    }
  /** Several plans, each for so many of twenty requests. */
  | {
      readonly kind: "mixed";
      readonly parts: readonly {
        readonly name: string;
        readonly of20: number;
        readonly plan: Plan;
      }[];
    }
  /** Request token, consent page, its answer, exchange; each connection is a user who is signed in. */
  | {
      readonly kind: "flow";
      readonly origin: string;
      readonly application: Signer;
      readonly callback: string;
      readonly cookies: readonly string[];
    };

export interface PacedRun {
  readonly port: number;
  readonly connections: number;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface Paced {
  /** Answered as they should be, before the time was up. */
  readonly okPerSecond: number;
  /** Of those. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  /** The same of each part of a mixed plan; empty for another. */
  readonly p999MsByPart: Readonly<Record<string, number>>;
  /** The longest time for which the generator itself did nothing: no latency can be trusted below it. */
  readonly maxPauseMs: number;
  /** Due when every connection was waiting for an answer. */
  readonly notSent: number;
  /** By status. */
  readonly rejected: Readonly<Record<string, number>>;
}

export interface Run {
  readonly port: number;
  readonly connections: number;
  readonly count: number;
  /** Nothing new is sent after this time. */
  readonly limitMs: number;
}

export type Order =
  /** Makes (and signs) the requests of the next runs. */
  | { readonly do: "prepare"; readonly plan: Plan; readonly count: number }
  | ({ readonly do: "run" } & Run)
  | ({ readonly do: "paced" } & PacedRun)
  /** Does the plan once and says what was answered. */
  | { readonly do: "record"; readonly port: number };

export interface Measured {
  readonly count: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The share of its turns in which the generator had nothing to do: near 0, it was the limit itself. */
  readonly generatorIdle: number;
  /** Of one answer each that was not what it should be. */
  readonly failures: Readonly<Record<string, number>>;
}

export interface RecordedAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Name, value, name, value; without those that `node:http` adds by itself. */
  readonly headers: readonly string[];
  readonly keepAliveSeconds: number;
  readonly body: string;
}
