import type { NeverAllowed, Permission } from "../../domain/access.ts";
import type { ApplicationLink } from "../../domain/application.ts";
import type { Sentence } from "../sentence.ts";
import type { AdviceText, Explanation } from "./explanation.ts";

export type ConsentTexts = {
  readonly changedRecently: AdviceText;
  readonly applicationLinks: Readonly<Record<ApplicationLink, string>>;
  readonly title: (application: string) => Sentence;
  readonly by: (owner: string) => Sentence;
  readonly wantsToUse: (application: string, service: string) => Sentence;
  readonly switchAccount: string;
  readonly able: string;
  readonly notAble: string;
  /** Each text works in both lists: what the application can do, and what it cannot do. */
  readonly permissions: Readonly<Record<Permission | NeverAllowed, string>>;
  readonly newApplication: AdviceText;
  readonly mixedAlphabets: AdviceText;
  readonly allow: string;
  readonly deny: string;
  readonly toWeb: (host: string) => Sentence;
  readonly toApp: (scheme: string) => Sentence;
  readonly toPin: (application: string) => Sentence;
  readonly takeBack: string;
  readonly takeBackInAccount: string;
};

export type PinTexts = {
  readonly title: (application: string) => Sentence;
  readonly howTo: (application: string) => Sentence;
  readonly label: string;
  readonly lives: (minutes: number) => string;
  /** Followed by minutes and seconds, which a script counts down. */
  readonly timeLeft: string;
  readonly expired: string;
  readonly ownDevice: (application: string) => Sentence;
  readonly nobodyAsks: (service: string) => Sentence;
};

export type CancelledTexts = {
  readonly title: string;
  readonly meaning: (application: string) => Sentence;
  readonly advice: string;
};

export type InvalidRequestReason = "missing" | "expired" | "decided" | "desktop";

export type InvalidRequestTexts = Readonly<Record<InvalidRequestReason, Explanation>> & {
  /** The link from oauth/authenticate, which does not serve desktop applications, to oauth/authorize. */
  readonly continueToAuthorize: string;
};
