import type { AccessLevel } from "../../../domain/access.ts";
import type { Sentence } from "../../sentence.ts";
import type { Notice } from "../explanation.ts";

/** Why a walk cannot go on, or did not get where it was to lead. */
export type WalkProblem =
  | "expired"
  | "cancelled"
  | "somebody-else"
  | "not-approved"
  | "wrong-verifier";

/** Programs to copy. Names of programs, libraries and variables are the same in every language. */
export type TryItTexts = {
  readonly title: string;
  readonly what: string;
  /** Above the origins of the operator's APIs. */
  readonly apis: string;
  /** What each program does, and what it cannot do. */
  readonly programs: {
    readonly curl: string;
    readonly "openid-client": string;
    readonly "oauth-1.0a": string;
    readonly oauth: string;
    readonly "passport-twitter": string;
    readonly python: string;
    readonly php: string;
    readonly go: string;
  };
  readonly variables: {
    readonly title: string;
    readonly CONSUMER_SECRET: string;
    readonly ACCESS_TOKEN: string;
    readonly ACCESS_TOKEN_SECRET: string;
  };
  /** Above the commands that run a program. */
  readonly pasteIntoTerminal: string;
  readonly saveAs: (file: string) => string;
  /** The flow of the application with its owner as the person who is asked. */
  readonly walk: {
    readonly title: string;
    readonly pageTitle: (application: string) => Sentence;
    readonly what: string;
    readonly start: string;
    readonly suspended: (because: string) => Sentence;
    readonly suspendedAdvice: string;
    readonly inside: string;
    readonly sent: string;
    readonly received: string;
    readonly requestToken: { readonly title: string; readonly what: string };
    readonly consent: {
      readonly title: string;
      readonly toDo: string;
      readonly toDoForPin: string;
      readonly open: string;
      readonly given: Readonly<Record<AccessLevel, (person: string) => Sentence>>;
    };
    readonly verifier: {
      readonly title: string;
      readonly brought: string;
      readonly typed: string;
      readonly pin: string;
      readonly exchange: string;
    };
    readonly accessToken: { readonly title: string; readonly what: string };
    readonly use: { readonly title: string; readonly what: string };
    readonly problems: Readonly<Record<WalkProblem, Notice>>;
    readonly back: string;
  };
};
