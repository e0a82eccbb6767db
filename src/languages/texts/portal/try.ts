import type { AccessLevel } from "../../../domain/access.ts";
import type { Sentence } from "../../sentence.ts";
import type { AdviceText } from "../explanation.ts";

/** Why a walk cannot continue, or ended somewhere else. */
export type WalkProblem =
  | "expired"
  | "cancelled"
  | "somebody-else"
  | "not-approved"
  | "wrong-verifier";

/** The walk: the application's flow, in which its owner is the person who is asked. */
export type WalkTexts = {
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
  readonly problems: Readonly<Record<WalkProblem, AdviceText>>;
  readonly back: string;
};
