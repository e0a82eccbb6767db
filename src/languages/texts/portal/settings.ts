import type { ApplicationLink, ApplicationProblem } from "../../../domain/application.ts";
import type { PeopleEffect } from "../../../domain/application-change.ts";
import type { CallbackProblemName } from "../../../domain/callback.ts";
import type { Sentence } from "../../sentence.ts";

/** What is asked of an application when it is made and whenever it is changed. */
export type DraftTexts = {
  readonly name: string;
  readonly nameHint: string;
  readonly description: string;
  readonly descriptionHint: string;
  readonly website: string;
  readonly websiteHint: string;
  /** Of its terms, privacy policy, and support. */
  readonly linkHint: string;
  readonly links: Readonly<Record<ApplicationLink, string>>;
  readonly access: string;
  readonly read: string;
  readonly readHint: string;
  readonly write: string;
  readonly writeHint: string;
  readonly callbacks: string;
  readonly callbacksHint: (most: number) => string;
  readonly requestEmail: string;
  readonly requestEmailHint: string;
  readonly signIn: string;
  readonly signInHint: string;
  readonly advice: string;
  readonly problems: Readonly<Record<ApplicationProblem | "no-access", string>>;
  readonly tooManyCallbacks: (most: number) => string;
  readonly moreCallbacksRefused: (count: number) => string;
  /** `about`: the scheme or host that is named, where there is one. */
  readonly callbackProblems: Readonly<Record<CallbackProblemName, (about: string) => Sentence>>;
};

/** Why an upload is no icon. */
export type IconProblem = "missing" | "too-large" | "unreadable";

export type SettingsTexts = {
  readonly title: string;
  readonly icon: {
    readonly title: string;
    readonly choose: string;
    readonly hint: string;
    readonly upload: string;
    readonly remove: string;
    readonly notSaved: string;
    readonly problems: Readonly<Record<IconProblem, string>>;
  };
  readonly save: string;
  readonly notSaved: string;
  readonly changedSince: string;
  /** Before something is saved that touches what exists. */
  readonly confirm: {
    readonly title: string;
    readonly what: string;
    readonly effects: Readonly<Record<PeopleEffect, (people: number) => string>>;
    readonly callbackRemoved: (callback: string) => Sentence;
    readonly noCallbackLeft: string;
    readonly save: string;
    readonly cancel: string;
  };
};
